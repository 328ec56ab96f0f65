//! A connection between a visitor and the server that a test can cut or silence.

use std::future::pending;
use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

#[derive(Clone, Copy, Default)]
struct Fate {
    is_cut: bool,
    /// Connections with a lower number no longer forward data.
    silent_before: u64,
}

/// A proxy on its own port.
pub(crate) struct Wire {
    pub(crate) address: SocketAddr,
    fate: watch::Sender<Fate>,
}

impl Wire {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (fate, watched) = watch::channel(Fate::default());
        tokio::spawn(async move {
            let mut number = 0;
            while let Ok((client, _)) = listener.accept().await {
                // Drops new connections while the server is down.
                let Ok(server) = TcpStream::connect(server).await else { continue };
                number = number.max(watched.borrow().silent_before);
                tokio::spawn(carry(client, server, number, watched.clone()));
            }
        });
        Self { address, fate }
    }

    /// Cuts all connections and rejects new ones, or accepts them again.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.fate.send_modify(|fate| fate.is_cut = is_cut);
    }

    /// Stops forwarding on all open connections; new ones work.
    pub(crate) fn silence(&self) {
        self.fate.send_modify(|fate| fate.silent_before += 1);
    }
}

async fn carry(mut client: TcpStream, mut server: TcpStream, number: u64, fate: watch::Receiver<Fate>) {
    let until = |is_so: fn(&Fate, u64) -> bool| {
        let mut fate = fate.clone();
        async move {
            let _ = fate.wait_for(|fate| is_so(fate, number)).await;
        }
    };
    let carrying = async {
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server) => {}
            () = until(|fate, number| fate.silent_before > number) => pending().await,
        }
    };
    tokio::select! {
        () = carrying => {}
        () = until(|fate, _| fate.is_cut) => {}
    }
}

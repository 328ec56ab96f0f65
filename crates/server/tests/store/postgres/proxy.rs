//! A connection to the server that a test can suspend.

use std::path::PathBuf;
use std::str::FromStr;

use cairn_test_support::skip;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio_postgres::config::{Config, Host};

use super::Place;

/// A proxy on its own port.
pub(super) struct Proxy {
    pub(super) url: String,
    hangs: watch::Sender<bool>,
}

impl Proxy {
    /// Starts a proxy for a server with a socket in the file system, which our own server has.
    pub(super) async fn start(place: &Place) -> Option<Self> {
        let config = Config::from_str(&place.url).unwrap();
        let Some(Host::Unix(folder)) = config.get_hosts().first() else {
            skip("the server that CAIRN_TEST_POSTGRES names has no socket file");
            return None;
        };
        let socket: PathBuf = folder.join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (hangs, watched) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&socket).await.unwrap();
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(forward(from_client, to_server, watched.clone()));
                tokio::spawn(forward(from_server, to_client, watched.clone()));
            }
        });
        Some(Self { url: format!("postgres://postgres@{address}/{}", place.name), hangs })
    }

    /// Suspends the proxy, or resumes it.
    pub(super) fn hang(&self, hangs: bool) {
        self.hangs.send_replace(hangs);
    }
}

/// Forwards data unless it is suspended.
async fn forward(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut hangs: watch::Receiver<bool>,
) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if hangs.wait_for(|hangs| !hangs).await.is_err() || to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

//! The rights to move bots: advisory locks of one session, which all vanish with it when this instance dies.

use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{interval, timeout};

use super::server::{PATIENCE, Server};
use super::session::{Alive, Session};
use crate::store::locks::{Held, Locks};
use crate::store::{BotLock, StoreError};

/// How often the line is tried while nobody asks for anything.
const BEAT: Duration = Duration::from_secs(5);

/// The way to the task that has the session.
#[derive(Debug)]
pub(super) struct BotLocks {
    requests: mpsc::UnboundedSender<Request>,
}

/// A lock, as long as the line is up.
struct ServerLock {
    key: i64,
    alive: Alive,
    /// Given back after the server's lock.
    held: Option<Held>,
    requests: mpsc::UnboundedSender<Request>,
}

/// What the task is asked for.
enum Request {
    /// To lock a game.
    Take { game: String, reply: oneshot::Sender<Result<Option<ServerLock>, StoreError>> },
    /// To unlock one, on the line on which it was locked.
    Free { key: i64, alive: Alive, held: Option<Held> },
}

impl BotLocks {
    /// The locks, and the task that must run for them.
    pub(super) fn new(server: Server) -> (Self, impl Future<Output = ()> + Send) {
        let (requests, queue) = mpsc::unbounded_channel();
        let task = run(server, requests.downgrade(), queue);
        (Self { requests }, task)
    }

    /// Locks a game, unless this instance or another has done so.
    pub(super) async fn take(
        &self,
        server: &Server,
        game: &str,
    ) -> Result<Option<Box<dyn BotLock>>, StoreError> {
        let (reply, answer) = oneshot::channel();
        let stopped = || server.failure("its locks are closed");
        let request = Request::Take { game: game.to_owned(), reply };
        self.requests.send(request).map_err(|_| stopped())?;
        let answer = timeout(PATIENCE, answer).await.map_err(|_| server.silent())?;
        let lock = answer.map_err(|_| stopped())??;
        Ok(lock.map(|lock| Box::new(lock) as Box<dyn BotLock>))
    }
}

impl BotLock for ServerLock {
    fn is_held(&self) -> bool {
        self.alive.now()
    }
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        let free = Request::Free { key: self.key, alive: self.alive.clone(), held: self.held.take() };
        // Without the task there is no session either.
        let _ = self.requests.send(free);
    }
}

/// Locks and unlocks for as long as somebody may ask.
async fn run(
    server: Server,
    requests: mpsc::WeakUnboundedSender<Request>,
    mut queue: mpsc::UnboundedReceiver<Request>,
) {
    let mut beat = interval(BEAT);
    let mut session: Option<Session> = None;
    // Advisory locks are given twice to the same session: this guards within the instance. Requests are answered in
    // their order, so that a lock that was given back can be taken at once.
    let here = Locks::default();
    loop {
        let request = tokio::select! {
            request = queue.recv() => match request {
                Some(request) => Some(request),
                None => return,
            },
            _ = beat.tick() => None,
        };
        session = session.filter(|line| line.alive().now());
        match request {
            None => {
                if let Some(line) = session.take() {
                    session = line.value::<i32>("SELECT 1", &[]).await.is_ok().then_some(line);
                }
            }
            Some(Request::Take { reply, .. }) if reply.is_closed() => {}
            Some(Request::Take { game, reply }) => {
                let taken = match here.take(&game) {
                    Some(held) => {
                        let key = key(&game);
                        take(&server, &mut session, key).await.map(|alive| {
                            let requests = requests.upgrade()?;
                            alive.map(|alive| ServerLock { key, alive, held: Some(held), requests })
                        })
                    }
                    None => Ok(None),
                };
                // If nobody waits any more, the lock is dropped here, and so freed.
                drop(reply.send(taken));
            }
            Some(Request::Free { key, alive, held }) => {
                if let Some(line) = session.take_if(|line| line.alive().same(&alive)) {
                    let freed = line.value::<bool>("SELECT pg_advisory_unlock($1)", &[&key]).await;
                    // A line on which it is unknown what is locked is cut: then nothing is.
                    session = freed.is_ok().then_some(line);
                }
                drop(held);
            }
        }
    }
}

/// Locks a key in the session, which is opened if there is none.
async fn take(server: &Server, session: &mut Option<Session>, key: i64) -> Result<Option<Alive>, StoreError> {
    let line = match session.take() {
        Some(line) => line,
        None => Session::open(server, |_| {}).await?,
    };
    // A line that fails is not put back.
    let locked: bool = line.value("SELECT pg_try_advisory_lock($1)", &[&key]).await?;
    let alive = line.alive().clone();
    *session = Some(line);
    Ok(locked.then_some(alive))
}

/// The key of a game: locks have numbers, not names. Two games with one key would wait for each other, no more.
fn key(game: &str) -> i64 {
    let hash = Sha256::new().chain_update("cairn bots ").chain_update(game).finalize();
    hash.iter().take(8).fold(0, |key, &byte| key << 8 | i64::from(byte))
}

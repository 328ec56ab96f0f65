//! Bot locks: advisory locks of one session, which PostgreSQL releases when this instance dies.

use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{interval, timeout};

use super::server::{RESPONSE_TIMEOUT, Server};
use super::session::{Alive, Session};
use crate::store::{BotLock, StoreError};
use crate::store::{BotLockGuard, LocalBotLocks};

/// The interval between checks of an idle session.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The queue of the task that owns the session.
#[derive(Debug)]
pub(super) struct BotLocks {
    requests: mpsc::UnboundedSender<Request>,
}

/// A lock, held while its session is connected.
struct ServerLock {
    key: i64,
    alive: Alive,
    /// Released after the advisory lock.
    guard: Option<BotLockGuard>,
    requests: mpsc::UnboundedSender<Request>,
}

/// A request to the task.
enum Request {
    /// Lock the bots of a game.
    Lock { game: String, reply: oneshot::Sender<Result<Option<ServerLock>, StoreError>> },
    /// Unlock them, on the session that locked them.
    Unlock { key: i64, alive: Alive, guard: Option<BotLockGuard> },
}

impl BotLocks {
    /// Creates the queue, and the task to spawn for it.
    pub(super) fn new(server: Server) -> (Self, impl Future<Output = ()> + Send) {
        let (requests, queue) = mpsc::unbounded_channel();
        let task = run(server, requests.downgrade(), queue);
        (Self { requests }, task)
    }

    /// Locks the bots of a game, unless an instance has already done so.
    pub(super) async fn lock(
        &self,
        server: &Server,
        game: &str,
    ) -> Result<Option<Box<dyn BotLock>>, StoreError> {
        let (reply, answer) = oneshot::channel();
        let stopped = || server.failure("the store is closed");
        let request = Request::Lock { game: game.to_owned(), reply };
        self.requests.send(request).map_err(|_| stopped())?;
        let answer = timeout(RESPONSE_TIMEOUT, answer).await.map_err(|_| server.timed_out())?;
        let lock = answer.map_err(|_| stopped())??;
        Ok(lock.map(|lock| Box::new(lock) as Box<dyn BotLock>))
    }
}

impl BotLock for ServerLock {
    fn is_held(&self) -> bool {
        self.alive.is_connected()
    }
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        let unlock = Request::Unlock { key: self.key, alive: self.alive.clone(), guard: self.guard.take() };
        // If the task has ended, its session is closed and the lock released.
        let _ = self.requests.send(unlock);
    }
}

/// Processes requests until the queue is closed.
async fn run(
    server: Server,
    requests: mpsc::WeakUnboundedSender<Request>,
    mut queue: mpsc::UnboundedReceiver<Request>,
) {
    let mut heartbeat = interval(HEARTBEAT);
    let mut session: Option<Session> = None;
    // PostgreSQL grants an advisory lock twice to the same session, so locks of this instance are tracked here. Requests
    // are processed in order, so that a released lock is available at once.
    let local = LocalBotLocks::default();
    loop {
        let request = tokio::select! {
            request = queue.recv() => match request {
                Some(request) => Some(request),
                None => return,
            },
            _ = heartbeat.tick() => None,
        };
        session = session.filter(|connected| connected.alive().is_connected());
        match request {
            None => {
                if let Some(connected) = session.take() {
                    session = connected.value::<i32>("SELECT 1", &[]).await.is_ok().then_some(connected);
                }
            }
            Some(Request::Lock { reply, .. }) if reply.is_closed() => {}
            Some(Request::Lock { game, reply }) => {
                let locked = match local.lock(&game) {
                    Some(guard) => {
                        let key = key(&game);
                        lock(&server, &mut session, key).await.map(|alive| {
                            let requests = requests.upgrade()?;
                            alive.map(|alive| ServerLock { key, alive, guard: Some(guard), requests })
                        })
                    }
                    None => Ok(None),
                };
                // If the caller has stopped waiting, this drops the lock, which releases it.
                drop(reply.send(locked));
            }
            Some(Request::Unlock { key, alive, guard }) => {
                if let Some(connected) = session.take_if(|connected| connected.alive().is_same(&alive)) {
                    let unlocked = connected.value::<bool>("SELECT pg_advisory_unlock($1)", &[&key]).await;
                    // After an error the state of the lock is unknown: closing the session releases all of them.
                    session = unlocked.is_ok().then_some(connected);
                }
                drop(guard);
            }
        }
    }
}

/// Locks a key in the session; opens a session if there is none.
async fn lock(server: &Server, session: &mut Option<Session>, key: i64) -> Result<Option<Alive>, StoreError> {
    let connected = match session.take() {
        Some(connected) => connected,
        None => Session::open(server, |_| {}).await?,
    };
    // A failed session is closed.
    let locked: bool = connected.value("SELECT pg_try_advisory_lock($1)", &[&key]).await?;
    let alive = connected.alive().clone();
    *session = Some(connected);
    Ok(locked.then_some(alive))
}

/// Returns the key of a game's advisory lock. If two games share a key, their bots take turns.
fn key(game: &str) -> i64 {
    let hash = Sha256::new().chain_update("cairn bots ").chain_update(game).finalize();
    hash.iter().take(8).fold(0, |key, &byte| key << 8 | i64::from(byte))
}

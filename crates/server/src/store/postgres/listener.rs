//! Receives notifications of entries and adjusts the clock, on a session that reconnects.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::{sleep, timeout};

use super::server::Server;
use super::session::Session;
use crate::store::{Clock, Notification, StoreError, system_time};

/// The interval between adjustments of the clock, which also detect a session that hangs.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The minimum and maximum delays between attempts to reconnect.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(100);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(5);

/// Receives notifications and adjusts the clock.
pub(super) struct Listener {
    pub(super) server: Server,
    pub(super) clock: Arc<Clock>,
    pub(super) notifications: broadcast::Sender<Notification>,
}

impl Listener {
    /// Opens a session that receives all further notifications, and adjusts the clock.
    pub(super) async fn connect(&self) -> Result<Session, StoreError> {
        let notifications = self.notifications.clone();
        let session = Session::open(&self.server, move |payload| {
            if let Some(notification) = read(payload) {
                // There may be no receiver.
                let _ = notifications.send(notification);
            }
        })
        .await?;
        let listening = timeout(HEARTBEAT, session.execute("LISTEN cairn")).await;
        listening.map_err(|_| self.server.timed_out())??;
        self.set_clock(&session).await?;
        Ok(session)
    }

    /// Adjusts the clock.
    async fn set_clock(&self, session: &Session) -> Result<(), StoreError> {
        let before = system_time();
        let time = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let theirs = session.value(time, &[]).await?;
        self.clock.set(theirs, before, system_time());
        Ok(())
    }

    /// Stays connected until the task is aborted.
    pub(super) async fn run(self, mut session: Session) {
        loop {
            let mut alive = session.alive().clone();
            while timeout(HEARTBEAT, alive.closed()).await.is_err() {
                if let Err(error) = self.set_clock(&session).await {
                    tracing::warn!(%error, "the session for notifications hangs");
                    break;
                }
            }
            drop(session);
            session = self.reconnect().await;
            // Notifications in the meantime were lost.
            let _ = self.notifications.send(Notification::missed());
        }
    }

    /// Reconnects, however long it takes.
    async fn reconnect(&self) -> Session {
        let mut delay = MIN_RETRY_DELAY;
        loop {
            match self.connect().await {
                Ok(session) => return session,
                Err(error) => tracing::warn!(%error, "cannot connect for notifications"),
            }
            sleep(delay).await;
            delay = (delay * 2).min(MAX_RETRY_DELAY);
        }
    }
}

/// Parses a notification of `append`: the number, and the game.
fn read(payload: &str) -> Option<Notification> {
    let (number, game) = payload.split_once(' ')?;
    Some(Notification { game: game.to_owned(), number: number.parse().ok()? })
        .filter(|notifications| !notifications.is_missed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_read_and_nonsense_is_not() {
        assert_eq!(read("7 a b"), Some(Notification { game: "a b".to_owned(), number: 7 }));
        for nonsense in ["", "7", "7 ", "a 7", "-1 a", "99999999999 a"] {
            assert_eq!(read(nonsense), None, "{nonsense:?}");
        }
    }
}

//! Hears of entries that any instance has stored, and keeps the clock set, on one line that heals by itself.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::{sleep, timeout};

use super::server::Server;
use super::session::Session;
use crate::store::clock::{Clock, system_time};
use crate::store::{News, StoreError};

/// How often the clock is set, and a line noticed that hangs.
const BEAT: Duration = Duration::from_secs(5);

/// The pauses between attempts to connect again.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Who hears, and for whom.
pub(super) struct Listener {
    pub(super) server: Server,
    pub(super) clock: Arc<Clock>,
    pub(super) news: broadcast::Sender<News>,
}

impl Listener {
    /// A line on which all further news is heard, with the clock set.
    pub(super) async fn connect(&self) -> Result<Session, StoreError> {
        let news = self.news.clone();
        let line = Session::open(&self.server, move |payload| {
            if let Some(heard) = read(payload) {
                // Nobody may be listening.
                let _ = news.send(heard);
            }
        })
        .await?;
        let listening = timeout(BEAT, line.execute("LISTEN cairn")).await;
        listening.map_err(|_| self.server.silent())??;
        self.set_clock(&line).await?;
        Ok(line)
    }

    /// Sets the clock.
    async fn set_clock(&self, line: &Session) -> Result<(), StoreError> {
        let before = system_time();
        let time = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let theirs = line.value(time, &[]).await?;
        self.clock.set(theirs, before, system_time());
        Ok(())
    }

    /// Stays connected for as long as the task lives.
    pub(super) async fn run(self, mut line: Session) {
        loop {
            let mut alive = line.alive().clone();
            while timeout(BEAT, alive.end()).await.is_err() {
                if let Err(error) = self.set_clock(&line).await {
                    tracing::warn!(%error, "the line for news hangs");
                    break;
                }
            }
            drop(line);
            line = self.reconnect().await;
            // Whatever was stored in between was not heard of.
            let _ = self.news.send(News::missed());
        }
    }

    /// Connects again, however long it takes.
    async fn reconnect(&self) -> Session {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.connect().await {
                Ok(line) => return line,
                Err(error) => tracing::warn!(%error, "no line for news"),
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// News as `append` sends it: the number, and the game.
fn read(payload: &str) -> Option<News> {
    let (number, game) = payload.split_once(' ')?;
    Some(News { game: game.to_owned(), number: number.parse().ok()? }).filter(|news| !news.is_missed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_read_and_nonsense_is_not() {
        assert_eq!(read("7 a b"), Some(News { game: "a b".to_owned(), number: 7 }));
        for nonsense in ["", "7", "7 ", "a 7", "-1 a", "99999999999 a"] {
            assert_eq!(read(nonsense), None, "{nonsense:?}");
        }
    }
}

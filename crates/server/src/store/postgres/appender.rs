//! Appends, many in one statement. PostgreSQL lets only one transaction at a time commit that notifies others, so
//! that one entry in each would be one entry for each time that the disk is written to.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::connections::Connections;
use super::queries::APPEND;
use super::server::PATIENCE;
use crate::store::{Appended, Entry, StoreError, Summary};

/// How many appends may wait.
const QUEUE: usize = 1024;

/// How many go into one statement.
const BATCH: usize = 256;

/// The way to the task that appends.
pub(super) struct Appender(mpsc::Sender<Append>);

/// An entry to append, and whom to tell.
struct Append {
    game: String,
    number: i64,
    entry: Entry,
    kind: String,
    summary: Summary,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Appender {
    /// The way, and the task that must run for it.
    pub(super) fn new(connections: Arc<Connections>) -> (Self, impl Future<Output = ()> + Send) {
        let (queue, appends) = mpsc::channel(QUEUE);
        (Self(queue), run(connections, appends))
    }

    /// Appends an entry if it is the next.
    pub(super) async fn append(
        &self,
        connections: &Connections,
        game: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<Appended, StoreError> {
        let stopped = || connections.server.failure("it is closed");
        if summary.result.as_ref().is_some_and(|result| result.contains('\0')) {
            // It would fail all the others in the same statement.
            return Err(connections.server.failure("there is a NUL in the result"));
        }
        let kind = entry.kind_text()?;
        let (reply, answer) = oneshot::channel();
        let append = Append { game: game.to_owned(), number: number.into(), entry, kind, summary, reply };
        let answer = timeout(PATIENCE, async {
            self.0.send(append).await.map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())?
        });
        answer.await.map_err(|_| connections.server.silent())?
    }
}

/// Appends for as long as somebody may ask.
async fn run(connections: Arc<Connections>, mut appends: mpsc::Receiver<Append>) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            match appends.recv().await {
                Some(append) => waiting.push(append),
                None => return,
            }
        }
        while waiting.len() < BATCH
            && let Ok(append) = appends.try_recv()
        {
            waiting.push(append);
        }
        // Nobody waits for what was not sent in time.
        waiting.retain(|append: &Append| !append.reply.is_closed());
        // A statement sees nothing of what it stores itself: a second entry of a game must wait for the next.
        let mut games = HashSet::new();
        let (batch, later): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|append| games.insert(append.game.clone()));
        waiting = later;
        if !batch.is_empty() {
            store(&connections, batch).await;
        }
    }
}

/// Stores entries of different games, and answers.
async fn store(connections: &Connections, batch: Vec<Append>) {
    let column = |value: fn(&Append) -> i64| batch.iter().map(value).collect::<Vec<_>>();
    let games: Vec<&str> = batch.iter().map(|append| append.game.as_str()).collect();
    let numbers = column(|append| append.number);
    let ats = column(|append| append.entry.at);
    let seats: Vec<i16> = batch.iter().map(|append| append.entry.seat.into()).collect();
    let kinds: Vec<&str> = batch.iter().map(|append| append.kind.as_str()).collect();
    let bots: Vec<bool> = batch.iter().map(|append| append.summary.bot_to_move).collect();
    let results: Vec<Option<&str>> = batch.iter().map(|append| append.summary.result.as_deref()).collect();
    let updates = column(|append| append.summary.updated);
    let stored = connections
        .ids(APPEND, &[&games, &numbers, &ats, &seats, &kinds, &bots, &results, &updates])
        .await
        .map(HashSet::<String>::from_iter);
    for append in batch {
        let appended = stored
            .as_ref()
            .map_err(Clone::clone)
            .map(|stored| if stored.contains(&append.game) { Appended::Stored } else { Appended::Taken });
        // Whoever asked may be gone.
        let _ = append.reply.send(appended);
    }
}

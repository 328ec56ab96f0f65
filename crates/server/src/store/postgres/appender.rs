//! Appends entries, many in one statement. PostgreSQL commits notifying transactions one after the other, so one entry
//! per transaction would cost one disk write per entry.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::connections::Connections;
use super::queries::APPEND;
use super::server::RESPONSE_TIMEOUT;
use crate::store::{AppendOutcome, Entry, StoreError, Summary};

/// The maximum number of waiting appends.
const MAX_QUEUED: usize = 1024;

/// The maximum number of entries per statement.
const MAX_BATCH: usize = 256;

/// The queue of the task that appends.
pub(super) struct Appender(mpsc::Sender<Append>);

/// An entry to append, and where to report the outcome.
struct Append {
    game: String,
    number: i64,
    entry: Entry,
    kind: String,
    summary: Summary,
    reply: oneshot::Sender<Result<AppendOutcome, StoreError>>,
}

impl Appender {
    /// Creates the queue, and the task to spawn for it.
    pub(super) fn new(connections: Arc<Connections>) -> (Self, impl Future<Output = ()> + Send) {
        let (queue, appends) = mpsc::channel(MAX_QUEUED);
        (Self(queue), run(connections, appends))
    }

    /// Appends an entry if it has the next number.
    pub(super) async fn append(
        &self,
        connections: &Connections,
        game: &str,
        number: u32,
        entry: Entry,
        summary: Summary,
    ) -> Result<AppendOutcome, StoreError> {
        let stopped = || connections.server.failure("the store is closed");
        if summary.result.as_ref().is_some_and(|result| result.contains('\0')) {
            // It would fail all other appends of the same statement.
            return Err(connections.server.failure("the result contains a NUL character"));
        }
        let kind = entry.kind_text()?;
        let (reply, answer) = oneshot::channel();
        let append = Append { game: game.to_owned(), number: number.into(), entry, kind, summary, reply };
        let answer = timeout(RESPONSE_TIMEOUT, async {
            self.0.send(append).await.map_err(|_| stopped())?;
            answer.await.map_err(|_| stopped())?
        });
        answer.await.map_err(|_| connections.server.timed_out())?
    }
}

/// Appends until the queue is closed.
async fn run(connections: Arc<Connections>, mut appends: mpsc::Receiver<Append>) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            match appends.recv().await {
                Some(append) => waiting.push(append),
                None => return,
            }
        }
        while waiting.len() < MAX_BATCH
            && let Ok(append) = appends.try_recv()
        {
            waiting.push(append);
        }
        // Skips appends whose callers have stopped waiting.
        waiting.retain(|append: &Append| !append.reply.is_closed());
        // A statement does not see its own rows: a second entry of a game waits for the next statement.
        let mut games = HashSet::new();
        let (batch, later): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|append| games.insert(append.game.clone()));
        waiting = later;
        if !batch.is_empty() {
            store(&connections, batch).await;
        }
    }
}

/// Appends entries of different games, and reports the outcomes.
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
        let appended = stored.as_ref().map_err(Clone::clone).map(|stored| {
            if stored.contains(&append.game) { AppendOutcome::Stored } else { AppendOutcome::Conflict }
        });
        // The caller may have stopped waiting.
        let _ = append.reply.send(appended);
    }
}

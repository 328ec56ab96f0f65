//! The thread that writes. It commits all waiting commands in one transaction (group commit) and answers them once it
//! is durable. A failed command is rolled back alone.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Result};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::oneshot;

use super::schema::named;
use crate::store::StoreError;

/// The maximum number of waiting commands.
const MAX_QUEUED: usize = 1024;

/// The maximum number of commands per transaction.
const MAX_BATCH: usize = 512;

/// The thread, and the queue of commands for it.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    queue: Option<Sender<Box<dyn Command>>>,
    thread: Option<JoinHandle<()>>,
}

/// A write, and the report of its result.
trait Command: Send {
    /// Runs it in a savepoint.
    fn run(&mut self, connection: &Connection);

    /// Reports its result, after the transaction was committed or has failed.
    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>);
}

/// A command as closures.
struct Task<T, W, D> {
    work: Option<W>,
    outcome: Option<Result<T>>,
    done: D,
    path: PathBuf,
}

impl<T, W, D> Command for Task<T, W, D>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T> + Send,
    D: FnOnce(std::result::Result<T, StoreError>) + Send,
{
    fn run(&mut self, connection: &Connection) {
        if let Some(work) = self.work.take() {
            self.outcome = Some(in_savepoint(connection, work));
        }
    }

    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>) {
        let Self { outcome, done, path, .. } = *self;
        done(match (outcome, committed) {
            (Some(Err(error)), _) => Err(named(&path, &error.to_string())),
            (_, Err(error)) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(named(&path, "the command was not run")),
        });
    }
}

/// Runs work in a savepoint, and rolls back to it if the work fails.
fn in_savepoint<T>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    let execute = |sql| connection.prepare_cached(sql).and_then(|mut statement| statement.execute([]));
    execute("SAVEPOINT command")?;
    let outcome = work(connection);
    // Some failures, such as a full disk, end the whole transaction; the commit then fails too.
    if outcome.is_err() && !connection.is_autocommit() {
        execute("ROLLBACK TO command")?;
    }
    if !connection.is_autocommit() {
        execute("RELEASE command")?;
    }
    outcome
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection, path: PathBuf) -> std::io::Result<Self> {
        let (queue, commands) = mpsc::channel(MAX_QUEUED);
        let name = path.clone();
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_all(&connection, commands, &name))?;
        Ok(Self { path, queue: Some(queue), thread: Some(thread) })
    }

    /// Runs `work` and returns once it is durable. Calls `done` on the writer's thread, even if the caller has stopped
    /// waiting.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
        done: impl FnOnce(&T) + Send + 'static,
    ) -> std::result::Result<T, StoreError> {
        let stopped = || named(&self.path, "the writer has stopped");
        let (reply, answer) = oneshot::channel();
        let done = move |outcome: std::result::Result<T, StoreError>| {
            if let Ok(value) = &outcome {
                done(value);
            }
            // The caller may have stopped waiting.
            let _ = reply.send(outcome);
        };
        let task = Task { work: Some(work), outcome: None, done, path: self.path.clone() };
        let queue = self.queue.as_ref().ok_or_else(stopped)?;
        queue.send(Box::new(task)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

/// Waits until all queued commands are written, so that the next process that opens the file finds them.
impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Writes until the queue is closed.
fn write_all(connection: &Connection, mut commands: Receiver<Box<dyn Command>>, path: &std::path::Path) {
    while let Some(first) = commands.blocking_recv() {
        let mut batch = vec![first];
        let mut committed = connection.execute_batch("BEGIN IMMEDIATE");
        if committed.is_ok() {
            let mut next = 0;
            while next < batch.len() {
                batch[next].run(connection);
                next += 1;
                if connection.is_autocommit() {
                    break;
                }
                if next < MAX_BATCH
                    && let Ok(command) = commands.try_recv()
                {
                    batch.push(command);
                }
            }
            // The commit fails if a command has ended the transaction.
            committed = connection.execute_batch("COMMIT");
        }
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "a transaction could not be rolled back");
        }
        let committed = committed.map_err(|error| named(path, &error.to_string()));
        if let Err(error) = &committed {
            tracing::error!(%error, commands = batch.len(), "a transaction failed");
        }
        for command in batch {
            command.answer(committed.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    fn writer(folder: &tempfile::TempDir) -> Writer {
        let path = folder.path().join("numbers.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE numbers (n INTEGER PRIMARY KEY)").unwrap();
        Writer::start(connection, path).unwrap()
    }

    fn insert(connection: &Connection, numbers: &[i64]) -> Result<()> {
        numbers.iter().try_for_each(|n| connection.execute("INSERT INTO numbers VALUES (?)", [n]).map(drop))
    }

    async fn stored(writer: &Writer) -> Vec<i64> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare("SELECT n FROM numbers ORDER BY n")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        writer.write(read, |_: &Vec<i64>| {}).await.unwrap()
    }

    #[tokio::test]
    async fn a_failed_command_is_rolled_back_alone() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        // Blocks the thread until all three wait, so that one transaction commits them.
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (held, one, two, three, ()) = tokio::join!(
            writer.write(move |_| Ok(wait.recv().is_ok()), |_| {}),
            writer.write(|c| insert(c, &[1, 2]), |()| {}),
            writer.write(|c| insert(c, &[3, 1]), |()| {}),
            writer.write(|c| insert(c, &[4]), |()| {}),
            async move { go.send(()).unwrap() }
        );
        assert!(held.unwrap());
        one.unwrap();
        let error = two.unwrap_err().to_string();
        assert!(error.contains("numbers.db") && error.contains("UNIQUE"), "{error}");
        three.unwrap();
        assert_eq!(stored(&writer).await, [1, 2, 4]);
    }

    #[tokio::test]
    async fn all_commands_of_a_failed_transaction_fail() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (held, one, two, three, ()) = tokio::join!(
            writer.write(move |_| Ok(wait.recv().is_ok()), |_| {}),
            writer.write(|c| insert(c, &[1]), |()| {}),
            writer.write(|c| c.execute_batch("ROLLBACK").and_then(|()| insert(c, &[])), |()| {}),
            writer.write(|c| insert(c, &[4]), |()| {}),
            async move { go.send(()).unwrap() }
        );
        assert!(held.is_err() && one.is_err() && two.is_err());
        three.unwrap();
        assert_eq!(stored(&writer).await, [4]);
    }

    #[tokio::test]
    async fn queued_commands_are_written_before_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(&folder);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (done, finished) = std::sync::mpsc::channel();
        {
            // The callers stop waiting.
            let mut held = Box::pin(writer.write(move |_| Ok(wait.recv().is_ok()), |_| {}));
            let mut last = Box::pin(writer.write(|c| insert(c, &[7]), move |()| done.send(7).unwrap()));
            let mut context = Context::from_waker(Waker::noop());
            assert!(held.as_mut().poll(&mut context).is_pending());
            assert!(last.as_mut().poll(&mut context).is_pending());
        }
        go.send(()).unwrap();
        drop(writer);
        assert_eq!(finished.recv(), Ok(7));
        let connection = Connection::open(folder.path().join("numbers.db")).unwrap();
        assert_eq!(connection.query_row("SELECT n FROM numbers", [], |row| row.get::<_, i64>(0)), Ok(7));
    }
}

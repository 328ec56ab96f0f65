//! Runs work on a limited number of threads, fair between clients.
//!
//! Several lanes (`lane.rs`) have their own threads: short requests, pictures, puzzles, three kinds of bots, and
//! analysis. In a lane, clients take turns (`queue.rs`): a job waits for at most one job of each other client. Long
//! jobs run in slices: an analysis goes to the end of the queue when others wait, also if they arrive while it runs.
//! The threads of slower lanes have a lower priority.

mod lane;
mod queue;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use cairn_engine::bots::BotFault;
use cairn_table::ThinkJob;
use tokio::sync::{Semaphore, oneshot};

use crate::store::StoreError;
pub(crate) use lane::Lane;
pub(crate) use queue::Slice;
use queue::{Job, Queue};

/// The duration of a slice while other jobs wait.
pub(crate) const SLICE: Duration = Duration::from_millis(400);

#[derive(Default)]
struct Queues {
    queues: [Queue; Lane::ALL.len()],
    is_stopped: bool,
}

/// The threads and their queues.
pub(crate) struct Pool {
    queues: Mutex<Queues>,
    /// Wakes the threads of each lane.
    wake: [Condvar; Lane::ALL.len()],
    /// The number of threads of each lane.
    threads: usize,
}

/// The lane has too many jobs.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct QueueFull;

/// The reason why a job has no result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum NoResult {
    /// It did not start: the lane is full, a client with fewer jobs displaced it, or the server is shutting down.
    NotRun,
    /// It panicked.
    Failed,
}

impl Pool {
    /// Starts this many threads for each lane.
    pub(crate) fn start(threads: usize) -> std::io::Result<Arc<Self>> {
        let threads = threads.max(1);
        let pool = Arc::new(Self { queues: Mutex::default(), wake: Default::default(), threads });
        for lane in Lane::ALL {
            for _ in 0..threads {
                let pool = Arc::clone(&pool);
                let name = format!("cairn-{lane:?}").to_lowercase();
                thread::Builder::new().name(name).spawn(move || pool.work(lane))?;
            }
        }
        Ok(pool)
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, lane: Lane) {
        yield_to_others(lane.niceness());
        let index = lane as usize;
        let mut queues = self.lock();
        loop {
            if queues.is_stopped {
                return;
            }
            let Some((client, mut job)) = queues.queues[index].pop() else {
                queues = self.wake[index].wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let queue = &mut queues.queues[index];
            let others_wait = queue.len() > 0;
            queue.running += 1;
            let pause = Arc::clone(&job.pause);
            pause.store(false, Ordering::Relaxed);
            if !others_wait {
                queue.undisturbed.push(Arc::clone(&pause));
            }
            drop(queues);
            // A panic ends only this job; its caller gets no result.
            let slice = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (job.run)(others_wait)));
            // Drops a finished job without the lock, because it may send its final report.
            let unfinished = matches!(slice, Ok(Slice::Again)).then_some(job);
            queues = self.lock();
            let queue = &mut queues.queues[index];
            queue.running -= 1;
            queue.undisturbed.retain(|other| !Arc::ptr_eq(other, &pause));
            if let Some(job) = unfinished {
                queue.push(client, job);
            }
        }
    }

    /// Adds a job of a client. In a full lane it displaces the last job of the client with the most jobs, if that
    /// client has more.
    pub(crate) fn add(
        &self,
        lane: Lane,
        client: &str,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), QueueFull> {
        self.add_pausable(lane, client, Arc::default(), run)
    }

    /// Adds a job that ends its slice soon after `pause` is set.
    pub(crate) fn add_pausable(
        &self,
        lane: Lane,
        client: &str,
        pause: Arc<AtomicBool>,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), QueueFull> {
        let mut locked = self.lock();
        let Queues { queues, is_stopped } = &mut *locked;
        let queue = &mut queues[lane as usize];
        if *is_stopped || queue.len_of(client) >= lane.max_jobs_per_client() {
            return Err(QueueFull);
        }
        let is_full = queue.load() >= lane.max_jobs();
        let displaced = if is_full { Some(queue.make_room(client).ok_or(QueueFull)?) } else { None };
        queue.push(client.to_owned(), Job { run: Box::new(run), pause });
        if queue.load() > self.threads {
            queue.undisturbed.drain(..).for_each(|pause| pause.store(true, Ordering::Relaxed));
        }
        drop(locked);
        self.wake[lane as usize].notify_one();
        // Drops it without the lock, because it may send its final report.
        drop(displaced);
        Ok(())
    }

    /// Runs a job of a client and waits for its result. Skips the job if the caller stops waiting before it starts.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        client: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        let (sender, result) = oneshot::channel();
        let started = Arc::new(AtomicBool::new(false));
        let (flag, mut job) = (Arc::clone(&started), Some((work, sender)));
        let added = self.add(lane, client, move |_| {
            flag.store(true, Ordering::Release);
            if let Some((work, sender)) = job.take().filter(|(_, sender)| !sender.is_closed()) {
                // The caller may have stopped waiting.
                let _ = sender.send(work());
            }
            Slice::Done
        });
        added.map_err(|QueueFull| NoResult::NotRun)?;
        result
            .await
            .map_err(|_| if started.load(Ordering::Acquire) { NoResult::Failed } else { NoResult::NotRun })
    }

    /// Computes a bot's move, in turn with the bots of other clients; `None` if the lane is full or the server is
    /// shutting down.
    pub(crate) async fn think(
        &self,
        client: &str,
        bot: &str,
        job: ThinkJob,
    ) -> Option<Result<String, BotFault>> {
        let thought = self.run(Lane::of_bot(bot), client, move || job.run().into_move()).await;
        thought.inspect_err(|error| tracing::warn!(bot, ?error, "a bot has not moved")).ok()
    }

    /// Returns the number of waiting and running jobs in a lane.
    pub(crate) fn load(&self, lane: Lane) -> usize {
        self.lock().queues[lane as usize].load()
    }

    /// Drops all waiting jobs, and starts no more.
    pub(crate) fn stop(&self) {
        let mut queues = self.lock();
        queues.is_stopped = true;
        let waiting: Vec<_> =
            queues.queues.iter_mut().flat_map(|queue| std::iter::from_fn(|| queue.pop())).collect();
        drop(queues);
        self.wake.iter().for_each(Condvar::notify_all);
        // Drops them without the lock, because they may send their final reports.
        drop(waiting);
    }
}

/// The number of blocking tasks that run at the same time.
const MAX_BLOCKING: usize = 4;

static BLOCKING_PERMITS: Semaphore = Semaphore::const_new(MAX_BLOCKING);

/// A blocking task has panicked.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TaskPanicked;

/// Runs work that takes milliseconds outside the async workers: replays, states and boards of games, steps, records.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, TaskPanicked> {
    // The semaphore is never closed.
    let _permit = BLOCKING_PERMITS.acquire().await.map_err(|_| TaskPanicked)?;
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "blocking work panicked");
        TaskPanicked
    })
}

impl From<TaskPanicked> for StoreError {
    fn from(_: TaskPanicked) -> Self {
        Self::Failed("replaying a game panicked".to_owned())
    }
}

/// Lowers the priority of this thread.
#[cfg(target_os = "linux")]
fn yield_to_others(niceness: i32) {
    if niceness > 0 {
        // On failure all threads have the same priority.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness);
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others(_: i32) {}

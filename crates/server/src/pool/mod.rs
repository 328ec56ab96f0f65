//! Work on a bounded number of threads, fair between visitors.
//!
//! There are several lanes (`lane.rs`) with threads of their own: short requests, pictures, puzzles, bots of three
//! kinds, and analysis. In a lane visitors take turns (`queue.rs`): a job waits for at most one job of each other
//! visitor. Long jobs run in slices where they can: an analysis goes to the end of the queue when others wait, also if
//! they come while it runs. The threads of the slower lanes yield to all others.

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

/// How long a job in slices runs while others wait.
pub(crate) const SLICE: Duration = Duration::from_millis(400);

#[derive(Default)]
struct Queues {
    queues: [Queue; Lane::ALL.len()],
    stops: bool,
}

/// The threads, and the jobs that wait for them.
pub(crate) struct Pool {
    queues: Mutex<Queues>,
    /// Wakes the threads of each lane.
    wake: [Condvar; Lane::ALL.len()],
    /// The number of threads of each lane.
    threads: usize,
}

/// Too many jobs wait.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct QueueFull;

/// Why a job has no result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum NoResult {
    /// It never began: too many jobs wait, a visitor with fewer jobs got its place, or the server stops.
    NotRun,
    /// It failed.
    Failed,
}

impl Pool {
    /// Starts so many threads for each lane.
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
            if queues.stops {
                return;
            }
            let Some((visitor, mut job)) = queues.queues[index].pop() else {
                queues = self.wake[index].wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let queue = &mut queues.queues[index];
            let others_wait = queue.len() > 0;
            queue.running += 1;
            let pause = Arc::clone(&job.pause);
            pause.store(false, Ordering::Relaxed);
            if !others_wait {
                queue.unhurried.push(Arc::clone(&pause));
            }
            drop(queues);
            // A panic ends this job alone; its caller sees that there is no result.
            let slice = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (job.run)(others_wait)));
            // A finished job is dropped before the lock is taken: it may send a last report.
            let unfinished = matches!(slice, Ok(Slice::Again)).then_some(job);
            queues = self.lock();
            let queue = &mut queues.queues[index];
            queue.running -= 1;
            queue.unhurried.retain(|other| !Arc::ptr_eq(other, &pause));
            if let Some(job) = unfinished {
                queue.push(visitor, job);
            }
        }
    }

    /// Adds a job of a visitor. In a full lane it takes the place of the last job of the visitor who has most jobs
    /// there, if they have more: that job is dropped.
    pub(crate) fn add(
        &self,
        lane: Lane,
        visitor: &str,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), QueueFull> {
        self.add_pausable(lane, visitor, Arc::default(), run)
    }

    /// The same for a job that ends its slice soon after a flag is set.
    pub(crate) fn add_pausable(
        &self,
        lane: Lane,
        visitor: &str,
        pause: Arc<AtomicBool>,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), QueueFull> {
        let mut locked = self.lock();
        let Queues { queues, stops } = &mut *locked;
        let queue = &mut queues[lane as usize];
        if *stops || queue.len_of(visitor) >= lane.max_jobs_per_visitor() {
            return Err(QueueFull);
        }
        let is_full = queue.load() >= lane.max_jobs();
        let displaced = if is_full { Some(queue.make_room(visitor).ok_or(QueueFull)?) } else { None };
        queue.push(visitor.to_owned(), Job { run: Box::new(run), pause });
        if queue.load() > self.threads {
            queue.unhurried.drain(..).for_each(|pause| pause.store(true, Ordering::Relaxed));
        }
        drop(locked);
        self.wake[lane as usize].notify_one();
        // Without the lock: it may send a last report.
        drop(displaced);
        Ok(())
    }

    /// Runs a job of a visitor and waits for its result. If the caller stops waiting before the job has begun, it
    /// does not run.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        visitor: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        let (sender, result) = oneshot::channel();
        let began = Arc::new(AtomicBool::new(false));
        let (flag, mut job) = (Arc::clone(&began), Some((work, sender)));
        let added = self.add(lane, visitor, move |_| {
            flag.store(true, Ordering::Release);
            if let Some((work, sender)) = job.take().filter(|(_, sender)| !sender.is_closed()) {
                // The caller may stop waiting while it runs.
                let _ = sender.send(work());
            }
            Slice::Done
        });
        added.map_err(|QueueFull| NoResult::NotRun)?;
        result.await.map_err(
            |_| {
                if began.load(Ordering::Acquire) { NoResult::Failed } else { NoResult::NotRun }
            },
        )
    }

    /// Lets a bot choose its move, in turn with those of other visitors; `None` if the server stops or too many bots
    /// wait.
    pub(crate) async fn think(
        &self,
        visitor: &str,
        bot: &str,
        job: ThinkJob,
    ) -> Option<Result<String, BotFault>> {
        let thought = self.run(Lane::of_bot(bot), visitor, move || job.run().into_move()).await;
        thought.inspect_err(|error| tracing::warn!(bot, ?error, "a bot did not move")).ok()
    }

    /// The number of jobs that wait or run in a lane.
    pub(crate) fn load(&self, lane: Lane) -> usize {
        self.lock().queues[lane as usize].load()
    }

    /// Lets no more jobs begin.
    pub(crate) fn stop(&self) {
        let mut queues = self.lock();
        queues.stops = true;
        let waiting: Vec<_> =
            queues.queues.iter_mut().flat_map(|queue| std::iter::from_fn(|| queue.pop())).collect();
        drop(queues);
        self.wake.iter().for_each(Condvar::notify_all);
        // Without the lock: they may send a last report.
        drop(waiting);
    }
}

/// How many pieces of blocking work run at the same time.
const MAX_BLOCKING: usize = 4;

static BLOCKING_PERMITS: Semaphore = Semaphore::const_new(MAX_BLOCKING);

/// Blocking work that has panicked.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TaskPanicked;

/// Runs work that takes milliseconds off the async workers: replays, states and boards of games, steps, records.
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

/// Makes this thread yield to others.
#[cfg(target_os = "linux")]
fn yield_to_others(niceness: i32) {
    if niceness > 0 {
        // Without it the threads are merely equal.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness);
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others(_: i32) {}

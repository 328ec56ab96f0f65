//! Bots and analysis on a bounded number of threads, fair between those who ask.
//!
//! There are three lanes with threads of their own: quick bots, strong bots, and analysis. Whoever waits in a lane
//! waits for at most one piece of work of each other visitor. Work is done in slices where it can be: an analysis
//! goes to the end of the queue when others wait, also if they come while it runs. The threads of the slower lanes yield
//! to all others.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use cairn_engine::bots::BotFault;
use cairn_table::ThinkJob;
use tokio::sync::oneshot;

/// Pieces of work that wait in a lane, at most.
const LONGEST: usize = 4_096;
/// Analyses and reviews that wait or run, at most.
const MOST_STUDIES: usize = 64;

/// Which threads do a piece of work.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Lane {
    /// Moves that take no time to speak of.
    Quick,
    /// Moves of strong bots.
    Strong,
    /// Analysis and reviews.
    Study,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Quick, Self::Strong, Self::Study];

    /// The lane of a bot.
    fn of_bot(bot: &str) -> Self {
        match bot {
            "level5" | "level6" | "level7" | "level8" | "perfect" => Self::Strong,
            _ => Self::Quick,
        }
    }

    /// How much its threads yield to others.
    const fn niceness(self) -> i32 {
        match self {
            Self::Quick => 0,
            Self::Strong => 5,
            Self::Study => 10,
        }
    }
}

/// Whether a piece of work is done.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Slice {
    Done,
    /// It goes on after the others.
    Again,
}

/// Work that waits for a thread.
struct Work {
    /// Told whether others wait, it does all of it or a part.
    run: Box<dyn FnMut(bool) -> Slice + Send>,
    /// Becomes true when others wait although nobody did when it began.
    pause: Arc<AtomicBool>,
}

/// What waits in one lane: a queue for each visitor, and whose turn it is.
#[derive(Default)]
struct Queue {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<Work>>,
    len: usize,
    running: usize,
    /// The flags of what began to run while nobody waited.
    unhurried: Vec<Arc<AtomicBool>>,
}

impl Queue {
    fn push(&mut self, visitor: String, work: Work) {
        let queue = self.waiting.entry(visitor.clone()).or_default();
        if queue.is_empty() {
            self.turns.push_back(visitor);
        }
        queue.push_back(work);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(String, Work)> {
        let visitor = self.turns.pop_front()?;
        let queue = self.waiting.get_mut(&visitor)?;
        let work = queue.pop_front()?;
        self.len -= 1;
        if queue.is_empty() {
            self.waiting.remove(&visitor);
        } else {
            self.turns.push_back(visitor.clone());
        }
        Some((visitor, work))
    }

    /// Makes room for a visitor who has less than others: the last work of whoever has most is taken out.
    fn make_room(&mut self, visitor: &str) -> Option<Work> {
        let mine = self.waiting.get(visitor).map_or(0, VecDeque::len);
        let longest = self.waiting.values_mut().max_by_key(|queue| queue.len())?;
        // One that is left keeps its turn.
        let taken = (longest.len() > mine + 1).then(|| longest.pop_back()).flatten()?;
        self.len -= 1;
        Some(taken)
    }
}

#[derive(Default)]
struct Queues {
    queues: [Queue; 3],
    stops: bool,
}

/// The threads and what they are to do.
pub(crate) struct Pool {
    queues: Mutex<Queues>,
    wake: Condvar,
    /// How many there are for each lane.
    threads: usize,
}

/// The queue is full.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Full;

impl Pool {
    /// Starts so many threads for each lane.
    pub(crate) fn start(threads: usize) -> std::io::Result<Arc<Self>> {
        let threads = threads.max(1);
        let pool = Arc::new(Self { queues: Mutex::default(), wake: Condvar::new(), threads });
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
            let Some((visitor, mut work)) = queues.queues[index].pop() else {
                queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let queue = &mut queues.queues[index];
            let others_wait = queue.len > 0;
            queue.running += 1;
            work.pause.store(false, Ordering::Relaxed);
            if !others_wait {
                queue.unhurried.push(Arc::clone(&work.pause));
            }
            drop(queues);
            // What panics is lost alone; whoever waits for it sees that.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (work.run)(others_wait)));
            queues = self.lock();
            let queue = &mut queues.queues[index];
            queue.running -= 1;
            queue.unhurried.retain(|pause| !Arc::ptr_eq(pause, &work.pause));
            if let Ok(Slice::Again) = done {
                queues.queues[index].push(visitor, work);
            }
        }
    }

    /// Lets work be done for a visitor. In a full queue it takes the place of the last work of whoever has most
    /// there, if they have more: that one is dropped as it is.
    pub(crate) fn add(
        &self,
        lane: Lane,
        visitor: &str,
        work: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), Full> {
        self.add_pausable(lane, visitor, Arc::default(), work)
    }

    /// The same for work that looks at a flag, and gives way when that becomes true.
    pub(crate) fn add_pausable(
        &self,
        lane: Lane,
        visitor: &str,
        pause: Arc<AtomicBool>,
        work: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), Full> {
        let mut queues = self.lock();
        let queue = &mut queues.queues[lane as usize];
        let most = if lane == Lane::Study { MOST_STUDIES } else { LONGEST };
        let is_full = queue.len + queue.running >= most;
        let displaced = if is_full { Some(queue.make_room(visitor).ok_or(Full)?) } else { None };
        queue.push(visitor.to_owned(), Work { run: Box::new(work), pause });
        if queue.len + queue.running > self.threads {
            queue.unhurried.drain(..).for_each(|pause| pause.store(true, Ordering::Relaxed));
        }
        drop(queues);
        self.wake.notify_all();
        // It may have a last word, which takes time.
        drop(displaced);
        Ok(())
    }

    /// How much waits or runs in each lane.
    pub(crate) fn load(&self) -> [(Lane, usize); 3] {
        let queues = self.lock();
        Lane::ALL.map(|lane| {
            let queue = &queues.queues[lane as usize];
            (lane, queue.len + queue.running)
        })
    }

    /// Lets a bot think for a visitor; `None` if the server stops, or has too many of them: ask again later.
    pub(crate) async fn think(
        &self,
        visitor: &str,
        bot: &str,
        job: ThinkJob,
    ) -> Option<Result<String, BotFault>> {
        let (sender, answer) = oneshot::channel();
        let mut job = Some((job, sender));
        let added = self.add(Lane::of_bot(bot), visitor, move |_| {
            if let Some((job, sender)) = job.take() {
                // Nobody may wait any more.
                let _ = sender.send(job.run().into_move());
            }
            Slice::Done
        });
        if let Ok(()) = added {
            answer.await.ok()
        } else {
            tracing::warn!("too many bots think");
            None
        }
    }

    /// Lets no more work begin.
    pub(crate) fn stop(&self) {
        let mut queues = self.lock();
        queues.stops = true;
        queues.queues = Default::default();
        drop(queues);
        self.wake.notify_all();
    }
}

/// Makes this thread give way to others.
#[cfg(target_os = "linux")]
fn yield_to_others(niceness: i32) {
    if niceness > 0 {
        // Without it the threads are merely equal.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness);
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others(_: i32) {}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn everybody_has_their_turn() {
        let mut queue = Queue::default();
        for visitor in ["a", "a", "a", "b", "c", "b"] {
            queue.push(visitor.to_owned(), Work { run: Box::new(|_| Slice::Done), pause: Arc::default() });
        }
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|(visitor, _)| visitor).collect();
        assert_eq!(order, ["a", "b", "c", "a", "b", "a"]);
        assert!(queue.waiting.is_empty() && queue.turns.is_empty() && queue.len == 0);
    }

    #[test]
    fn whoever_came_first_gives_way_to_those_who_come() {
        let pool = Pool::start(1).unwrap();
        let (sender, order) = mpsc::channel();
        let (pause, news, mut pauses) = (Arc::new(AtomicBool::new(false)), sender.clone(), 0);
        let flag = Arc::clone(&pause);
        pool.add_pausable(Lane::Study, "first", pause, move |others_wait| {
            if pauses == 1 {
                news.send("the end of the first").unwrap();
                return Slice::Done;
            }
            news.send("the first alone").unwrap();
            assert!(!others_wait);
            let patience = std::time::Instant::now();
            while !flag.load(Ordering::Relaxed) && patience.elapsed().as_secs() < 60 {
                thread::yield_now();
            }
            pauses = 1;
            Slice::Again
        })
        .unwrap();
        assert_eq!(order.recv().unwrap(), "the first alone");
        let patience = std::time::Instant::now();
        pool.add(Lane::Study, "second", move |_| {
            let is_late = patience.elapsed().as_secs() >= 60;
            sender.send(if is_late { "too late" } else { "the second" }).unwrap();
            Slice::Done
        })
        .unwrap();
        assert_eq!(order.recv().unwrap(), "the second");
        assert_eq!(order.recv().unwrap(), "the end of the first");
        pool.stop();
    }

    #[test]
    fn nobody_fills_the_line_for_others() {
        let pool = Pool::start(1).unwrap();
        let (gate, opened) = mpsc::channel::<()>();
        pool.add(Lane::Study, "gate", move |_| {
            let _ = opened.recv();
            Slice::Done
        })
        .unwrap();
        // Work that is dropped has nobody who sends.
        let add = |visitor: &str| {
            let (sender, answer) = mpsc::channel::<()>();
            let added = pool.add(Lane::Study, visitor, move |_| {
                let _ = sender.send(());
                Slice::Done
            });
            added.map(|()| answer)
        };
        let greedy: Vec<_> = std::iter::from_fn(|| add("greedy").ok()).collect();
        assert!(greedy.len() >= MOST_STUDIES - 1);
        let modest: Vec<_> = (0..3).map(|_| add("modest").unwrap()).collect();
        let others: Vec<_> = (0..20).map(|index| add(&format!("other {index}")).unwrap()).collect();
        assert_eq!(add("greedy").err(), Some(Full));
        drop(gate);
        let done =
            |answers: Vec<mpsc::Receiver<()>>| answers.iter().filter(|answer| answer.recv().is_ok()).count();
        let all = greedy.len();
        assert_eq!((done(modest), done(others), done(greedy)), (3, 20, all - 23));
        pool.stop();
    }

    #[test]
    fn work_in_slices_gives_way_and_is_finished() {
        let pool = Pool::start(1).unwrap();
        let (sender, order) = mpsc::channel();
        let (gate, opened) = mpsc::channel::<()>();
        // Until the gate opens, the thread of the lane is busy and all others wait.
        pool.add(Lane::Study, "gate", move |_| {
            opened.recv().unwrap();
            Slice::Done
        })
        .unwrap();
        for (visitor, slices) in [("long", 3), ("short", 1)] {
            let (sender, mut left) = (sender.clone(), slices);
            pool.add(Lane::Study, visitor, move |_| {
                left -= 1;
                sender.send((visitor, left)).unwrap();
                if left == 0 { Slice::Done } else { Slice::Again }
            })
            .unwrap();
        }
        gate.send(()).unwrap();
        let order: Vec<(&str, i32)> = (0..4).map(|_| order.recv().unwrap()).collect();
        assert_eq!(order, [("long", 2), ("short", 0), ("long", 1), ("long", 0)]);
        pool.stop();
    }

    #[test]
    fn a_panic_is_lost_alone_and_a_full_line_says_so() {
        let pool = Pool::start(1).unwrap();
        pool.add(Lane::Study, "x", |_| panic!("on purpose")).unwrap();
        let (sender, answer) = mpsc::channel();
        pool.add(Lane::Study, "y", move |_| {
            sender.send(()).unwrap();
            Slice::Done
        })
        .unwrap();
        answer.recv().unwrap();
        // Its thread counts it until it has come back from it.
        while pool.load().iter().any(|(_, load)| *load > 0) {
            thread::yield_now();
        }
        let (_gate, closed) = mpsc::channel::<()>();
        let closed = Mutex::new(closed);
        pool.add(Lane::Study, "gate", move |_| {
            let _ = closed.lock().unwrap().recv();
            Slice::Done
        })
        .unwrap();
        // What was done before is counted until its thread has noted that.
        while pool.load()[Lane::Study as usize].1 != 1 {
            thread::yield_now();
        }
        let added =
            (0..=MOST_STUDIES).map_while(|_| pool.add(Lane::Study, "x", |_| Slice::Done).ok()).count();
        assert_eq!(added, MOST_STUDIES - 1);
        pool.stop();
    }
}

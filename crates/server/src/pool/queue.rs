//! The waiting jobs of one lane: a queue for each client, and the order of clients.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whether a job is finished.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Slice {
    Done,
    /// It continues after the jobs of other clients.
    Again,
}

/// A waiting job.
pub(super) struct Job {
    /// Runs the job or a slice of it; the argument tells whether other jobs wait.
    pub(super) run: Box<dyn FnMut(bool) -> Slice + Send>,
    /// Set when another job arrives, if none waited when this one started.
    pub(super) pause: Arc<AtomicBool>,
}

/// The waiting jobs of one lane. Clients take turns.
#[derive(Default)]
pub(super) struct Queue {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<Job>>,
    len: usize,
    /// The number of running jobs.
    pub(super) running: usize,
    /// The pause flags of jobs that started while none waited.
    pub(super) undisturbed: Vec<Arc<AtomicBool>>,
}

impl Queue {
    pub(super) fn push(&mut self, client: String, job: Job) {
        let queue = self.waiting.entry(client.clone()).or_default();
        if queue.is_empty() {
            self.turns.push_back(client);
        }
        queue.push_back(job);
        self.len += 1;
    }

    pub(super) fn pop(&mut self) -> Option<(String, Job)> {
        let client = self.turns.pop_front()?;
        let queue = self.waiting.get_mut(&client)?;
        let job = queue.pop_front()?;
        self.len -= 1;
        if queue.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client.clone());
        }
        Some((client, job))
    }

    /// Returns the number of waiting jobs.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of waiting jobs of a client.
    pub(super) fn len_of(&self, client: &str) -> usize {
        self.waiting.get(client).map_or(0, VecDeque::len)
    }

    /// Returns the number of waiting and running jobs.
    pub(super) const fn load(&self) -> usize {
        self.len + self.running
    }

    /// Makes room for a job of a client: removes the last job of the client with the most waiting jobs, if that is more
    /// than this client will have.
    pub(super) fn make_room(&mut self, client: &str) -> Option<Job> {
        let mine = self.len_of(client);
        let longest = self.waiting.values_mut().max_by_key(|queue| queue.len())?;
        // At least one job is left, so that client keeps its turn.
        let removed = (longest.len() > mine + 1).then(|| longest.pop_back()).flatten()?;
        self.len -= 1;
        Some(removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job { run: Box::new(|_| Slice::Done), pause: Arc::default() }
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = Queue::default();
        for client in ["a", "a", "a", "b", "c", "b"] {
            queue.push(client.to_owned(), job());
        }
        assert_eq!((queue.len(), queue.len_of("a"), queue.len_of("d")), (6, 3, 0));
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|(client, _)| client).collect();
        assert_eq!(order, ["a", "b", "c", "a", "b", "a"]);
        assert!(queue.waiting.is_empty() && queue.turns.is_empty() && queue.len == 0);
    }

    #[test]
    fn a_client_with_fewer_jobs_displaces_one_with_more() {
        let mut queue = Queue::default();
        (0..3).for_each(|_| queue.push("many".to_owned(), job()));
        assert!(queue.make_room("few").is_some());
        queue.push("few".to_owned(), job());
        assert!(queue.make_room("few").is_none(), "both would have the same number then");
        assert_eq!((queue.len_of("many"), queue.len_of("few")), (2, 1));
    }
}

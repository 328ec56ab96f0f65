//! The jobs that wait in one lane: a queue for each visitor, and whose turn it is.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whether a job is finished.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Slice {
    Done,
    /// It goes on after the jobs of other visitors.
    Again,
}

/// A job that waits for a thread.
pub(super) struct Job {
    /// Runs the whole job or a part of it; the argument says whether other jobs wait.
    pub(super) run: Box<dyn FnMut(bool) -> Slice + Send>,
    /// Set when a job comes to wait although none did when this one began.
    pub(super) pause: Arc<AtomicBool>,
}

/// The jobs that wait in one lane. Visitors take turns.
#[derive(Default)]
pub(super) struct Queue {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<Job>>,
    len: usize,
    /// The number of jobs that run.
    pub(super) running: usize,
    /// The pause flags of jobs that began to run while none waited.
    pub(super) unhurried: Vec<Arc<AtomicBool>>,
}

impl Queue {
    pub(super) fn push(&mut self, visitor: String, job: Job) {
        let queue = self.waiting.entry(visitor.clone()).or_default();
        if queue.is_empty() {
            self.turns.push_back(visitor);
        }
        queue.push_back(job);
        self.len += 1;
    }

    pub(super) fn pop(&mut self) -> Option<(String, Job)> {
        let visitor = self.turns.pop_front()?;
        let queue = self.waiting.get_mut(&visitor)?;
        let job = queue.pop_front()?;
        self.len -= 1;
        if queue.is_empty() {
            self.waiting.remove(&visitor);
        } else {
            self.turns.push_back(visitor.clone());
        }
        Some((visitor, job))
    }

    /// The number of jobs that wait.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The number of jobs of a visitor that wait.
    pub(super) fn len_of(&self, visitor: &str) -> usize {
        self.waiting.get(visitor).map_or(0, VecDeque::len)
    }

    /// The number of jobs that wait or run.
    pub(super) const fn load(&self) -> usize {
        self.len + self.running
    }

    /// Makes room for a visitor: removes the last job of the visitor who has most jobs waiting, if that is more than
    /// this visitor will have.
    pub(super) fn make_room(&mut self, visitor: &str) -> Option<Job> {
        let mine = self.len_of(visitor);
        let longest = self.waiting.values_mut().max_by_key(|queue| queue.len())?;
        // At least one job is left, so that the visitor keeps their turn.
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
    fn visitors_take_turns() {
        let mut queue = Queue::default();
        for visitor in ["a", "a", "a", "b", "c", "b"] {
            queue.push(visitor.to_owned(), job());
        }
        assert_eq!((queue.len(), queue.len_of("a"), queue.len_of("d")), (6, 3, 0));
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|(visitor, _)| visitor).collect();
        assert_eq!(order, ["a", "b", "c", "a", "b", "a"]);
        assert!(queue.waiting.is_empty() && queue.turns.is_empty() && queue.len == 0);
    }

    #[test]
    fn a_visitor_with_fewer_jobs_gets_the_place_of_one_with_more() {
        let mut queue = Queue::default();
        (0..3).for_each(|_| queue.push("many".to_owned(), job()));
        assert!(queue.make_room("few").is_some());
        queue.push("few".to_owned(), job());
        assert!(queue.make_room("few").is_none(), "both would have the same number then");
        assert_eq!((queue.len_of("many"), queue.len_of("few")), (2, 1));
    }
}

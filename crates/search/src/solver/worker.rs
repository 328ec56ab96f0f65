//! The threads of a solver: each works on the same goals, and what one proves the others need not.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

use cairn_rules::{Bounds, Player, Solvable, zobrist};

use super::Oracle;
use super::answer::Answer;
use super::busy::Busy;
use super::children::Child;
use super::goal::Goal;
use super::past::Past;
use super::report::SolverReport;
use super::table::Table;
use crate::clock::{Clock, INTERVAL};
use crate::settings::MAX_THREADS;

/// Lines are never longer where positions can come back.
const LONGEST: usize = 250;
/// Lines of up to so many plies begin with positions that oracles are asked about.
const ORACLE_PLIES: usize = 6;
/// How much of the path the progress is told by.
const PROGRESS_PLIES: usize = 4;
/// The time between two reports.
const REPORT_TIME: Duration = Duration::from_millis(250);
/// Plenty for the longest line.
const STACK_BYTES: usize = 16 << 20;

/// What the threads share.
pub(super) struct Shared<'a, P: Solvable> {
    pub(super) table: &'a Table,
    clock: &'a Clock<'a>,
    pub(super) oracle: Option<&'a Oracle<P>>,
    goals: &'a [Goal<P>],
    pub(super) past: Past,
    pub(super) busy: Busy,
    pub(super) threads: usize,
    /// Whether positions can come back.
    pub(super) cyclic: bool,
    longest: u32,
    salt: u64,
    depth: AtomicU32,
    goal: AtomicUsize,
    done: AtomicU32,
}

impl<'a, P: Solvable> Shared<'a, P> {
    pub(super) fn new(
        table: &'a Table,
        clock: &'a Clock<'a>,
        oracle: Option<&'a Oracle<P>>,
        goals: &'a [Goal<P>],
        past: Past,
        depth: Option<u32>,
    ) -> Self {
        let salt = past.salt();
        Self {
            table,
            clock,
            oracle,
            goals,
            past,
            busy: Busy::new(),
            threads: 1,
            cyclic: goals.iter().any(|goal| goal.root.plies_left().is_none()),
            longest: depth.unwrap_or(u32::MAX).min(LONGEST as u32),
            salt,
            depth: AtomicU32::new(0),
            goal: AtomicUsize::new(0),
            done: AtomicU32::new(0),
        }
    }

    fn report(&self) -> SolverReport {
        // For the player to move at the root, of whose moves the goals are the results.
        let several = self.goals.len() > 1;
        let best = |all: Bounds, goal: &Goal<P>| {
            let bounds = goal.found().0.for_other();
            Bounds { low: all.low.max(bounds.low), high: all.high.max(bounds.high) }
        };
        let bounds = match self.goals {
            [goal] if !several => goal.found().0,
            goals => goals.iter().fold(Bounds::exactly(cairn_rules::Truth::Loss), best),
        };
        let solved = self.goals.iter().filter(|goal| goal.is_solved()).count() as u32;
        let goals = (self.goals.len() as u32).max(1);
        let done = (solved * 1_000 + self.done.load(Ordering::Relaxed)) / goals;
        SolverReport {
            bounds,
            done: if solved == goals { 1_000 } else { done.min(999) },
            depth: self.cyclic.then(|| self.depth.load(Ordering::Relaxed)),
            nodes: self.clock.nodes(),
            time: self.clock.elapsed(),
            permille: self.table.permille(),
        }
    }
}

/// Lets threads work until all goals are solved or a limit is reached.
pub(super) fn work<P: Solvable>(
    shared: &mut Shared<'_, P>,
    threads: usize,
    report: &mut dyn FnMut(&SolverReport),
) -> SolverReport {
    shared.threads = threads.clamp(1, MAX_THREADS);
    let shared = &*shared;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<()>();
        for number in 0..shared.threads {
            let sender = sender.clone();
            let work = move || {
                Worker::new(shared, number).prove_all();
                drop(sender);
            };
            // A thread that cannot be had is not missed: the others do the same work.
            if Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_err() && number == 0 {
                Worker::new(shared, number).prove_all();
            }
        }
        drop(sender);
        while receiver.recv_timeout(REPORT_TIME) == Err(RecvTimeoutError::Timeout) {
            report(&shared.report());
        }
    });
    let last = shared.report();
    report(&last);
    last
}

/// One thread of a solver.
pub(super) struct Worker<'a, P: Solvable> {
    pub(super) shared: &'a Shared<'a, P>,
    pub(super) children: Vec<Child<P>>,
    pub(super) moves: Vec<P::Move>,
    /// Keys of the positions on the path, where they can come back.
    pub(super) path: Vec<u64>,
    pub(super) nodes: u64,
    node_limit: u64,
    /// The search has to end; whatever is returned from now on means nothing.
    pub(super) stopped: bool,
    number: usize,
    attacker: Player,
    goal: usize,
    choice: Option<usize>,
    progress: [(u32, u32); PROGRESS_PLIES],
}

impl<'a, P: Solvable> Worker<'a, P> {
    fn new(shared: &'a Shared<'a, P>, number: usize) -> Self {
        Self {
            shared,
            children: Vec::new(),
            moves: Vec::new(),
            path: if shared.cyclic { vec![0; LONGEST] } else { Vec::new() },
            nodes: 0,
            node_limit: if shared.threads == 1 { shared.clock.node_limit() } else { u64::MAX },
            stopped: false,
            number,
            attacker: Player::FIRST,
            goal: 0,
            choice: None,
            progress: [(0, 1); PROGRESS_PLIES],
        }
    }

    /// Works until all goals are solved or the search has to end. Where positions can come back,
    /// looks at all goals a little before any of them a little more.
    fn prove_all(&mut self) {
        let depths = if self.shared.cyclic { 1..=self.shared.longest } else { u32::MAX..=u32::MAX };
        for depth in depths {
            self.shared.depth.fetch_max(depth, Ordering::Relaxed);
            for goal in 0..self.shared.goals.len() {
                self.prove(goal, depth);
            }
            if self.shared.clock.is_over() || self.shared.goals.iter().all(Goal::is_solved) {
                break;
            }
        }
        self.shared.clock.count(self.nodes % INTERVAL);
    }

    /// Asks of one goal what is not answered yet, first what seems to be true.
    fn prove(&mut self, number: usize, depth: u32) {
        let goal = &self.shared.goals[number];
        let root = goal.root;
        let mover = root.to_move();
        let first = if root.evaluate(mover) < 0 { mover.opponent() } else { mover };
        for attacker in [first, first.opponent()] {
            if goal.is_answered(attacker) || self.shared.clock.is_over() {
                continue;
            }
            (self.attacker, self.goal, self.stopped, self.choice) = (attacker, number, false, None);
            self.shared.goal.store(number, Ordering::Relaxed);
            self.children.clear();
            let found = self.search(&root, self.key(&root), attacker, depth, 0);
            if !self.stopped && found.answer != Answer::Open {
                self.moves.clear();
                root.legal_moves(&mut self.moves);
                let best = self.choice.and_then(|choice| self.moves.get(choice)).or(self.moves.first());
                goal.answer(attacker, found.answer, best.copied());
            }
        }
    }

    /// Counts a node, unless the search has to end.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) {
            self.shared.clock.count(INTERVAL);
            self.stopped =
                self.shared.clock.is_over() || self.shared.goals[self.goal].is_answered(self.attacker);
        }
        !self.stopped
    }

    /// The key of a position in the table. How many quiet plies are left is part of what a
    /// position is worth, and of the key.
    #[inline]
    pub(super) fn key(&self, position: &P) -> u64 {
        let key = position.key() ^ self.shared.salt;
        match position.quiet_left() {
            Some(left) => key ^ zobrist::mix(left.into()),
            None => key,
        }
    }

    /// Says which move of the root gives the answer.
    #[inline]
    pub(super) fn choose(&mut self, ply: usize, index: Option<usize>) {
        if ply == 0 {
            self.choice = index;
        }
    }

    /// Says that so many of the children of the position at a ply are done.
    #[inline]
    pub(super) fn progress(&mut self, ply: usize, done: usize, count: usize) {
        if ply >= PROGRESS_PLIES || self.number > 0 {
            return;
        }
        self.progress[ply] = (done as u32, count as u32);
        let mut part = 1_000.0;
        let mut sum = 0.0;
        for &(done, count) in &self.progress[..=ply] {
            part /= f64::from(count.max(1));
            sum += part * f64::from(done);
        }
        self.shared.done.store(sum as u32, Ordering::Relaxed);
    }

    /// What an oracle says of a position near the root.
    pub(super) fn ask_oracle(&self, position: &P, ply: usize) -> Option<Bounds> {
        let oracle = self.shared.oracle.filter(|_| ply <= ORACLE_PLIES)?;
        oracle(position).map(Bounds::exactly)
    }
}

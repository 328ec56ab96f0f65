//! One thread of a solver: its lists, its memory of good moves, its count of nodes.

use std::sync::atomic::Ordering;

use cairn_rules::{Player, Solvable, zobrist};

use super::answer::Answer;
use super::children::{Child, shared_key};
use super::goal::Goal;
use super::shared::Shared;
use crate::clock::INTERVAL;
use crate::ordering::History;
use crate::score::MAX_PLY;

/// How much of the path the progress is told by.
const PROGRESS_PLIES: usize = 4;

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
    pub(super) history: History,
    salt: u64,
    number: usize,
    attacker: Player,
    goal: usize,
    choice: Option<usize>,
    progress: [(u32, u32); PROGRESS_PLIES],
}

impl<'a, P: Solvable> Worker<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a, P>, number: usize) -> Self {
        Self {
            shared,
            children: Vec::new(),
            moves: Vec::new(),
            path: if shared.cyclic { vec![0; MAX_PLY] } else { Vec::new() },
            nodes: 0,
            node_limit: if shared.threads <= 1 { shared.clock.node_limit() } else { u64::MAX },
            stopped: false,
            history: History::new(),
            salt: shared.past.salt(),
            number,
            attacker: Player::FIRST,
            goal: 0,
            choice: None,
            progress: [(0, 1); PROGRESS_PLIES],
        }
    }

    /// Works until all goals are solved or the search has to end. Where positions can come back,
    /// looks at all goals a little before any of them a little more.
    pub(super) fn prove_all(&mut self) {
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
            self.children.clear();
            let key = self.salted(shared_key(&root, root.static_bounds()), &root);
            let found = self.search(&root, key, attacker, depth, 0);
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

    /// The key of a position in the table, from that of a glance at it. How many quiet plies are left
    /// is part of what a position is worth, and of the key.
    #[inline]
    pub(super) fn salted(&self, key: u64, position: &P) -> u64 {
        let key = key ^ self.salt;
        match position.quiet_plies_left() {
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
}

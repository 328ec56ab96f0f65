//! One thread of a solver: child lists, history tables, node count.

use std::sync::atomic::Ordering;

use cairn_rules::{Player, Solvable, zobrist};

use super::children::{Child, canonical_key};
use super::goal::Goal;
use super::shared::SolverContext;
use super::status::ProofStatus;
use crate::limits::CHECK_INTERVAL;
use crate::ordering::History;
use crate::score::MAX_PLY;

/// Progress is estimated from the first plies of the path.
const PROGRESS_PLIES: usize = 4;

/// One thread of a solver.
pub(super) struct Worker<'a, P: Solvable> {
    pub(super) shared: &'a SolverContext<'a, P>,
    /// The children of all nodes on the path, one list behind the other.
    pub(super) children: Vec<Child<P>>,
    pub(super) moves: Vec<P::Move>,
    /// Keys of the positions on the path, where positions can repeat.
    pub(super) path: Vec<u64>,
    pub(super) nodes: u64,
    node_limit: u64,
    /// Whether a limit is reached; results from now on are meaningless.
    pub(super) stopped: bool,
    pub(super) history: History,
    key_salt: u64,
    number: usize,
    attacker: Player,
    goal: usize,
    root_move: Option<usize>,
    progress: [(u32, u32); PROGRESS_PLIES],
}

impl<'a, P: Solvable> Worker<'a, P> {
    pub(super) fn new(shared: &'a SolverContext<'a, P>, number: usize) -> Self {
        Self {
            shared,
            children: Vec::new(),
            moves: Vec::new(),
            path: if shared.cyclic { vec![0; MAX_PLY] } else { Vec::new() },
            nodes: 0,
            node_limit: if shared.threads <= 1 { shared.control.node_limit() } else { u64::MAX },
            stopped: false,
            history: History::new(),
            key_salt: shared.drawn_keys.key_salt(),
            number,
            attacker: Player::FIRST,
            goal: 0,
            root_move: None,
            progress: [(0, 1); PROGRESS_PLIES],
        }
    }

    /// Works until all goals are solved or a limit is reached. Where positions can repeat, by
    /// iterative deepening over all goals.
    pub(super) fn solve_all(&mut self) {
        let depths = if self.shared.cyclic { 1..=self.shared.max_depth } else { u32::MAX..=u32::MAX };
        for depth in depths {
            self.shared.depth.fetch_max(depth, Ordering::Relaxed);
            for goal in 0..self.shared.goals.len() {
                self.solve(goal, depth);
            }
            if self.shared.control.should_stop() || self.shared.goals.iter().all(Goal::is_solved) {
                break;
            }
        }
        self.shared.control.add_nodes(self.nodes % CHECK_INTERVAL);
    }

    /// Searches one goal for both attackers, the likelier winner first.
    fn solve(&mut self, number: usize, depth: u32) {
        let goal = &self.shared.goals[number];
        let root = goal.root;
        let mover = root.to_move();
        let first = if root.evaluate(mover) < 0 { mover.opponent() } else { mover };
        for attacker in [first, first.opponent()] {
            if goal.is_answered(attacker) || self.shared.control.should_stop() {
                continue;
            }
            (self.attacker, self.goal, self.stopped, self.root_move) = (attacker, number, false, None);
            self.children.clear();
            let key = self.table_key(canonical_key(&root, root.static_bounds()), &root);
            let result = self.search(&root, key, attacker, depth, 0);
            if !self.stopped && result.status != ProofStatus::Unknown {
                self.moves.clear();
                root.legal_moves(&mut self.moves);
                let best = self.root_move.and_then(|index| self.moves.get(index)).or(self.moves.first());
                goal.record(attacker, result.status, best.copied());
            }
        }
    }

    /// Counts a node; returns `false` once the search has to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.shared.control.add_nodes(CHECK_INTERVAL);
            self.stopped =
                self.shared.control.should_stop() || self.shared.goals[self.goal].is_answered(self.attacker);
        }
        !self.stopped
    }

    /// Returns the key of a position in the proof table, from its canonical key. Includes the plies left until a draw
    /// by the quiet-move limit, because they affect the value.
    #[inline]
    pub(super) fn table_key(&self, key: u64, position: &P) -> u64 {
        let key = key ^ self.key_salt;
        match position.quiet_plies_left() {
            Some(left) => key ^ zobrist::mix(left.into()),
            None => key,
        }
    }

    /// Records the move of the root that decides it.
    #[inline]
    pub(super) fn set_root_move(&mut self, ply: usize, index: Option<usize>) {
        if ply == 0 {
            self.root_move = index;
        }
    }

    /// Records how many children of the node at a ply are done.
    #[inline]
    pub(super) fn set_progress(&mut self, ply: usize, done: usize, count: usize) {
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
        self.shared.progress.store(sum as u32, Ordering::Relaxed);
    }
}

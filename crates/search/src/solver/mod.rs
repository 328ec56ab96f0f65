//! Proven values: what a position is worth when both sides play as well as can be.
//!
//! Everything is asked as one kind of question: can this player, the attacker, force a win? A win
//! is `yes` for the player to move, a loss `yes` for the other, a draw `no` for both. So [`WdlBounds`]
//! become narrower with every answer, and when limits end the search what was answered still holds.
//!
//! What `yes` means: the attacker has an answer to everything, and every line ends on the board in
//! a won game. No line of it depends on a repetition. What `no` means: the defender can avoid that
//! for ever, be it by a draw or by coming back to earlier positions, which the rules call a draw
//! sooner or later. Where positions can come back a line stops at the first return. That is sound:
//! who can force a win can do so along lines that never return, since the way to a forced win gets
//! shorter with every ply; and a defender who can return once can return again. But a `no` that
//! rests on a return to a position before this one holds on that path only, and is not kept. Where
//! little can be reached all of it is listed instead (see `ring.rs`), which settles draws too.
//!
//! Positions that the game's history has seen twice already are draws. Seen once they are like any
//! other.
//!
//! The table tells positions apart by keys of 64 bits. Two positions share one with a chance of
//! about one in 2^64 for each pair that is compared.

mod answer;
mod busy;
mod children;
mod goal;
mod node;
mod past;
mod report;
mod ring;
mod settings;
mod shared;
mod table;
mod worker;

use std::sync::atomic::AtomicU32;

use cairn_rules::Solvable;
pub use cairn_rules::{Wdl, WdlBounds};
pub use report::{Solved, SolvedMove, SolvedMoves, SolverReport};
pub use settings::SolverSettings;

use crate::Limits;
use crate::clock::Clock;
use crate::score::MAX_PLY;
use busy::Busy;
use goal::Goal;
use past::Past;
use ring::Ring;
use shared::Shared;
use table::Table;

/// Where positions can come back, a search looks at so many before anything is listed.
const FIRST_NODES: u64 = 20_000;

/// Somebody who knows the values of some positions, for the player to move: a book.
pub type Oracle<P> = dyn Fn(&P) -> Option<Wdl> + Send + Sync;

/// Proves values of positions of one game, and remembers what it has proven.
pub struct Solver<P> {
    settings: SolverSettings,
    table: Table,
    oracle: Option<Box<Oracle<P>>>,
    /// Everything around the last ending that could be listed.
    ring: Option<Ring>,
}

impl<P: Solvable> Solver<P> {
    /// A solver with these settings that knows nothing.
    pub fn new(settings: SolverSettings) -> Self {
        let table = Table::new(settings.megabytes);
        Self { settings, table, oracle: None, ring: None }
    }

    /// How it searches.
    pub const fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    /// Asks an oracle about positions near those that are to be solved. It must never be wrong,
    /// and it is asked about images of positions too.
    pub fn consult(&mut self, oracle: Box<Oracle<P>>) {
        self.oracle = Some(oracle);
    }

    /// Forgets what was proven, as has to be done before a game with other options. The oracle
    /// goes too.
    pub fn forget(&mut self) {
        self.table.clear();
        self.oracle = None;
        self.ring = None;
    }

    /// Proves what a position is worth to the player to move, as far as the limits allow; a limit
    /// on depth ends nothing where positions cannot come back. `history` holds the positions of
    /// the game before it, oldest first. `report` hears of the progress now and then.
    ///
    /// `None` if more than two play.
    pub fn solve(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&SolverReport),
    ) -> Option<Solved<P>> {
        if position.seats() != 2 {
            return None;
        }
        let goals = [Goal::new(*position, WdlBounds::OPEN)];
        let last = self.run((&goals, false), position, history, limits, report);
        let (bounds, best) = goals[0].found();
        Some(Solved { bounds, best, nodes: last.nodes, time: last.time, permille: last.permille })
    }

    /// Proves what every legal move is worth to the player who makes it, as far as the limits
    /// allow. Moves that lead to images of one position are looked at once.
    ///
    /// `None` if more than two play.
    pub fn solve_moves(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&SolverReport),
    ) -> Option<SolvedMoves<P>> {
        if position.seats() != 2 {
            return None;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut goals: Vec<Goal<P>> = Vec::new();
        let mut keys = Vec::with_capacity(moves.len());
        let mut places = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let next = position.after(mv);
            let key = (children::shared_key(&next, next.static_bounds()), next.quiet_plies_left());
            let known = keys.iter().position(|&other| other == key);
            places.push(known.unwrap_or(goals.len()));
            if known.is_none() {
                keys.push(key);
                let oracle = self.oracle.as_ref().and_then(|oracle| oracle(&next)).map(WdlBounds::exactly);
                goals.push(Goal::new(next, oracle.unwrap_or(WdlBounds::OPEN)));
            }
        }
        let history = [history, &[*position]].concat();
        let last = self.run((&goals, true), position, &history, limits, report);
        let value = |(mv, place): (P::Move, usize)| {
            let bounds = goals[place].found().0;
            SolvedMove { mv, bounds: bounds.for_opponent() }
        };
        let moves = moves.into_iter().zip(places).map(value).collect();
        Some(SolvedMoves { moves, nodes: last.nodes, time: last.time, permille: last.permille })
    }

    /// Works on goals at a position or after its moves. Where positions can come back and a first
    /// search does not settle everything, all that can be reached is listed if it is little.
    fn run(
        &mut self,
        goals: (&[Goal<P>], bool),
        position: &P,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&SolverReport),
    ) -> SolverReport {
        if position.plies_left().is_some() {
            return self.search(goals, history, limits, report);
        }
        self.look_around(goals.0, history);
        let nodes = Some(limits.nodes.map_or(FIRST_NODES, |nodes| nodes.min(FIRST_NODES)));
        let first = self.search(goals, history, &Limits { nodes, ..limits.clone() }, report);
        let rest = Limits {
            time: limits.time.map(|time| time.saturating_sub(first.time)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(first.nodes)),
            ..limits.clone()
        };
        let clock = Clock::start(&rest);
        if clock.is_over() || goals.0.iter().all(Goal::is_solved) {
            return first;
        }
        let (ring, seen) = Ring::around(position, &clock);
        self.ring = ring;
        self.look_around(goals.0, history);
        let (nodes, time) = (first.nodes + seen, first.time + clock.elapsed());
        let rest = Limits {
            time: limits.time.map(|all| all.saturating_sub(time)),
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
            ..rest.clone()
        };
        let whole = |last: &SolverReport| SolverReport {
            nodes: nodes + last.nodes,
            time: time + last.time,
            ..last.clone()
        };
        let last = self.search(goals, history, &rest, &mut |last| report(&whole(last)));
        whole(&last)
    }

    /// Tells goals what is known because everything around them is listed.
    fn look_around(&self, goals: &[Goal<P>], history: &[P]) {
        let Some(ring) = &self.ring else { return };
        let counted = Past::new(history).salt() != 0;
        for goal in goals {
            if let Some(bounds) = ring.bounds(&goal.root, counted) {
                goal.learn(bounds, ring.best(&goal.root));
            }
        }
    }

    /// Works on some goals until all are solved or a limit is reached.
    fn search(
        &self,
        (goals, of_moves): (&[Goal<P>], bool),
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&SolverReport),
    ) -> SolverReport {
        let shared = Shared {
            table: &self.table,
            clock: &Clock::start(limits),
            oracle: self.oracle.as_deref(),
            goals,
            of_moves,
            past: Past::new(history),
            busy: Busy::new(),
            threads: self.settings.threads,
            cyclic: goals.iter().any(|goal| goal.root.plies_left().is_none()),
            longest: limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32),
            depth: AtomicU32::new(0),
            done: AtomicU32::new(0),
        };
        shared.work(report)
    }
}

//! The solver: proven win/draw/loss values.
//!
//! Every search answers one yes-or-no question: can this player, the attacker, force a win? A win is
//! `yes` for the player to move, a loss `yes` for the opponent, a draw `no` for both. So
//! [`WdlBounds`] tighten with every answer, and answers stay valid even if a limit ends the
//! search. The search is a depth-first AND/OR search with a proof table; where positions can repeat
//! it deepens iteratively.
//!
//! `yes` means that the attacker has a reply to every move and that every line ends on the board in a won game, without
//! relying on a repetition. `no` means that the defender can prevent that forever, by a draw or by returning to earlier
//! positions. The rules eventually call such a return a draw; where they do not, the game continues forever, which
//! counts as a draw too. Where positions can repeat, a line stops at the first repetition. That is sound: a player who
//! can force a win can do so along lines that never repeat, since the distance to a forced win shrinks with every ply;
//! and a defender who can return once can return again. But a `no` that relies on returning to a position before this
//! one holds on that path only and is not stored (the graph history interaction problem). Retrograde analysis solves
//! small endgames instead, including draws.
//!
//! Positions that have occurred twice in the game are draws. Positions that have occurred once are treated like any
//! other.
//!
//! The proof table distinguishes positions by 64-bit keys: any two positions share one with a probability of about
//! 2^-64. The solver counts and reports contradictory proofs, which only a collision or an unsound bound can cause;
//! debug builds panic.
//!
//! A solver runs on its own threads where it can start any, and on the calling thread otherwise, as in WebAssembly.

mod children;
mod goal;
mod node;
mod proof_table;
mod report;
mod retrograde;
mod shared;
mod status;
mod worker;

use std::sync::atomic::AtomicU32;

use cairn_rules::Solvable;
pub use cairn_rules::{Wdl, WdlBounds};
pub use report::{Solved, SolvedMove, SolvedMoves, SolverReport, SolverSettings};

use crate::limits::SearchControl;
use crate::score::MAX_PLY;
use crate::{Limits, OutOfMemory, ReportFlow};
use goal::Goal;
use proof_table::ProofTable;
use retrograde::RetrogradeTable;
use shared::{CurrentlySearching, DrawnKeys, SolverContext};

/// The node limit of the search before retrograde analysis, where positions can repeat.
const NODES_BEFORE_RETROGRADE: u64 = 20_000;

/// A source of exact values, for the player to move: an opening book.
pub type Oracle<P> = dyn Fn(&P) -> Option<Wdl> + Send + Sync;

/// Proves values of positions of one game, and keeps its proof table between calls.
pub struct Solver<P> {
    settings: SolverSettings,
    table: ProofTable,
    oracle: Option<Box<Oracle<P>>>,
    /// The last endgame that was small enough for retrograde analysis.
    retrograde: Option<RetrogradeTable>,
}

impl<P: Solvable> Solver<P> {
    /// Creates a solver with an empty proof table.
    pub fn new(settings: SolverSettings) -> Result<Self, OutOfMemory> {
        let table = ProofTable::new(settings.hash_mib)?;
        Ok(Self { settings, table, oracle: None, retrograde: None })
    }

    /// Returns the current settings.
    pub const fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    /// Sets an oracle for positions near the root. It must never be wrong; the solver also queries symmetric images of
    /// positions.
    pub fn set_oracle(&mut self, oracle: Box<Oracle<P>>) {
        self.oracle = Some(oracle);
    }

    /// Clears the tables for a new game. The oracle remains, so the options of the game must remain the same.
    pub fn clear(&mut self) {
        self.table.clear();
        self.retrograde = None;
    }

    /// Proves the value of a position for the player to move, as far as the limits allow; a depth
    /// limit has no effect where positions cannot repeat. `history` holds the earlier positions of
    /// the game, oldest first. `on_report` is called now and then with the progress and can end the work.
    ///
    /// `None` with more than two players.
    pub fn solve<F: ReportFlow>(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> F,
    ) -> Option<Solved<P>> {
        if position.seats() != 2 {
            return None;
        }
        let goals = [Goal::new(*position, WdlBounds::OPEN)];
        let last = limits.run_until_break(on_report, |limits, report| {
            self.run((&goals, false), position, history, limits, report)
        });
        let (bounds, best) = goals[0].proven();
        Some(Solved {
            bounds,
            best,
            nodes: last.nodes,
            time: last.time,
            hashfull: last.hashfull,
            contradictions: last.contradictions,
        })
    }

    /// Proves the value of every legal move for the player who makes it, as far as the limits allow.
    /// Moves that lead to the same canonical position are solved once.
    ///
    /// `None` with more than two players.
    pub fn solve_moves<F: ReportFlow>(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> F,
    ) -> Option<SolvedMoves<P>> {
        if position.seats() != 2 {
            return None;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut goals: Vec<Goal<P>> = Vec::new();
        let mut keys = Vec::with_capacity(moves.len());
        let mut goal_indices = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let next = position.after(mv);
            let key = (children::canonical_key(&next, next.static_bounds()), next.quiet_plies_left());
            let known = keys.iter().position(|&other| other == key);
            goal_indices.push(known.unwrap_or(goals.len()));
            if known.is_none() {
                keys.push(key);
                let oracle = self.oracle.as_ref().and_then(|oracle| oracle(&next)).map(WdlBounds::exactly);
                goals.push(Goal::new(next, oracle.unwrap_or(WdlBounds::OPEN)));
            }
        }
        let history = [history, &[*position]].concat();
        let last = limits.run_until_break(on_report, |limits, report| {
            self.run((&goals, true), position, &history, limits, report)
        });
        let value = |(mv, goal): (P::Move, usize)| {
            let bounds = goals[goal].proven().0;
            SolvedMove { mv, bounds: bounds.for_opponent() }
        };
        let moves = moves.into_iter().zip(goal_indices).map(value).collect();
        Some(SolvedMoves {
            moves,
            nodes: last.nodes,
            time: last.time,
            hashfull: last.hashfull,
            contradictions: last.contradictions,
        })
    }

    /// Solves goals: a position, or those after its moves. Where positions can repeat and the first search leaves goals
    /// open, tries retrograde analysis.
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
        self.probe_retrograde(goals.0, history);
        let nodes =
            Some(limits.nodes.map_or(NODES_BEFORE_RETROGRADE, |nodes| nodes.min(NODES_BEFORE_RETROGRADE)));
        let first = self.search(goals, history, &Limits { nodes, ..limits.clone() }, report);
        let rest = Limits {
            time: limits.time.map(|time| time.saturating_sub(first.time)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(first.nodes)),
            ..limits.clone()
        };
        let control = SearchControl::start(&rest);
        if control.should_stop() || goals.0.iter().all(Goal::is_solved) {
            return first;
        }
        let (table, generated) = RetrogradeTable::build(position, &control);
        self.retrograde = table;
        self.probe_retrograde(goals.0, history);
        let (nodes, time) = (first.nodes + generated, first.time + control.elapsed());
        let rest = Limits {
            time: limits.time.map(|all| all.saturating_sub(time)),
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
            ..rest.clone()
        };
        let total = |last: &SolverReport| SolverReport {
            nodes: nodes + last.nodes,
            time: time + last.time,
            ..last.clone()
        };
        let last = self.search(goals, history, &rest, &mut |last| report(&total(last)));
        total(&last)
    }

    /// Tightens the bounds of goals by the retrograde table.
    fn probe_retrograde(&self, goals: &[Goal<P>], history: &[P]) {
        let Some(table) = &self.retrograde else { return };
        let history_draws = !DrawnKeys::new(history).is_empty();
        for goal in goals {
            if let Some(bounds) = table.bounds(&goal.root, history_draws) {
                goal.tighten(bounds, table.best_move(&goal.root));
            }
        }
    }

    /// Searches goals until all are solved or a limit is reached.
    fn search(
        &self,
        (goals, of_moves): (&[Goal<P>], bool),
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&SolverReport),
    ) -> SolverReport {
        let shared = SolverContext {
            table: &self.table,
            control: &SearchControl::start(limits),
            oracle: self.oracle.as_deref(),
            goals,
            of_moves,
            drawn_keys: DrawnKeys::new(history),
            searching: CurrentlySearching::new(),
            threads: self.settings.threads,
            cyclic: goals.iter().any(|goal| goal.root.plies_left().is_none()),
            max_depth: limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32),
            depth: AtomicU32::new(0),
            progress: AtomicU32::new(0),
        };
        let last = shared.run(report);
        debug_assert_eq!(last.contradictions, 0, "two proofs contradict each other");
        last
    }
}

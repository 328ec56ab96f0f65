//! Exact values: from the books if they have them, else from the solver.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use cairn_rules::{Game, Position, Solvable, Wdl, WdlBounds};
use cairn_search::solver::{Solved, Solver, SolverReport};
use cairn_search::{Limits, OutOfMemory, Report, ReportFlow};

use super::TypedEngine;
use crate::book::{BookIndex, openings};
use crate::solution::{Solution, SolvedMove, SolvedPosition};

/// The position to search, with the history of the game.
pub(super) struct SearchRoot<P> {
    pub(super) position: P,
    /// The positions before it, oldest first.
    pub(super) history: Vec<P>,
    /// Whether a position has occurred twice. Values may then differ from those in books, because a draw by repetition
    /// is closer.
    pub(super) has_repeated: bool,
}

impl<P: Position> SearchRoot<P> {
    pub(super) fn new(position: P, history: Vec<P>) -> Self {
        let mut seen = HashSet::new();
        let has_repeated =
            !history.iter().filter_map(Position::repetition_state).all(|position| seen.insert(position));
        Self { position, history, has_repeated }
    }

    pub(super) fn after(mut self, mv: P::Move) -> Self {
        let next = self.position.after(mv);
        self.history.push(self.position);
        Self::new(next, self.history)
    }
}

/// The exact value of a position and a move that preserves it.
pub(super) struct Proof<P: Position> {
    pub(super) solved: Solved<P>,
    pub(super) from_book: bool,
}

/// The values that the books have for a position.
pub(super) struct KnownValues<P: Position> {
    /// Its value and a line that preserves it.
    proof: Option<(Wdl, Vec<P::Move>)>,
    /// The values of its moves.
    moves: Vec<(P::Move, Wdl)>,
}

impl<P: Position> Default for KnownValues<P> {
    fn default() -> Self {
        Self { proof: None, moves: Vec::new() }
    }
}

impl<P: Solvable> KnownValues<P> {
    /// Returns the report of a search, corrected by values from the book or the solver.
    pub(super) fn correct(&self, position: &P, report: &Report<P>) -> Report<P> {
        let mut report = report.clone();
        let proof = self.proof.as_ref().map(|(value, line)| (*value, line.as_slice()));
        report.correct(position, proof, |mv| {
            self.moves.iter().find(|known| known.0 == mv).map(|known| known.1)
        });
        report
    }
}

impl<G: Game> TypedEngine<G> {
    /// Probes the books for a position and its moves.
    pub(super) fn known_values(&mut self, root: &SearchRoot<G::Position>) -> KnownValues<G::Position> {
        let book = Arc::clone(self.book());
        if root.has_repeated || book.is_empty() {
            return KnownValues::default();
        }
        let value = |mv| Some((mv, book.get(&root.position.after(mv))?.for_opponent()));
        let moves = root.position.moves().into_iter().filter_map(value).collect();
        let proof = book.get(&root.position).map(|value| (value, book.line(root.position)));
        KnownValues { proof, moves }
    }

    /// Returns the values of this game in the books.
    fn book(&mut self) -> &Arc<BookIndex<G::Position>> {
        self.book.get_or_insert_with(|| {
            let openings = if self.settings.openings { openings::index(&self.spec) } else { Arc::default() };
            let Some(book) = self.settings.book.as_deref() else { return openings };
            let mut index = BookIndex::clone(&openings);
            index.add(book, &self.spec);
            Arc::new(index)
        })
    }

    pub(super) fn solver(&mut self) -> Result<&mut Solver<G::Position>, OutOfMemory> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.new_solver()?,
        };
        Ok(self.solver.insert(solver))
    }

    fn new_solver(&mut self) -> Result<Solver<G::Position>, OutOfMemory> {
        let mut solver = Solver::new(self.settings.solver.clone())?;
        let book = Arc::clone(self.book());
        // Where positions can repeat, a value may depend on the history, so the solver must not use the book.
        if book.is_of_finite_game() {
            solver.set_oracle(Box::new(move |position| book.get(position)));
        }
        Ok(solver)
    }

    /// Probes the books for the value of a position and a move.
    pub(super) fn look_up_position(&mut self, root: &SearchRoot<G::Position>) -> Option<Solved<G::Position>> {
        let (value, best) = self.book().reply(&root.position).filter(|_| !root.has_repeated)?;
        let bounds = WdlBounds::exactly(value);
        let (nodes, time, hashfull, contradictions) = (0, Duration::ZERO, 0, 0);
        Some(Solved { bounds, best: Some(best), nodes, time, hashfull, contradictions })
    }

    /// Returns the value of a position and a move that preserves it, from a book or solved. `None` unless the game has
    /// two players.
    pub(super) fn prove<F: ReportFlow>(
        &mut self,
        root: &SearchRoot<G::Position>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> F,
    ) -> Result<Option<Proof<G::Position>>, OutOfMemory> {
        if let Some(solved) = self.look_up_position(root) {
            return Ok(Some(Proof { solved, from_book: true }));
        }
        let solved = self.solver()?.solve(&root.position, &root.history, limits, on_report);
        let Some(mut solved) = solved else { return Ok(None) };
        if solved.contradictions > 0 {
            (solved.bounds, solved.best) = (WdlBounds::OPEN, None);
        }
        Ok(Some(Proof { solved, from_book: false }))
    }

    pub(super) fn solve_value(
        &mut self,
        root: &SearchRoot<G::Position>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> ControlFlow<()>,
    ) -> Result<Option<Solution>, OutOfMemory> {
        let proof = self.prove(root, limits, on_report)?;
        Ok(proof.map(|Proof { solved, from_book }| solution(root, &solved, from_book)))
    }

    pub(super) fn solve_moves(
        &mut self,
        root: &SearchRoot<G::Position>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> ControlFlow<()>,
    ) -> Result<Option<Solution>, OutOfMemory> {
        let moves = root.position.moves();
        let book = Arc::clone(self.book());
        let look_up = |&mv: &_| {
            let known = book.get(&root.position.after(mv)).filter(|_| !root.has_repeated);
            known.map_or(WdlBounds::OPEN, |value| WdlBounds::exactly(value.for_opponent()))
        };
        let mut bounds: Vec<WdlBounds> = moves.iter().map(look_up).collect();
        let from_book = !moves.is_empty() && bounds.iter().all(|bounds| bounds.value().is_some());
        let (mut nodes, mut time, mut hashfull, mut contradictions) = (0, Duration::ZERO, 0, 0);
        if !from_book {
            let solved = self.solver()?.solve_moves(&root.position, &root.history, limits, on_report);
            let Some(solved) = solved else { return Ok(None) };
            (nodes, time, hashfull) = (solved.nodes, solved.time, solved.hashfull);
            contradictions = solved.contradictions;
            for (known, solved) in bounds.iter_mut().zip(solved.moves) {
                // A book may also contradict the solver.
                let both = known.intersect(solved.bounds);
                contradictions += u64::from(both.is_none());
                *known = both.unwrap_or(WdlBounds::OPEN);
            }
            if contradictions > 0 {
                bounds.fill(WdlBounds::OPEN);
            }
        }
        let (value, best) = best_of(&moves, &bounds);
        let solved = Solved { bounds: value, best, nodes, time, hashfull, contradictions };
        let mut solution = solution(root, &solved, from_book);
        if !root.has_repeated {
            let after = |(&mv, bounds): (&_, &WdlBounds)| {
                SolvedPosition::new(&root.position.after(mv), bounds.for_opponent())
            };
            solution.positions.extend(moves.iter().zip(&bounds).filter_map(after));
        }
        solution.moves =
            moves.iter().zip(bounds).map(|(mv, bounds)| SolvedMove { mv: mv.to_string(), bounds }).collect();
        solution.moves.sort_unstable_by(|a, b| a.mv.cmp(&b.mv));
        Ok(Some(solution))
    }
}

/// Converts the solution to text. Omits a value that may depend on a repetition from the values for books.
pub(super) fn solution<P: Position>(root: &SearchRoot<P>, solved: &Solved<P>, from_book: bool) -> Solution {
    let listed = SolvedPosition::new(&root.position, solved.bounds).filter(|_| !root.has_repeated);
    Solution {
        bounds: solved.bounds,
        best: solved.best.map(|mv| mv.to_string()),
        moves: Vec::new(),
        nodes: solved.nodes,
        time: solved.time,
        hashfull: solved.hashfull,
        contradictions: solved.contradictions,
        from_book,
        positions: listed.into_iter().collect(),
    }
}

/// Combines bounds on moves into bounds on their position, and returns them with a move that attains the lower bound.
fn best_of<M: Copy>(moves: &[M], bounds: &[WdlBounds]) -> (WdlBounds, Option<M>) {
    let mut value = WdlBounds::exactly(Wdl::Loss);
    let mut best = None;
    for (&mv, bounds) in moves.iter().zip(bounds) {
        if bounds.low > value.low || best.is_none() {
            best = Some(mv);
        }
        value = WdlBounds { low: value.low.max(bounds.low), high: value.high.max(bounds.high) };
    }
    (value, best.filter(|_| value.low > Wdl::Loss || value.value().is_some()))
}

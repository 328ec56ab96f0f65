//! Checks the values of a book against each other, and against a solver without a book.
//!
//! No value may contradict the known values of the positions after its moves, known from the book or because the game
//! is over. The comparison covers all entries. The solver then proves a sample of them again, or all.

#[cfg(test)]
mod tests;

use cairn_rules::{Game, GameSpec, Position, Solvable, Symmetric, Wdl, WdlBounds};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Limits, StopFlag};
use cairn_session::OpenError;

use super::contradiction::{BookCheckError, BookContradiction, Evidence};
use super::{Book, BookIndex, text};
use crate::engine::Monitor;
use crate::engine::{EngineSettings, open};
use crate::sample::Sample;
use crate::solution::value_for;

/// Progress of the check of a book; all values so far are correct.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct BookCheck {
    /// The number of values.
    pub entries: usize,
    /// Values that the best known move attains; a move is known if it stays in the book or ends the game.
    pub consistent: usize,
    /// Values of positions without a known move.
    pub at_edge: usize,
    /// Values that the solver proved again.
    pub proven: usize,
    /// Values that the solver could not prove within its limits.
    pub open: usize,
    /// Nodes visited by the solver.
    pub nodes: u64,
}

/// Checks the built-in opening book of a game, given by its spec: compares all values with each other, and
/// proves a sample of them again, or all. `limits` apply to each value; those that exceed them are left
/// open.
pub fn check_openings(
    spec: &str,
    solver: SolverSettings,
    sample: Option<Sample>,
    limits: &Limits,
    monitor: &mut Monitor<'_, BookCheck>,
) -> Result<BookCheck, BookCheckError> {
    let engine = open(spec, EngineSettings::solver(solver)).map_err(OpenError::from)?;
    let (book, is_whole) = text::read(engine.info().engine.openings.as_bytes());
    if !is_whole {
        return Err(BookCheckError::Damaged { game: engine.info().id });
    }
    engine.check_book(&book, sample, limits, monitor)
}

/// A check of the values of one game.
pub(crate) struct BookChecker<'a, G: Game> {
    spec: &'a GameSpec<G>,
    /// The values, deepest positions first.
    entries: Vec<(G::Position, Wdl)>,
    index: BookIndex<G::Position>,
    check: BookCheck,
}

impl<'a, G: Game> BookChecker<'a, G> {
    /// Reads the values of a game in a book.
    pub(crate) fn new(spec: &'a GameSpec<G>, book: &Book) -> Result<Self, BookCheckError> {
        let (index, check) = (BookIndex::default(), BookCheck::default());
        let mut checker = Self { spec, entries: Vec::new(), index, check };
        for (text, value) in book.values(&spec.to_string()) {
            let position = G::read_position(&spec.options, text).map_err(OpenError::Position)?;
            if let Some(other) = checker.index.get(&position).filter(|&other| other != value) {
                return Err(checker.wrong(&position, value, checker.image(&position, other)));
            }
            checker.index.insert(&position, value);
            checker.entries.push((position, value));
        }
        checker.entries.sort_by_cached_key(|(position, _)| (position.plies_left(), position.to_string()));
        checker.check.entries = checker.entries.len();
        Ok(checker)
    }

    /// Compares all values with each other.
    pub(crate) fn compare(&mut self, monitor: &mut Monitor<'_, BookCheck>) -> Result<(), BookCheckError> {
        for (position, value) in &self.entries {
            let best = self.best_known(position, *value);
            let best = best.map_err(|evidence| self.wrong(position, *value, evidence))?;
            self.check.consistent += usize::from(best == Some(*value));
            self.check.at_edge += usize::from(best.is_none());
            monitor.report(self.check)?;
        }
        Ok(())
    }

    /// Solves a sample of the positions, half of them the deepest ones, or all. The solver uses no book.
    pub(crate) fn solve(
        mut self,
        settings: &SolverSettings,
        sample: Option<Sample>,
        limits: &Limits,
        monitor: &mut Monitor<'_, BookCheck>,
    ) -> Result<BookCheck, BookCheckError> {
        let mut solver = Solver::new(settings.clone())?;
        let length = self.entries.len();
        let deepest = sample.map_or(length, |sample| sample.count.div_ceil(2).min(length));
        let spread = sample.map(|sample| Sample { count: sample.count - deepest, ..sample });
        let spread = spread.into_iter().flat_map(|sample| sample.indices(length - deepest));
        for index in (0..deepest).chain(spread.map(|index| deepest + index)) {
            let (position, value) = self.entries[index];
            let solved = solver.solve(&position, &[], limits, &mut |_| ());
            let (bounds, nodes) = solved.map_or((WdlBounds::OPEN, 0), |solved| (solved.bounds, solved.nodes));
            if !(bounds.low..=bounds.high).contains(&value) {
                return Err(self.wrong(&position, value, Evidence::Solver(bounds)));
            }
            if bounds.value().is_some() {
                self.check.proven += 1;
            } else if limits.stop.as_ref().is_some_and(StopFlag::is_stopped) {
                return Err(BookCheckError::Stopped);
            } else {
                self.check.open += 1;
            }
            self.check.nodes += nodes;
            monitor.report(self.check)?;
        }
        Ok(self.check)
    }

    /// Returns the value of the best known move in a position, unless it contradicts that of the position. Moves are
    /// known if they stay in the book or end the game.
    fn best_known(&self, position: &G::Position, value: Wdl) -> Result<Option<Wdl>, Evidence> {
        if let Some(outcome) = position.outcome() {
            let is_right = value_for(outcome, position.to_move()) == value;
            return if is_right { Ok(Some(value)) } else { Err(Evidence::Over(outcome)) };
        }
        let (mut best, mut all_are_known) = (None, true);
        for mv in position.moves() {
            let after = position.after(mv);
            let ended = after.outcome().map(|outcome| value_for(outcome, after.to_move()));
            let Some(known) = ended.or_else(|| self.index.get(&after)) else {
                all_are_known = false;
                continue;
            };
            if known.for_opponent() > value {
                return Err(Evidence::Child {
                    mv: mv.to_string(),
                    position: after.to_string(),
                    value: known,
                });
            }
            best = best.max(Some(known.for_opponent()));
        }
        if all_are_known && best < Some(value) { Err(Evidence::NoMove) } else { Ok(best) }
    }

    /// Returns a symmetric position that is in the book with another value.
    fn image(&self, position: &G::Position, value: Wdl) -> Evidence {
        let canonical = position.canonical();
        let image = self.entries.iter().find(|(other, _)| other.canonical() == canonical);
        let position = image.map_or(canonical, |&(image, _)| image).to_string();
        Evidence::Image { position, value }
    }

    fn wrong(&self, position: &G::Position, value: Wdl, evidence: Evidence) -> BookCheckError {
        let (spec, position) = (self.spec.to_string(), position.to_string());
        BookContradiction { spec, position, value, evidence }.into()
    }
}

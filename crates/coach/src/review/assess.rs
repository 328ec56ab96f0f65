//! Assesses one position: exactly if a book contains its value or the solver proves it within the budget, else by search.

use std::sync::Arc;
use std::time::Duration;

use cairn_engine::StopFlag;
use cairn_engine::book::Book;
use cairn_engine::{
    Analysis, Engine, EngineError, EngineSettings, Limits, Settings, Solution, SolveGoal, SolverSettings,
};
use cairn_rules::{GameSpecError, Wdl};
use cairn_session::Session;

use super::judgement::Chance;

/// The solver gets a quarter of a position's budget for the value, and another quarter for the moves once the value is
/// known; the search gets half.
const SOLVER_SHARE: u32 = 4;
const SEARCH_SHARE: u32 = 2;
/// The longest line of a proof, in plies.
const MAX_LINE_PLIES: usize = 12;
/// The default size of the transposition table and of the proof table, in MiB.
pub(super) const DEFAULT_HASH_MIB: usize = 64;

/// The assessment of a position for the player to move.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    pub(super) chance: Chance,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<String>,
    /// Whether every other move is much worse.
    pub(super) has_only_move: bool,
    /// The exact values of moves, where they are known.
    values: Vec<(String, Wdl)>,
}

impl Assessment {
    /// Creates the assessment that follows from the position after the only move.
    pub(super) const fn following(chance: Chance, line: Vec<String>) -> Self {
        Self { chance, line, has_only_move: false, values: Vec::new() }
    }

    /// Returns the exact value of a move, if it is known.
    pub(super) fn value_of(&self, mv: &str) -> Option<Wdl> {
        self.values.iter().find(|(known, _)| known == mv).map(|&(_, value)| value)
    }

    /// Returns the best move, unless the game is over.
    pub(super) fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }
}

/// Assesses positions of one game, and keeps its tables between positions.
#[derive(Debug)]
pub(super) struct Assessor {
    engine: Box<dyn Engine>,
    stop: StopFlag,
    /// The time spent so far.
    pub(super) spent: Duration,
}

impl Assessor {
    pub(super) fn open(
        session: &dyn Session,
        threads: usize,
        hash_mib: usize,
        book: Option<Arc<Book>>,
        stop: StopFlag,
    ) -> Result<Self, GameSpecError> {
        let settings = EngineSettings {
            search: Settings { threads, multi_pv: 2, hash_mib, ..Settings::default() },
            solver: SolverSettings { threads, hash_mib },
            openings: true,
            book,
        };
        let engine = cairn_engine::open(&session.spec(), settings)?;
        Ok(Self { engine, stop, spent: Duration::ZERO })
    }

    /// Returns whether the caller has stopped the review.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Assesses the position of a session that is not over.
    pub(super) fn assess(
        &mut self,
        session: &dyn Session,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Result<Assessment, EngineError> {
        let exact = self.solve(session, nodes, time)?;
        let limits = self.limits(nodes, time, SEARCH_SHARE);
        let analysis = self.engine.analyze(session, &limits, &mut |_| ())?;
        self.spent += analysis.time;
        match exact {
            Some((value, solution)) => self.proven(session, value, &solution, analysis, nodes),
            None => Ok(estimated(analysis, session.seats())),
        }
    }

    /// Assesses a single move for the player who makes it.
    pub(super) fn assess_move(
        &mut self,
        session: &dyn Session,
        mv: &str,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Result<Assessment, EngineError> {
        let limits = self.limits(nodes, time, SEARCH_SHARE);
        let analysis = self.engine.choose_among(session, &[mv.to_owned()], &limits)?;
        self.spent += analysis.time;
        Ok(estimated(analysis, session.seats()))
    }

    /// Tries to prove the value of a position, and then those of its moves.
    fn solve(
        &mut self,
        session: &dyn Session,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Result<Option<(Wdl, Solution)>, EngineError> {
        let limits = self.limits(nodes, time, SOLVER_SHARE);
        let Some(mut solution) = self.engine.solve(session, SolveGoal::Value, &limits, &mut |_| ())? else {
            return Ok(None);
        };
        self.spent += solution.time;
        let Some(value) = solution.bounds.value() else { return Ok(None) };
        let moves = self.engine.solve(session, SolveGoal::Moves, &limits, &mut |_| ())?;
        self.spent += moves.as_ref().map_or(Duration::ZERO, |moves| moves.time);
        let sound = moves.filter(|moves| moves.contradictions == 0);
        solution.moves = sound.map_or_else(Vec::new, |moves| moves.moves);
        Ok(Some((value, solution)))
    }

    /// Combines a proof with a search: the value comes from the proof, lines and lengths from the search.
    fn proven(
        &mut self,
        session: &dyn Session,
        value: Wdl,
        solution: &Solution,
        analysis: Analysis,
        nodes: Option<u64>,
    ) -> Result<Assessment, EngineError> {
        let searched = estimated(analysis, session.seats());
        let agrees = searched.chance.exact() == Some(value);
        let keeps = |mv: &str| solution.moves.iter().any(|known| known.mv == mv && known.bounds.low >= value);
        let is_sound = agrees || value == Wdl::Loss || searched.best().is_some_and(keeps);
        let line = match &solution.best {
            Some(best) if !is_sound && searched.best() != Some(best) => {
                let limits = self.limits(nodes, None, SOLVER_SHARE);
                let mut line = self.engine.solution_line(session, &limits)?.moves;
                line.truncate(MAX_LINE_PLIES);
                if line.first() == Some(best) { line } else { vec![best.clone()] }
            }
            _ => searched.line,
        };
        let values: Vec<(String, Wdl)> = solution
            .moves
            .iter()
            .filter_map(|known| Some((known.mv.clone(), known.bounds.value()?)))
            .collect();
        let others_fail = solution.moves.iter().filter(|known| known.bounds.high >= value).count() == 1;
        Ok(Assessment {
            chance: Chance::exactly(value).with_plies_of(searched.chance),
            line,
            has_only_move: value > Wdl::Loss && others_fail || agrees && searched.has_only_move,
            values,
        })
    }

    /// Returns a fraction of the budget of a position.
    fn limits(&self, nodes: Option<u64>, time: Option<Duration>, share: u32) -> Limits {
        Limits {
            nodes: nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
            time: time.map(|time| time / share),
            stop: Some(self.stop.clone()),
            ..Limits::default()
        }
    }
}

/// Returns the assessment by a search.
fn estimated(analysis: Analysis, seats: usize) -> Assessment {
    let mut lines = analysis.lines.into_iter();
    let Some(best) = lines.next() else {
        return Assessment::following(Chance::exactly(Wdl::Draw), Vec::new());
    };
    let chance = Chance::of(best.score, seats);
    let has_only_move =
        lines.next().is_some_and(|second| chance.is_far_above(Chance::of(second.score, seats)));
    Assessment { chance, line: best.moves, has_only_move, values: Vec::new() }
}

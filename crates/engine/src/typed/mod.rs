//! Implements [`Engine`] for every game: the only module that converts type-erased sessions to a game's types.

mod solving;

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use cairn_rules::{BasicBots, Game, GameInfo, GameSpec, Position, PuzzleInfo, RandomSource};
use cairn_search::solver::{Solver, SolverReport};
use cairn_search::{Limits, OutOfMemory, Purpose, Report, Searcher, Settings};
use cairn_session::{Session, TypedSession, as_typed};

use self::solving::{KnownValues, Proof, SearchRoot, solution};
use crate::analysis::Analysis;
use crate::book::{Book, BookCheck, BookCheckError, BookChecker, BookIndex};
use crate::bots::BasicBot;
use crate::certificate::{self, Certificate, CertificateError, CertificateProgress, Leaves, Verification};
use crate::engine::Monitor;
use crate::engine::{Engine, EngineError, EngineSettings, OtherGame};
use crate::puzzle::{self, Draft, PuzzleBoard, PuzzleError, TypedPuzzle};
use crate::sample::Sample;
use crate::solution::{Solution, SolutionLine, SolveGoal, SolvedPosition};

/// An engine with its game's types. Tables are allocated when they are first needed.
pub(crate) struct TypedEngine<G: Game> {
    spec: GameSpec<G>,
    settings: EngineSettings,
    searcher: Option<Searcher<G::Position>>,
    solver: Option<Solver<G::Position>>,
    book: Option<Arc<BookIndex<G::Position>>>,
}

impl<G: Game> TypedEngine<G> {
    pub(crate) fn new(spec: GameSpec<G>, settings: EngineSettings) -> Self {
        Self { spec, settings, searcher: None, solver: None, book: None }
    }

    /// Downcasts a session of this engine's game.
    fn typed<'a>(&self, session: &'a dyn Session) -> Result<&'a TypedSession<G>, OtherGame> {
        as_typed::<G>(session)
            .filter(|typed| typed.game_spec().options == self.spec.options)
            .ok_or_else(|| OtherGame { engine: self.spec(), session: session.spec() })
    }

    fn root(&self, session: &dyn Session) -> Result<SearchRoot<G::Position>, OtherGame> {
        let session = self.typed(session)?;
        Ok(SearchRoot::new(*session.current(), session.earlier_positions()))
    }

    fn searcher(&mut self) -> Result<&mut Searcher<G::Position>, OutOfMemory> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => Searcher::new(self.settings.search.clone())?,
        };
        Ok(self.searcher.insert(searcher))
    }
}

impl<G: Game> Engine for TypedEngine<G> {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn fits(&self, session: &dyn Session) -> bool {
        self.typed(session).is_ok()
    }

    fn search_settings(&self) -> &Settings {
        &self.settings.search
    }

    fn set_search_settings(&mut self, settings: Settings) -> Result<(), OutOfMemory> {
        match &mut self.searcher {
            Some(searcher) => searcher.configure(settings.clone())?,
            None => self.searcher = Some(Searcher::new(settings.clone())?),
        }
        self.settings.search = settings;
        Ok(())
    }

    fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn analyze_reporting(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<Analysis, EngineError> {
        if self.typed(session)?.is_over() {
            return Ok(Analysis::default());
        }
        let root = self.root(session)?;
        let known = if limits.purpose == Purpose::Analyze {
            self.known_values(&root)
        } else {
            KnownValues::default()
        };
        let corrected = |report: &Report<G::Position>| Analysis::from(&known.correct(&root.position, report));
        let mut on_report = |report: &_| on_report(&corrected(report));
        let report = self.searcher()?.search(&root.position, &root.history, limits, &mut on_report);
        Ok(corrected(&report))
    }

    fn choose_among(
        &mut self,
        session: &dyn Session,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Analysis, EngineError> {
        let session = self.typed(session)?;
        if session.is_over() {
            return Ok(Analysis::default());
        }
        let (position, history) = (session.current(), session.earlier_positions());
        let mut legal = position.moves();
        legal.retain(|mv| moves.contains(&mv.to_string()));
        Ok((&self.searcher()?.search_moves(position, &history, &legal, limits)).into())
    }

    fn solve_reporting(
        &mut self,
        session: &dyn Session,
        goal: SolveGoal,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> ControlFlow<()>,
    ) -> Result<Option<Solution>, EngineError> {
        let root = self.root(session)?;
        Ok(match goal {
            SolveGoal::Value => self.solve_value(&root, limits, on_report)?,
            SolveGoal::Moves => self.solve_moves(&root, limits, on_report)?,
        })
    }

    fn look_up(&mut self, session: &dyn Session) -> Result<Option<Solution>, OtherGame> {
        let root = self.root(session)?;
        Ok(self.look_up_position(&root).map(|solved| solution(&root, &solved, true)))
    }

    fn solution_line(&mut self, session: &dyn Session, limits: &Limits) -> Result<SolutionLine, EngineError> {
        let mut root = self.root(session)?;
        let mut line = SolutionLine::default();
        let mut left = limits.clone();
        let mut seen = HashSet::new();
        // A line that returns to a position would never end, whether or not the rules call that a draw.
        while seen.insert(root.position.without_quiet_count()) {
            let Some(Proof { solved, .. }) = self.prove(&root, &left, &mut |_| ())? else { break };
            let (Some(_), Some(best)) = (solved.bounds.value(), solved.best) else { break };
            left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(solved.nodes));
            left.time = left.time.map(|time| time.saturating_sub(solved.time));
            line.moves.push(best.to_string());
            if !root.has_repeated {
                line.positions.extend(SolvedPosition::new(&root.position, solved.bounds));
            }
            root = root.after(best);
        }
        Ok(line)
    }

    fn certify(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        monitor: &mut Monitor<'_, CertificateProgress>,
    ) -> Result<Certificate, CertificateError> {
        let position = *self.typed(session)?.current();
        if !certificate::can_certify(&position) {
            return Err(CertificateError::Endless);
        }
        let solver = self.solver()?;
        let solved = solver.solve(&position, &[], limits, &mut |_| ());
        let sound = solved.filter(|solved| solved.contradictions == 0);
        let value = sound.and_then(|solved| solved.bounds.value()).ok_or(CertificateError::Unknown)?;
        let limits = Limits { stop: limits.stop.clone(), ..Limits::default() };
        let threads = solver.settings().threads;
        let mut reply = |position: &G::Position| {
            let solved = solver.solve(position, &[], &limits, &mut |_| ())?;
            solved.bounds.value().and(solved.best)
        };
        let claims = certificate::make(&position, value, &mut reply, threads, monitor)?;
        Ok(Certificate { spec: self.spec(), position: position.to_string(), value, claims })
    }

    fn verify(
        &self,
        certificate: &Certificate,
        leaves: Leaves,
        threads: usize,
        monitor: &mut Monitor<'_, CertificateProgress>,
    ) -> Result<Verification, CertificateError> {
        certificate::check::<G>(&self.spec, certificate, leaves, threads, monitor)
    }

    fn check_book(
        &self,
        book: &Book,
        sample: Option<Sample>,
        limits: &Limits,
        monitor: &mut Monitor<'_, BookCheck>,
    ) -> Result<BookCheck, BookCheckError> {
        let mut checker = BookChecker::new(&self.spec, book)?;
        checker.compare(monitor)?;
        checker.solve(&self.settings.solver, sample, limits, monitor)
    }

    fn count_moves(&self, session: &dyn Session) -> Result<u64, OtherGame> {
        let session = self.typed(session)?;
        Ok(if session.is_over() { 0 } else { session.current().count_moves() })
    }

    fn basic_move(
        &self,
        session: &dyn Session,
        bot: BasicBot,
        rng: &mut dyn RandomSource,
    ) -> Result<Option<String>, OtherGame> {
        let session = self.typed(session)?;
        if session.is_over() {
            return Ok(None);
        }
        let (position, mut rng) = (session.current(), |sides| rng.below(sides));
        let mv = match bot {
            BasicBot::Random => position.easy_move(&mut rng),
            BasicBot::Greedy => position.greedy_move(&mut rng),
        };
        Ok(mv.map(|mv| mv.to_string()))
    }

    fn open_puzzle(&self, info: &'static PuzzleInfo) -> Result<Box<dyn PuzzleBoard>, PuzzleError> {
        Ok(Box::new(TypedPuzzle::open(info, self.spec)?))
    }

    fn find_puzzle(&self, position: &str, turns: Option<u8>) -> Result<Option<Draft>, OutOfMemory> {
        puzzle::examine(&self.spec, position, turns)
    }
}

impl<G: Game> fmt::Debug for TypedEngine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedEngine")
            .field("spec", &self.spec.to_string())
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::sight::Sight;
    use cairn_session::open;

    use super::*;

    #[test]
    fn engines_share_the_opening_book_and_keep_other_books_apart() {
        let session = open("sight", None).unwrap();
        let spec = "sight".parse::<GameSpec<Sight>>().unwrap();
        let book_of = |settings| {
            let mut engine = TypedEngine::new(spec, settings);
            let value = engine.look_up(&*session).unwrap().map(|solution| solution.bounds);
            (engine.book.unwrap(), value)
        };
        let openings = || EngineSettings::default().with_openings();
        let ((first, value), (second, _)) = (book_of(openings()), book_of(openings()));
        assert!(Arc::ptr_eq(&first, &second) && value.is_some());
        let (own, value) = book_of(openings().with_book(Book::default()));
        assert!(!Arc::ptr_eq(&first, &own) && value.is_some());
        assert_eq!(book_of(EngineSettings::default()).1, None);
    }

    #[test]
    fn clearing_empties_the_tables_and_keeps_them() {
        let session = open("sight:size=4", None).unwrap();
        let spec = "sight:size=4".parse::<GameSpec<Sight>>().unwrap();
        let mut engine = TypedEngine::new(spec, EngineSettings::default());
        let mut nodes = || {
            let all = Limits::default();
            let go_on = &mut |_: &_| ControlFlow::Continue(());
            let solution = engine.solve_reporting(&*session, SolveGoal::Value, &all, go_on);
            let nodes = solution.unwrap().unwrap().nodes;
            let go_on = &mut |_: &_| ControlFlow::Continue(());
            let analysis = engine.analyze_reporting(&*session, &Limits::depth(4), go_on).unwrap();
            engine.clear();
            assert!(engine.solver.is_some() && engine.searcher.is_some());
            (nodes, analysis.nodes)
        };
        let first = nodes();
        assert_eq!(nodes(), first, "a later game profits from an earlier one");
    }
}

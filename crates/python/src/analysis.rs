//! Analyses, exact values, reviews and puzzles. `cairn/__init__.py` has the documented functions.

use std::time::Duration;

use cairn_coach::review::{ReviewBudget, ReviewJob};
use cairn_engine::puzzle::{Draft, PuzzleGenerator};
use cairn_engine::{
    Engine, EngineSettings, Limits, Settings, SolveGoal, SolverSettings, StopFlag, solved_line,
};
use cairn_protocol::{AnalysisReport, PositionReport, PuzzleReport, ReviewReport, SolveReport, goal_words};
use cairn_session::{Session, open, record};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{engine, memory, request};
use crate::json::to_python;
use crate::state::State;
use crate::work::{self, at_least_one};

/// What a computation may use.
#[pyclass(module = "cairn._cairn", frozen)]
pub(crate) struct Effort {
    nodes: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    /// The size of its table in MiB.
    memory: usize,
    /// Whether it may look openings up.
    book: bool,
}

#[pymethods]
impl Effort {
    #[new]
    #[pyo3(signature = (*, nodes, time, threads, memory = 1, book = false))]
    fn new(
        nodes: Option<u64>,
        time: Option<f64>,
        threads: usize,
        memory: usize,
        book: bool,
    ) -> PyResult<Self> {
        let bad = |time| request(format!("time={time}: a number of seconds from 0"));
        let time = time.map(|time| Duration::try_from_secs_f64(time).map_err(|_| bad(time))).transpose()?;
        let (threads, memory) = (at_least_one("threads", threads)?, at_least_one("memory", memory)?);
        Ok(Self { nodes, time, threads, memory, book })
    }
}

impl Effort {
    fn limits(&self, depth: Option<u32>, stop: &StopFlag) -> Limits {
        Limits { nodes: self.nodes, depth, time: self.time, ..Limits::default() }.with_stop(stop.clone())
    }

    fn open(&self, session: &dyn Session, settings: EngineSettings) -> PyResult<Box<dyn Engine>> {
        let settings = if self.book { settings.with_openings() } else { settings };
        cairn_engine::open(&session.spec(), settings).map_err(request)
    }
}

/// A search of a position.
#[pyfunction]
pub(crate) fn analyze<'py>(
    py: Python<'py>,
    state: &Bound<'py, State>,
    effort: &Effort,
    depth: Option<u32>,
    lines: usize,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let session = state.borrow().session().fork();
    let (threads, hash_mib) = (effort.threads, effort.memory);
    let multi_pv = at_least_one("lines", lines)?;
    let settings = EngineSettings::search(Settings { threads, multi_pv, hash_mib, ..Settings::default() });
    let stop = StopFlag::default();
    let (limits, whole) = (effort.limits(depth, &stop), effort.nodes.unwrap_or(0));
    let analysis = work::reporting(py, &stop, on_progress, |progress| {
        let mut opened = effort.open(&*session, settings)?;
        let analysis = opened.analyze(&*session, &limits, &mut |analysis| {
            let best = analysis.best().unwrap_or_default();
            progress((analysis.nodes, whole, format!("depth {} {best}", analysis.depth)));
        });
        analysis.map_err(engine)
    })??;
    to_python(py, &AnalysisReport::new(&*session, &analysis, true))
}

/// The exact value of a position, or bounds on it.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    state: &Bound<'py, State>,
    effort: &Effort,
    all_moves: bool,
    line: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let session = state.borrow().session().fork();
    if session.outcome().is_some() {
        return to_python(py, &PositionReport::new(&*session));
    }
    if session.seats() != 2 {
        return Err(request(format!("`{}`: only two-player games can be solved", session.spec())));
    }
    let settings = SolverSettings { threads: effort.threads, hash_mib: effort.memory };
    let goal = if all_moves { SolveGoal::Moves } else { SolveGoal::Value };
    let stop = StopFlag::default();
    let limits = effort.limits(None, &stop);
    let (solution, line) = work::reporting(py, &stop, on_progress, |progress| {
        let mut opened = effort.open(&*session, EngineSettings::solver(settings))?;
        let solution = opened.solve(&*session, goal, &limits, &mut |so_far| {
            progress((so_far.progress.into(), 1_000, so_far.bounds.to_string()));
        });
        let solution = solution.map_err(engine)?;
        let Some(solution) = solution.filter(|solution| solution.contradictions == 0) else {
            return Err(crate::errors::failure(
                "two proofs contradict each other: this is a defect of the solver; please report it",
            ));
        };
        let best = if line {
            solved_line(&mut *opened, &*session, &solution, &limits).map_err(engine)?
        } else {
            cairn_engine::SolutionLine::default()
        };
        Ok((solution, best))
    })??;
    to_python(py, &SolveReport::new(&*session, &solution, &line, effort.memory))
}

/// A review of a recorded game.
#[pyfunction]
pub(crate) fn review<'py>(
    py: Python<'py>,
    text: &str,
    game: Option<usize>,
    effort: &Effort,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut records = record::read(text).map_err(request)?;
    let number = game.unwrap_or(records.len());
    if number == 0 || number > records.len() {
        let count = records.len();
        return Err(PyIndexError::new_err(format!("game {number}: the record has {count} games, from 1")));
    }
    let session = records.swap_remove(number - 1).session().map_err(request)?;
    let budget = ReviewBudget { nodes: effort.nodes, time: effort.time, threads: effort.threads };
    let stop = StopFlag::default();
    let plies = session.ply() as u64;
    let job = ReviewJob::new(&*session, budget).with_stop(stop.clone());
    let review = work::reporting(py, &stop, on_progress, |progress| {
        let judged = |moves: usize| (moves as u64, plies, String::new());
        job.run(&mut |news| progress(judged(news.review.moves().len()))).review
    })?;
    to_python(py, &ReviewReport::new(&review, &*session))
}

/// The puzzles of a game.
#[pyfunction]
pub(crate) fn puzzles<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let session = open(game, None).map_err(request)?;
    let puzzles: Vec<PuzzleReport> = session.info().engine.puzzles.iter().map(PuzzleReport::new).collect();
    to_python(py, &puzzles)
}

fn draft_object(draft: &Draft) -> Value {
    let (goal, turns) = goal_words(draft.goal);
    let values = draft.values.iter().map(|(value, moves)| (value.name().to_owned(), json!(moves)));
    json!({
        "game": draft.spec,
        "position": draft.position,
        "goal": goal,
        "turns": turns,
        "difficulty": draft.difficulty,
        "values": values.collect::<serde_json::Map<_, _>>(),
        "others": draft.others,
    })
}

/// The puzzles in one game between levels, which depends on the seed alone.
#[pyfunction]
pub(crate) fn puzzles_in_game<'py>(py: Python<'py>, game: &str, seed: u64) -> PyResult<Bound<'py, PyAny>> {
    let session = open(game, None).map_err(request)?;
    if session.seats() != 2 {
        return Err(request(format!("`{game}`: only two-player games have proven puzzles")));
    }
    let mut generator = PuzzleGenerator::new(game, seed).map_err(request)?;
    let nothing = |_: Python<'_>, ()| Ok(());
    let drafts = work::run(py, &StopFlag::default(), nothing, |_| generator.play())?.map_err(memory)?;
    to_python(py, &drafts.iter().map(draft_object).collect::<Vec<_>>())
}

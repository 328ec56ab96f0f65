//! `cairn solve`: the exact value of a position and the moves that hold it, or how far it came.

mod book;
mod report;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_draw::svg;
use cairn_engine::{
    Engine, EngineSettings, Limits, Monitor, OtherGame, Solution, SolutionLine, SolveGoal, SolverSettings, Span,
};
use cairn_session::Session;
use clap::Args;

use super::progress::{SolverBar, Spinner};
use super::{Format, Place, play_all, text};
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::printer::Printer;
use book::BookStore;
use report::Report;

/// A line is looked for with so many positions, and as many again as the value took.
const LINE_NODES: u64 = 5_000_000;

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    place: Place,
    /// Moves to play first
    #[arg(value_name = "MOVE", value_parser = text())]
    moves: Vec<String>,
    /// Solve every move, and show the values on the board
    #[arg(long)]
    all: bool,
    /// Write the board with the values of all moves as an SVG picture to this file; `-` means
    /// standard output, which then gets nothing else
    #[arg(long, value_name = "F", requires = "all")]
    svg: Option<PathBuf>,
    /// Time limit, e.g. 10s or 5m
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// Size of the proof table in MiB
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Use no book and store nothing: prove everything from scratch
    #[arg(long)]
    no_book: bool,
    /// Write a certificate that proves the value to this file, for `cairn verify`
    #[arg(long, value_name = "F")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(printer: Printer, asked: &Solve) -> Result<(), Failure> {
    let mut session = asked.place.open()?;
    play_all(&mut *session, &asked.moves)?;
    let told = Report { printer, session: &*session, megabytes: asked.memory, json: asked.format.json };
    if session.outcome().is_some() {
        return Ok(told.over()?);
    }
    if session.seats() != 2 {
        let word = session.spec();
        return Err(Failure::Request(format!("`{word}`: only two-player games can be solved")));
    }
    let threads = asked.threads.map_or_else(super::processors, usize::from);
    let solver = SolverSettings { threads, hash_mib: asked.memory as usize };
    let mut settings = EngineSettings::solver(solver);
    let mut book_store = (!asked.no_book).then(|| BookStore::open(printer));
    if let Some(book_store) = &book_store {
        settings = settings.with_openings().with_book(book_store.book());
    }
    let mut engine = cairn_engine::open(&session.spec(), settings).map_err(Failure::request)?;
    let stop = interrupt::flag();
    let limits =
        Limits { time: asked.time.map(Span::duration), stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let goal = if asked.all { SolveGoal::Moves } else { SolveGoal::Value };
    let bar = SolverBar::new(printer, asked.memory);
    let solution = engine.solve(&*session, goal, &limits, &mut |report| bar.show(report));
    bar.finish();
    let Some(solution) = solution.map_err(Failure::request)? else {
        return Err(Failure::Failed("only two-player games can be solved".to_owned()));
    };
    if solution.contradictions > 0 {
        let times = solution.contradictions;
        return Err(Failure::Failed(format!(
            "two proofs contradict each other ({times} times): this is a defect of the solver, or a book is wrong; try --no-book and a larger --memory, and report it"
        )));
    }
    let in_words = asked.svg.as_deref() != Some(Path::new("-"));
    if in_words {
        told.value(&solution)?;
    }
    let line = follow(&mut *engine, &*session, &solution, &limits).map_err(Failure::request)?;
    if let Some(book_store) = &mut book_store {
        book_store.keep(&session.spec(), &solution, &line);
    }
    if in_words {
        told.rest(&solution, &line)?;
    }
    if let Some(path) = &asked.svg {
        let values = told.on_board(&solution.moves);
        files::write(path, svg::render_annotated(&session.scene(), &values, svg::Theme::Light).as_bytes())?;
    }
    let is_whole =
        solution.bounds.value().is_some() && solution.moves.iter().all(|mv| mv.bounds.value().is_some());
    if is_whole {
        let Some(path) = &asked.certificate else { return Ok(()) };
        return certify(printer, &mut *engine, &*session, path, &stop);
    }
    let nodes = solution.nodes;
    let why = if stop.load(Ordering::Relaxed) { "interrupted" } else { "not solved within the limits" };
    let seconds = solution.time.as_secs_f64();
    Err(Failure::Failed(format!("{why}: {nodes} positions in {seconds:.1} s")))
}

/// The line of play that holds the value, if that is known.
fn follow(
    engine: &mut dyn Engine,
    session: &dyn Session,
    solution: &Solution,
    limits: &Limits,
) -> Result<SolutionLine, OtherGame> {
    if solution.bounds.value().is_none() {
        return Ok(SolutionLine::default());
    }
    let left = |time: Duration| time.saturating_sub(solution.time);
    let limits =
        Limits { nodes: Some(solution.nodes + LINE_NODES), time: limits.time.map(left), ..limits.clone() };
    engine.solution_line(session, &limits)
}

/// Writes what proves the value of a position.
fn certify(
    printer: Printer,
    engine: &mut dyn Engine,
    session: &dyn Session,
    path: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::default() };
    let spinner = Spinner::new(printer);
    let mut on_progress = spinner.for_certificates();
    let certificate =
        engine.certify(session, &limits, &mut Monitor { stop, on_progress: &mut on_progress });
    spinner.finish();
    let certificate = certificate.map_err(|error| Failure::Failed(error.to_string()))?;
    files::write(path, certificate.to_string().as_bytes())
}

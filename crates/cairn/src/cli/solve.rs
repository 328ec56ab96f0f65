//! `cairn solve`: the exact value of a position and the moves that preserve it, or bounds on it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cairn_coach::review::Review;
use cairn_draw::svg;
use cairn_engine::book::{Book, BookFile};
use cairn_engine::{
    Engine, EngineSettings, Limits, Monitor, Solution, SolutionLine, SolveGoal, SolvedMove, SolvedPosition,
    SolverSettings, Span, StopFlag, solved_line,
};
use cairn_protocol::{PositionReport, SolveReport};
use cairn_rules::{Message, Site, Step, Wdl, WdlBounds};
use cairn_session::Session;
use cairn_storage::Storage;
use cairn_texts::Texts;
use clap::Args;
use serde_json::Value;

use super::format::{Format, TableArgs, print_csv};
use super::progress::{SolverBar, Spinner};
use super::{LineArgs, table_mib};
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::{self, errln};
use crate::printer::Printer;

/// Default size of the proof table in MiB.
const DEFAULT_HASH_MIB: usize = 1_024;
/// The minimum time of a proof whose value is stored.
const MIN_STORED_TIME: Duration = Duration::from_secs(1);
/// The columns of the table of moves.
const MOVE_COLUMNS: [&str; 3] = ["move", "value", "bounds"];
/// The file of the user's book.
const BOOK_FILE: &str = "book.txt";

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Solve every move, and show the values on the board
    #[arg(long)]
    all: bool,
    /// Write the board with the values of all moves as an SVG picture to this file; `-` writes it to
    /// standard output instead of the report
    #[arg(long, value_name = "F", requires = "all")]
    svg: Option<PathBuf>,
    /// Time limit, e.g. 10s or 5m
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// Size of the proof table in MiB [default: 1024, or less if there is less memory]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: Option<u32>,
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
    format: TableArgs,
}

pub(super) fn run(printer: Printer, args: &SolveArgs) -> Result<(), Failure> {
    let format = args.format.format();
    if format == Format::Csv && !args.all {
        return Err(Failure::request(Message::new("--csv: the table is that of --all")));
    }
    let session = args.line.open()?;
    let stop = interrupt::flag();
    let hash_mib = args.memory.map_or_else(|| table_mib(printer, DEFAULT_HASH_MIB), |mib| mib as usize);
    let report = SolutionPrinter { printer, session: &*session, hash_mib, format };
    if session.outcome().is_some() {
        return Ok(report.print_result()?);
    }
    if session.seats() != 2 {
        let problem = Message::new("`{game}`: only two-player games can be solved");
        return Err(Failure::request(problem.with("game", session.spec())));
    }
    let threads = args.threads.map_or_else(super::processors, usize::from);
    let solver = SolverSettings { threads, hash_mib };
    let mut settings = EngineSettings::solver(solver);
    let mut book_store = (!args.no_book).then(|| BookStore::open(printer));
    if let Some(book_store) = &book_store {
        settings = settings.with_openings().with_book(book_store.book());
    }
    let mut engine = cairn_engine::open(&session.spec(), settings).map_err(Failure::request)?;
    let limits =
        Limits { time: args.time.map(Span::duration), stop: Some(stop.clone()), ..Limits::default() };
    let goal = if args.all { SolveGoal::Moves } else { SolveGoal::Value };
    let bar = SolverBar::new(printer, hash_mib);
    let solution = engine.solve(&*session, goal, &limits, &mut |progress| bar.show(progress));
    bar.finish();
    let Some(solution) = solution? else {
        return Err(Failure::failed(Message::new("only two-player games can be solved")));
    };
    if solution.contradictions > 0 {
        let problem = Message::new(
            "two proofs contradict each other ({times} times): this is a defect of the solver, or a book is wrong; try --no-book and a larger --memory, and report it",
        );
        return Err(Failure::failed(problem.with("times", solution.contradictions)));
    }
    // Stores the value before showing it: the search for a line may take long, and be interrupted.
    let mut store = |positions: &[SolvedPosition]| {
        if let Some(book_store) = &mut book_store {
            book_store.add_if_long(&session.spec(), solution.time, positions);
        }
    };
    let prints_text = args.svg.as_deref() != Some(Path::new("-"));
    store(&solution.positions);
    if prints_text {
        report.print_value(&solution)?;
    }
    let line = solved_line(&mut *engine, &*session, &solution, &limits)?;
    store(&line.positions);
    if prints_text {
        report.print_rest(&solution, &line)?;
    }
    let is_complete =
        solution.bounds.value().is_some() && solution.moves.iter().all(|mv| mv.bounds.value().is_some());
    if let Some(path) = &args.svg {
        let values = report.values_on_board(&solution.moves, Texts::default());
        let notes = svg::Notes { values: &values, ..svg::Notes::default() };
        let options = svg::Options { notes, ..svg::Options::default() };
        let picture = svg::render(&session.board().scene(), options);
        if is_complete || !stop.is_stopped() {
            files::write(path, picture.as_bytes())?;
        } else if !files::write_partial(path, picture.as_bytes())? {
            printer.note(&printer.texts().format("solve.file_stays", &[("path", &path.display())]));
        }
    }
    if is_complete {
        let Some(path) = &args.certificate else { return Ok(()) };
        return write_certificate(printer, &mut *engine, &*session, path, &stop);
    }
    let problem = if stop.is_stopped() {
        Message::new("interrupted: {nodes} positions in {seconds} s")
    } else {
        Message::new("not solved within the limits: {nodes} positions in {seconds} s")
    };
    let seconds = format!("{:.1}", solution.time.as_secs_f64());
    Err(Failure::failed(problem.with("nodes", solution.nodes).with("seconds", seconds)))
}

/// Writes a certificate of the value of a position.
fn write_certificate(
    printer: Printer,
    engine: &mut dyn Engine,
    session: &dyn Session,
    path: &Path,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let spinner = Spinner::new(printer);
    let mut on_progress = spinner.on_certificate_progress();
    let certificate = engine.certify(session, &limits, &mut Monitor { stop, on_progress: &mut on_progress });
    spinner.finish();
    let certificate = certificate.map_err(|error| Failure::failed(error.message()))?;
    files::write(path, certificate.to_string().as_bytes())
}

/// The user's book of values whose proofs took long. If it is unavailable, the program runs without it.
pub(super) struct BookStore {
    printer: Printer,
    file: Option<BookFile>,
}

impl BookStore {
    pub(super) fn open(printer: Printer) -> Self {
        let storage = Storage::open().map_err(|error| error.tell(printer.texts()));
        let opened = storage.and_then(|storage| {
            storage.sweep();
            let path = storage.data().join(BOOK_FILE);
            BookFile::open(&path).map_err(|error| format!("{}: {error}", path.display()))
        });
        let file = match opened {
            Ok((file, damage)) => {
                if let Some(damage) = damage {
                    errln!("cairn: {damage}");
                }
                Some(file)
            }
            Err(problem) => {
                errln!("cairn: the book cannot be used: {problem}");
                None
            }
        };
        Self { printer, file }
    }

    /// Returns the contents.
    pub(super) fn book(&self) -> Book {
        self.file.as_ref().map_or_else(Book::default, |file| file.book().clone())
    }

    /// Stores values whose proof took this time, if that was long.
    fn add_if_long(&mut self, spec: &str, time: Duration, positions: &[SolvedPosition]) {
        if time >= MIN_STORED_TIME {
            self.add(spec, positions);
        }
    }

    /// Stores the wins and losses that a review has proven: later positions of the game helped to prove them, which the
    /// analysis of one position does not know.
    pub(super) fn add_review(&mut self, review: &Review, session: &dyn Session) {
        if session.seats() != 2 {
            return;
        }
        let solved = review.moves().filter_map(|judged| {
            // With the history of this game, a draw by repetition may be closer than elsewhere.
            let value = judged.before.exact().filter(|value| *value != Wdl::Draw)?;
            Some(SolvedPosition { position: session.fork_at(judged.ply)?.position(), value })
        });
        self.add(&session.spec(), &solved.collect::<Vec<_>>());
    }

    fn add(&mut self, spec: &str, positions: &[SolvedPosition]) {
        let Some(file) = self.file.as_mut().filter(|_| !positions.is_empty()) else { return };
        match file.add(spec, positions) {
            Ok(()) => self.printer.detail(&format!("{} values were added to the book", positions.len())),
            Err(error) => {
                errln!("cairn: the book could not be written: {}: {error}", file.path().display());
                self.file = None;
            }
        }
    }
}

/// Prints the solution of a position, as text or as JSON.
struct SolutionPrinter<'a> {
    printer: Printer,
    session: &'a dyn Session,
    hash_mib: usize,
    format: Format,
}

impl SolutionPrinter<'_> {
    /// Prints the result of a game that is over.
    fn print_result(&self) -> io::Result<()> {
        let mut out = output::text();
        match self.format {
            Format::Json => return out.json(&PositionReport::new(self.session)),
            Format::Csv => return print_csv(&MOVE_COLUMNS, &[]),
            Format::Text => {}
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }

    /// Prints the value as text, before the search for a line.
    fn print_value(&self, solution: &Solution) -> io::Result<()> {
        if self.format != Format::Text {
            return Ok(());
        }
        let (mut out, texts) = (output::text(), self.printer.texts());
        let mover = texts.seat(self.session.info().seats[self.session.to_move().index()].name);
        let value = bounds_text(solution.bounds, texts);
        writeln!(out, "{}", texts.format("solve.value", &[("player", &mover), ("value", &value)]))?;
        if let Some(best) = &solution.best {
            writeln!(out, "{}", texts.format("solve.best", &[("move", &best)]))?;
        }
        out.flush()
    }

    /// Prints the rest, or everything as JSON.
    fn print_rest(&self, solution: &Solution, line: &SolutionLine) -> io::Result<()> {
        let (mut out, texts) = (output::text(), self.printer.texts());
        if self.format != Format::Text {
            let report = SolveReport::new(self.session, solution, line, self.hash_mib);
            if self.format == Format::Json {
                return out.json(&report);
            }
            let rows: serde_json::Result<Vec<Value>> =
                report.moves.iter().map(serde_json::to_value).collect();
            return print_csv(&MOVE_COLUMNS, &rows?);
        }
        if !line.moves.is_empty() {
            writeln!(out, "{}", texts.format("solve.line", &[("moves", &line.moves.join(" "))]))?;
        }
        if !solution.moves.is_empty() {
            write!(out, "{}", by_value(&solution.moves, texts))?;
            let values = self.values_on_board(&solution.moves, texts);
            if !values.is_empty() {
                out.draw(&format!("\n{}", self.printer.draw_with(&self.session.board().scene(), &values)))?;
            }
        }
        let seconds = solution.time.as_secs_f64();
        let source = if solution.from_book { ", from a book" } else { "" };
        self.printer.detail(&format!(
            "{} nodes, {seconds:.3} s, table {} permille full{source}",
            solution.nodes, solution.hashfull
        ));
        Ok(())
    }

    /// Returns the values of moves that consist of a single site, as labels for the board.
    fn values_on_board(&self, moves: &[SolvedMove], texts: Texts) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in self.session.board().choices(&[]).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let Some(mv) = self.session.board().choices(&[step]).and_then(|choices| choices.finished) else {
                continue;
            };
            let solved = moves.iter().find(|solved| solved.mv == mv);
            values.extend(solved.map(|solved| (site, value_label(solved.bounds, texts))));
        }
        values
    }
}

/// Formats the moves grouped by value, one line per value, best first: `win: c3 d4`.
fn by_value(moves: &[SolvedMove], texts: Texts) -> String {
    let mut kinds: Vec<WdlBounds> = Vec::new();
    for solved in moves {
        if !kinds.contains(&solved.bounds) {
            kinds.push(solved.bounds);
        }
    }
    kinds.sort_by_key(|bounds| std::cmp::Reverse((bounds.low, bounds.high)));
    let line = |kind: WdlBounds| {
        let moves = moves.iter().filter(|solved| solved.bounds == kind);
        let moves: Vec<&str> = moves.map(|solved| solved.mv.as_str()).collect();
        Printer::wrap(&format!("{}: {}", bounds_text(kind, texts), moves.join(" ")), 2) + "\n"
    };
    kinds.into_iter().map(line).collect()
}

/// A value, or the values that are still possible.
pub(super) fn bounds_text(bounds: WdlBounds, texts: Texts) -> String {
    let name = |value: Wdl| texts.text(value_key(value));
    match bounds.value() {
        Some(value) => name(value).to_owned(),
        None if bounds == WdlBounds::OPEN => texts.text("solve.unknown").to_owned(),
        None => texts.format("solve.bounds", &[("low", &name(bounds.low)), ("high", &name(bounds.high))]),
    }
}

/// Returns `win`, `draw`, `loss`, or `?` if the value is unknown.
fn value_label(bounds: WdlBounds, texts: Texts) -> String {
    bounds.value().map_or("?", |value| texts.text(value_key(value))).to_owned()
}

const fn value_key(value: Wdl) -> &'static str {
    match value {
        Wdl::Win => "solve.win",
        Wdl::Draw => "solve.draw",
        Wdl::Loss => "solve.loss",
    }
}

//! `cairn analyze`: prints the best lines of a position as the search deepens.

use std::io;

use cairn_engine::{Analysis, EngineSettings, Limits, Purpose, Settings, Span, Variation};
use cairn_protocol::AnalysisReport;
use cairn_rules::Wdl;
use cairn_session::Session;
use cairn_texts::Texts;
use clap::Args;

use super::format::{Format, TableArgs, print_csv};
use super::solve::BookStore;
use super::{LineArgs, table_mib};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::printer::{Printer, score_text};
use crate::ugi::MAX_LINES;

/// The time limit without any other limit.
const DEFAULT_TIME: Span = Span::from_millis(2_000);
/// Size of the transposition table in MiB.
const HASH_MIB: usize = 256;

#[derive(Debug, Args)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Time limit, e.g. 100ms, 2s or 1m; 2s if no other limit is given
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// Depth limit, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Node limit; reproducible with a single thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of best lines to show
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LINES)))]
    lines: u8,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Search only: no values from the opening book or your own book
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    format: TableArgs,
}

/// The columns of the table: the fields of a line.
const COLUMNS: [&str; 5] = ["score", "chance", "value", "plies", "line"];

pub(super) fn run(printer: Printer, args: &AnalyzeArgs) -> Result<(), Failure> {
    let session = args.line.open()?;
    let mut output = AnalysisPrinter {
        session: &*session,
        format: args.format.format(),
        texts: printer.texts(),
        printed: Vec::new(),
    };
    if session.outcome().is_some() {
        return Ok(output.print_result()?);
    }
    let limited = args.time.is_some() || args.depth.is_some() || args.nodes.is_some();
    let stop = interrupt::flag();
    let limits = Limits {
        time: args.time.or((!limited).then_some(DEFAULT_TIME)).map(Span::duration),
        depth: args.depth,
        nodes: args.nodes,
        stop: Some(stop.clone()),
        purpose: Purpose::Analyze,
    };
    let settings = Settings {
        threads: args.threads.into(),
        multi_pv: args.lines.into(),
        hash_mib: table_mib(printer, HASH_MIB),
        ..Settings::default()
    };
    let settings = if args.no_book {
        EngineSettings::search(settings)
    } else {
        EngineSettings::advice(settings).with_book(BookStore::open(printer).book())
    };
    let mut engine = cairn_engine::open(&session.spec(), settings).map_err(Failure::request)?;
    output.print_header()?;
    let mut written = Ok(());
    let last = engine.analyze(&*session, &limits, &mut |analysis| {
        if written.is_ok() {
            written = output.print(analysis, false);
        }
        if written.is_err() {
            stop.stop();
        }
    });
    let last = last?;
    written?;
    output.print(&last, true)?;
    let seconds = last.time.as_secs_f64();
    printer.detail(&format!("{seconds:.3} s, {} nodes a second", last.nodes_per_second()));
    Ok(())
}

/// Prints the progress of a search to standard output.
struct AnalysisPrinter<'a> {
    session: &'a dyn Session,
    format: Format,
    texts: Texts,
    /// The last lines printed.
    printed: Vec<Variation>,
}

impl AnalysisPrinter<'_> {
    fn print_header(&self) -> io::Result<()> {
        if self.format != Format::Text {
            return Ok(());
        }
        let (mut out, texts) = (output::text(), self.texts);
        writeln!(out, "{}", texts.format("analyze.to_move", &[("player", &self.mover())]))?;
        let [depth, chance, nodes, line] =
            ["analyze.depth", "analyze.chance", "analyze.nodes", "analyze.line"].map(|key| texts.text(key));
        writeln!(out, "{depth:>5} {chance:>11} {nodes:>12}  {line}")
    }

    fn mover(&self) -> &str {
        self.texts.seat(self.session.info().seats[self.session.to_move().index()].name)
    }

    fn print(&mut self, analysis: &Analysis, last: bool) -> io::Result<()> {
        let mut out = output::text();
        if self.format != Format::Text {
            let report = AnalysisReport::new(self.session, analysis, last);
            if self.format == Format::Json {
                out.json(&report)?;
            } else if last {
                let rows: serde_json::Result<Vec<_>> =
                    report.lines.iter().map(serde_json::to_value).collect();
                print_csv(&COLUMNS, &rows?)?;
            }
            return out.flush();
        }
        let texts = self.texts;
        if !last || self.printed != analysis.lines {
            let mut first = (analysis.depth.to_string(), analysis.nodes.to_string());
            for line in &analysis.lines {
                let (depth, nodes) = std::mem::take(&mut first);
                let chance = score_text(line.score, self.session.seats(), texts);
                writeln!(out, "{depth:>5} {chance:>11} {nodes:>12}  {}", line.moves.join(" "))?;
            }
            self.printed.clone_from(&analysis.lines);
        }
        if let (true, Some(best)) = (last, analysis.lines.first()) {
            let (mover, chance) = (self.mover(), score_text(best.score, self.session.seats(), texts));
            let (depth, nodes) = (analysis.depth, analysis.nodes);
            let mv = best.moves.first().map_or("", String::as_str);
            let best_move = texts.format(
                "analyze.best",
                &[
                    ("move", &mv),
                    ("player", &mover),
                    ("chance", &chance),
                    ("depth", &depth),
                    ("nodes", &nodes),
                ],
            );
            writeln!(out, "{best_move}")?;
            let proven = best.score.wdl().map(|value| match value {
                Wdl::Win => texts.format("analyze.wins", &[("player", &mover)]),
                Wdl::Draw => texts.text("analyze.draw").to_owned(),
                Wdl::Loss => texts.format("analyze.loses", &[("player", &mover)]),
            });
            if let Some(proven) = proven {
                writeln!(out, "{proven}")?;
            }
        }
        out.flush()
    }

    /// Prints the result of a game that is over.
    fn print_result(&self) -> io::Result<()> {
        let mut out = output::text();
        match self.format {
            Format::Json => return out.json(&AnalysisReport::new(self.session, &Analysis::default(), true)),
            Format::Csv => return print_csv(&COLUMNS, &[]),
            Format::Text => {}
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }
}

//! `cairn analyze`: the best lines of a position, printed as the search deepens.

use std::io;

use cairn_engine::{Analysis, EngineSettings, Limits, Purpose, Settings, Span, Variation};
use cairn_protocol::AnalysisReport;
use cairn_session::Session;
use cairn_texts::Texts;
use clap::Args;

use super::{FormatArgs, PositionArgs, play_moves, table_mib, text};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::printer::{Printer, score_text};

/// The time limit if no other limit is given.
const DEFAULT_TIME: Span = Span::from_millis(2_000);
/// Size of the transposition table in MiB.
const HASH_MIB: usize = 256;

#[derive(Debug, Args)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first
    #[arg(value_name = "MOVE", value_parser = text())]
    moves: Vec<String>,
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
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=5))]
    lines: u8,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(printer: Printer, args: &AnalyzeArgs) -> Result<(), Failure> {
    let mut session = args.position.open()?;
    play_moves(&mut *session, &args.moves)?;
    let mut output = AnalysisPrinter { session: &*session, json: args.format.json, printed: Vec::new() };
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
    let mut engine =
        cairn_engine::open(&session.spec(), EngineSettings::search(settings)).map_err(Failure::request)?;
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
    json: bool,
    /// The lines printed last.
    printed: Vec<Variation>,
}

impl AnalysisPrinter<'_> {
    fn print_header(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = output::text();
        writeln!(out, "{} to move", self.mover())?;
        writeln!(out, "depth      chance        nodes  line")
    }

    fn mover(&self) -> &'static str {
        self.session.info().seats[self.session.to_move().index()].name
    }

    fn print(&mut self, analysis: &Analysis, last: bool) -> io::Result<()> {
        let mut out = output::text();
        if self.json {
            out.json(&AnalysisReport::new(self.session, analysis, last))?;
            return out.flush();
        }
        if !last || self.printed != analysis.lines {
            let mut first = (analysis.depth.to_string(), analysis.nodes.to_string());
            for line in &analysis.lines {
                let (depth, nodes) = std::mem::take(&mut first);
                let chance = score_text(line.score, self.session.seats(), Texts::default());
                writeln!(out, "{depth:>5} {chance:>11} {nodes:>12}  {}", line.moves.join(" "))?;
            }
            self.printed.clone_from(&analysis.lines);
        }
        if let (true, Some(best)) = (last, analysis.lines.first()) {
            let (mover, chance) =
                (self.mover(), score_text(best.score, self.session.seats(), Texts::default()));
            let (depth, nodes) = (analysis.depth, analysis.nodes);
            let mv = best.moves.first().map_or("", String::as_str);
            writeln!(out, "best: {mv} ({mover} {chance}, depth {depth}, {nodes} nodes)")?;
        }
        out.flush()
    }

    /// Prints the result of a game that is over.
    fn print_result(&self) -> io::Result<()> {
        let mut out = output::text();
        if self.json {
            return out.json(&AnalysisReport::new(self.session, &Analysis::default(), true));
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }
}

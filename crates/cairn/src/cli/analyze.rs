//! `cairn analyze`: the best lines of a position, told as the search deepens.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cairn_engine::{Analysis, EngineSettings, Limits, Settings, Span, Variation};
use cairn_session::Session;
use cairn_texts::Texts;
use clap::Args;
use serde_json::{Value, json};

use super::boards::report;
use super::{Format, Place, play_all, text};
use crate::failure::Failure;
use crate::printer::Printer;
use crate::{interrupt, score_text};

/// How long a search takes when nothing limits it.
const USUAL: Span = Span::from_millis(2_000);
/// Memory for what was seen.
const MEGABYTES: usize = 256;

#[derive(Debug, Args)]
pub(super) struct Analyze {
    #[command(flatten)]
    place: Place,
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
    format: Format,
}

pub(super) fn run(printer: Printer, asked: &Analyze) -> Result<(), Failure> {
    let mut session = asked.place.open()?;
    play_all(&mut *session, &asked.moves)?;
    let mut teller = Teller { session: &*session, json: asked.format.json, told: Vec::new() };
    if session.outcome().is_some() {
        return Ok(teller.over()?);
    }
    let limited = asked.time.is_some() || asked.depth.is_some() || asked.nodes.is_some();
    let stop = interrupt::flag();
    let limits = Limits {
        time: asked.time.or((!limited).then_some(USUAL)).map(Span::duration),
        depth: asked.depth,
        nodes: asked.nodes,
        stop: Some(Arc::clone(&stop)),
    };
    let settings = Settings {
        threads: asked.threads.into(),
        multi_pv: asked.lines.into(),
        hash_mib: MEGABYTES,
        ..Settings::default()
    };
    let mut engine =
        cairn_engine::open(&session.spec(), EngineSettings::search(settings)).map_err(Failure::request)?;
    teller.begin()?;
    let mut written = Ok(());
    let last = engine.analyze(&*session, &limits, &mut |analysis| {
        if written.is_ok() {
            written = teller.tell(analysis, false);
        }
        if written.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let last = last.map_err(Failure::request)?;
    written?;
    teller.tell(&last, true)?;
    let seconds = last.time.as_secs_f64();
    printer.detail(&format!("{seconds:.3} s, {} nodes a second", last.nodes_per_second()));
    Ok(())
}

/// Tells of a search on standard output.
struct Teller<'a> {
    session: &'a dyn Session,
    json: bool,
    /// The lines that were told last.
    told: Vec<Variation>,
}

impl Teller<'_> {
    fn begin(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{} to move", self.mover())?;
        writeln!(out, "depth      chance        nodes  line")
    }

    fn mover(&self) -> &'static str {
        self.session.info().seats[self.session.to_move().index()].name
    }

    fn tell(&mut self, analysis: &Analysis, last: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", self.object(analysis, last))?;
            return out.flush();
        }
        if !last || self.told != analysis.lines {
            let mut first = (analysis.depth.to_string(), analysis.nodes.to_string());
            for line in &analysis.lines {
                let (depth, nodes) = std::mem::take(&mut first);
                let chance = score_text::say(line.score, Texts::default());
                writeln!(out, "{depth:>5} {chance:>11} {nodes:>12}  {}", line.moves.join(" "))?;
            }
            self.told.clone_from(&analysis.lines);
        }
        if let (true, Some(best)) = (last, analysis.lines.first()) {
            let (mover, chance) = (self.mover(), score_text::say(best.score, Texts::default()));
            let (depth, nodes) = (analysis.depth, analysis.nodes);
            let mv = best.moves.first().map_or("", String::as_str);
            writeln!(out, "best: {mv} ({mover} {chance}, depth {depth}, {nodes} nodes)")?;
        }
        out.flush()
    }

    /// The position is over: there is nothing to search, and that is an answer.
    fn over(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            return writeln!(out, "{}", self.object(&Analysis::default(), true));
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }

    fn object(&self, analysis: &Analysis, last: bool) -> Value {
        let best = analysis.lines.first();
        let mut object = report(self.session);
        let fields = json!({
            "final": last,
            "bestmove": analysis.best(),
            "score": best.map(|line| line.score.rank()),
            "win_percent": best.map(|line| line.score.win_percent()),
            "value": best.map_or(Value::Null, |line| score_text::value(line.score)),
            "plies": best.map_or(Value::Null, |line| score_text::plies(line.score)),
            "depth": analysis.depth,
            "seldepth": analysis.seldepth,
            "nodes": analysis.nodes,
            "nps": analysis.nodes_per_second(),
            "seconds": analysis.time.as_secs_f64(),
            "line": best.map(|line| &line.moves),
            "lines": analysis.lines.iter().map(line_object).collect::<Vec<_>>(),
        });
        if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
            object.extend(fields);
        }
        object
    }
}

fn line_object(line: &Variation) -> Value {
    json!({
        "score": line.score.rank(),
        "win_percent": line.score.win_percent(),
        "value": score_text::value(line.score),
        "plies": score_text::plies(line.score),
        "line": line.moves,
    })
}

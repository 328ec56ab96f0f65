//! `cairn bench`: searches a fixed set of positions in every game, to compare machines and versions.

use std::io;
use std::time::Duration;

use cairn_engine::StopFlag;
use cairn_engine::bots::BasicBot;
use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Rng, Score, Settings};
use cairn_rules::{Message, games};
use cairn_session::{Session, open};
use clap::Args;
use serde_json::{Value, json};

use super::format::{Format, TableArgs, print_csv};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, TextOut};
use crate::printer::Printer;

/// The node limit of each search without any other limit.
const DEFAULT_NODES: u64 = 100_000;
/// The numbers of random plies before the searched positions of each game.
const PLIES: [usize; 4] = [0, 4, 8, 12];
/// The seed of those plies.
const SEED: u64 = 1;
/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Node limit for each search; 100000 if no depth is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth limit for each search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Number of search threads; the signature is reproducible only with one
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    format: TableArgs,
}

/// Totals over the searches of one game.
struct Figures {
    game: &'static str,
    positions: usize,
    nodes: u64,
    time: Duration,
}

impl Figures {
    const fn new(game: &'static str) -> Self {
        Self { game, positions: 0, nodes: 0, time: Duration::ZERO }
    }

    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    fn rate(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    fn object(&self) -> Value {
        json!({
            "game": self.game,
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
            "nps": self.rate(),
        })
    }

    /// Writes a row with this label.
    fn write(&self, out: &mut TextOut, label: &str) -> io::Result<()> {
        let (seconds, rate) = (format!("{:.3}", self.time.as_secs_f64()), self.rate().to_string());
        write_row(out, label, [&self.positions.to_string(), &self.nodes.to_string(), &seconds, &rate])
    }
}

/// Writes a row of the table: a game, positions, nodes, seconds, nodes a second.
fn write_row(out: &mut TextOut, game: &str, [positions, nodes, seconds, rate]: [&str; 4]) -> io::Result<()> {
    writeln!(out, "{game:<8} {positions:>9} {nodes:>11} {seconds:>9} {rate:>11}")
}

pub(super) fn run(printer: Printer, args: &BenchArgs) -> Result<(), Failure> {
    let stop = interrupt::flag();
    let limits = Limits {
        nodes: args.nodes.or(args.depth.is_none().then_some(DEFAULT_NODES)),
        depth: args.depth,
        stop: Some(stop.clone()),
        ..Limits::default().for_play()
    };
    let (format, texts) = (args.format.format(), printer.texts());
    let mut out = output::text();
    if format == Format::Text {
        let columns = ["bench.positions", "bench.nodes", "bench.seconds", "bench.rate"];
        write_row(&mut out, texts.text("bench.game"), columns.map(|key| texts.text(key)))?;
    }
    let mut signature = Signature::default();
    let (mut all, mut figures) = (Figures::new("all"), Vec::new());
    for info in games::ALL {
        let game = search_game(info.id, args.threads, &limits, &stop, &mut signature)?;
        all.add(&game);
        if format == Format::Text {
            game.write(&mut out, game.game)?;
            out.flush()?;
        }
        figures.push(game.object());
    }
    if format == Format::Csv {
        return Ok(print_csv(&["game", "positions", "nodes", "seconds", "nps"], &figures)?);
    }
    if format == Format::Json {
        let mut object = all.object();
        object["games"] = figures.into();
        object["threads"] = args.threads.into();
        object["signature"] = signature.number().into();
        return Ok(out.json(&object)?);
    }
    all.write(&mut out, texts.text("bench.all"))?;
    Ok(writeln!(out, "signature {}", signature.number())?)
}

/// Searches the positions of one game, clearing the engine before each.
fn search_game(
    game: &'static str,
    threads: u16,
    limits: &Limits,
    stop: &StopFlag,
    signature: &mut Signature,
) -> Result<Figures, Failure> {
    let settings = Settings { threads: threads.into(), hash_mib: HASH_MIB, ..Settings::default() };
    let mut engine = cairn_engine::open(game, EngineSettings::search(settings)).map_err(Failure::request)?;
    let mut figures = Figures::new(game);
    for session in positions(game, &*engine)? {
        engine.clear();
        let analysis = engine.analyze(&*session, limits, &mut |_| ())?;
        if stop.is_stopped() {
            return Err(Failure::failed(
                Message::new("interrupted while searching {game}").with("game", game),
            ));
        }
        figures.add(&Figures { game, positions: 1, nodes: analysis.nodes, time: analysis.time });
        signature.add(&*session, &analysis);
    }
    Ok(figures)
}

/// Returns the positions of a random game after each number of [`PLIES`], unless it ends earlier.
fn positions(game: &str, engine: &dyn Engine) -> Result<Vec<Box<dyn Session>>, Failure> {
    let mut sessions = Vec::new();
    for plies in PLIES {
        let mut session = open(game, None).map_err(Failure::request)?;
        let mut rng = Rng::seeded(SEED);
        for _ in 0..plies {
            let chosen =
                engine.basic_move(&*session, BasicBot::Random, &mut rng).map_err(Failure::request)?;
            let Some(mv) = chosen else { break };
            session.play(&mv).map_err(Failure::request)?;
        }
        if session.outcome().is_none() {
            sessions.push(session);
        }
    }
    Ok(sessions)
}

/// A hash of all search results (FNV-1a).
struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, session: &dyn Session, analysis: &Analysis) {
        let score = analysis.score().map_or(0, Score::rank);
        let line = analysis.lines.first().map(|line| line.moves.join(" ")).unwrap_or_default();
        let result = format!("{} {} {score} {line}\n", session.position(), analysis.nodes);
        for byte in result.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Folds the hash to 32 bits, short enough to compare by eye.
    const fn number(&self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }
}

//! `cairn match`: two bots.

use std::io::{self, Write};

use cairn_arena::{Match, RecordFile, Report, Side, Sprt};
use cairn_engine::bots::BotSpec;
use clap::Args;
use clap::builder::TypedValueParser;
use serde::Serialize;

use super::{
    Keep, Play, bot, elo, finite, interrupted, number_of_games, percent, progress, stop_on_interrupt,
};
use crate::failure::Failure;
use crate::printer::Printer;

/// How many faults of bots are told.
const FAULTS_TOLD: usize = 5;

/// What a match is told.
#[derive(Debug, Args)]
pub(in crate::cli) struct Duel {
    #[command(flatten)]
    play: Play,
    /// The first bot, whose score is reported: random, greedy, level1 to level8, perfect, ab:nodes=50000,
    /// mcts:playouts=1000, or another engine as ugi:PATH
    #[arg(long, value_name = "WHO", value_parser = bot())]
    first: BotSpec,
    /// The second bot
    #[arg(long, value_name = "WHO", value_parser = bot())]
    second: BotSpec,
    /// Maximum number of games to play
    #[arg(long, value_name = "N", value_parser = number_of_games())]
    games: u32,
    /// Stop early by a sequential test (SPRT) between two Elo differences, e.g. 0,10; error rates may
    /// follow, as in 0,10,0.05,0.05
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true, value_parser = test())]
    sprt: Option<Sprt>,
    #[command(flatten)]
    keep: Keep,
}

fn test() -> impl TypedValueParser<Value = Sprt> {
    crate::cli::text().try_map(|word| word.parse::<Sprt>())
}

/// The one line of `--json`; the first six names are promised.
#[derive(Serialize)]
struct Line {
    games: u64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    plies: usize,
    seconds: f64,
    game: String,
    first: String,
    second: String,
    seed: u64,
    opening: usize,
    /// The score of the first bot, with its error bar.
    score: f64,
    score_low: f64,
    score_high: f64,
    /// Null where every game was won or lost.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// Complete pairs by twice their points.
    pairs: [u64; 5],
    first_forfeits: usize,
    second_forfeits: usize,
    sprt: Option<Test>,
    interrupted: bool,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: &'static str,
}

impl Test {
    fn new(sprt: &Sprt, report: &Report) -> Self {
        let (lower, upper) = sprt.bounds();
        let accepted = sprt.verdict(&report.sprt_pairs).name();
        Self { elo0: sprt.elo0, elo1: sprt.elo1, llr: sprt.llr(&report.sprt_pairs), lower, upper, accepted }
    }
}

pub(in crate::cli) fn duel(printer: Printer, asked: Duel, json: bool) -> Result<(), Failure> {
    let config = asked.play.config()?;
    let record = asked.keep.record.as_deref();
    let pairing = [(&asked.first, &asked.second)];
    let mut store = record.map(|path| RecordFile::open(path, &config, &pairing)).transpose()?;
    let threads = asked.play.threads();
    let games = asked.games as usize;
    let versus = Match { first: asked.first, second: asked.second, config, games, threads, sprt: asked.sprt };
    let stop = stop_on_interrupt();
    let bar = progress(printer, games);
    let report = versus.run(store.as_mut(), &stop, &mut |now| {
        bar.set_position(now.games as u64);
        let tally = now.results;
        bar.set_message(format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses));
    });
    bar.finish_and_clear();
    let report = report?;
    if report.restored > 0 {
        printer.note(&format!("{} games were already in the file.", report.restored));
    }
    tell_faults(printer, &versus, &report);
    let mut out = io::stdout().lock();
    if json {
        let line = serde_json::to_string(&line(&versus, &report)).map_err(io::Error::from)?;
        writeln!(out, "{line}")?;
    } else {
        write!(out, "{}", summary(&versus, &report))?;
    }
    if report.interrupted {
        return Err(interrupted(report.results.games() as usize, games));
    }
    Ok(())
}

fn tell_faults(printer: Printer, versus: &Match, report: &Report) {
    for (number, forfeit) in report.forfeits.iter().take(FAULTS_TOLD) {
        let name = bot_of(versus, forfeit.side).name();
        printer.note(&format!("Game {}: {name} loses: {}.", number + 1, forfeit.fault));
    }
    if let Some(more @ 1..) = report.forfeits.len().checked_sub(FAULTS_TOLD) {
        printer.note(&format!("{more} more games were lost by faults."));
    }
}

fn bot_of(versus: &Match, side: Side) -> &BotSpec {
    match side {
        Side::First => &versus.first,
        Side::Second => &versus.second,
    }
}

fn forfeits(report: &Report, side: Side) -> usize {
    report.forfeits.iter().filter(|(_, forfeit)| forfeit.side == side).count()
}

fn summary(versus: &Match, report: &Report) -> String {
    let tally = &report.results;
    let config = &versus.config;
    let mut lines = vec![
        format!("{}: {} against {}", config.game, versus.first.name(), versus.second.name()),
        format!(
            "games    {}: won {}, drawn {}, lost {}",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses
        ),
        format!("score    {}", percent(tally.score())),
        format!("Elo      {}", elo(tally.elo())),
    ];
    let lost = [forfeits(report, Side::First), forfeits(report, Side::Second)];
    if lost != [0, 0] {
        lines.push(format!(
            "faults   {} of {} and {} of {}",
            lost[0],
            versus.first.name(),
            lost[1],
            versus.second.name()
        ));
    }
    if let Some(sprt) = &versus.sprt {
        let Test { elo0, elo1, llr, lower, upper, accepted } = Test::new(sprt, report);
        let verdict = match accepted {
            "elo0" => format!("{elo0:+} is accepted"),
            "elo1" => format!("{elo1:+} is accepted"),
            _ => "not decided".to_owned(),
        };
        lines.push(format!(
            "SPRT     {verdict}: LLR {llr:.2} between {lower:.2} ({elo0:+}) and {upper:.2} ({elo1:+})"
        ));
    }
    let length = report.plies as f64 / tally.games().max(1) as f64;
    let seconds = report.elapsed.as_secs_f64();
    lines.push(format!(
        "played   {length:.1} plies a game, {} of them random, seed {}, {seconds:.1} s",
        config.opening_plies, config.seed
    ));
    lines.join("\n") + "\n"
}

fn line(versus: &Match, report: &Report) -> Line {
    let tally = &report.results;
    let (score, elo) = (tally.score(), tally.elo());
    Line {
        games: tally.games(),
        first_wins: tally.wins,
        second_wins: tally.losses,
        draws: tally.draws,
        plies: report.plies,
        seconds: report.elapsed.as_secs_f64(),
        game: versus.config.game.clone(),
        first: versus.first.name().to_owned(),
        second: versus.second.name().to_owned(),
        seed: versus.config.seed,
        opening: versus.config.opening_plies,
        score: score.mean,
        score_low: score.low,
        score_high: score.high,
        elo: finite(elo.mean),
        elo_low: finite(elo.low),
        elo_high: finite(elo.high),
        pairs: tally.pairs,
        first_forfeits: forfeits(report, Side::First),
        second_forfeits: forfeits(report, Side::Second),
        sprt: versus.sprt.as_ref().map(|sprt| Test::new(sprt, report)),
        interrupted: report.interrupted,
    }
}

//! `cairn match`: two bots play each other.

use std::io;

use cairn_arena::{Match, MatchReport, RecordFile, Side, Sprt};
use cairn_engine::bots::BotSpec;
use cairn_texts::safe_line;
use clap::Args;
use clap::builder::TypedValueParser;
use serde::Serialize;

use super::{
    GameArgs, RecordArgs, bot_spec, elo, finite, interrupted, number_of_games, percent, progress_bar,
    stop_flag,
};
use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;

/// At most this many faults of bots are printed.
const MAX_PRINTED_FAULTS: usize = 5;

/// Arguments of `cairn match`.
#[derive(Debug, Args)]
pub(in crate::cli) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The first bot, whose score is reported: random, greedy, level1 to level8, perfect, ab:nodes=50000,
    /// mcts:playouts=1000, or another engine as ugi:PATH
    #[arg(long, value_name = "WHO", value_parser = bot_spec())]
    first: BotSpec,
    /// The second bot
    #[arg(long, value_name = "WHO", value_parser = bot_spec())]
    second: BotSpec,
    /// Maximum number of games to play
    #[arg(long, value_name = "N", value_parser = number_of_games())]
    games: u32,
    /// Stop early by a sequential test (SPRT) between two Elo differences, e.g. 0,10; error rates may
    /// follow, as in 0,10,0.05,0.05
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true, value_parser = sprt())]
    sprt: Option<Sprt>,
    #[command(flatten)]
    record: RecordArgs,
}

fn sprt() -> impl TypedValueParser<Value = Sprt> {
    crate::cli::text().try_map(|text| text.parse::<Sprt>())
}

/// The output of `--json`; scripts rely on the first six names.
#[derive(Serialize)]
struct JsonReport {
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
    /// Null where it is infinite.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// The number of complete pairs with 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
    first_forfeits: usize,
    second_forfeits: usize,
    sprt: Option<SprtReport>,
    interrupted: bool,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: &'static str,
}

impl SprtReport {
    fn new(sprt: &Sprt, report: &MatchReport) -> Self {
        let (lower, upper) = sprt.bounds();
        let accepted = sprt.verdict(&report.sprt_pairs).name();
        Self { elo0: sprt.elo0, elo1: sprt.elo1, llr: sprt.llr(&report.sprt_pairs), lower, upper, accepted }
    }
}

pub(in crate::cli) fn run_match(printer: Printer, args: MatchArgs, json: bool) -> Result<(), Failure> {
    let config = args.game.config()?;
    let record = args.record.record.as_deref();
    let pairing = [(&args.first, &args.second)];
    let mut record_file = record.map(|path| RecordFile::open(path, &config, &pairing)).transpose()?;
    let threads = args.game.threads();
    let games = args.games as usize;
    let game_match = Match { threads, sprt: args.sprt, ..Match::new(args.first, args.second, config, games) };
    let stop = stop_flag();
    let bar = progress_bar(printer, games);
    let report = game_match.run(record_file.as_mut(), &stop, &mut |progress| {
        bar.set_position(progress.games as u64);
        let results = progress.results;
        bar.set_message(format!("+{} ={} -{}", results.wins, results.draws, results.losses));
    });
    bar.finish_and_clear();
    let report = report?;
    if report.restored > 0 {
        printer.note(&format!("{} games were already in the file.", report.restored));
    }
    print_faults(printer, &game_match, &report);
    let mut out = output::text();
    if json {
        let line = serde_json::to_string(&json_report(&game_match, &report)).map_err(io::Error::from)?;
        out.json_text(&line)?;
    } else {
        write!(out, "{}", summary(&game_match, &report))?;
    }
    if report.interrupted {
        return Err(interrupted(report.results.games() as usize, games));
    }
    Ok(())
}

fn print_faults(printer: Printer, game_match: &Match, report: &MatchReport) {
    for (number, forfeit) in report.forfeits.iter().take(MAX_PRINTED_FAULTS) {
        let (name, fault) = (bot_of(game_match, forfeit.side).name(), &forfeit.fault);
        printer.note(&format!("Game {}: {} loses: {}.", number + 1, safe_line(name), safe_line(fault)));
    }
    if let Some(more @ 1..) = report.forfeits.len().checked_sub(MAX_PRINTED_FAULTS) {
        printer.note(&format!("{more} more games were lost by faults."));
    }
}

fn bot_of(game_match: &Match, side: Side) -> &BotSpec {
    match side {
        Side::First => &game_match.first,
        Side::Second => &game_match.second,
    }
}

fn forfeits(report: &MatchReport, side: Side) -> usize {
    report.forfeits.iter().filter(|(_, forfeit)| forfeit.side == side).count()
}

fn summary(game_match: &Match, report: &MatchReport) -> String {
    let results = &report.results;
    let config = &game_match.config;
    let [first, second] = [&game_match.first, &game_match.second].map(|bot| safe_line(bot.name()));
    let mut lines = vec![
        format!("{}: {first} against {second}", config.game),
        format!(
            "games    {}: won {}, drawn {}, lost {}",
            results.games(),
            results.wins,
            results.draws,
            results.losses
        ),
        format!("score    {}", percent(results.score())),
        format!("Elo      {}", elo(results.elo())),
    ];
    let lost = [forfeits(report, Side::First), forfeits(report, Side::Second)];
    if lost != [0, 0] {
        lines.push(format!("faults   {} of {first} and {} of {second}", lost[0], lost[1]));
    }
    if let Some(sprt) = &game_match.sprt {
        let SprtReport { elo0, elo1, llr, lower, upper, accepted } = SprtReport::new(sprt, report);
        let verdict = match accepted {
            "elo0" => format!("{elo0:+} is accepted"),
            "elo1" => format!("{elo1:+} is accepted"),
            _ => "not decided".to_owned(),
        };
        lines.push(format!(
            "SPRT     {verdict}: LLR {llr:.2} between {lower:.2} ({elo0:+}) and {upper:.2} ({elo1:+})"
        ));
    }
    let length = report.plies as f64 / results.games().max(1) as f64;
    let seconds = report.elapsed.as_secs_f64();
    lines.push(format!(
        "played   {length:.1} plies a game, {} of them random, seed {}, {seconds:.1} s",
        config.opening_plies, config.seed
    ));
    lines.join("\n") + "\n"
}

fn json_report(game_match: &Match, report: &MatchReport) -> JsonReport {
    let results = &report.results;
    let (score, elo) = (results.score(), results.elo());
    JsonReport {
        games: results.games(),
        first_wins: results.wins,
        second_wins: results.losses,
        draws: results.draws,
        plies: report.plies,
        seconds: report.elapsed.as_secs_f64(),
        game: game_match.config.game.clone(),
        first: game_match.first.name().to_owned(),
        second: game_match.second.name().to_owned(),
        seed: game_match.config.seed,
        opening: game_match.config.opening_plies,
        score: score.mean,
        score_low: score.low,
        score_high: score.high,
        elo: finite(elo.mean),
        elo_low: finite(elo.low),
        elo_high: finite(elo.high),
        pairs: results.pairs,
        first_forfeits: forfeits(report, Side::First),
        second_forfeits: forfeits(report, Side::Second),
        sprt: game_match.sprt.as_ref().map(|sprt| SprtReport::new(sprt, report)),
        interrupted: report.interrupted,
    }
}

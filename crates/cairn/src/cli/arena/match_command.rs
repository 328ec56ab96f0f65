//! `cairn match`: two bots play each other.

use std::io;

use cairn_arena::{Match, MatchFigures, MatchReport, RecordFile, Side, Sprt, SprtFigures};
use cairn_engine::bots::BotSpec;
use cairn_texts::safe_line;
use clap::Args;
use clap::builder::TypedValueParser;

use super::options::{GameArgs, RecordArgs, RunnerArgs};
use super::{bot_spec, elo, interrupted, number_of_games, percent, progress_bar, stop_flag};
use crate::cli::format::{Format, print_csv};
use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;

/// The maximum number of printed faults of bots.
const MAX_PRINTED_FAULTS: usize = 5;

/// The columns of the table: fields of the report.
const COLUMNS: [&str; 16] = [
    "game",
    "first",
    "second",
    "games",
    "first_wins",
    "draws",
    "second_wins",
    "score",
    "score_low",
    "score_high",
    "elo",
    "elo_low",
    "elo_high",
    "plies",
    "seconds",
    "seed",
];

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
    runner: RunnerArgs,
    #[command(flatten)]
    record: RecordArgs,
}

fn sprt() -> impl TypedValueParser<Value = Sprt> {
    crate::cli::text().try_map(|text| text.parse::<Sprt>())
}

pub(in crate::cli) fn run_match(printer: Printer, args: MatchArgs, format: Format) -> Result<(), Failure> {
    let mut config = args.game.config(&args.record)?;
    args.runner.apply(&mut config, args.game.opening)?;
    let record = args.record.record.as_deref();
    let pairing = [(&args.first, &args.second)];
    let mut record_file = record.map(|path| RecordFile::open(path, &config, &pairing)).transpose()?;
    let threads = args.game.threads();
    let games = args.games as usize;
    let log = args.runner.open_log()?;
    let game_match =
        Match { threads, sprt: args.sprt, log, ..Match::new(args.first, args.second, config, games) };
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
    let figures = MatchFigures::new(&game_match, &report);
    match format {
        Format::Json => {
            let line = serde_json::to_string(&figures).map_err(io::Error::from)?;
            out.json_text(&line)?;
        }
        Format::Csv => {
            let row = serde_json::to_value(&figures).map_err(io::Error::from)?;
            print_csv(&COLUMNS, &[row])?;
        }
        Format::Text => write!(out, "{}", summary(&game_match, &report))?,
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
    let lost = [report.forfeits_of(Side::First), report.forfeits_of(Side::Second)];
    if lost != [0, 0] {
        lines.push(format!("faults   {} of {first} and {} of {second}", lost[0], lost[1]));
    }
    let late = [report.timeouts_of(Side::First), report.timeouts_of(Side::Second)];
    if late != [0, 0] {
        lines.push(format!("on time  {} lost by {first} and {} by {second}", late[0], late[1]));
    }
    if let Some(sprt) = &game_match.sprt {
        let SprtFigures { elo0, elo1, llr, lower, upper, accepted } = SprtFigures::new(sprt, report);
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
    let opening = match &config.openings {
        Some(openings) => format!("{} openings", openings.count()),
        None => format!("{} of them random", config.opening_plies),
    };
    lines.push(format!("played   {length:.1} plies a game, {opening}, seed {}, {seconds:.1} s", config.seed));
    lines.join("\n") + "\n"
}

//! `cairn match`: two bots play each other.

use std::io;

use cairn_arena::{Match, MatchFigures, MatchReport, RecordFile, Side, Sprt, SprtFigures};
use cairn_engine::bots::BotSpec;
use cairn_texts::{Argument, Texts, safe_line};
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
        printer.note(&printer.texts().plural("match.restored", report.restored as u64, &[]));
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
        Format::Text => write!(out, "{}", summary(&game_match, &report, printer.texts()))?,
    }
    if report.interrupted {
        return Err(interrupted(report.results.games() as usize, games));
    }
    Ok(())
}

/// Prints the faults of bots, with the reasons as records have them.
fn print_faults(printer: Printer, game_match: &Match, report: &MatchReport) {
    let texts = printer.texts();
    for (number, forfeit) in report.forfeits.iter().take(MAX_PRINTED_FAULTS) {
        let bot = safe_line(bot_of(game_match, forfeit.side).name());
        let (number, fault) = (number + 1, safe_line(&forfeit.fault));
        let arguments: [Argument; 3] = [("number", &number), ("bot", &bot), ("fault", &fault)];
        printer.note(&texts.format("match.fault", &arguments));
    }
    if let Some(more @ 1..) = report.forfeits.len().checked_sub(MAX_PRINTED_FAULTS) {
        printer.note(&texts.plural("match.more_faults", more as u64, &[]));
    }
}

fn bot_of(game_match: &Match, side: Side) -> &BotSpec {
    match side {
        Side::First => &game_match.first,
        Side::Second => &game_match.second,
    }
}

/// The labels of the rows of a summary.
const LABELS: [&str; 7] = [
    "match.games",
    "match.score",
    "match.elo",
    "match.faults",
    "match.on_time",
    "match.sprt",
    "match.played",
];

/// The result of a match for people.
fn summary(game_match: &Match, report: &MatchReport, texts: Texts) -> String {
    let (results, config) = (&report.results, &game_match.config);
    let [first, second] = [&game_match.first, &game_match.second].map(|bot| safe_line(bot.name()));
    let width = LABELS.map(|label| texts.text(label).chars().count()).into_iter().max().unwrap_or(0);
    let title: [Argument; 3] = [("game", &config.game), ("first", &first), ("second", &second)];
    let mut lines = vec![texts.format("match.title", &title)];
    let mut add = |label, value: &str| {
        lines.push(format!("{:<width$}  {value}", texts.text(label)));
    };
    let games: [Argument; 4] = [
        ("games", &results.games()),
        ("wins", &results.wins),
        ("draws", &results.draws),
        ("losses", &results.losses),
    ];
    add("match.games", &texts.format("match.results", &games));
    add("match.score", &percent(results.score(), texts));
    add("match.elo", &elo(results.elo(), texts));
    let mut add_counts = |label, counts: [usize; 2], words| {
        if counts != [0, 0] {
            let arguments: [Argument; 4] =
                [("of_first", &counts[0]), ("of_second", &counts[1]), ("first", &first), ("second", &second)];
            add(label, &texts.format(words, &arguments));
        }
    };
    add_counts(
        "match.faults",
        [Side::First, Side::Second].map(|side| report.forfeits_of(side)),
        "match.faults_of",
    );
    add_counts(
        "match.on_time",
        [Side::First, Side::Second].map(|side| report.timeouts_of(side)),
        "match.lost_by",
    );
    if let Some(sprt) = &game_match.sprt {
        let SprtFigures { elo0, elo1, llr, lower, upper, accepted } = SprtFigures::new(sprt, report);
        let (elo0, elo1) = (format!("{elo0:+}"), format!("{elo1:+}"));
        let verdict = match accepted {
            "elo0" => texts.format("match.accepted", &[("elo", &elo0)]),
            "elo1" => texts.format("match.accepted", &[("elo", &elo1)]),
            _ => texts.text("match.undecided").to_owned(),
        };
        let [llr, lower, upper] = [llr, lower, upper].map(|number| format!("{number:.2}"));
        let arguments: [Argument; 6] = [
            ("verdict", &verdict),
            ("llr", &llr),
            ("lower", &lower),
            ("elo0", &elo0),
            ("upper", &upper),
            ("elo1", &elo1),
        ];
        add("match.sprt", &texts.format("match.llr", &arguments));
    }
    let length = format!("{:.1}", report.plies as f64 / results.games().max(1) as f64);
    let seconds = format!("{:.1}", report.elapsed.as_secs_f64());
    let opening = match &config.openings {
        Some(openings) => texts.plural("match.openings", openings.count() as u64, &[]),
        None => texts.format("match.random_plies", &[("n", &config.opening_plies)]),
    };
    let arguments: [Argument; 4] =
        [("length", &length), ("opening", &opening), ("seed", &config.seed), ("seconds", &seconds)];
    add("match.played", &texts.format("match.length", &arguments));
    lines.join("\n") + "\n"
}

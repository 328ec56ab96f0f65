//! `cairn match`, `tournament` and `stats`: games between bots.

mod match_command;
mod options;
mod plots;
mod stats;
mod tournament;

pub(super) use match_command::{MatchArgs, run_match};
pub(super) use stats::{StatsArgs, run_stats};
pub(super) use tournament::{TournamentArgs, run_tournament};

use std::time::Duration;

use cairn_arena::Estimate;
use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;
use cairn_rules::Message;
use cairn_texts::{Argument, Texts};
use clap::builder::TypedValueParser;
use indicatif::ProgressBar;

use super::progress;
use crate::failure::Failure;
use crate::interrupt;
use crate::printer::Printer;

/// Parses a bot.
fn bot_spec() -> impl TypedValueParser<Value = BotSpec> {
    super::text().try_map(|text| text.parse::<BotSpec>())
}

/// Parses a number of games.
fn number_of_games() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=10_000_000)
}

/// Returns a flag that Ctrl-C sets, so that the command can print the results so far.
fn stop_flag() -> StopFlag {
    interrupt::flag_exiting_with(1)
}

/// Creates a progress bar with an estimate of the time left.
fn progress_bar(printer: Printer, games: usize) -> ProgressBar {
    let arguments: [Argument; 3] = [("pos", &"{pos}"), ("len", &"{len}"), ("eta", &"{eta}")];
    let counter = printer.texts().format("progress.games", &arguments);
    let bar = progress::bar(printer, Some(games as u64), &format!("{{bar:30}} {counter}  {{msg}}"));
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// Returns the error after an interrupt, once the results so far are printed.
fn interrupted(games: usize, of: usize) -> Failure {
    Failure::failed(
        Message::new("interrupted after {games} of {of} games").with("games", games).with("of", of),
    )
}

/// A share in percent with its confidence interval.
fn percent(share: Estimate, texts: Texts) -> String {
    let [mean, low, high] = [share.mean, share.low, share.high].map(|share| format!("{:.1}", share * 100.0));
    texts.format("match.percent", &[("percent", &mean), ("low", &low), ("high", &high)])
}

/// An Elo difference with its confidence interval; a bound where the estimate is infinite.
fn elo(elo: Estimate, texts: Texts) -> String {
    let Estimate { mean, low, high } = elo;
    if mean.is_infinite() && low.is_infinite() && high.is_infinite() {
        return texts.text("match.unknown").to_owned();
    }
    let [number, least, most] = [mean, low, high].map(|elo| format!("{elo:+.0}"));
    match (mean.is_finite(), low.is_finite(), high.is_finite()) {
        (false, true, _) => texts.format("match.above", &[("elo", &least)]),
        (false, _, true) => texts.format("match.below", &[("elo", &most)]),
        (_, true, true) => {
            texts.format("match.interval", &[("elo", &number), ("low", &least), ("high", &most)])
        }
        _ => number,
    }
}

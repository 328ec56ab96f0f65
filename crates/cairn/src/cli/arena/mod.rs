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
    let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
    let bar = progress::bar(printer, Some(games as u64), template);
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

/// Formats a share in percent with its confidence interval.
fn percent(share: Estimate) -> String {
    let Estimate { mean, low, high } = share;
    format!("{:.1} % (95 %: {:.1} to {:.1})", mean * 100.0, low * 100.0, high * 100.0)
}

/// Formats an Elo difference with its confidence interval; a bound where the estimate is infinite.
fn elo(elo: Estimate) -> String {
    let Estimate { mean, low, high } = elo;
    if mean.is_infinite() && low.is_infinite() && high.is_infinite() {
        return "unknown".to_owned();
    }
    match (mean.is_finite(), low.is_finite(), high.is_finite()) {
        (false, true, _) => format!("above {low:+.0} (95 %)"),
        (false, _, true) => format!("below {high:+.0} (95 %)"),
        (_, true, true) => format!("{mean:+.0} (95 %: {low:+.0} to {high:+.0})"),
        _ => format!("{mean:+.0}"),
    }
}

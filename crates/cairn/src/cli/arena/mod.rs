//! `cairn match`, `tournament` and `stats`: games between bots.

mod chart;
mod match_command;
mod stats;
mod tournament;

pub(super) use match_command::{MatchArgs, run_match};
pub(super) use stats::{StatsArgs, run_stats};
pub(super) use tournament::{TournamentArgs, run_tournament};

use std::path::PathBuf;
use std::time::Duration;

use cairn_arena::{ArenaError, Estimate, MatchConfig};
use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;
use clap::Args;
use clap::builder::TypedValueParser;
use indicatif::ProgressBar;

use super::progress;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::{date, interrupt};

/// The game, and how its games are played.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The game with its options, e.g. staqs:size=7
    #[arg(value_name = "GAME", value_parser = super::text())]
    game: String,
    /// Random seed for openings and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Number of games to play at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Number of random plies at the start of each game, shared by the two games of a pair
    /// [default: 2 to 8, depending on the game; 0 for `stats`]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(0..=200))]
    opening: Option<u16>,
    /// Number of plies after which a game is stopped and counted as a draw
    #[arg(long, value_name = "PLIES", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    cap: u32,
}

/// Where games are recorded.
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// Append the record of each game to this file as it ends; if the file already holds games of
    /// this match, continue from there
    #[arg(long, value_name = "F")]
    record: Option<PathBuf>,
}

impl GameArgs {
    fn config(&self) -> Result<MatchConfig, Failure> {
        let mut config = MatchConfig::new(&self.game, self.seed).map_err(Failure::request)?;
        if let Some(opening) = self.opening {
            config.opening_plies = opening.into();
        }
        config.max_plies = self.cap as usize;
        config.date = Some(date::today());
        Ok(config)
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(super::processors, usize::from)
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        if error.is_request() { Self::Request(error.to_string()) } else { Self::Failed(error.to_string()) }
    }
}

/// Parses a bot.
fn bot_spec() -> impl TypedValueParser<Value = BotSpec> {
    super::text().try_map(|text| text.parse::<BotSpec>())
}

/// Parses a number of games.
fn number_of_games() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=10_000_000)
}

/// Set by Ctrl-C, so that the results so far can be printed.
fn stop_flag() -> StopFlag {
    interrupt::flag_exiting_with(1)
}

/// A progress bar with an estimate of the time left.
fn progress_bar(printer: Printer, games: usize) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
    let bar = progress::bar(printer, Some(games as u64), template);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// The error after an interrupt, once the results so far are printed.
fn interrupted(games: usize, of: usize) -> Failure {
    Failure::Failed(format!("interrupted after {games} of {of} games"))
}

/// A share in percent with its confidence interval.
fn percent(share: Estimate) -> String {
    let Estimate { mean, low, high } = share;
    format!("{:.1} % (95 %: {:.1} to {:.1})", mean * 100.0, low * 100.0, high * 100.0)
}

/// An Elo difference with its confidence interval; a bound where the estimate is infinite.
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

/// A number for JSON, where infinity becomes null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

//! `cairn match`, `tournament` and `stats`: bots against bots, with progress, until done or stopped.

mod chart;
mod duel;
mod robin;
mod study;

pub(super) use duel::{Duel, duel};
pub(super) use robin::{Robin, robin};
pub(super) use study::{Study, study};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_arena::{ArenaError, Estimate, MatchConfig};
use cairn_engine::bots::BotSpec;
use clap::Args;
use clap::builder::TypedValueParser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::date;
use crate::failure::Failure;
use crate::printer::Printer;

/// What all of them can be told.
#[derive(Debug, Args)]
pub(super) struct Play {
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

/// Where games are kept.
#[derive(Debug, Args)]
pub(super) struct Keep {
    /// Append the record of each game to this file as it ends; if the file already holds games of
    /// this match, continue from there
    #[arg(long, value_name = "F")]
    record: Option<PathBuf>,
}

impl Play {
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
        let cores = super::processors;
        self.threads.map_or_else(cores, usize::from)
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        if error.is_request() { Self::Request(error.to_string()) } else { Self::Failed(error.to_string()) }
    }
}

/// The word for a bot.
fn bot() -> impl TypedValueParser<Value = BotSpec> {
    super::text().try_map(|word| word.parse::<BotSpec>())
}

/// The number of games.
fn number_of_games() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=10_000_000)
}

/// Set by the first Ctrl-C, so that what is known can be told; the second ends the program.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            cairn_engine::bots::end_all_engines();
            std::process::exit(1);
        }
    });
    crate::interrupt::end_engines_on_termination();
    stop
}

/// A bar with an estimate on standard error; indicatif hides it where that is no terminal.
fn progress(printer: Printer, games: usize) -> ProgressBar {
    let target = if printer.is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(games as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}") {
        bar.set_style(style);
    }
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// How work that was stopped ends: what is known has been printed.
fn interrupted(known: usize, of: usize) -> Failure {
    Failure::Failed(format!("interrupted after {known} of {of} games"))
}

/// A share in percent with its error bar.
fn percent(share: Estimate) -> String {
    let Estimate { mean, low, high } = share;
    format!("{:.1} % (95 %: {:.1} to {:.1})", mean * 100.0, low * 100.0, high * 100.0)
}

/// An Elo difference with its error bar; what cannot be known is a bound.
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

/// A number as JSON has it: infinite ones are null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

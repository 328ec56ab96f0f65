//! `cairn stats`: statistics of self-play, for designers of games.

use std::io;

use cairn_arena::{SelfPlay, Stats};
use cairn_engine::bots::BotSpec;
use cairn_rules::Player;
use cairn_session::{Session, open};
use cairn_texts::safe_line;
use clap::Args;
use serde_json::{Value, json};

use super::chart::bars;
use super::{GameArgs, bot_spec, interrupted, number_of_games, progress_bar, stop_flag};
use crate::failure::Failure;
use crate::output::{self, TextOut};
use crate::printer::Printer;

/// The most rows of a chart.
const MAX_ROWS: usize = 12;

/// Arguments of `cairn stats`.
#[derive(Debug, Args)]
pub(in crate::cli) struct StatsArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games to play
    #[arg(long, value_name = "N", default_value = "200", value_parser = number_of_games())]
    games: u32,
    /// The bot that plays against itself
    #[arg(long, value_name = "WHO", default_value = "greedy", value_parser = bot_spec())]
    level: BotSpec,
}

pub(in crate::cli) fn run_stats(printer: Printer, args: StatsArgs, json: bool) -> Result<(), Failure> {
    let mut config = args.game.config()?;
    if args.game.opening.is_none() {
        // Statistics are about the game as it is played, from its start.
        config.opening_plies = 0;
    }
    let session = open(&config.game, None).map_err(Failure::request)?;
    let games = args.games as usize;
    let self_play = SelfPlay { bot: args.level, config, games, threads: args.game.threads() };
    let stop = stop_flag();
    let bar = progress_bar(printer, games);
    let stats = self_play.run(&stop, &mut |games| bar.set_position(games as u64));
    bar.finish_and_clear();
    let stats = stats?;
    if stats.distinct * 2 < stats.games {
        let differing = format!("Only {} of {} games differ", stats.distinct, stats.games);
        printer.note(&format!("{differing}; `--opening 2` starts each with two random plies."));
    }
    let mut out = output::text();
    if json {
        out.json(&json_report(&self_play, &stats))?;
    } else {
        print_report(&mut out, printer, &*session, &self_play, &stats)?;
    }
    if stats.interrupted { Err(interrupted(stats.games, games)) } else { Ok(()) }
}

fn share(part: usize, of: usize) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / of as f64) }
}

fn print_report(
    out: &mut TextOut,
    printer: Printer,
    session: &dyn Session,
    self_play: &SelfPlay,
    stats: &Stats,
) -> io::Result<()> {
    let games = stats.games;
    let seconds = stats.elapsed.as_secs_f64();
    writeln!(
        out,
        "{}: {games} games of {} in {seconds:.1} s",
        self_play.config.game,
        safe_line(self_play.bot.name())
    )?;
    let chart = |rows: &[(String, String, f64)]| bars(rows, printer.is_ascii());
    let counted = |label: &str, count: usize| (label.to_owned(), share(count, games), count as f64);

    writeln!(out, "\nBalance")?;
    let seats = session.info().seats.iter().zip(Player::seats(stats.wins.len())).zip(&stats.wins);
    let mut rows: Vec<_> = seats
        .map(|((seat, player), wins)| counted(&format!("{} ({player}) wins", seat.name), *wins))
        .collect();
    rows.push(counted("draws", stats.draws));
    if stats.stopped > 0 {
        rows.push(counted("stopped", stats.stopped));
    }
    write!(out, "{}", chart(&rows))?;

    writeln!(out, "\nEndings")?;
    let rows: Vec<_> = stats.reasons.iter().map(|(reason, count)| counted(reason, *count)).collect();
    write!(out, "{}", chart(&rows))?;

    let lengths = stats.lengths();
    writeln!(
        out,
        "\nLength: {:.1} plies, {} to {}, half of the games up to {}",
        lengths.mean, lengths.min, lengths.max, lengths.median
    )?;
    let histogram = stats.histogram(MAX_ROWS);
    let width = histogram.windows(2).next().map_or(1, |two| two[1].0 - two[0].0);
    let rows: Vec<_> = histogram
        .iter()
        .map(|&(least, count)| {
            let label =
                if width == 1 { least.to_string() } else { format!("{least} to {}", least + width - 1) };
            (label, count.to_string(), count as f64)
        })
        .collect();
    write!(out, "{}", chart(&rows))?;

    writeln!(out, "\nLegal moves: {:.1} on average, at most {}; by ply:", stats.branching, stats.most_moves)?;
    write!(out, "{}", chart(&branching_rows(stats)))?;

    writeln!(out, "\nDecided: how often the side that random play favours wins in the end")?;
    let rows: Vec<_> = stats
        .leads
        .iter()
        .map(|lead| {
            let held = lead.held as f64 / lead.ahead.max(1) as f64;
            (format!("after {} % of the game", lead.percent), share(lead.held, lead.ahead), held)
        })
        .collect();
    write!(out, "{}", chart(&rows))
}

/// Rows of the mean number of legal moves per span of plies.
fn branching_rows(stats: &Stats) -> Vec<(String, String, f64)> {
    let width = stats.by_ply.len().div_ceil(MAX_ROWS).max(1);
    let spans = stats.by_ply.chunks(width).enumerate();
    spans
        .filter_map(|(span, plies)| {
            let (first, last) = (span * width + 1, span * width + plies.len());
            let games: usize = plies.iter().map(|(_, games)| games).sum();
            let moves: f64 = plies.iter().map(|(mean, games)| mean * *games as f64).sum();
            let mean = (games > 0).then(|| moves / games as f64)?;
            let label = if first == last { first.to_string() } else { format!("{first} to {last}") };
            Some((label, format!("{mean:.1}"), mean))
        })
        .collect()
}

fn json_report(self_play: &SelfPlay, stats: &Stats) -> Value {
    let lengths = stats.lengths();
    let histogram: Vec<Value> = stats
        .histogram(MAX_ROWS)
        .iter()
        .map(|(least, count)| json!({ "from": least, "games": count }))
        .collect();
    let leads: Vec<Value> = stats
        .leads
        .iter()
        .map(|lead| json!({ "percent": lead.percent, "ahead": lead.ahead, "held": lead.held }))
        .collect();
    let reasons: serde_json::Map<String, Value> =
        stats.reasons.iter().map(|(reason, count)| (reason.clone(), (*count).into())).collect();
    let by_ply: Vec<f64> = stats.by_ply.iter().map(|(mean, _)| *mean).collect();
    json!({
        "game": self_play.config.game,
        "level": self_play.bot.name(),
        "games": stats.games,
        "distinct": stats.distinct,
        "seed": self_play.config.seed,
        "opening": self_play.config.opening_plies,
        "wins": stats.wins,
        "draws": stats.draws,
        "stopped": stats.stopped,
        "forfeits": stats.forfeits,
        "decisive": stats.decisive(),
        "reasons": reasons,
        "plies": { "mean": lengths.mean, "min": lengths.min, "median": lengths.median, "max": lengths.max },
        "histogram": histogram,
        "branching": { "mean": stats.branching, "max": stats.most_moves, "by_ply": by_ply },
        "leads": leads,
        "seconds": stats.elapsed.as_secs_f64(),
        "interrupted": stats.interrupted,
    })
}

//! `cairn stats`: statistics of self-play, for game designers.

use cairn_arena::{LeadCount, RecordFile, SelfPlay, Stats};
use cairn_engine::bots::BotSpec;
use cairn_rules::Player;
use cairn_session::{Session, open};
use cairn_texts::Texts;
use clap::Args;
use serde_json::{Value, json};

use super::options::{GameArgs, RecordArgs};
use super::plots::{self, PlotArgs};
use super::{bot_spec, interrupted, number_of_games, progress_bar, stop_flag};
use crate::cli::format::{Format, print_csv};
use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;

/// The maximum number of rows of a chart.
pub(super) const MAX_ROWS: usize = 12;

/// The names of the seats in turn order.
const SEAT_KEYS: [&str; 4] = ["stats.first", "stats.second", "stats.third", "stats.fourth"];

/// The length of the longest bar.
const BAR_WIDTH: usize = 40;

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
    #[command(flatten)]
    plot: PlotArgs,
    #[command(flatten)]
    record: RecordArgs,
}

pub(in crate::cli) fn run_stats(printer: Printer, args: StatsArgs, format: Format) -> Result<(), Failure> {
    let prints_report = args.plot.check(format)?;
    let mut config = args.game.config(&args.record)?;
    if args.game.opening.is_none() {
        // Statistics are about the whole game, from its start.
        config.opening_plies = 0;
    }
    let session = open(&config.game, None).map_err(Failure::request)?;
    let games = args.games as usize;
    let self_play = SelfPlay { bot: args.level, config, games, threads: args.game.threads() };
    let pairing = [(&self_play.bot, &self_play.bot)];
    let record = args.record.record.as_deref();
    let mut record_file =
        record.map(|path| RecordFile::open(path, &self_play.config, &pairing)).transpose()?;
    let stop = stop_flag();
    let bar = progress_bar(printer, games);
    let stats = self_play.run(record_file.as_mut(), &stop, &mut |games| bar.set_position(games as u64));
    bar.finish_and_clear();
    let stats = stats?;
    if stats.distinct * 2 < stats.games {
        printer.note(
            &printer
                .texts()
                .format("stats.repeated", &[("distinct", &stats.distinct), ("games", &stats.games)]),
        );
    }
    match format {
        Format::Json => output::text().json(&json_report(&self_play, &stats))?,
        Format::Csv => print_csv(&["table", "label", "value"], &csv_rows(&stats))?,
        Format::Text if !prints_report => {}
        Format::Text => {
            let report =
                Report { texts: printer.texts(), ascii: printer.ascii, session: &*session, stats: &stats };
            write!(output::text(), "{}", report.text(&self_play))?;
        }
    }
    args.plot.write(|theme| plots::statistics(&*session, &self_play, &stats, theme))?;
    if stats.interrupted { Err(interrupted(stats.games, games)) } else { Ok(()) }
}

/// Formats a share in percent.
pub(super) fn share(part: usize, of: usize) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / of as f64) }
}

/// Returns the rows of a histogram of lengths: a length or a range of lengths, and the number of games.
pub(super) fn histogram_rows(histogram: &[(usize, usize)], to: &str) -> Vec<(String, usize)> {
    let width = histogram.windows(2).next().map_or(1, |two| two[1].0 - two[0].0);
    let label = |least: usize| match width {
        1 => least.to_string(),
        _ => format!("{least}{to}{}", least + width - 1),
    };
    histogram.iter().map(|&(least, count)| (label(least), count)).collect()
}

/// A row of a chart: a label, a value as text, and the number that its bar is proportional to.
type Row = (String, String, f64);

/// The statistics of a game for people.
struct Report<'a> {
    texts: Texts,
    ascii: bool,
    session: &'a dyn Session,
    stats: &'a Stats,
}

impl Report<'_> {
    fn text(&self, self_play: &SelfPlay) -> String {
        let (texts, stats) = (self.texts, self.stats);
        let seconds = format!("{:.1}", stats.elapsed.as_secs_f64());
        let (game, bot) = (&self_play.config.game, self_play.bot.name());
        let lengths = stats.lengths();
        let mean = format!("{:.1}", lengths.mean);
        let branching = format!("{:.1}", stats.branching);
        let counts = |label: String, count: usize| (label, count.to_string(), count as f64);
        let histogram = histogram_rows(&stats.histogram(MAX_ROWS), &self.to());
        let histogram: Vec<Row> = histogram.into_iter().map(|(label, count)| counts(label, count)).collect();
        let reasons =
            stats.reasons.iter().map(|(reason, count)| self.counted(texts.reason(reason).to_owned(), *count));
        let parts = [
            (texts.text("stats.balance").to_owned(), self.balance()),
            (texts.text("stats.endings").to_owned(), reasons.collect()),
            (
                texts.format(
                    "stats.length",
                    &[
                        ("mean", &mean),
                        ("min", &lengths.min),
                        ("max", &lengths.max),
                        ("median", &lengths.median),
                    ],
                ),
                histogram,
            ),
            (
                texts.format("stats.branching", &[("mean", &branching), ("max", &stats.most_moves)]),
                branching_rows(stats, &self.to()),
            ),
            (texts.text("stats.decided").to_owned(), self.decided()),
        ];
        let parts = parts.map(|(title, rows)| format!("\n{title}\n{}", bars(&rows, self.ascii)));
        let title = texts.format(
            "stats.title",
            &[("game", game), ("games", &stats.games), ("bot", &bot), ("seconds", &seconds)],
        );
        format!("{title}\n{}", parts.concat())
    }

    /// Returns the word between the ends of a range.
    fn to(&self) -> String {
        format!(" {} ", self.texts.text("stats.to"))
    }

    fn counted(&self, label: String, count: usize) -> Row {
        (label, share(count, self.stats.games), count as f64)
    }

    fn balance(&self) -> Vec<Row> {
        let (texts, stats) = (self.texts, self.stats);
        let seats = self.session.info().seats.iter().zip(Player::seats(stats.wins.len())).zip(&stats.wins);
        let seats = seats.map(|((seat, player), wins)| {
            let place = texts.text(SEAT_KEYS[player.index()]);
            let label = texts.format("stats.wins", &[("player", &texts.seat(seat.name)), ("seat", &place)]);
            self.counted(label, *wins)
        });
        let mut rows: Vec<Row> = seats.collect();
        rows.push(self.counted(texts.text("stats.draws").to_owned(), stats.draws));
        if stats.stopped > 0 {
            rows.push(self.counted(texts.text("stats.stopped").to_owned(), stats.stopped));
        }
        rows
    }

    fn decided(&self) -> Vec<Row> {
        let row = |lead: &LeadCount| {
            let held = lead.held as f64 / lead.ahead.max(1) as f64;
            let label = self.texts.format("stats.after", &[("percent", &lead.percent)]);
            (label, share(lead.held, lead.ahead), held)
        };
        self.stats.leads.iter().map(row).collect()
    }
}

/// Returns rows of the mean number of legal moves per range of plies.
fn branching_rows(stats: &Stats, to: &str) -> Vec<Row> {
    let width = stats.by_ply.len().div_ceil(MAX_ROWS).max(1);
    let spans = stats.by_ply.chunks(width).enumerate();
    spans
        .filter_map(|(span, plies)| {
            let (first, last) = (span * width + 1, span * width + plies.len());
            let games: usize = plies.iter().map(|(_, games)| games).sum();
            let moves: f64 = plies.iter().map(|(mean, games)| mean * *games as f64).sum();
            let mean = (games > 0).then(|| moves / games as f64)?;
            let label = if first == last { first.to_string() } else { format!("{first}{to}{last}") };
            Some((label, format!("{mean:.1}"), mean))
        })
        .collect()
}

/// Returns the mean number of legal moves at each ply that some bot decided; the plies of openings are random.
pub(super) fn observed_plies(stats: &Stats) -> impl Iterator<Item = (usize, f64)> {
    let plies = (1..).zip(&stats.by_ply).filter(|(_, (_, games))| *games > 0);
    plies.map(|(ply, (mean, _))| (ply, *mean))
}

/// Returns the part of the game after which a lead is counted, from 0 to 1.
fn after(lead: &LeadCount) -> f64 {
    lead.percent as f64 / 100.0
}

/// Returns all tables, one below the other: balance, endings, lengths, legal moves by ply, and how often a lead was
/// held.
fn csv_rows(stats: &Stats) -> Vec<Value> {
    let row =
        |table: &str, label: Value, value: Value| json!({ "table": table, "label": label, "value": value });
    let wins = Player::seats(stats.wins.len()).zip(&stats.wins);
    let wins = wins.map(|(player, wins)| row("wins", player.name().into(), (*wins).into()));
    let others = [("draws", stats.draws), ("stopped", stats.stopped), ("forfeits", stats.forfeits)];
    let others = others.map(|(label, count)| row("games", label.into(), count.into()));
    let reasons =
        stats.reasons.iter().map(|(reason, count)| row("reasons", reason.as_str().into(), (*count).into()));
    let plies = stats.histogram(MAX_ROWS);
    let plies = plies.into_iter().map(|(from, games)| row("histogram", from.into(), games.into()));
    let moves = observed_plies(stats).map(|(ply, mean)| row("branching", ply.into(), mean.into()));
    let leads = stats
        .leads
        .iter()
        .map(|lead| row("leads", after(lead).into(), (lead.held as f64 / lead.ahead.max(1) as f64).into()));
    wins.chain(others).chain(reasons).chain(plies).chain(moves).chain(leads).collect()
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
        .map(|lead| json!({ "after": after(lead), "ahead": lead.ahead, "held": lead.held }))
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

/// Draws a bar per row.
fn bars(rows: &[Row], ascii: bool) -> String {
    let longest = rows.iter().map(|(_, _, value)| *value).fold(0.0, f64::max);
    let width_of =
        |text: fn(&Row) -> &str| rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0);
    let (labels, values) = (width_of(|row| &row.0), width_of(|row| &row.1));
    let mut chart = String::new();
    for (label, value, size) in rows {
        let share = if longest > 0.0 { size / longest } else { 0.0 };
        let line = format!("  {label:<labels$}  {value:>values$}  {}", bar(share, ascii));
        chart += line.trim_end();
        chart.push('\n');
    }
    chart
}

/// Draws a bar for a share of the width; visible unless the share is zero.
fn bar(share: f64, ascii: bool) -> String {
    let eighths = (share * (BAR_WIDTH * 8) as f64).round() as usize;
    if ascii {
        let whole = ((eighths + 4) / 8).max(usize::from(share > 0.0));
        return "#".repeat(whole);
    }
    let eighths = eighths.max(usize::from(share > 0.0));
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        let row = |label: &str, value: f64| (label.to_owned(), value.to_string(), value);
        let chart = bars(&[row("one", 40.0), row("eleven", 10.5), row("no", 0.0)], false);
        let expected = format!(
            "  one       40  {}\n  eleven  10.5  {}▌\n  no         0\n",
            "█".repeat(40),
            "█".repeat(10)
        );
        assert_eq!(chart, expected);
        let chart = bars(&[row("a", 1000.0), row("b", 1.0)], true);
        assert_eq!(chart, format!("  a  1000  {}\n  b     1  #\n", "#".repeat(40)));
        assert_eq!(bars(&[row("a", 0.0)], true), "  a  0\n");
    }
}

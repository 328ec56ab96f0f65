//! `cairn tournament`: a round robin between several bots.

use std::io;

use cairn_arena::{Crosstable, RecordFile, Tournament, tournament_figures};
use cairn_engine::bots::{BotError, BotSpec};
use cairn_rules::Message;
use cairn_texts::{Argument, Texts, safe_line};
use clap::Args;
use clap::builder::TypedValueParser;

use super::options::{GameArgs, RecordArgs, RunnerArgs};
use super::plots::{self, PlotArgs};
use super::{interrupted, number_of_games, percent, progress_bar, stop_flag};
use crate::cli::format::{Format, print_csv};
use crate::failure::Failure;
use crate::output::{self, TextOut};
use crate::printer::Printer;

/// The columns of the table: fields of a bot's row.
const COLUMNS: [&str; 10] =
    ["bot", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "elo_error", "forfeits"];

/// The prefix of the spec of an external engine.
const UGI_PREFIX: &str = "ugi:";

/// Arguments of `cairn tournament`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The bots, at least two, separated by commas or spaces
    #[arg(long, value_name = "A,B,C", required = true, num_args = 1.., value_parser = bot_specs())]
    bots: Vec<Vec<BotSpec>>,
    /// Number of games between each pair of bots
    #[arg(long, value_name = "N", value_parser = number_of_games())]
    games: u32,
    /// Pair only bots that are at most K places apart in the list
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    near: Option<u32>,
    /// Only the first bot plays all others
    #[arg(long, conflicts_with = "near")]
    gauntlet: bool,
    /// The bot whose rating is 0 [default: random if it plays, otherwise the first one]
    #[arg(long, value_name = "BOT", value_parser = crate::cli::text())]
    anchor: Option<String>,
    #[command(flatten)]
    plot: PlotArgs,
    #[command(flatten)]
    runner: RunnerArgs,
    #[command(flatten)]
    record: RecordArgs,
}

pub(in crate::cli) fn run_tournament(
    printer: Printer,
    args: &TournamentArgs,
    format: Format,
) -> Result<(), Failure> {
    let prints_report = args.plot.check(format)?;
    let mut config = args.game.config(&args.record)?;
    args.runner.apply(&mut config, args.game.opening)?;
    let bots = args.bots.concat();
    check_bots(&bots)?;
    let threads = args.game.threads();
    let anchor = find_anchor(&bots, args.anchor.as_deref())?;
    let near = args.near.map(|near| near as usize);
    let tournament = Tournament {
        threads,
        near,
        gauntlet: args.gauntlet,
        anchor,
        log: args.runner.open_log()?,
        ..Tournament::new(bots, config, args.games as usize)
    };
    let pairings = tournament.pairings();
    let record = args.record.record.as_deref();
    let mut record_file =
        record.map(|path| RecordFile::open(path, &tournament.config, &pairings)).transpose()?;
    let total = tournament.games * pairings.len();
    let stop = stop_flag();
    let bar = progress_bar(printer, total);
    let table = tournament.run(record_file.as_mut(), &stop, &mut |games| bar.set_position(games as u64));
    bar.finish_and_clear();
    let table = table?;
    let mut out = output::text();
    let figures = tournament_figures(&tournament, &table);
    match format {
        Format::Json => out.json(&figures)?,
        Format::Csv => print_csv(&COLUMNS, figures["bots"].as_array().map_or(&[], Vec::as_slice))?,
        Format::Text if !prints_report => {}
        Format::Text => print_crosstable(&mut out, &tournament, &table, printer.texts())?,
    }
    args.plot.write(|theme| plots::crosstable(&tournament, &table, theme))?;
    if table.interrupted { Err(interrupted(table.games, total)) } else { Ok(()) }
}

/// Parses a list of bots.
fn bot_specs() -> impl TypedValueParser<Value = Vec<BotSpec>> {
    crate::cli::text().try_map(|list| parse_bots(&list))
}

/// Parses bots separated by commas. The settings of a bot are also separated by commas: a part that looks like a
/// setting, or without which a bot is incomplete, belongs to the previous bot.
fn parse_bots(list: &str) -> Result<Vec<BotSpec>, BotError> {
    let is_setting = |part: &str| part.contains('=') && !part.contains(':');
    let mut bots = Vec::new();
    let mut rest = list;
    loop {
        let mut end = rest.find(',').unwrap_or(rest.len());
        let mut found = rest[..end].parse::<BotSpec>();
        while end < rest.len() {
            let next = end + 1 + rest[end + 1..].find(',').unwrap_or(rest.len() - end - 1);
            if found.is_ok() && !is_setting(&rest[end + 1..next]) {
                break;
            }
            match rest[..next].parse() {
                Ok(longer) => (found, end) = (Ok(longer), next),
                Err(_) if found.is_err() && rest.starts_with(UGI_PREFIX) => end = next,
                Err(error) => return found.and(Err(error)),
            }
        }
        bots.push(found?);
        match rest.get(end + 1..) {
            Some(more) => rest = more,
            None => return Ok(bots),
        }
    }
}

fn check_bots(bots: &[BotSpec]) -> Result<(), Failure> {
    if let [only] = bots {
        let problem = Message::new("--bots: `{bot}` alone has no opponent").with("bot", only.name());
        return Err(Failure::request(problem));
    }
    let twice =
        bots.iter().enumerate().find(|(index, bot)| bots[..*index].iter().any(|b| b.name() == bot.name()));
    match twice {
        Some((_, bot)) => {
            let problem = Message::new("--bots: `{bot}` is named twice");
            Err(Failure::request(problem.with("bot", bot.name())))
        }
        None => Ok(()),
    }
}

/// Returns the index of the bot whose rating is 0.
fn find_anchor(bots: &[BotSpec], named: Option<&str>) -> Result<usize, Failure> {
    let find = |name: &str| bots.iter().position(|bot| bot.name() == name);
    match named {
        None => Ok(find("random").unwrap_or(0)),
        Some(name) => find(name).ok_or_else(|| {
            let known: Vec<&str> = bots.iter().map(BotSpec::name).collect();
            let problem = Message::new("--anchor: `{bot}` does not play; the bots are {known}");
            Failure::request(problem.with("bot", name.escape_debug()).with("known", known.join(", ")))
        }),
    }
}

/// Prints the crosstable: a row per bot, best first, with its points against each other bot and its rating.
fn print_crosstable(
    out: &mut TextOut,
    tournament: &Tournament,
    table: &Crosstable,
    texts: Texts,
) -> io::Result<()> {
    let names = || table.rows.iter().map(|row| safe_line(&row.name));
    let width = names().map(|name| name.chars().count()).max().unwrap_or(0);
    let points = |points: f64| format!("{points:.1}");
    let column = points(tournament.games as f64).len().max(3) + 2;
    let title: [Argument; 2] = [("game", &tournament.config.game), ("games", &tournament.games)];
    writeln!(out, "{}", texts.format("tournament.title", &title))?;
    write!(out, "    {:width$}", "")?;
    for place in 1..=table.rows.len() {
        write!(out, "{place:>column$}")?;
    }
    let [total, rating, score] = ["tournament.points", "match.elo", "match.score"].map(|key| texts.text(key));
    writeln!(out, "  {total:>8}  {rating:<13}  {score}")?;
    for ((place, row), name) in (1..).zip(&table.rows).zip(names()) {
        write!(out, "{place:>2}  {name:<width$}")?;
        for cell in &row.against {
            let cell = cell.map_or("-".to_owned(), |results| points(results.points()));
            write!(out, "{cell:>column$}")?;
        }
        let rating = row.rating.map_or("?".to_owned(), |rating| {
            if rating.error == 0.0 {
                "0".to_owned()
            } else {
                format!("{:.0} ±{:.0}", rating.elo, rating.error)
            }
        });
        let (total, score) = (points(row.total.points()), percent(row.total.score(), texts));
        write!(out, "  {total:>8}  {rating:<13}  {score}")?;
        if row.forfeits > 0 {
            write!(out, ", {}", texts.plural("tournament.faults", row.forfeits as u64, &[]))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        parse_bots(list).unwrap().iter().map(|bot| bot.name().to_owned()).collect()
    }

    #[test]
    fn settings_stay_with_their_bot() {
        assert_eq!(names("greedy"), ["greedy"]);
        assert_eq!(names("level1,random,perfect"), ["level1", "random", "perfect"]);
        assert_eq!(
            names("ab:depth=2,time=1s,level3,mcts:playouts=5,time=1s"),
            ["ab:depth=2,time=1s", "level3", "mcts:playouts=5,time=1s"]
        );
        let program = std::env::current_exe().unwrap();
        let engine = format!("ugi:nodes=5,patience=1s,{}", program.display());
        assert_eq!(names(&format!("{engine},greedy")), [engine.as_str(), "greedy"]);
        assert_eq!(names(&format!("greedy,{engine}")), ["greedy", engine.as_str()]);
    }

    #[test]
    fn bad_bots_are_rejected() {
        for (list, expected) in [
            ("", "unknown bot ``"),
            ("greedy,", "unknown bot ``"),
            ("greedy,clever", "unknown bot `clever`"),
            ("clever,greedy", "unknown bot `clever`"),
            ("ab:depth=2,colour=red,greedy", "unknown setting `colour=red`"),
            ("ab:time=1s,greedy,ab:depth=x", "`x` is not a value of depth"),
            ("ugi:nodes=5,no-such-program,greedy", "bad bot `ugi:nodes=5`"),
        ] {
            let error = parse_bots(list).unwrap_err().to_string();
            assert!(error.contains(expected), "{list}: {error}");
        }
    }
}

//! `cairn tournament`: a round robin between several bots.

use std::io;

use cairn_arena::{Crosstable, RecordFile, Tournament};
use cairn_engine::bots::{BotSpec, BotSpecError};
use cairn_texts::safe_line;
use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::{Value, json};

use super::{GameArgs, RecordArgs, interrupted, number_of_games, percent, progress_bar, stop_flag};
use crate::failure::Failure;
use crate::output::{self, TextOut};
use crate::printer::Printer;

/// How the spec of an external engine begins.
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
    /// The bot whose rating is 0 [default: random if it plays, otherwise the first one]
    #[arg(long, value_name = "BOT", value_parser = crate::cli::text())]
    anchor: Option<String>,
    #[command(flatten)]
    record: RecordArgs,
}

pub(in crate::cli) fn run_tournament(
    printer: Printer,
    args: &TournamentArgs,
    json: bool,
) -> Result<(), Failure> {
    let config = args.game.config()?;
    let bots = args.bots.concat();
    check_bots(&bots)?;
    let threads = args.game.threads();
    let anchor = find_anchor(&bots, args.anchor.as_deref())?;
    let near = args.near.map(|near| near as usize);
    let tournament = Tournament { bots, config, games: args.games as usize, threads, near, anchor };
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
    if json {
        out.json(&json_report(&tournament, &table))?;
    } else {
        print_crosstable(&mut out, &tournament, &table)?;
    }
    if table.interrupted { Err(interrupted(table.games, total)) } else { Ok(()) }
}

/// Parses a list of bots.
fn bot_specs() -> impl TypedValueParser<Value = Vec<BotSpec>> {
    crate::cli::text().try_map(|list| parse_bots(&list))
}

/// Parses bots separated by commas. The settings of a bot are separated by commas too: a part that looks
/// like a setting, or without which a bot is incomplete, belongs to the bot before it.
fn parse_bots(list: &str) -> Result<Vec<BotSpec>, BotSpecError> {
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
        let problem = format!("--bots: `{}` alone has nobody to play against", only.name());
        return Err(Failure::Request(problem));
    }
    let twice =
        bots.iter().enumerate().find(|(index, bot)| bots[..*index].iter().any(|b| b.name() == bot.name()));
    match twice {
        Some((_, bot)) => Err(Failure::Request(format!("--bots: `{}` is named twice", bot.name()))),
        None => Ok(()),
    }
}

/// The index of the bot whose rating is 0.
fn find_anchor(bots: &[BotSpec], named: Option<&str>) -> Result<usize, Failure> {
    let find = |name: &str| bots.iter().position(|bot| bot.name() == name);
    match named {
        None => Ok(find("random").unwrap_or(0)),
        Some(name) => find(name).ok_or_else(|| {
            let (name, known) = (name.escape_debug(), bots.iter().map(BotSpec::name));
            let known = known.collect::<Vec<_>>().join(", ");
            Failure::Request(format!("--anchor: `{name}` does not play; the bots are {known}"))
        }),
    }
}

/// Prints the crosstable: a row per bot, best first, with its points against each other bot and its rating.
fn print_crosstable(out: &mut TextOut, tournament: &Tournament, table: &Crosstable) -> io::Result<()> {
    let names = || table.rows.iter().map(|row| safe_line(&row.name));
    let width = names().map(|name| name.chars().count()).max().unwrap_or(0);
    let points = |points: f64| format!("{points:.1}");
    let column = points(tournament.games as f64).len().max(3) + 2;
    writeln!(out, "{}: {} games between each pair", tournament.config.game, tournament.games)?;
    write!(out, "    {:width$}", "")?;
    for place in 1..=table.rows.len() {
        write!(out, "{place:>column$}")?;
    }
    writeln!(out, "    points  Elo            score")?;
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
        let (total, score) = (points(row.total.points()), percent(row.total.score()));
        write!(out, "  {total:>8}  {rating:<13}  {score}")?;
        if row.forfeits > 0 {
            write!(out, ", {} lost by a fault", row.forfeits)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn json_report(tournament: &Tournament, table: &Crosstable) -> Value {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let score = row.total.score();
            let against = table.rows.iter().zip(&row.against).filter_map(|(other, results)| {
                let results = (*results)?;
                let result =
                    json!({ "wins": results.wins, "draws": results.draws, "losses": results.losses });
                Some((other.name.clone(), result))
            });
            json!({
                "bot": row.name,
                "wins": row.total.wins,
                "draws": row.total.draws,
                "losses": row.total.losses,
                "score": score.mean,
                "score_low": score.low,
                "score_high": score.high,
                "elo": row.rating.map(|rating| rating.elo),
                "elo_error": row.rating.map(|rating| rating.error),
                "forfeits": row.forfeits,
                "against": against.collect::<serde_json::Map<_, _>>(),
            })
        })
        .collect();
    json!({
        "game": tournament.config.game,
        "games": table.games,
        "plies": table.plies,
        "seconds": table.elapsed.as_secs_f64(),
        "seed": tournament.config.seed,
        "opening": tournament.config.opening_plies,
        "bots": rows,
        "interrupted": table.interrupted,
    })
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

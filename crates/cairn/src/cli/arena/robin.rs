//! `cairn tournament`: several bots, each against each.

use std::io::{self, Write};

use cairn_arena::{Crosstable, RecordFile, Tournament};
use cairn_engine::bots::{BotSpec, BotSpecError};
use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::{Value, json};

use super::{Keep, Play, interrupted, number_of_games, percent, progress, stop_on_interrupt};
use crate::failure::Failure;
use crate::printer::Printer;

/// How the word for another program begins.
const UGI: &str = "ugi:";

/// What a tournament is told.
#[derive(Debug, Args)]
pub(in crate::cli) struct Robin {
    #[command(flatten)]
    play: Play,
    /// The bots, at least two, separated by commas or spaces
    #[arg(long, value_name = "A,B,C", required = true, num_args = 1.., value_parser = bots())]
    bots: Vec<Vec<BotSpec>>,
    /// Number of games between each pair of bots
    #[arg(long, value_name = "N", value_parser = number_of_games())]
    games: u32,
    #[command(flatten)]
    keep: Keep,
}

pub(in crate::cli) fn robin(printer: Printer, asked: &Robin, json: bool) -> Result<(), Failure> {
    let config = asked.play.config()?;
    let bots = asked.bots.concat();
    check_bots(&bots)?;
    let threads = asked.play.threads();
    let tournament = Tournament { bots, config, games: asked.games as usize, threads };
    let pairings = tournament.pairings();
    let record = asked.keep.record.as_deref();
    let mut store = record.map(|path| RecordFile::open(path, &tournament.config, &pairings)).transpose()?;
    let all = tournament.games * pairings.len();
    let stop = stop_on_interrupt();
    let bar = progress(printer, all);
    let table = tournament.run(store.as_mut(), &stop, &mut |games| bar.set_position(games as u64));
    bar.finish_and_clear();
    let table = table?;
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", report(&tournament, &table))?;
    } else {
        crosstable(&mut out, &tournament, &table)?;
    }
    if table.interrupted { Err(interrupted(table.games, all)) } else { Ok(()) }
}

/// The words for some bots.
fn bots() -> impl TypedValueParser<Value = Vec<BotSpec>> {
    super::super::text().try_map(|words| read_bots(&words))
}

/// Reads bots with commas between them. Settings of a bot have commas too: what begins like one, and
/// what a bot is not complete without, belongs to the bot before it.
fn read_bots(words: &str) -> Result<Vec<BotSpec>, BotSpecError> {
    let is_setting = |part: &str| part.contains('=') && !part.contains(':');
    let mut bots = Vec::new();
    let mut rest = words;
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
                Err(_) if found.is_err() && rest.starts_with(UGI) => end = next,
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

/// The table for people: a row for each bot, best first, with the points against each.
fn crosstable(out: &mut impl Write, tournament: &Tournament, table: &Crosstable) -> io::Result<()> {
    let width = table.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let points = |points: f64| format!("{points:.1}");
    let column = points(tournament.games as f64).len().max(3) + 2;
    writeln!(out, "{}: {} games between each pair", tournament.config.game, tournament.games)?;
    write!(out, "    {:width$}", "")?;
    for place in 1..=table.rows.len() {
        write!(out, "{place:>column$}")?;
    }
    writeln!(out, "    points  score")?;
    for (place, row) in (1..).zip(&table.rows) {
        write!(out, "{place:>2}  {:<width$}", row.name)?;
        for cell in &row.against {
            let cell = cell.map_or("-".to_owned(), |tally| points(tally.points()));
            write!(out, "{cell:>column$}")?;
        }
        write!(out, "  {:>8}  {}", points(row.total.points()), percent(row.total.score()))?;
        if row.forfeits > 0 {
            write!(out, ", {} lost by a fault", row.forfeits)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn report(tournament: &Tournament, table: &Crosstable) -> Value {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let score = row.total.score();
            let against = table.rows.iter().zip(&row.against).filter_map(|(other, tally)| {
                let tally = (*tally)?;
                let result = json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses });
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

    fn names(words: &str) -> Vec<String> {
        read_bots(words).unwrap().iter().map(|bot| bot.name().to_owned()).collect()
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
    fn bad_bots_are_named() {
        for (words, expected) in [
            ("", "unknown bot ``"),
            ("greedy,", "unknown bot ``"),
            ("greedy,clever", "unknown bot `clever`"),
            ("clever,greedy", "unknown bot `clever`"),
            ("ab:depth=2,colour=red,greedy", "unknown setting `colour=red`"),
            ("ab:time=1s,greedy,ab:depth=x", "`x` is not a value of depth"),
            ("ugi:nodes=5,no-such-program,greedy", "bad bot `ugi:nodes=5`"),
        ] {
            let error = read_bots(words).unwrap_err().to_string();
            assert!(error.contains(expected), "{words}: {error}");
        }
    }
}

//! `cairn tournament`: several bots, each against each.

use std::io::{self, Write};

use cairn_arena::{Crosstable, Store, Tournament};
use cairn_session::players::BotSpec;
use clap::Args;
use serde_json::{Value, json};

use super::{Keep, Play, bot, interrupted, number_of_games, percent, progress, stop_on_interrupt};
use crate::failure::Failure;
use crate::look::Look;

/// What a tournament is told.
#[derive(Debug, Args)]
pub(in crate::cli) struct Robin {
    #[command(flatten)]
    play: Play,
    /// The bots, at least two, with spaces or commas between them
    #[arg(long, value_name = "A,B,C", required = true, num_args = 1.., value_delimiter = ',', value_parser = bot())]
    bots: Vec<BotSpec>,
    /// How many games each plays against each
    #[arg(long, value_name = "N", value_parser = number_of_games())]
    games: u32,
    #[command(flatten)]
    keep: Keep,
}

pub(in crate::cli) fn robin(look: Look, asked: Robin, json: bool) -> Result<(), Failure> {
    let terms = asked.play.terms()?;
    check_bots(&asked.bots)?;
    let threads = asked.play.threads();
    let tournament = Tournament { bots: asked.bots, terms, games: asked.games as usize, threads };
    let pairings = tournament.pairings();
    let record = asked.keep.record.as_deref();
    let mut store = record.map(|path| Store::open(path, &tournament.terms, &pairings)).transpose()?;
    let all = tournament.games * pairings.len();
    let stop = stop_on_interrupt();
    let bar = progress(look, all);
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
    writeln!(out, "{}: {} games of each against each", tournament.terms.game, tournament.games)?;
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
        "game": tournament.terms.game,
        "games": table.games,
        "plies": table.plies,
        "seconds": table.elapsed.as_secs_f64(),
        "seed": tournament.terms.seed,
        "opening": tournament.terms.opening,
        "bots": rows,
        "interrupted": table.interrupted,
    })
}

//! `cairn ratings`: the user's strength in every game.

use cairn_coach::rating::PlayerRating;
use cairn_rules::{GameInfo, games};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;
use crate::user_data::UserData;

/// Shows the rating in every game that has one.
pub(super) fn run(printer: Printer, user_data: &UserData, json: bool) -> Result<(), Failure> {
    let texts = printer.texts();
    let ratings = user_data.ratings(printer)?;
    let known: Vec<(&GameInfo, PlayerRating)> =
        games::ALL.iter().filter_map(|&info| Some((info, ratings.get(info.id)?))).collect();
    let mut out = output::text();
    if json {
        let ratings: Vec<Value> = known.into_iter().map(|(info, rating)| object(info, rating)).collect();
        return Ok(out.json(&json!({ "ratings": ratings }))?);
    }
    if known.is_empty() {
        printer.note(texts.text("rating.none"));
    }
    for (info, rating) in known {
        writeln!(out, "{} {}", info.name, texts.message(&rating.message(info)))?;
    }
    Ok(())
}

fn object(info: &GameInfo, rating: PlayerRating) -> Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    json!({
        "game": info.id,
        "rating": tenths(rating.elo),
        "error": tenths(rating.error()),
        "games": rating.games,
        "level": rating.suitable_level(info),
    })
}

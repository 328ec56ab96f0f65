//! `cairn saved` and `cairn ratings`: the user's finished games and ratings.

use std::path::PathBuf;

use cairn_coach::rating::PlayerRating;
use cairn_rules::{GameInfo, Message, games};
use cairn_session::record;
use cairn_storage::{Damage, SavedFilter, SavedRecord, Storage, StorageError};
use clap::Args;
use serde_json::{Value, json};

use super::format::{Format, TableArgs, print_csv};
use super::text;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::user_data::UserData;
use crate::{files, output, play, saved_text};

#[derive(Debug, Args)]
pub(super) struct SavedArgs {
    /// The number of a game in the list; if omitted, list all
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// List only games of this kind, e.g. staqs
    #[arg(long, value_name = "GAME", value_parser = text(), conflicts_with = "number")]
    game: Option<String>,
    /// List only games that match these words: an opponent, a result, a date
    #[arg(long, value_name = "WORDS", value_parser = text(), conflicts_with = "number")]
    find: Option<String>,
    /// Write the record of the game to this file; `-` means standard output
    #[arg(long, value_name = "F", requires = "number", conflicts_with_all = ["delete", "json", "csv"])]
    export: Option<PathBuf>,
    /// Delete the game; on a terminal, ask first
    #[arg(long, requires = "number", conflicts_with_all = ["json", "csv"])]
    delete: bool,
    #[command(flatten)]
    format: TableArgs,
}

pub(super) fn run(printer: Printer, args: &SavedArgs) -> Result<(), Failure> {
    let texts = printer.texts();
    let failed = |error: StorageError| Failure::failed(error.tell(texts));
    let game = args.game.as_deref().map(play::find_game).transpose()?.map(|info| info.id);
    let games = Storage::open().and_then(|storage| storage.saved()).map_err(failed)?;
    if let Some(number) = args.number {
        let number = number as usize;
        let game = games.get(number - 1).ok_or_else(|| {
            let problem = Message::new("there is no saved game {number} among {games}");
            Failure::request(problem.with("number", number).with("games", games.len()))
        })?;
        return run_one(printer, args, number, game);
    }
    let filter = SavedFilter { game, words: args.find.clone().unwrap_or_default() };
    let listed: Vec<(usize, &SavedRecord)> =
        (1..).zip(&games).filter(|(_, game)| game.matches(&filter, texts)).collect();
    let rows = || listed.iter().map(|(number, game)| saved_text::object(*number, game)).collect::<Vec<_>>();
    match args.format.format() {
        Format::Json => return Ok(output::text().json(&json!({ "games": rows() }))?),
        Format::Csv => return Ok(print_csv(&saved_text::COLUMNS, &rows())?),
        Format::Text => {}
    }
    if listed.is_empty() {
        printer.note(texts.text(if games.is_empty() { "saved.none" } else { "saved.none_found" }));
    }
    saved_text::print(&listed, texts)
}

/// Shows, exports or deletes a game.
fn run_one(printer: Printer, args: &SavedArgs, number: usize, game: &SavedRecord) -> Result<(), Failure> {
    let texts = printer.texts();
    match args.format.format() {
        Format::Json => return Ok(output::text().json(&saved_text::object(number, game))?),
        Format::Csv => return Ok(print_csv(&saved_text::COLUMNS, &[saved_text::object(number, game)])?),
        Format::Text => {}
    }
    if args.delete {
        saved_text::print(&[(number, game)], texts)?;
        return play::delete_saved(printer, game);
    }
    let damaged =
        |damage: Damage| Failure::failed(format!("{}: {}", game.path().display(), damage.tell(texts)));
    if let Some(path) = &args.export {
        let record = game.read().map_err(damaged)?;
        return files::write(path, record::write([&record]).as_bytes());
    }
    saved_text::print(&[(number, game)], texts)?;
    let session = game.read().and_then(|record| Ok(record.session()?));
    let session = session.map_err(damaged)?;
    let mut out = output::text();
    out.draw(&printer.draw(&session.board().scene()))?;
    if let Some(outcome) = session.outcome() {
        writeln!(out, "{}.", cairn_draw::outcome(&session.board().scene(), outcome, texts))?;
    }
    let file = game.path().display();
    let which = if game.is_alone() { String::new() } else { format!(" --game {}", game.number()) };
    if game.is_alone() {
        writeln!(out, "cairn play --load '{file}'")?;
    }
    writeln!(out, "cairn review '{file}'{which}")?;
    Ok(())
}

/// Shows the rating in every game that has one.
pub(super) fn ratings(printer: Printer, user_data: &UserData, format: Format) -> Result<(), Failure> {
    let texts = printer.texts();
    let ratings = user_data.ratings(printer)?;
    let known: Vec<(&GameInfo, PlayerRating)> =
        games::ALL.iter().filter_map(|&info| Some((info, ratings.get(info.id)?))).collect();
    let mut out = output::text();
    if format != Format::Text {
        let rows: Vec<Value> = known.into_iter().map(|(info, rating)| rating_object(info, rating)).collect();
        if format == Format::Csv {
            return Ok(print_csv(&["game", "rating", "error", "games", "level"], &rows)?);
        }
        return Ok(out.json(&json!({ "ratings": rows }))?);
    }
    if known.is_empty() {
        printer.note(texts.text("rating.none"));
    }
    for (info, rating) in known {
        writeln!(out, "{} {}", info.name, texts.message(&rating.message(info)))?;
    }
    Ok(())
}

fn rating_object(info: &GameInfo, rating: PlayerRating) -> Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    json!({
        "game": info.id,
        "rating": tenths(rating.elo),
        "error": tenths(rating.error()),
        "games": rating.games,
        "level": rating.suitable_level(info),
    })
}

//! `cairn saved`: lists the saved games, and shows, exports or deletes one of them.

use std::path::PathBuf;

use cairn_session::record;
use cairn_storage::{Damage, SavedFilter, SavedRecord, Storage, StorageError};
use clap::Args;
use serde_json::{Value, json};

use super::{FormatArgs, text};
use crate::failure::Failure;
use crate::printer::Printer;
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
    #[arg(long, value_name = "F", requires = "number", conflicts_with_all = ["delete", "json"])]
    export: Option<PathBuf>,
    /// Delete the game; on a terminal, ask first
    #[arg(long, requires = "number", conflicts_with = "json")]
    delete: bool,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(printer: Printer, args: &SavedArgs) -> Result<(), Failure> {
    let texts = printer.texts();
    let failed = |error: StorageError| Failure::Failed(error.tell(texts));
    let game = args.game.as_deref().map(play::find_game).transpose()?.map(|info| info.id);
    let games = Storage::open().and_then(|storage| storage.saved()).map_err(failed)?;
    if let Some(number) = args.number {
        let number = number as usize;
        let game = games.get(number - 1).ok_or_else(|| {
            let count = games.len();
            Failure::Request(format!("there is no saved game {number} among {count}"))
        })?;
        return run_one(printer, args, number, game);
    }
    let filter = SavedFilter { game, words: args.find.clone().unwrap_or_default() };
    let listed: Vec<(usize, &SavedRecord)> =
        (1..).zip(&games).filter(|(_, game)| game.matches(&filter, texts)).collect();
    if args.format.json {
        let games: Vec<Value> =
            listed.iter().map(|(number, game)| saved_text::object(*number, game)).collect();
        return Ok(output::text().json(&json!({ "games": games }))?);
    }
    if listed.is_empty() {
        printer.note(texts.text(if games.is_empty() { "saved.none" } else { "saved.none_found" }));
    }
    saved_text::print(&listed, texts)
}

/// Shows, exports or deletes a game.
fn run_one(printer: Printer, args: &SavedArgs, number: usize, game: &SavedRecord) -> Result<(), Failure> {
    let texts = printer.texts();
    if args.format.json {
        return Ok(output::text().json(&saved_text::object(number, game))?);
    }
    if args.delete {
        saved_text::print(&[(number, game)], texts)?;
        return play::delete_saved(printer, game);
    }
    let damaged = |damage: Damage| Failure::Failed(format!("{}: {damage}", game.path().display()));
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

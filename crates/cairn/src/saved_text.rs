//! Formats saved games as text and as JSON.

use cairn_storage::SavedRecord;
use cairn_texts::Texts;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;

/// Prints games in columns, each with its number. Damaged games are listed with the reason.
pub(crate) fn print(games: &[(usize, &SavedRecord)], texts: Texts) -> Result<(), Failure> {
    let rows: Vec<[String; 6]> = games.iter().map(|(number, game)| row(*number, game, texts)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let mut out = output::text();
    for row in rows {
        let cells = row[1..5].iter().zip(&widths[1..]).map(|(cell, width)| format!("  {cell:<width$}"));
        let line = format!("{:>width$}{}  {}", row[0], cells.collect::<String>(), row[5], width = widths[0]);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns number, date, game, opponent, moves and result; for a damaged game its file and the reason instead.
fn row(number: usize, game: &SavedRecord, texts: Texts) -> [String; 6] {
    let number = number.to_string();
    match (game.problem(), game.row(texts)) {
        (None, Some(row)) => {
            let moves = texts.plural("app.moves", row.plies as u64, &[]);
            [number, row.date, row.game, row.opponent, moves, row.result]
        }
        (problem, row) => {
            let (date, game) = row.map(|row| (row.date, row.game)).unwrap_or_default();
            let damaged = texts.format(
                "saved.damaged",
                &[("problem", &problem.map(|damage| damage.tell(texts)).unwrap_or_default())],
            );
            [number, date, game, String::new(), String::new(), damaged]
        }
    }
}

/// The fields of a game in a table.
pub(crate) const COLUMNS: [&str; 10] =
    ["number", "date", "game", "players", "plies", "result", "reason", "file", "game_in_file", "problem"];

/// Returns a game for programs.
pub(crate) fn object(number: usize, game: &SavedRecord) -> Value {
    let tag = |name| game.outline().and_then(|outline| outline.tag(name));
    let seats = game.outline().map_or(0, |outline| outline.seats);
    json!({
        "number": number,
        "file": game.path().to_string_lossy(),
        "game_in_file": game.number(),
        "game": tag("Game"),
        "players": cairn_session::SEAT_TAGS.map(tag)[..seats.min(4)],
        "date": tag("Date"),
        "result": tag("Result"),
        "reason": tag("Reason"),
        "plies": game.outline().map(|outline| outline.plies),
        "problem": game.problem().map(ToString::to_string),
    })
}

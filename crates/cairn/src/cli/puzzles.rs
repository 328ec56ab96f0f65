//! `cairn puzzles`: the list.

use std::io::{self, Write};

use cairn_rules::PuzzleInfo;
use cairn_session::{open, puzzle};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::look::Look;

pub(super) fn list(look: Look, game: Option<&str>, json: bool) -> Result<(), Failure> {
    let puzzles: Vec<&PuzzleInfo> = match game {
        None => puzzle::all(),
        Some(game) => open(game, None).map_err(Failure::request)?.info().puzzles.iter().collect(),
    };
    let mut out = io::stdout().lock();
    if json {
        let puzzles: Vec<Value> = puzzles
            .iter()
            .map(|puzzle| {
                json!({
                    "id": puzzle.id,
                    "title": puzzle.title,
                    "task": puzzle.task,
                    "game": puzzle.word,
                    "position": puzzle.position,
                })
            })
            .collect();
        return Ok(writeln!(out, "{}", json!({ "puzzles": puzzles }))?);
    }
    let texts = look.texts();
    for puzzle in puzzles {
        writeln!(out, "{}  {}", puzzle.id, texts.puzzle_title(puzzle.id, puzzle.title))?;
        writeln!(out, "    {}", texts.puzzle_task(puzzle.id, puzzle.task))?;
    }
    Ok(())
}

//! `cairn puzzles`: the list.

use std::io::{self, Write};

use cairn_rules::PuzzleInfo;
use cairn_session::{open, puzzle};
use serde_json::{Value, json};

use crate::failure::Failure;

pub(super) fn list(game: Option<&str>, json: bool) -> Result<(), Failure> {
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
    for puzzle in puzzles {
        writeln!(out, "{}  {}", puzzle.id, puzzle.title)?;
        writeln!(out, "    {}", puzzle.task)?;
    }
    Ok(())
}

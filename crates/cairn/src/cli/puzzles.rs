//! `cairn puzzles`: lists puzzles, or generates new ones.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cairn_engine::puzzle;
use cairn_engine::puzzle::{Draft, PuzzleGenerator};
use cairn_rules::{PuzzleGoal, PuzzleInfo};
use cairn_session::open;
use clap::Args;
use serde_json::{Value, json};

use super::{FormatArgs, text};
use crate::failure::Failure;
use crate::printer::Printer;
use crate::{files, interrupt};

/// At most one in this many puzzles has the same difficulty ...
const SPREAD: usize = 5;
/// ... unless this many games in a row gave no puzzle that was accepted.
const PATIENCE: usize = 60;

#[derive(Debug, Args)]
pub(super) struct PuzzlesArgs {
    /// The game; if omitted, all games
    #[arg(value_name = "GAME", value_parser = text())]
    game: Option<String>,
    /// Generate new, proven puzzles for a game from self-play between levels
    #[arg(long, value_name = "GAME", value_parser = text(), conflicts_with = "game")]
    generate: Option<String>,
    /// Number of puzzles to generate
    #[arg(long, value_name = "N", default_value = "30", requires = "generate", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// Random seed: the same seed gives the same puzzles
    #[arg(long, value_name = "S", default_value = "1", requires = "generate")]
    seed: u64,
    /// File to write the puzzles to; if omitted, standard output
    #[arg(long, value_name = "F", requires = "generate")]
    output: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(printer: Printer, args: &PuzzlesArgs) -> Result<(), Failure> {
    match &args.generate {
        Some(game) => generate(printer, game, args),
        None => list(printer, args.game.as_deref(), args.format.json),
    }
}

fn list(printer: Printer, game: Option<&str>, json: bool) -> Result<(), Failure> {
    let puzzles: Vec<&PuzzleInfo> = match game {
        None => puzzle::all(),
        Some(game) => puzzle::of(open(game, None).map_err(Failure::request)?.info()),
    };
    let mut out = io::stdout().lock();
    if json {
        let puzzles: Vec<Value> = puzzles.into_iter().map(puzzle_object).collect();
        return Ok(writeln!(out, "{}", json!({ "puzzles": puzzles }))?);
    }
    let texts = printer.texts();
    for puzzle in puzzles {
        let title = texts.puzzle_title(puzzle.id, puzzle.title);
        writeln!(out, "{}  {title} ({})", puzzle.id, puzzle.difficulty)?;
        writeln!(out, "    {}", texts.puzzle_task(puzzle.id, puzzle.task))?;
    }
    Ok(())
}

fn puzzle_object(puzzle: &PuzzleInfo) -> Value {
    let (goal, turns) = match puzzle.goal {
        PuzzleGoal::Win => ("win", None),
        PuzzleGoal::Draw => ("draw", None),
        PuzzleGoal::WinIn { turns } => ("win", Some(turns)),
        PuzzleGoal::Block { turns } => ("block", Some(turns)),
    };
    json!({
        "id": puzzle.id,
        "title": puzzle.title,
        "task": puzzle.task,
        "game": puzzle.spec,
        "position": puzzle.position,
        "goal": goal,
        "turns": turns,
        "difficulty": puzzle.difficulty,
    })
}

/// Generates puzzles until there are enough, or until Ctrl-C.
fn generate(printer: Printer, game: &str, args: &PuzzlesArgs) -> Result<(), Failure> {
    let session = open(game, None).map_err(Failure::request)?;
    if session.seats() != 2 {
        return Err(Failure::Request(format!("`{game}`: only two-player games have proven puzzles")));
    }
    let mut generator = PuzzleGenerator::new(game, args.seed).map_err(Failure::request)?;
    let stop = interrupt::flag();
    let wanted = usize::from(args.count);
    let mut drafts: Vec<Draft> = Vec::new();
    let (mut games, mut barren) = (0, 0);
    while drafts.len() < wanted && !stop.load(Ordering::Relaxed) {
        let before = drafts.len();
        for draft in generator.play()? {
            let as_hard = drafts.iter().filter(|other| other.difficulty == draft.difficulty).count();
            let is_new = drafts.iter().all(|other| other.position != draft.position);
            let is_wanted = as_hard < wanted.div_ceil(SPREAD) || barren >= PATIENCE;
            if is_new && is_wanted && drafts.len() < wanted {
                drafts.push(draft);
            }
        }
        games += 1;
        barren = if drafts.len() > before { 0 } else { barren + 1 };
        printer.detail(&format!("{games} games, {} of {wanted} puzzles", drafts.len()));
    }
    drafts.sort_by_key(|draft| draft.difficulty);
    let text = puzzle::write(&drafts, session.info().engine.puzzles.len() + 1);
    match &args.output {
        Some(path) => files::write(path, text.as_bytes())?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    if drafts.len() < wanted {
        return Err(Failure::Failed(format!("interrupted with {} of {wanted} puzzles", drafts.len())));
    }
    Ok(())
}

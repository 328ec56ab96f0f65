//! `cairn puzzles`: lists puzzles, or generates new ones.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cairn_coach::puzzle;
use cairn_coach::puzzle::{Draft, PuzzleFilter, PuzzleGenerator, PuzzleProgress};
use cairn_protocol::PuzzleReport;
use cairn_rules::{Message, PuzzleInfo};
use cairn_session::open;
use clap::Args;
use serde_json::{Value, json};

use super::format::{Format, TableArgs, print_csv};
use super::text;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::user_data::UserData;
use crate::{files, interrupt, output, today};

/// At most one in this many puzzles has the same difficulty, ...
const SPREAD: usize = 5;
/// ... unless this many consecutive games gave no accepted puzzle.
const MAX_BARREN_GAMES: usize = 60;

#[derive(Debug, Args)]
pub(super) struct PuzzlesArgs {
    /// The game; if omitted, all games
    #[arg(value_name = "GAME", value_parser = text())]
    game: Option<String>,
    /// Only puzzles of this difficulty, from 1 (easy) to 9
    #[arg(long, value_name = "N", conflicts_with = "generate", value_parser = clap::value_parser!(u8).range(1..=9))]
    difficulty: Option<u8>,
    /// Only unsolved puzzles
    #[arg(long, conflicts_with_all = ["generate", "solved"])]
    unsolved: bool,
    /// Only solved puzzles
    #[arg(long, conflicts_with = "generate")]
    solved: bool,
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
    /// List the puzzles of this file, as written by `--generate`, instead of the built-in ones
    #[arg(long, value_name = "F", conflicts_with = "generate")]
    file: Option<PathBuf>,
    #[command(flatten)]
    format: TableArgs,
}

/// The columns of the table: the fields of a puzzle.
const COLUMNS: [&str; 11] =
    ["id", "title", "task", "game", "position", "goal", "turns", "difficulty", "standing", "wrong", "day"];

pub(super) fn run(printer: Printer, user_data: &UserData, args: &PuzzlesArgs) -> Result<(), Failure> {
    if let Some(file) = &args.file {
        open_file(file)?;
    }
    match &args.generate {
        Some(game) => generate(printer, game, args),
        None => list(printer, user_data, args),
    }
}

/// Replaces the built-in puzzles by those of a file.
pub(super) fn open_file(path: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    puzzle::open_file(text).map_err(|error| Failure::bad_file(path, error.message()))
}

fn list(printer: Printer, user_data: &UserData, args: &PuzzlesArgs) -> Result<(), Failure> {
    let game = match &args.game {
        None => None,
        Some(game) => Some(open(game, None).map_err(Failure::request)?.info()),
    };
    let solved = (args.solved || args.unsolved).then_some(args.solved);
    let (texts, today) = (printer.texts(), today());
    let store = user_data.puzzle_store(texts);
    let progress = store.progress();
    let puzzles = PuzzleFilter { game, difficulty: args.difficulty, solved }.puzzles(progress);
    let mut out = output::text();
    let format = args.format.format();
    if format != Format::Text {
        let puzzles: serde_json::Result<Vec<Value>> =
            puzzles.into_iter().map(|puzzle| puzzle_object(puzzle, progress)).collect();
        let puzzles = puzzles.map_err(io::Error::from)?;
        if format == Format::Csv {
            return Ok(print_csv(&COLUMNS, &puzzles)?);
        }
        let streak = progress.streak(today);
        return Ok(out.json(&json!({
            "puzzles": puzzles,
            "today": puzzle::of_day(today).map(|puzzle| puzzle.id),
            "streak": {
                "first": streak.first,
                "best_first": streak.best_first,
                "days": streak.days,
                "best_days": streak.best_days,
            },
        }))?);
    }
    if puzzles.is_empty() {
        printer.note(texts.text("puzzles.none"));
    }
    for puzzle in puzzles {
        let title = texts.message(&puzzle.title());
        let difficulty = texts.format("puzzles.difficulty", &[("n", &puzzle.difficulty)]);
        let standing = store.tell_standing(puzzle.id, texts);
        writeln!(out, "{}  {title} ({difficulty}): {standing}", puzzle.id)?;
        writeln!(out, "    {}", texts.message(&puzzle.task()))?;
    }
    writeln!(out, "{}", store.tell_summary(texts))?;
    Ok(writeln!(out, "{}", store.tell_streak(today, texts))?)
}

/// Prints one puzzle as JSON, as in the list.
pub(super) fn print_one(printer: Printer, user_data: &UserData, puzzle: &PuzzleInfo) -> Result<(), Failure> {
    let store = user_data.puzzle_store(printer.texts());
    Ok(output::text().json(&puzzle_object(puzzle, store.progress()).map_err(io::Error::from)?)?)
}

/// The puzzle with what the user has done in it.
fn puzzle_object(puzzle: &PuzzleInfo, progress: &PuzzleProgress) -> serde_json::Result<Value> {
    let record = progress.record(puzzle.id);
    let mut object = serde_json::to_value(PuzzleReport::new(puzzle))?;
    object["standing"] = progress.standing(puzzle.id).name().into();
    object["wrong"] = record.map(|record| record.wrong).into();
    object["day"] = record.map(|record| record.day.to_string()).into();
    Ok(object)
}

/// Generates puzzles until there are enough, or until Ctrl-C.
fn generate(printer: Printer, game: &str, args: &PuzzlesArgs) -> Result<(), Failure> {
    let session = open(game, None).map_err(Failure::request)?;
    if session.seats() != 2 {
        let problem = Message::new("`{game}`: only two-player games have proven puzzles");
        return Err(Failure::request(problem.with("game", game)));
    }
    let mut generator = PuzzleGenerator::new(game, args.seed).map_err(Failure::request)?;
    let stop = interrupt::flag();
    let wanted = usize::from(args.count);
    let mut drafts: Vec<Draft> = Vec::new();
    let (mut games, mut barren) = (0, 0);
    while drafts.len() < wanted && !stop.is_stopped() {
        let before = drafts.len();
        for draft in generator.play()? {
            let as_hard = drafts.iter().filter(|other| other.difficulty == draft.difficulty).count();
            let is_new = drafts.iter().all(|other| other.position != draft.position);
            let is_wanted = as_hard < wanted.div_ceil(SPREAD) || barren >= MAX_BARREN_GAMES;
            if is_new && is_wanted && drafts.len() < wanted {
                drafts.push(draft);
            }
        }
        games += 1;
        barren = if drafts.len() > before { 0 } else { barren + 1 };
        printer.detail(&format!("{games} games, {} of {wanted} puzzles", drafts.len()));
    }
    drafts.sort_by_key(|draft| draft.difficulty);
    let text = puzzle::write(&drafts);
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    if drafts.len() == wanted {
        return files::write(output, text.as_bytes());
    }
    let interrupted = Message::new("interrupted with {found} of {wanted} puzzles")
        .with("found", drafts.len())
        .with("wanted", wanted);
    if drafts.is_empty() || files::write_partial(output, text.as_bytes())? {
        return Err(Failure::failed(interrupted));
    }
    output::exact(text.as_bytes())?;
    let printed = Message::new("{path} stays as it is, and they are printed instead");
    Err(Failure::failed(interrupted.then(printed.with("path", output.display()))))
}

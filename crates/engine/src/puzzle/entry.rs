//! The format of puzzle files, written by the generator and read by the catalogue: puzzles with their proofs.
//!
//! A puzzle is a block of lines, each a keyword and its value; an empty line ends it. `win`, `draw` and
//! `loss` list the moves with that value for the player who makes them. Where only the number of turns
//! counts, `win` has the move that wins in time and `others` the number of moves that do not.

use std::fmt::Write as _;

use cairn_rules::{PuzzleGoal, PuzzleInfo, Wdl};
use thiserror::Error;

/// A puzzle with its proof.
#[derive(Debug)]
pub struct PuzzleEntry {
    /// The puzzle.
    pub info: PuzzleInfo,
    /// The moves by their value for the player who makes them.
    pub values: Vec<(Wdl, Vec<&'static str>)>,
    /// The number of moves that do not reach the goal in time, where nothing more is known about them.
    pub others: usize,
}

/// A generated puzzle without an id.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Draft {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// The goal.
    pub goal: PuzzleGoal,
    /// The difficulty, from 1 to 9.
    pub difficulty: u8,
    /// The seat that is to move.
    pub mover: &'static str,
    /// The moves by their value for the player who makes them.
    pub values: Vec<(Wdl, Vec<String>)>,
    /// The number of moves that do not reach the goal in time, where nothing more is known about them.
    pub others: usize,
}

/// A line that cannot be parsed.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("line {line}: `{text}`: {problem}")]
pub struct PuzzleFileError {
    line: usize,
    text: String,
    problem: &'static str,
}

/// Formats puzzles; ids are the game's id and a number, starting at `first`.
pub fn write(drafts: &[Draft], first: usize) -> String {
    let mut text = String::new();
    for (number, draft) in (first..).zip(drafts) {
        let Draft { spec, position, goal, difficulty, mover, values, others } = draft;
        let (title, task, goal) = match goal {
            PuzzleGoal::Win => ("The only win", "One move wins: find it.".to_owned(), "win".to_owned()),
            PuzzleGoal::Draw => {
                ("The only rescue", "One move saves the draw: find it.".to_owned(), "draw".to_owned())
            }
            PuzzleGoal::WinIn { turns: 1 } => {
                ("The only blow", "One move wins at once: find it.".to_owned(), "win in 1".to_owned())
            }
            PuzzleGoal::WinIn { turns } => {
                ("The only way in time", format!("Win in {turns} turns."), format!("win in {turns}"))
            }
            PuzzleGoal::Block { turns } => (
                "Nowhere to go",
                format!("Block the opponent in {turns} turns."),
                format!("block in {turns}"),
            ),
        };
        let id = super::game_id(spec);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "puzzle {id}-{number}\ntitle {title}\ntask {mover} to move. {task}\ngame {spec}\n\
             position {position}\ngoal {goal}\ndifficulty {difficulty}\n"
        );
        for (value, moves) in values {
            let _ = writeln!(text, "{value} {}", moves.join(" "));
        }
        if *others > 0 {
            let _ = writeln!(text, "others {others}");
        }
        text.push('\n');
    }
    text
}

/// Parses puzzles.
pub fn read(text: &'static str) -> Result<Vec<PuzzleEntry>, PuzzleFileError> {
    let mut entries = Vec::new();
    let mut lines: Vec<(usize, &'static str)> = Vec::new();
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.is_empty() {
            lines.push((number, line));
        } else if !lines.is_empty() {
            entries.push(read_entry(&lines)?);
            lines.clear();
        }
    }
    Ok(entries)
}

fn read_entry(lines: &[(usize, &'static str)]) -> Result<PuzzleEntry, PuzzleFileError> {
    const WORDS: [&str; 7] = ["puzzle", "title", "task", "game", "position", "goal", "difficulty"];
    let wrong = |place: usize, problem| {
        let (line, text) = lines.get(place).or(lines.last()).copied().unwrap_or((0, ""));
        PuzzleFileError { line, text: text.to_owned(), problem }
    };
    let field = |place: usize| {
        let line = lines.get(place).and_then(|(_, line)| line.split_once(' '));
        line.filter(|(word, _)| *word == WORDS[place]).map(|(_, rest)| rest).ok_or_else(|| {
            wrong(place, "a puzzle has the lines puzzle, title, task, game, position, goal, difficulty")
        })
    };
    let goal = read_goal(field(5)?).ok_or_else(|| wrong(5, "a goal is win, draw, win in N or block in N"))?;
    let difficulty = field(6)?.parse().ok().filter(|difficulty| (1..=9).contains(difficulty));
    let difficulty = difficulty.ok_or_else(|| wrong(6, "a difficulty is a number from 1 to 9"))?;
    let info = PuzzleInfo {
        id: field(0)?,
        title: field(1)?,
        task: field(2)?,
        spec: field(3)?,
        position: field(4)?,
        goal,
        difficulty,
    };
    let (mut values, mut others) = (Vec::new(), 0);
    for (place, (_, line)) in lines.iter().enumerate().skip(WORDS.len()) {
        let bad = || wrong(place, "moves are listed as win, draw or loss, or counted as others");
        let (word, rest) = line.split_once(' ').ok_or_else(bad)?;
        match Wdl::named(word) {
            Some(value) => values.push((value, rest.split(' ').collect())),
            None => others = rest.parse().ok().filter(|_| word == "others").ok_or_else(bad)?,
        }
    }
    Ok(PuzzleEntry { info, values, others })
}

fn read_goal(text: &str) -> Option<PuzzleGoal> {
    let turns = |prefix: &str| text.strip_prefix(prefix)?.parse().ok().filter(|&turns: &u8| turns > 0);
    match text {
        "win" => Some(PuzzleGoal::Win),
        "draw" => Some(PuzzleGoal::Draw),
        _ => turns("win in ")
            .map(|turns| PuzzleGoal::WinIn { turns })
            .or_else(|| turns("block in ").map(|turns| PuzzleGoal::Block { turns })),
    }
}

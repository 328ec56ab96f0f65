//! Puzzles as text: what a maker writes and the shelf reads, each with the proof of its solution.
//!
//! A puzzle is a few lines that begin with a word; an empty line ends it. `win`, `draw` and `loss`
//! list the moves that are worth that much to who makes them, so that everybody can check them.
//! Where only the number of turns counts, `win` has the move that wins in time and `others` says
//! how many do not.

use std::fmt::Write as _;

use cairn_rules::{PuzzleGoal, PuzzleInfo, Wdl};
use thiserror::Error;

/// A puzzle with its proof.
#[derive(Debug)]
pub struct Entry {
    /// The puzzle.
    pub info: PuzzleInfo,
    /// What moves are worth to who makes them.
    pub values: Vec<(Wdl, Vec<&'static str>)>,
    /// How many moves do not reach the goal in time, if that is all that is known of them.
    pub others: usize,
}

/// A puzzle that was found, before it has a name.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Draft {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// What counts as done.
    pub goal: PuzzleGoal,
    /// How hard it is, from 1 to 9.
    pub difficulty: u8,
    /// The seat that is to move.
    pub mover: &'static str,
    /// What moves are worth to who makes them.
    pub values: Vec<(Wdl, Vec<String>)>,
    /// How many moves do not reach the goal in time, if that is all that is known of them.
    pub others: usize,
}

/// A line that makes no sense.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("line {line}: `{text}`: {problem}")]
pub struct EntryError {
    line: usize,
    text: String,
    problem: &'static str,
}

/// Writes puzzles; each is called by the name of its game and a number from `first` on.
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

/// Reads puzzles.
pub fn read(text: &'static str) -> Result<Vec<Entry>, EntryError> {
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

fn read_entry(lines: &[(usize, &'static str)]) -> Result<Entry, EntryError> {
    const WORDS: [&str; 7] = ["puzzle", "title", "task", "game", "position", "goal", "difficulty"];
    let wrong = |place: usize, problem| {
        let (line, text) = lines.get(place).or(lines.last()).copied().unwrap_or((0, ""));
        EntryError { line, text: text.to_owned(), problem }
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
    Ok(Entry { info, values, others })
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

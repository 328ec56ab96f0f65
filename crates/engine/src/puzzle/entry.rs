//! The format of puzzle files, written by the generator and read by the catalogue: puzzles with their proofs.
//!
//! A puzzle is a block of lines, each a keyword and its value; an empty line ends it. `win`, `draw` and
//! `loss` list the moves with that value for the player who makes them. Where only the number of turns
//! counts, `win` has the move that wins in time and `others` the number of moves that do not. After the first line,
//! `title` and `task` can stand for a puzzle that has words of its own; the goal says what the others are about.

use std::fmt::Write as _;

use cairn_rules::{PuzzleGoal, PuzzleInfo, PuzzleWords, Wdl};
use cairn_session::open;
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
        let Draft { spec, position, goal, difficulty, values, others } = draft;
        let goal = match goal {
            PuzzleGoal::Win => "win".to_owned(),
            PuzzleGoal::Draw => "draw".to_owned(),
            PuzzleGoal::WinIn { turns } => format!("win in {turns}"),
            PuzzleGoal::Block { turns } => format!("block in {turns}"),
        };
        let id = spec.split(':').next().unwrap_or(spec);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "puzzle {id}-{number}\ngame {spec}\nposition {position}\ngoal {goal}\ndifficulty {difficulty}\n"
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
    const WORDS: [&str; 5] = ["puzzle", "game", "position", "goal", "difficulty"];
    let wrong = |line: &str, problem| {
        let found = lines.iter().find(|(_, text)| *text == line).or(lines.last());
        let (line, text) = found.copied().unwrap_or((0, ""));
        PuzzleFileError { line, text: text.to_owned(), problem }
    };
    let text = |place: usize| lines.get(place).map_or("", |(_, line)| *line);
    let value = |line: &'static str, word| {
        line.split_once(' ').filter(|(first, _)| *first == word).map(|(_, value)| value)
    };
    let words = match (value(text(1), "title"), value(text(2), "task")) {
        (Some(title), Some(task)) => Some(PuzzleWords { title, task }),
        _ => None,
    };
    let skipped = if words.is_some() { 2 } else { 0 };
    let line = |number: usize| text(if number == 0 { 0 } else { number + skipped });
    let field = |number: usize| {
        value(line(number), WORDS[number]).ok_or_else(|| {
            wrong(line(number), "a puzzle has the lines puzzle, game, position, goal, difficulty")
        })
    };
    let goal =
        read_goal(field(3)?).ok_or_else(|| wrong(line(3), "a goal is win, draw, win in N or block in N"))?;
    let difficulty = field(4)?.parse().ok().filter(|difficulty| (1..=9).contains(difficulty));
    let difficulty = difficulty.ok_or_else(|| wrong(line(4), "a difficulty is a number from 1 to 9"))?;
    let (id, spec, position) = (field(0)?, field(1)?, field(2)?);
    let session = open(spec, Some(position)).map_err(|_| wrong(line(2), "not a position of that game"))?;
    let mover = session.info().seats[session.to_move().index()].name;
    let mut info = PuzzleInfo { id, words: None, spec, position, mover, goal, difficulty };
    // Files used to have the words of the goal too.
    let says = |words: &PuzzleWords| {
        (info.title().to_string(), info.task().to_string()) == (words.title.into(), words.task.into())
    };
    info.words = words.filter(|words| !says(words));
    let (mut values, mut others) = (Vec::new(), 0);
    for (_, line) in lines.iter().skip(WORDS.len() + skipped) {
        let bad = || wrong(line, "moves are listed as win, draw or loss, or counted as others");
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

//! The built-in puzzles, and the format of puzzle files: puzzles with their proofs.
//!
//! A puzzle is a block of lines, each a keyword and its value; an empty line ends it. `win`, `draw` and `loss` list the
//! moves with that value for the player who makes them. In puzzles about turns, `win` has the move that wins in time
//! and `others` the number of moves that do not. The lines `title` and `task` may follow the first one; without them,
//! the texts follow from the goal.

use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};

use cairn_engine::puzzle::Draft;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Message, PuzzleGoal, PuzzleInfo, PuzzleWords, Wdl};
use cairn_session::{excerpt, open};
use thiserror::Error;

use super::choose::hash;

/// The built-in generated puzzles. A file that cannot be parsed counts as empty; a test parses all of them.
static GENERATED: LazyLock<Vec<PuzzleEntry>> = LazyLock::new(|| {
    ALL.iter().flat_map(|info| read(info.engine.generated_puzzles).unwrap_or_default()).collect()
});

/// The puzzles of a file, which replace the built-in ones.
static OPENED: OnceLock<Vec<PuzzleEntry>> = OnceLock::new();

/// Replaces the built-in puzzles by those of a file, once per process.
pub fn open_file(text: String) -> Result<(), PuzzleFileError> {
    // Puzzles live as long as the program, and a program opens one file.
    let entries = read(Box::leak(text.into_boxed_str()))?;
    if entries.is_empty() {
        return Err(PuzzleFileError {
            line: 1,
            text: String::new(),
            problem: Message::new("the file has no puzzle"),
        });
    }
    // A second file has no effect.
    let _ = OPENED.set(entries);
    Ok(())
}

/// Returns the puzzles with known proofs.
fn proven() -> &'static [PuzzleEntry] {
    OPENED.get().unwrap_or(&GENERATED)
}

/// Returns every puzzle, in the order of the games.
pub fn all() -> Vec<&'static PuzzleInfo> {
    ALL.iter().flat_map(|info| of(info)).collect()
}

/// Returns the puzzles of a game: hand-made ones first, then generated ones by difficulty; those with non-default
/// options come last.
pub fn of(game: &'static GameInfo) -> Vec<&'static PuzzleInfo> {
    let made = if OPENED.get().is_some() { &[] } else { game.engine.puzzles };
    let generated = proven().iter().map(|entry| &entry.info).filter(|info| info.game() == game.id);
    let mut puzzles: Vec<_> = made.iter().chain(generated).collect();
    puzzles.sort_by_key(|puzzle| puzzle.options().is_some());
    puzzles
}

/// Returns the puzzle with this id.
pub fn find(id: &str) -> Option<&'static PuzzleInfo> {
    all().into_iter().find(|puzzle| puzzle.id == id)
}

/// Returns all moves that preserve the goal at the start of a puzzle, sorted as text, if the catalogue has its proof.
pub fn known_solution(info: &PuzzleInfo) -> Option<Vec<String>> {
    let entry = proven().iter().find(|entry| entry.info.id == info.id)?;
    let least = if info.goal == PuzzleGoal::Draw { Wdl::Draw } else { Wdl::Win };
    let right = entry.values.iter().filter(|(value, _)| *value >= least).flat_map(|(_, moves)| moves);
    let mut moves: Vec<String> = right.map(|&mv| mv.to_owned()).collect();
    moves.sort_unstable();
    (!moves.is_empty()).then_some(moves)
}

/// A puzzle with its proof.
#[derive(Debug)]
pub struct PuzzleEntry {
    /// The puzzle.
    pub info: PuzzleInfo,
    /// The moves by their value for the player who makes them.
    pub values: Vec<(Wdl, Vec<&'static str>)>,
    /// The number of moves that do not reach the goal in time, if only that is known.
    pub others: usize,
}

/// A line that cannot be parsed.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
pub struct PuzzleFileError {
    line: usize,
    text: String,
    problem: Message,
}

impl PuzzleFileError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("line {line}: `{word}`: {problem}")
            .with("line", self.line)
            .with("word", &self.text)
            .messages("problem", vec![self.problem.clone()])
    }
}

/// Formats puzzles. An id consists of that of the game and a hash of the puzzle, so that it is unique and stable.
pub fn write(drafts: &[Draft]) -> String {
    let mut text = String::new();
    for draft in drafts {
        let Draft { spec, position, goal, difficulty, values, others } = draft;
        let goal = match goal {
            PuzzleGoal::Win => "win".to_owned(),
            PuzzleGoal::Draw => "draw".to_owned(),
            PuzzleGoal::WinIn { turns } => format!("win in {turns}"),
            PuzzleGoal::Block { turns } => format!("block in {turns}"),
        };
        let id = spec.split(':').next().unwrap_or(spec);
        let hash = hash(&format!("{spec} {position} {goal}")) >> 16;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "puzzle {id}-{hash:012x}\ngame {spec}\nposition {position}\ngoal {goal}\ndifficulty {difficulty}\n"
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
        PuzzleFileError { line, text: excerpt(text), problem }
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
            wrong(
                line(number),
                Message::new("a puzzle has the lines puzzle, game, position, goal, difficulty"),
            )
        })
    };
    let goal = read_goal(field(3)?)
        .ok_or_else(|| wrong(line(3), Message::new("a goal is win, draw, win in N or block in N")))?;
    let difficulty = field(4)?.parse().ok().filter(|difficulty| (1..=9).contains(difficulty));
    let difficulty =
        difficulty.ok_or_else(|| wrong(line(4), Message::new("a difficulty is a number from 1 to 9")))?;
    let (id, spec, position) = (field(0)?, field(1)?, field(2)?);
    let session = open(spec, Some(position))
        .map_err(|_| wrong(line(2), Message::new("not a position of that game")))?;
    let mover = session.info().seats[session.to_move().index()].name;
    let mut info = PuzzleInfo { id, words: None, spec, position, mover, goal, difficulty };
    // Older files repeat the texts that follow from the goal.
    let plain = PuzzleInfo { spec: info.game(), ..info };
    let says = |words: &PuzzleWords| {
        (plain.title().to_string(), plain.task().to_string()) == (words.title.into(), words.task.into())
    };
    info.words = words.filter(|words| !says(words));
    let (mut values, mut others) = (Vec::new(), 0);
    for (_, line) in lines.iter().skip(WORDS.len() + skipped) {
        let bad = || wrong(line, Message::new("moves are listed as win, draw or loss, or counted as others"));
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

//! Openings from a file: positions, one per line, or records.

use std::fmt;

use cairn_rules::{Message, excerpt};
use cairn_session::{OpenError, RecordError, Session, open, record};
use thiserror::Error;

/// The first character of a file of records.
const RECORD_START: char = '[';
/// The word for the usual starting position.
const STARTPOS: &str = "startpos";
/// The word before the moves after a position.
const MOVES: &str = "moves";

/// The openings of a match. The bots play each of them from both seats before the next one.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Openings(Vec<Opening>);

#[derive(Clone, Eq, PartialEq, Debug)]
struct Opening {
    /// The starting position, unless it is the usual one.
    position: Option<String>,
    moves: Vec<String>,
}

/// An error in a file of openings.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum OpeningError {
    /// A record cannot be parsed.
    Record(#[from] RecordError),
    /// A line cannot be parsed.
    #[expect(missing_docs, reason = "the line, from 1, and the problem")]
    Line { line: usize, problem: Message },
    /// A record is not an opening of this game.
    #[expect(missing_docs, reason = "the game in the file, from 1, and the problem")]
    Game { game: usize, problem: Message },
    /// There is no opening.
    Empty,
}

impl OpeningError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Record(error) => error.message(),
            Self::Line { line, problem } => Message::new("line {line}: {problem}")
                .with("line", line)
                .messages("problem", vec![problem.clone()]),
            Self::Game { game, problem } => Message::new("game {game}: {problem}")
                .with("game", game)
                .messages("problem", vec![problem.clone()]),
            Self::Empty => Message::new("there is no opening in the file"),
        }
    }
}

impl Openings {
    /// Parses openings of a game, given by its spec, and uses their first `max_plies` plies. A text that begins with
    /// `[` consists of records; in any other text, a line is a position or `startpos`, optionally followed by `moves`
    /// and moves. Ignores empty lines and those that begin with `#`.
    pub fn read(text: &str, game: &str, max_plies: Option<usize>) -> Result<Self, OpeningError> {
        let max_plies = max_plies.unwrap_or(usize::MAX);
        let openings = if text.trim_start().starts_with(RECORD_START) {
            read_records(text, game, max_plies)
        } else {
            read_lines(text, game, max_plies)
        }?;
        if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(Self(openings)) }
    }

    /// Returns the number of openings.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the game after the opening of a pair of games, numbered from 0.
    pub(crate) fn open(&self, game: &str, pair: usize) -> Result<Box<dyn Session>, OpenError> {
        let Opening { position, moves } = &self.0[pair % self.0.len()];
        let mut session = open(game, position.as_deref())?;
        for mv in moves {
            // Parsing the openings has played all moves.
            let _ = session.play(mv);
        }
        Ok(session)
    }
}

/// Writes a short name that identifies exactly these openings, for records.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let lines = self.0.iter().map(|Opening { position, moves }| {
            format!("{} {}\n", position.as_deref().unwrap_or(STARTPOS), moves.join(" "))
        });
        for byte in lines.collect::<String>().bytes() {
            // FNV-1a
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        write!(f, "{} {hash:016x}", self.0.len())
    }
}

fn read_records(text: &str, game: &str, max_plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let bad = |game, problem| OpeningError::Game { game, problem };
    let mut openings = Vec::new();
    for (number, record) in (1..).zip(record::read(text)?) {
        if record.game() != game {
            let problem = Message::new("it is a game of `{found}`, not of `{expected}`");
            return Err(bad(number, problem.with("found", excerpt(record.game())).with("expected", game)));
        }
        let moves = record.moves().iter().map(|mv| mv.text.as_str());
        let opening = replay(game, record.tag("Position"), moves.take(max_plies));
        openings.push(opening.map_err(|problem| bad(number, problem))?);
    }
    Ok(openings)
}

fn read_lines(text: &str, game: &str, max_plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let split = words.iter().position(|word| *word == MOVES).unwrap_or(words.len());
        let position = words[..split].join(" ");
        let position = Some(position.as_str()).filter(|position| *position != STARTPOS);
        let moves = words[split..].iter().skip(1).take(max_plies).copied();
        openings.push(replay(game, position, moves).map_err(|problem| OpeningError::Line { line, problem })?);
    }
    Ok(openings)
}

/// Plays the moves of an opening, which must leave the game in progress.
fn replay<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl Iterator<Item = &'a str>,
) -> Result<Opening, Message> {
    let mut session = open(game, position).map_err(|error| error.message())?;
    for mv in moves {
        session.play(mv).map_err(|error| error.message())?;
    }
    if session.outcome().is_some() {
        return Err(Message::new("the game is over after this opening; use fewer of its plies"));
    }
    Ok(Opening { position: session.start_position(), moves: session.history() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "staqs:size=3";

    #[test]
    fn lines_and_records_are_openings() {
        let lines = Openings::read("# two\n\nstartpos moves a1 b2\n startpos\n", GAME, None).unwrap();
        let records = "[Game \"staqs:size=3\"]\n\n1. a1 b2\n\n[Game \"staqs:size=3\"]\n";
        assert_eq!(Openings::read(records, GAME, None).as_ref(), Ok(&lines));
        assert_eq!(
            (lines.count(), lines.open(GAME, 2).unwrap().history()),
            (2, vec!["a1".into(), "b2".into()])
        );
        let cut = Openings::read(records, GAME, Some(1)).unwrap();
        assert_eq!(cut.open(GAME, 0).unwrap().ply(), 1);
        assert!(lines.to_string().starts_with("2 ") && lines.to_string() != cut.to_string());
        let name = |text| Openings::read(text, GAME, None).unwrap().to_string();
        assert_ne!(
            name("startpos moves a1 b2\nstartpos moves c3"),
            name("startpos moves a1\nstartpos moves b2 c3")
        );
        let start = lines.open(GAME, 0).unwrap().position();
        let position = Openings::read(&format!("{start} moves c3"), GAME, None).unwrap();
        let session = position.open(GAME, 5).unwrap();
        assert_eq!((session.start_position(), session.ply()), (Some(start), 1));
    }

    #[test]
    fn bad_openings_are_named() {
        let mut over = open(GAME, None).unwrap();
        while over.outcome().is_none() {
            let mv = over.legal_moves().swap_remove(0);
            over.play(&mv).unwrap();
        }
        let over = over.record().to_string();
        for (text, problem) in [
            ("", "there is no opening in the file"),
            ("startpos moves a1 a9", "line 1: "),
            ("\nnonsense", "line 2: "),
            ("startpos\n[", "line 2: "),
            ("[Game \"staqs\"]\n\n1. a1", "game 1: it is a game of `staqs`, not of `staqs:size=3`"),
            ("[Game \"staqs:size=3\"]\n\n1. a1 a1", "game 1, line 3: `a1`: "),
            (&over, "game 1: the game is over after this opening"),
        ] {
            let error = Openings::read(text, GAME, None).unwrap_err().to_string();
            assert!(error.starts_with(problem), "{text}: {error}");
        }
        assert!(Openings::read(&over, GAME, Some(3)).is_ok());
    }
}

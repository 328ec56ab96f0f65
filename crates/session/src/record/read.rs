//! Parses records: every game is replayed, and errors name the offending word and line.

use std::collections::HashMap;

use cairn_rules::{GameInfo, Message, MoveError, Player};

use super::ending::{is_result, reason_of, settle, unknown_reason};
use super::tokens::{PlacedToken, Token, Tokens};
use super::{Record, RecordError, Rounds};
use crate::tags::{GAME, POSITION, REASON, RESULT, UNKNOWN};
use crate::{OpenError, Session, open};

/// Parses the records in a text and replays them.
///
/// White space, move numbers, all tags but `Game` and the result after the moves are optional; moves, and any
/// numbers and results given, must be correct.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    each_game(text, |draft, game| {
        records.push(draft.replay(game)?);
        Ok(())
    })?;
    Ok(records)
}

/// Parses the records in a file, which must be UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    read(utf8(bytes)?)
}

/// Replays one game of a file, numbered from 1, even if the moves of others are wrong; `None` if the file has fewer
/// games.
pub fn read_game(bytes: &[u8], number: usize) -> Result<Option<Record>, RecordError> {
    let mut record = None;
    each_game(utf8(bytes)?, |draft, game| {
        if game == number {
            record = Some(draft.replay(game)?);
        }
        Ok(())
    })?;
    Ok(record)
}

/// Parses the records in a file without playing a single move: returns their tags and numbers of moves. This is fast,
/// but does not check the moves. Stops at text that cannot be split into games.
pub fn outlines(bytes: &[u8]) -> Vec<Result<Outline, RecordError>> {
    let mut outlines = Vec::new();
    let each = |text| {
        each_game(text, |draft, game| {
            outlines.push(draft.outline(game));
            Ok(())
        })
    };
    if let Err(error) = utf8(bytes).and_then(each) {
        outlines.push(Err(error));
    }
    outlines
}

/// Splits a text into games, and calls `visit` with each of them and its number.
fn each_game<'a>(
    text: &'a str,
    mut visit: impl FnMut(&Draft<'a>, usize) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut tokens = Tokens::new(text);
    let mut game = 1;
    let mut draft = Draft::default();
    while let Some(PlacedToken { line, after_gap, token }) = tokens.next(game)? {
        match token {
            Token::Tag { name, value } => {
                if draft.ends_before(name, after_gap) {
                    visit(&draft, game)?;
                    game += 1;
                    draft = Draft::default();
                }
                if draft.places.insert(name, draft.tags.len()).is_some() {
                    let problem = Message::new("the tag {name} is given twice").with("name", name);
                    return Err(RecordError::new(game, line, name, problem));
                }
                draft.tags.push(Tag { line, name, value });
            }
            Token::Comment(text) => draft.body.push((line, Piece::Comment(text))),
            Token::Word(word) => draft.body.push((line, Piece::Word(word))),
        }
    }
    if draft.is_empty() { Ok(()) } else { visit(&draft, game) }
}

/// Decodes the text of a file; the error names the invalid word.
fn utf8(bytes: &[u8]) -> Result<&str, RecordError> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let (good, bad) = bytes.split_at(error.valid_up_to());
    let good = String::from_utf8_lossy(good);
    let line = 1 + good.matches('\n').count();
    let games = good.lines().filter(|line| line.trim_start().starts_with("[Game")).count();
    let head = good.rsplit(char::is_whitespace).next().unwrap_or_default();
    let tail = bad.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let word = format!("{head}{}", String::from_utf8_lossy(tail));
    Err(RecordError::new(games.max(1), line, &word, Message::new("this is not UTF-8 text")))
}

/// The content of a record before it is replayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outline {
    /// Facts about the game.
    pub info: &'static GameInfo,
    /// The number of players.
    pub seats: usize,
    /// The number of moves.
    pub plies: usize,
    tags: Vec<(String, String)>,
}

impl Outline {
    /// Returns the value of a tag, if it is known.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty() && *value != UNKNOWN)
    }
}

struct Tag<'a> {
    line: usize,
    name: &'a str,
    value: String,
}

/// A part of the text after the tags.
enum Piece<'a> {
    Comment(&'a str),
    Word(&'a str),
}

/// One game of the text, not yet replayed.
#[derive(Default)]
struct Draft<'a> {
    tags: Vec<Tag<'a>>,
    /// The index of each name in `tags`.
    places: HashMap<&'a str, usize>,
    body: Vec<(usize, Piece<'a>)>,
}

impl<'a> Draft<'a> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.body.is_empty()
    }

    fn tag(&self, name: &str) -> Option<&Tag<'a>> {
        self.places.get(name).and_then(|&place| self.tags.get(place))
    }

    /// Returns whether a tag begins another game: a tag after moves, or a second `Game` after an empty line, since a
    /// game may have no moves.
    fn ends_before(&self, name: &str, after_gap: bool) -> bool {
        !self.body.is_empty() || after_gap && name == GAME && self.tag(GAME).is_some()
    }

    fn first_line(&self) -> usize {
        let tag = self.tags.first().map(|tag| tag.line);
        tag.or(self.body.first().map(|&(line, _)| line)).unwrap_or(1)
    }

    /// Replays the game; `game` is its number.
    fn replay(&self, game: usize) -> Result<Record, RecordError> {
        let mut replay = Replay {
            game,
            session: self.open(game)?,
            rounds: Rounds::default(),
            comments: Vec::new(),
            result: None,
        };
        for tag in &self.tags {
            // Derived tags are checked at the end.
            let _ = replay.session.set_tag(tag.name, &tag.value);
        }
        for (line, piece) in &self.body {
            match *piece {
                Piece::Comment(text) => replay.comments.push(text),
                Piece::Word(word) => replay.word(*line, word)?,
            }
        }
        replay.keep_comments();
        let (line, word) = replay.result.unwrap_or_default();
        self.settle(&mut replay, line, word)?;
        Ok(replay.session.record())
    }

    fn outline(&self, game: usize) -> Result<Outline, RecordError> {
        let is_move = |piece: &Piece<'_>| match *piece {
            Piece::Comment(_) => false,
            Piece::Word(word) => !is_result(word) && !split_number(word).1.is_empty(),
        };
        let session = self.open(game)?;
        Ok(Outline {
            info: session.info(),
            seats: session.seats(),
            tags: self.tags.iter().map(|tag| (tag.name.to_owned(), tag.value.clone())).collect(),
            plies: self.body.iter().filter(|(_, piece)| is_move(piece)).count(),
        })
    }

    fn open(&self, game: usize) -> Result<Box<dyn Session>, RecordError> {
        let Some(word) = self.tag(GAME) else {
            let problem = Message::new("the tag Game is missing; a record begins with a line such as {line}")
                .with("line", "[Game \"...\"]");
            return Err(RecordError::new(game, self.first_line(), "", problem));
        };
        let position = self.tag(POSITION).filter(|tag| tag.value != UNKNOWN);
        open(&word.value, position.map(|tag| tag.value.as_str())).map_err(|error| {
            let tag = position.filter(|_| matches!(error, OpenError::Position(_))).unwrap_or(word);
            RecordError::new(game, tag.line, &tag.value, error)
        })
    }

    /// Compares the result and reason in the tags, and a result after the moves, with the outcome of the moves.
    fn settle(&self, replay: &mut Replay<'_>, line: usize, trailing: &str) -> Result<(), RecordError> {
        let known = |name| self.tag(name).filter(|tag| tag.value != UNKNOWN);
        let result = known(RESULT).map(|tag| (tag.line, tag.value.as_str()));
        let trailing = Some((line, trailing)).filter(|(_, word)| !word.is_empty());
        let fail = |(line, word): (usize, &str), problem: Message| {
            Err(RecordError::new(replay.game, line, word, problem))
        };
        if let Some(result) = result.filter(|&(_, word)| !is_result(word)) {
            return fail(result, Message::new("a result is *, or a score such as 1-0, 0-1 or 1/2-1/2"));
        }
        if let (Some(trailing), Some((_, word))) = (trailing, result)
            && trailing.1 != word
        {
            return fail(trailing, Message::new("the tag Result says {result}").with("result", word));
        }
        let result = result.or(trailing);
        let reason_tag = known(REASON).map(|tag| (tag.line, tag.value.as_str()));
        let reason = match reason_tag.map(|tag| (tag, reason_of(&*replay.session, tag.1))) {
            None => None,
            Some((_, Some(reason))) => Some(reason),
            Some((tag, None)) => return fail(tag, unknown_reason()),
        };
        let place = result.or(reason_tag).unwrap_or_default();
        settle(replay.session.as_mut(), result.map(|(_, word)| word), reason)
            .map_err(|problem| RecordError::new(replay.game, place.0, place.1, problem))
    }
}

/// A game whose moves are being parsed.
struct Replay<'a> {
    game: usize,
    session: Box<dyn Session>,
    rounds: Rounds,
    /// The comments since the last move.
    comments: Vec<&'a str>,
    /// The result after the moves, with its line.
    result: Option<(usize, &'a str)>,
}

impl<'a> Replay<'a> {
    /// Attaches the pending comments to the last move.
    fn keep_comments(&mut self) {
        self.session.comment(&self.comments.join(" "));
        self.comments.clear();
    }

    fn word(&mut self, line: usize, word: &'a str) -> Result<(), RecordError> {
        let fail = |problem: Message| Err(RecordError::new(self.game, line, word, problem));
        if let Some((_, result)) = self.result {
            return fail(
                Message::new("nothing but comments follows the result {result}").with("result", result),
            );
        }
        if is_result(word) {
            self.result = Some((line, word));
            return Ok(());
        }
        let mover = self.session.to_move();
        let (number, mv) = split_number(word);
        if let Some(problem) = number.and_then(|number| self.wrong_number(number, mover)) {
            return fail(problem);
        }
        if mv.is_empty() {
            return Ok(());
        }
        self.keep_comments();
        if let Err(error) = self.session.play(mv) {
            return Err(RecordError::new(self.game, line, mv, move_problem(error)));
        }
        self.rounds.advance(mover);
        Ok(())
    }

    /// Checks a move number before the move of `mover`.
    fn wrong_number(&self, number: Number<'_>, mover: Player) -> Option<Message> {
        let expected = self.rounds.number(mover);
        if number.digits.parse() != Ok(expected) {
            return Some(
                Message::new("wrong move number: the next move belongs to number {number}")
                    .with("number", expected),
            );
        }
        (number.dots > 1 && mover == Player::FIRST).then(|| {
            Message::new("wrong move number: the first player is to move, which is {number}.")
                .with("number", expected)
        })
    }
}

/// Creates the error for a move in a record.
pub(super) fn move_problem(error: MoveError) -> Message {
    match error {
        MoveError::Unreadable { expected, .. } => {
            Message::new("unreadable move: {expected}").messages("expected", vec![expected])
        }
        MoveError::Forbidden { why, .. } => Message::new("illegal move: {why}").messages("why", vec![why]),
        MoveError::Over { .. } => Message::new("illegal move: the game is over"),
        other => other.message(),
    }
}

/// A move number as written.
#[derive(Copy, Clone)]
struct Number<'a> {
    digits: &'a str,
    dots: usize,
}

/// Splits a number from a move that follows it without a space. Ignores dots alone, which stand for missing moves.
fn split_number(word: &str) -> (Option<Number<'_>>, &str) {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    let dots = after_digits.len() - after_dots.len();
    if dots == 0 {
        return (None, word);
    }
    let digits = &word[..word.len() - after_digits.len()];
    ((!digits.is_empty()).then_some(Number { digits, dots }), after_dots)
}

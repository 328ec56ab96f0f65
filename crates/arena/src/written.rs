//! Recognizes the output of a match: checks whether text in a file is a record that the match wrote, or the beginning
//! of one.
//!
//! The match removes only such text, so the check is strict: the tags that the match determines must be exactly those
//! that it would write, and the moves must be those of a game, in the layout of a record.

use cairn_engine::bots::BotSpec;
use cairn_session::{OpenError, Record, Session, open};

use crate::MatchConfig;
use crate::comments::{is_comment, without_comments};
use crate::game::{GameRunner, tag};

/// The end of every record; a record without it is incomplete.
pub(crate) const END: &str = "\n\n";
/// The number of games after which the seats repeat, for any number of seats.
const SEATINGS: usize = 6;
/// The tags that differ from game to game.
const VARYING: [&str; 9] = [
    "Date",
    "Result",
    "Reason",
    tag::ROUND,
    tag::FORFEIT,
    tag::FAULT,
    tag::PLIES,
    tag::ADJUDICATED,
    tag::POSITION,
];

/// The tag lines that a game of a match shares with others in the same seats.
struct CommonLines(Vec<String>);

impl CommonLines {
    fn new(config: &MatchConfig, number: usize, bots: [&BotSpec; 2]) -> Result<Self, OpenError> {
        let mut session = open(&config.game, None)?;
        GameRunner { config, number, observe: false }.set_tags(&mut *session, bots);
        let text = session.record().to_string();
        Ok(Self(text.lines().filter(|line| !is_varying(line)).map(str::to_owned).collect()))
    }

    /// Returns whether all of these lines are present.
    fn are_in(&self, lines: &[&str]) -> bool {
        lines.iter().filter(|line| !is_varying(line)).eq(&self.0)
    }

    /// Returns whether these lines are the first of the common ones; the last may be cut off. There must be `at_least`
    /// this many.
    fn begin_with(&self, lines: &[&str], at_least: usize) -> bool {
        let Some((last, whole)) = lines.split_last() else { return false };
        let mut expected = self.0.iter();
        let mut known = whole.iter().filter(|line| !is_varying(line));
        let fits = known.all(|line| expected.next().is_some_and(|next| next == line));
        let left = expected.as_slice();
        fits && left.len() + at_least <= self.0.len()
            && (left.first().is_some_and(|line| line.starts_with(last))
                || VARYING.iter().any(|name| is_of(last, name)))
    }
}

fn opening_of(name: &str) -> String {
    format!("[{name} \"")
}

/// Returns whether a line is a complete tag that differs from game to game.
fn is_varying(line: &str) -> bool {
    line.ends_with("\"]") && VARYING.iter().any(|name| line.starts_with(&opening_of(name)))
}

/// Returns whether a line that may be cut off belongs to this tag.
fn is_of(line: &str, name: &str) -> bool {
    let opening = opening_of(name);
    opening.starts_with(line) || line.starts_with(&opening)
}

/// Returns whether a complete record is exactly what the match would have written for this game.
pub(crate) fn is_written(
    record: &Record,
    config: &MatchConfig,
    number: usize,
    bots: [&BotSpec; 2],
) -> Result<bool, OpenError> {
    let text = record.to_string();
    let tags: Vec<&str> = text.lines().take(record.tags().count()).collect();
    let mut comments = record.moves().iter().filter_map(|mv| mv.comment.as_deref());
    let fits = record.opening_comment().is_none()
        && comments.all(|comment| config.comments && is_comment(comment))
        && has_opening(record, config, number)?;
    Ok(fits && CommonLines::new(config, number, bots)?.are_in(&tags))
}

/// Returns whether a record begins with the opening that the match requires.
fn has_opening(record: &Record, config: &MatchConfig, number: usize) -> Result<bool, OpenError> {
    if config.openings.is_none() {
        return Ok(record.tag(tag::POSITION).is_none());
    }
    let opening = config.open_game(number)?;
    let moves = record.moves().iter().map(|mv| &mv.text);
    let is_start = opening.start_position().as_deref() == record.tag(tag::POSITION);
    Ok(is_start && opening.history().iter().eq(moves.take(opening.ply())))
}

/// Returns whether text is the beginning of a record of one of these matches and nothing else. With `alone`, the text
/// must be long enough to exclude any other match.
pub(crate) fn is_cut_off(
    bytes: &[u8],
    config: &MatchConfig,
    pairings: &[(&BotSpec, &BotSpec)],
    alone: bool,
) -> Result<bool, OpenError> {
    let Some(text) = cut_text(bytes) else { return Ok(false) };
    let (tags, moves) = match text.split_once(END) {
        Some((tags, moves)) => (tags, Some(moves)),
        None => (text, None),
    };
    let lines: Vec<&str> = tags.split('\n').collect();
    if let Some(moves) = moves {
        // The last tag determines whether moves follow.
        let plies = opening_of(tag::PLIES);
        let follow = tags.rsplit('\n').next().and_then(|line| line.strip_prefix(&plies));
        if follow.is_none_or(|plies| plies == "0\"]") || !are_written_moves(moves, &lines, config) {
            return Ok(false);
        }
    }
    for (first, second) in pairings {
        for number in 0..SEATINGS {
            let common = CommonLines::new(config, number, [first, second])?;
            let fits = match moves {
                Some(_) => common.are_in(&lines),
                None => common.begin_with(&lines, if alone { common.0.len() } else { 0 }),
            };
            if fits {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Decodes bytes that may end within a character.
fn cut_text(bytes: &[u8]) -> Option<&str> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => return None,
    };
    std::str::from_utf8(&bytes[..valid]).ok()
}

/// Returns whether text is the beginning of the moves of a game with these tags, as written.
fn are_written_moves(text: &str, tags: &[&str], config: &MatchConfig) -> bool {
    let start = opening_of(tag::POSITION);
    let position = tags.iter().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"));
    let Ok(mut session) = open(&config.game, position) else { return false };
    if !config.comments {
        return are_moves(text, &mut *session, str::to_owned);
    }
    // Comments move the line breaks.
    let condense = |text: &str| text.split_whitespace().collect();
    without_comments(text).is_some_and(|text| are_moves(&text, &mut *session, condense))
}

/// Returns whether text is the beginning of the moves of a game, apart from the text that `condense` removes. `session`
/// is at its start.
fn are_moves(text: &str, session: &mut dyn Session, condense: impl Fn(&str) -> String) -> bool {
    let condensed = condense(text);
    let written = |session: &dyn Session| {
        let record = session.record().to_string();
        record.split_once(END).map_or_else(String::new, |(_, moves)| condense(moves))
    };
    let (whole, _) = text.rsplit_once([' ', '\n']).unwrap_or_default();
    let moves = whole.split_whitespace().filter(|word| !word.ends_with('.'));
    for mv in moves {
        if session.play(mv).is_err() {
            return false;
        }
    }
    // Half of the end of the record may be present.
    if format!("{}\n", written(&*session)).starts_with(&condensed) {
        return true;
    }
    session.legal_moves().iter().any(|mv| {
        session.play(mv).is_ok() && {
            let fits = written(&*session).starts_with(&condensed);
            session.undo();
            fits
        }
    })
}

//! Small parsers that position strings and moves of all games share.

use std::ops::RangeInclusive;

use crate::grid;
use crate::{ForbiddenMove, Message, Player, PositionError, SeatInfo, UnreadableMove};

/// Parses a plain number without sign, spaces or leading zeros.
pub fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Splits a position string into exactly the fields in `names`.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    names: &[Message; N],
) -> Result<[&'a str; N], PositionError> {
    let mut words = text.split_ascii_whitespace();
    let mut found = [""; N];
    for (place, name) in found.iter_mut().zip(names) {
        *place = words.next().ok_or_else(|| {
            let problem = Message::new("the {name} is missing; a position is {names}");
            let problem = problem.messages("name", vec![name.clone()]).messages("names", names.to_vec());
            PositionError::new(text, problem)
        })?;
    }
    match words.next() {
        None => Ok(found),
        Some(extra) => {
            let problem =
                Message::new("nothing follows the {name}").messages("name", vec![names[N - 1].clone()]);
            Err(PositionError::new(extra, problem))
        }
    }
}

/// Returns the player with whose letter `text` begins, and the rest of the text.
pub fn owner<'a>(text: &'a str, seats: &[SeatInfo]) -> Option<(Player, &'a str)> {
    let mut players = Player::seats(seats.len()).zip(seats);
    players.find_map(|(player, seat)| Some((player, text.strip_prefix(seat.letter)?)))
}

/// Parses the letter of a player of these seats.
pub fn player(text: &str, seats: &[SeatInfo]) -> Option<Player> {
    owner(text, seats).filter(|(_, rest)| rest.is_empty()).map(|(player, _)| player)
}

/// Parses a stack such as `b3`: the letter of its owner, and its height.
pub fn stack(text: &str, seats: &[SeatInfo], heights: RangeInclusive<u16>) -> Option<(Player, u16)> {
    let (owner, height) = owner(text, seats)?;
    Some((owner, number(height).filter(|height| heights.contains(height))?))
}

/// Parses the halfmove clock, the number of plies since the last progress. A limit of 0 means no limit.
pub fn halfmove_clock(text: &str, limit: u16) -> Result<u16, PositionError> {
    number(text).filter(|&plies| limit == 0 || plies <= limit).ok_or_else(|| {
        let most = if limit == 0 { u16::MAX } else { limit };
        let problem = Message::new("the count of plies since progress is a number from 0 to {most}");
        PositionError::new(text, problem.with("most", most))
    })
}

/// Parses the name of a square inside a move, as column and row from 0.
pub fn square(text: &str) -> Result<(u8, u8), UnreadableMove> {
    grid::read_name(text).ok_or_else(|| {
        UnreadableMove(
            Message::new("`{word}` is not a square such as c3").with("word", crate::error::excerpt(text)),
        )
    })
}

/// Explains why a text is not a move: it names a square off a board of this size, or does not match `forms`, the
/// description of move notation.
pub fn no_move(text: &str, forms: &'static str, columns: u8, rows: u8) -> UnreadableMove {
    let named = grid::read_name(text).map(|square| grid::on_board(square, columns, rows));
    match named {
        Some(Err(ForbiddenMove(off_board))) => UnreadableMove(off_board),
        _ => UnreadableMove(Message::new(forms)),
    }
}

/// The common forms of a move, with columns and rows from 0.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SquareOrStep {
    /// `c3`.
    Square((u8, u8)),
    /// `c3-c4`.
    Step((u8, u8), (u8, u8)),
}

/// Parses a move that is a square or a step.
pub fn square_or_step(text: &str) -> Option<SquareOrStep> {
    match text.split_once('-') {
        None => grid::read_name(text).map(SquareOrStep::Square),
        Some((from, to)) => Some(SquareOrStep::Step(grid::read_name(from)?, grid::read_name(to)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("120"), Some(120));
        for bad in ["", "-1", "+1", "01", " 1", "1.0", "70000", "١"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }

    #[test]
    fn fields_are_counted() {
        let names = [Message::new("rows"), Message::new("turn")];
        assert_eq!(fields("  a   b ", &names), Ok(["a", "b"]));
        assert_eq!(fields("a", &names).unwrap_err().word, "a");
        assert_eq!(fields("a b c", &names).unwrap_err().word, "c");
    }

    #[test]
    fn stacks_have_an_owner_and_a_height() {
        let seats = crate::GameInfo::new("test", "Test").seats;
        assert_eq!(owner("b2.3", seats), Some((Player::SECOND, "2.3")));
        assert_eq!(player("w", seats), Some(Player::FIRST));
        assert_eq!(player("b", &seats[..1]), None);
        assert_eq!(stack("b12", seats, 2..=12), Some((Player::SECOND, 12)));
        for bad in ["", "b", "12", "b1", "b13", "b02", "bb2", "é2"] {
            assert_eq!(stack(bad, seats, 2..=12), None, "{bad}");
            assert!(player(bad, seats).is_none() || bad == "b", "{bad}");
        }
    }

    #[test]
    fn halfmove_clocks_stay_within_the_limit() {
        assert_eq!(halfmove_clock("7", 7), Ok(7));
        assert!(halfmove_clock("8", 7).is_err());
        assert_eq!(halfmove_clock("800", 0), Ok(800));
    }

    #[test]
    fn steps_have_two_squares() {
        assert_eq!(square_or_step("c3"), Some(SquareOrStep::Square((2, 2))));
        assert_eq!(square_or_step("c3-C4"), Some(SquareOrStep::Step((2, 2), (2, 3))));
        for bad in ["", "-", "c3-", "-c3", "c3-c4-c5", "c3 -c4"] {
            assert_eq!(square_or_step(bad), None, "{bad}");
        }
    }
}

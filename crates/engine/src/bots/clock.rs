//! Clocks of games between bots: time controls as text, and the time for one move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cairn_rules::{Message, Player, excerpt};
use thiserror::Error;

use crate::Span;

/// The assumed number of further moves in a game.
const EXPECTED_MOVES: u32 = 25;
/// Time lost in communication.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The maximum time and increment.
const MAX_TIME: Duration = Duration::from_secs(24 * 3600);
/// The maximum number of moves of a period.
const MAX_MOVES: u32 = 1_000;

/// The time control of a bot, as match runners write it: `60+0.6` is a minute for the game and 0.6 seconds after each
/// move, `40/60` a minute for every 40 moves.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct BotClock {
    /// The number of moves after which the time is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// The time for these moves.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// Text that is not a time control of bots.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
pub struct BotClockError {
    word: String,
}

impl BotClockError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("`{word}` is not a time control; allowed: {allowed}")
            .with("word", &self.word)
            .messages("allowed", vec![allowed_clocks()])
    }
}

/// Describes the forms of a time control.
pub(super) fn allowed_clocks() -> Message {
    Message::new("seconds with an increment, such as 10+0.1, or moves/seconds, such as 40/60")
}

impl FromStr for BotClock {
    type Err = BotClockError;

    fn from_str(text: &str) -> Result<Self, BotClockError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(digits(moves)?), rest),
                None => (None, text),
            };
            let (time, increment) = match rest.split_once('+') {
                Some((time, increment)) => (duration(time)?, duration(increment)?),
                None => (duration(rest)?, Duration::ZERO),
            };
            let fits = moves.is_none_or(|moves| (1..=MAX_MOVES).contains(&moves)) && time > Duration::ZERO;
            fits.then_some(Self { moves, time, increment })
        };
        read().ok_or_else(|| BotClockError { word: excerpt(text) })
    }
}

/// Parses a number without a sign.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Parses seconds with up to three decimals, minutes and seconds (`1:30`), or a span such as `500ms`.
fn duration(text: &str) -> Option<Duration> {
    if let Ok(span) = text.parse::<Span>() {
        return Some(span.duration());
    }
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (digits::<u64>(minutes)?, seconds),
        None => (0, text),
    };
    let (whole, decimals) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let millis = match decimals.len() {
        1..=3 => digits::<u64>(&format!("{decimals:0<3}"))?,
        _ => return None,
    };
    let seconds = minutes.checked_mul(60)?.checked_add(digits(whole)?)?;
    Some(Duration::from_millis(seconds.checked_mul(1000)?.checked_add(millis)?))
        .filter(|time| *time <= MAX_TIME)
}

impl fmt::Display for BotClock {
    /// Writes seconds, with an increment if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", seconds(self.time))?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", seconds(self.increment))?;
        }
        Ok(())
    }
}

/// The clock of one player.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TimeLeft {
    /// The time left.
    pub left: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until the clock is refilled.
    pub moves_to_go: Option<u32>,
}

impl TimeLeft {
    /// Returns the time to think about one move: an even share of the clock and most of the increment, but at most half
    /// of the clock unless this is the last move before it is refilled.
    pub fn for_one_move(&self) -> Duration {
        let left = self.left.saturating_sub(OVERHEAD);
        let moves = self.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, EXPECTED_MOVES));
        let share = (left / moves).saturating_add(self.increment / 4 * 3);
        share.min(if moves == 1 { left } else { left / 2 }).max(Duration::from_millis(1))
    }
}

/// The clocks of a game at a bot's turn. The player to move has one.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Clocks {
    /// The clock of each player; `None` for a player without one.
    pub seats: Vec<Option<TimeLeft>>,
    /// The tolerated delay of the move after its clock has run out.
    pub margin: Duration,
}

impl Clocks {
    /// Returns the clock of a player.
    pub fn of(&self, player: Player) -> Option<TimeLeft> {
        self.seats.get(player.index()).copied().flatten()
    }
}

impl fmt::Display for Clocks {
    /// Writes the words of `go`, without the number of moves until the clock is refilled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clocks = || (1..).zip(&self.seats).filter_map(|(seat, time)| Some((seat, time.as_ref()?)));
        let times = clocks().map(|(seat, time)| format!("p{seat}time {}", time.left.as_millis()));
        let increments = clocks().map(|(seat, time)| format!("p{seat}inc {}", time.increment.as_millis()));
        f.write_str(&times.chain(increments).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_round_trip_and_others_are_named() {
        for (text, moves, time, increment, printed) in [
            ("1+0.1", None, 1_000, 100, "1+0.1"),
            ("60", None, 60_000, 0, "60"),
            ("40/60+0.6", Some(40), 60_000, 600, "40/60+0.6"),
            ("1:30+1", None, 90_000, 1_000, "90+1"),
            ("0.5", None, 500, 0, "0.5"),
            ("2m+500ms", None, 120_000, 500, "120+0.5"),
            ("0.125+0", None, 125, 0, "0.125"),
        ] {
            let clock: BotClock = text.parse().unwrap();
            let expected = BotClock { moves, time: millis(time), increment: millis(increment) };
            assert_eq!((clock, clock.to_string().as_str()), (expected, printed));
            assert_eq!(printed.parse(), Ok(expected));
        }
        for text in [
            "",
            "0",
            "+1",
            "1+",
            "-1",
            "1.",
            ".5",
            "1.2345",
            "0/60",
            "1001/60",
            "x/60",
            "86401",
            "1e3",
            "1:",
            "99999999999999999999",
            "1+1+1",
            "NaN",
        ] {
            let error = text.parse::<BotClock>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a time control; allowed: ")), "{error}");
        }
    }

    #[test]
    fn a_move_gets_a_share_of_the_clock() {
        let share = |left, increment, moves_to_go| {
            let clock = TimeLeft { left: millis(left), increment: millis(increment), moves_to_go };
            clock.for_one_move()
        };
        assert_eq!(share(50_010, 0, None), millis(2_000));
        assert_eq!(share(50_010, 1_000, None), millis(2_750));
        assert_eq!(share(100, 60_000, None), millis(45));
        assert_eq!(share(1_010, 0, Some(1)), millis(1_000));
        assert_eq!(share(1_010, 0, Some(4)), millis(250));
        assert_eq!(share(0, 0, Some(0)), millis(1));
    }

    #[test]
    fn clocks_are_words_of_go() {
        let time = |left| Some(TimeLeft { left: millis(left), increment: millis(100), moves_to_go: Some(3) });
        let clocks = Clocks { seats: vec![time(1_000), None, time(7)], margin: Duration::ZERO };
        assert_eq!(clocks.to_string(), "p1time 1000 p3time 7 p1inc 100 p3inc 100");
        assert_eq!(clocks.of(Player::SECOND), None);
    }
}

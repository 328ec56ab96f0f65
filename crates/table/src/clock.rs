//! Clocks and time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cairn_engine::Span;
use cairn_rules::Message;
use cairn_rules::Player;
use thiserror::Error;

use crate::Time;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest time for one move, in days.
const MAX_DAYS: u16 = 365;

/// A time control.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum TimeControl {
    /// No time limit.
    #[default]
    Unlimited,
    /// A time for the game, with an increment for every move.
    Fischer {
        /// The initial time.
        initial: Duration,
        /// The increment.
        increment: Duration,
    },
    /// A time for every move.
    PerMove(Duration),
    /// A number of days for every move.
    Days(u16),
}

/// Text that is not a time control.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub struct TimeControlError {
    text: String,
}

impl TimeControlError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("`{word}` is not a time control: none, 5m, 5m+3s, 30s/move or 3d (up to {days}d)")
            .with("word", &self.text)
            .with("days", MAX_DAYS)
    }
}

impl TimeControl {
    /// Returns the time at the start.
    const fn initial(self) -> Duration {
        match self {
            Self::Unlimited => Duration::MAX,
            Self::Fischer { initial, .. } => initial,
            Self::PerMove(time) => time,
            Self::Days(days) => DAY.saturating_mul(days as u32),
        }
    }

    /// Returns the time after a move, given the time `left` before it.
    fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::Fischer { increment, .. } => left.saturating_add(increment),
            Self::Unlimited | Self::PerMove(_) | Self::Days(_) => self.initial(),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let bad = || TimeControlError { text: cairn_session::excerpt(text) };
        let span = |text: &str| text.parse::<Span>().map(Span::duration).map_err(|_| bad());
        if text == "none" {
            return Ok(Self::Unlimited);
        }
        if let Some(time) = text.strip_suffix("/move") {
            return Ok(Self::PerMove(span(time)?));
        }
        if let Some(days) = text.strip_suffix('d') {
            let days = days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
            return Ok(Self::Days(days.ok_or_else(bad)?));
        }
        let (initial, increment) = match text.split_once('+') {
            Some((initial, increment)) => (span(initial)?, span(increment)?),
            None => (span(text)?, Duration::ZERO),
        };
        Ok(Self::Fischer { initial, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = |time: Duration| Span::from_millis(time.as_millis().try_into().unwrap_or(u64::MAX));
        match *self {
            Self::Unlimited => f.pad("none"),
            Self::Fischer { initial, increment: Duration::ZERO } => span(initial).fmt(f),
            Self::Fischer { initial, increment } => write!(f, "{}+{}", span(initial), span(increment)),
            Self::PerMove(time) => write!(f, "{}/move", span(time)),
            Self::Days(days) => write!(f, "{days}d"),
        }
    }
}

/// The clocks of all players; at most one is running.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    /// The time left to each player after each ply, the start included; the last entry is current.
    left: Vec<Vec<Duration>>,
    /// The player whose clock is running, and its start time.
    running: Option<(Player, Time)>,
    /// The number of plies at the start that take no time: all clocks stand still.
    untimed: usize,
}

impl Clock {
    /// Clocks that are not running.
    pub fn new(control: TimeControl, seats: usize) -> Self {
        Self { control, left: vec![vec![control.initial(); seats]], running: None, untimed: 0 }
    }

    /// Stops the clocks during the first plies.
    pub(crate) const fn set_untimed(&mut self, plies: usize) {
        self.untimed = plies;
    }

    /// Returns whether the moves so far, and the next one, take no time.
    pub const fn is_untimed(&self) -> bool {
        self.left.len() <= self.untimed
    }

    /// Returns the clocks of a resumed game, with the time left to each player.
    pub(crate) fn with_time_left(control: TimeControl, seats: usize, left: Option<&[Duration]>) -> Self {
        let mut clock = Self::new(control, seats);
        let current = clock.left.iter_mut().flatten();
        current.zip(left.unwrap_or_default()).for_each(|(current, left)| *current = *left);
        clock
    }

    /// Returns the time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the player whose clock is running.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Returns the time left to a player; `None` if unlimited.
    pub fn left(&self, player: Player, now: Time) -> Option<Duration> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let left = self.left.last()?.get(player.index()).copied()?;
        let spent = match self.running {
            Some((running, since)) if running == player => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        Some(left.saturating_sub(spent))
    }

    /// Returns the time at which the running clock runs out.
    pub fn runs_out_at(&self) -> Option<Time> {
        let (player, since) = self.running?;
        Some(since.saturating_add(self.left(player, since)?))
    }

    /// Starts the clock of a player, or of none, after charging the time used until now.
    pub(crate) fn run(&mut self, player: Option<Player>, now: Time) {
        if self.control == TimeControl::Unlimited || self.running() == player {
            return;
        }
        self.settle(now);
        self.running = player.filter(|_| !self.is_untimed()).map(|player| (player, now));
    }

    /// Records a move of a player, after which the game has `ply` plies.
    pub(crate) fn press(&mut self, player: Player, ply: usize, now: Time) {
        self.settle(now);
        self.running = None;
        let mut left = self.left.last().cloned().unwrap_or_default();
        if let Some(left) = left.get_mut(player.index())
            && !self.is_untimed()
        {
            *left = self.control.after_move(*left);
        }
        self.left.resize(ply, left.clone());
        self.left.push(left);
    }

    /// Restores the clocks after moves were undone or redone. With a time for the game, the time spent on an undone
    /// move stays spent, and only its increment is lost. With a time for every move, the player to move gets all of it
    /// again.
    pub(crate) fn set_ply(&mut self, ply: usize) {
        self.running = None;
        let mut last = self.left.last().cloned().unwrap_or_default();
        let is_same = self.left.len() == ply + 1;
        if !is_same && matches!(self.control, TimeControl::PerMove(_) | TimeControl::Days(_)) {
            self.left.truncate(ply);
            last.fill(self.control.initial());
        }
        self.left.resize(ply + 1, last);
    }

    /// Charges the time used until now to the running clock.
    fn settle(&mut self, now: Time) {
        let Some((player, _)) = self.running else { return };
        let left = self.left(player, now).unwrap_or_default();
        if let Some(place) = self.left.last_mut().and_then(|last| last.get_mut(player.index())) {
            *place = left;
        }
        self.running = Some((player, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn time_controls_round_trip_and_nonsense_is_named() {
        for text in ["none", "5m", "5m+3s", "1h+30s", "30s/move", "3d"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "5", "5m+", "+3s", "0d", "366d", "-1d", "3dd", "/move", "soon", "5m+3s+1s"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a time control")), "{error}");
        }
    }

    #[test]
    fn fischer_clocks_count_down_and_gain() {
        let mut clock = Clock::new("10s+2s".parse().unwrap(), 2);
        let (one, two) = (Player::FIRST, Player::SECOND);
        assert_eq!((clock.running(), clock.runs_out_at()), (None, None));
        clock.run(Some(one), seconds(100));
        assert_eq!(clock.left(one, seconds(103)), Some(seconds(7)));
        assert_eq!(clock.runs_out_at(), Some(seconds(110)));
        clock.press(one, 1, seconds(104));
        clock.run(Some(two), seconds(104));
        assert_eq!(
            (clock.left(one, seconds(109)), clock.left(two, seconds(109))),
            (Some(seconds(8)), Some(seconds(5)))
        );
        clock.run(None, seconds(109));
        assert_eq!(clock.left(two, seconds(999)), Some(seconds(5)), "it stands still");
        clock.set_ply(0);
        assert_eq!(
            clock.left(one, seconds(999)),
            Some(seconds(6)),
            "as it was when the move was made, without the gain"
        );
    }

    #[test]
    fn a_move_that_is_taken_back_gets_its_own_time_again() {
        for (control, whole) in [("10s/move", 10), ("2d", 2 * 86_400)] {
            let mut clock = Clock::new(control.parse().unwrap(), 2);
            clock.run(Some(Player::FIRST), seconds(0));
            clock.press(Player::FIRST, 1, seconds(6));
            clock.run(Some(Player::SECOND), seconds(6));
            clock.run(None, seconds(9));
            clock.set_ply(0);
            clock.run(Some(Player::FIRST), seconds(9));
            for player in [Player::FIRST, Player::SECOND] {
                assert_eq!(clock.left(player, seconds(9)), Some(seconds(whole)), "{control}");
            }
            assert_eq!(clock.runs_out_at(), Some(seconds(9 + whole)));
            clock.set_ply(1);
            clock.run(Some(Player::SECOND), seconds(12));
            assert_eq!(clock.left(Player::SECOND, seconds(14)), Some(seconds(whole - 2)), "after the redo");
            // Undoing an ending by the players undoes no move.
            clock.run(None, seconds(14));
            clock.set_ply(1);
            assert_eq!(clock.left(Player::SECOND, seconds(14)), Some(seconds(whole - 2)), "{control}");
        }
    }

    #[test]
    fn a_move_has_its_own_time_or_its_own_days() {
        for (control, whole) in [("30s/move", 30), ("2d", 2 * 86_400)] {
            let mut clock = Clock::new(control.parse().unwrap(), 2);
            clock.run(Some(Player::FIRST), seconds(1));
            assert_eq!(clock.left(Player::FIRST, seconds(11)), Some(seconds(whole - 10)));
            clock.press(Player::FIRST, 1, seconds(11));
            assert_eq!(clock.left(Player::FIRST, seconds(50)), Some(seconds(whole)));
        }
        let mut clock = Clock::new(TimeControl::Unlimited, 2);
        clock.run(Some(Player::FIRST), seconds(1));
        clock.press(Player::FIRST, 1, seconds(11));
        assert_eq!((clock.left(Player::FIRST, seconds(50)), clock.runs_out_at()), (None, None));
    }
}

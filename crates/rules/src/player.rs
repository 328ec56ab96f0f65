//! Players, reasons and outcomes.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParsePlayerError, ParseReasonError, excerpt};

/// A seat at the board, numbered in turn order.
///
/// ```
/// use cairn_rules::Player;
///
/// assert_eq!(Player::FIRST.opponent(), Player::SECOND);
/// assert_eq!("third".parse(), Ok(Player::THIRD));
/// assert_eq!(Player::FOURTH.next(4).to_string(), "first");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Self = Self(0);
    /// The player who moves second.
    pub const SECOND: Self = Self(1);
    /// The player who moves third, in games for three or more.
    pub const THIRD: Self = Self(2);
    /// The player who moves fourth, in games for four.
    pub const FOURTH: Self = Self(3);
    /// Every seat that a game may have.
    pub const ALL: [Self; 4] = [Self::FIRST, Self::SECOND, Self::THIRD, Self::FOURTH];

    /// Returns the seats of a game for `seats` players, in turn order.
    pub fn seats(seats: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL.into_iter().take(seats)
    }

    /// Returns 0 for the first player, 1 for the second, and so on.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Returns the other player of two.
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns the next player in a game for `seats` players.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        let next = self.0 + 1;
        Self(if next == seats { 0 } else { next })
    }

    /// Returns `first`, `second`, `third` or `fourth`.
    pub const fn name(self) -> &'static str {
        ["first", "second", "third", "fourth"][(self.0 & 3) as usize]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let named = Self::ALL.into_iter().find(|player| player.name() == text);
        named.ok_or_else(|| ParsePlayerError { word: excerpt(text) })
    }
}

/// A set of players.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Players(u8);

impl Players {
    /// Adds a player.
    pub const fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// Returns whether the set contains a player.
    pub const fn contains(self, player: Player) -> bool {
        self.0 & (1 << player.0) != 0
    }

    /// Returns the number of players.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether there are no players.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the players, in turn order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        let mut set = Self::default();
        for player in players {
            set.insert(player);
        }
        set
    }
}

/// The reason for the end of a game.
///
/// ```
/// use cairn_rules::Reason;
///
/// assert_eq!(Reason::FourTowers.to_string(), "four towers");
/// assert_eq!("resignation".parse(), Ok(Reason::Resignation));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it, `Reason::name` spells them")]
pub enum Reason {
    TallestStack,
    NoLegalMove,
    AllCaptured,
    FourTowers,
    MostTowers,
    FourHome,
    SixEliminated,
    Agreement,
    Repetition,
    QuietLimit,
    Resignation,
    Time,
    /// A reason of a single game, in words; the game lists it in its [`GameInfo`](crate::GameInfo).
    Special(&'static str),
}

impl Reason {
    /// The reasons that games share.
    pub const ALL: [Self; 12] = [
        Self::TallestStack,
        Self::NoLegalMove,
        Self::AllCaptured,
        Self::FourTowers,
        Self::MostTowers,
        Self::FourHome,
        Self::SixEliminated,
        Self::Agreement,
        Self::Repetition,
        Self::QuietLimit,
        Self::Resignation,
        Self::Time,
    ];

    /// Returns every reason: those that games share, then those of single games.
    pub fn all() -> impl Iterator<Item = Self> {
        let special = crate::games::ALL.iter().flat_map(|info| info.reasons);
        Self::ALL.into_iter().chain(special.copied())
    }

    /// Returns the name in records and results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TallestStack => "tallest stack",
            Self::NoLegalMove => "no legal move",
            Self::AllCaptured => "all captured",
            Self::FourTowers => "four towers",
            Self::MostTowers => "most towers",
            Self::FourHome => "four home",
            Self::SixEliminated => "six eliminated",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::QuietLimit => "quiet limit",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Special(words) => words,
        }
    }

    /// Returns whether players ended the game, so that the final position does not show the reason.
    pub const fn is_by_players(self) -> bool {
        matches!(self, Self::Agreement | Self::Resignation | Self::Time)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Self, ParseReasonError> {
        Self::all().find(|reason| reason.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::all().map(Self::name).collect();
            ParseReasonError { word: excerpt(text), known: names.join(", ") }
        })
    }
}

/// The result of a game: one winner, or several players who share a draw.
///
/// ```
/// use cairn_rules::{Outcome, Player, Reason};
///
/// let won = Outcome::win(Player::SECOND, Reason::AllCaptured);
/// assert_eq!(won.winner(), Some(Player::SECOND));
/// assert_eq!(won.score(), "0-1");
/// assert_eq!(won.to_string(), "second (all captured)");
/// assert_eq!(Outcome::draw(Reason::Repetition).score(), "1/2-1/2");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner, or all players who share the draw.
    pub best: Players,
    /// The number of players.
    pub seats: u8,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// Creates the outcome of a two-player game that `winner` has won.
    pub fn win(winner: Player, reason: Reason) -> Self {
        Self { best: Players::from_iter([winner]), seats: 2, reason }
    }

    /// Creates the outcome of a drawn two-player game.
    pub fn draw(reason: Reason) -> Self {
        Self::shared(2, reason)
    }

    /// Creates the outcome of a drawn game with this many players, all of whom share it.
    pub fn shared(seats: u8, reason: Reason) -> Self {
        Self { best: Player::seats(seats.into()).collect(), seats, reason }
    }

    /// Returns the winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        let mut best = self.best.iter();
        best.next().filter(|_| best.next().is_none())
    }

    /// Returns the winner's seat, or `draw`.
    pub fn name(self) -> &'static str {
        self.winner().map_or("draw", Player::name)
    }

    /// Returns the score in the format of records: `1-0`, `1/2-1/2`, `0-0-1`.
    pub fn score(self) -> String {
        let points = if self.best.len() == 1 { "1" } else { "1/2" };
        let scores: Vec<&str> = Player::seats(self.seats.into())
            .map(|player| if self.best.contains(player) { points } else { "0" })
            .collect();
        scores.join("-")
    }
}

impl fmt::Display for Outcome {
    /// Writes `first (tallest stack)` or `draw (repetition)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.name(), self.reason)?;
        if (2..self.seats as usize).contains(&self.best.len()) {
            let names: Vec<&str> = self.best.iter().map(Player::name).collect();
            write!(f, ", shared by {}", names.join(" and "))?;
        }
        f.write_str(")")
    }
}

/// The colour of a seat's pieces; renderers choose the shade.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[expect(missing_docs, reason = "colours")]
pub enum SeatColor {
    Blue,
    White,
    Red,
    Green,
    Black,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_display() {
        let win = Outcome::win(Player::SECOND, Reason::FourHome);
        assert_eq!((win.to_string().as_str(), win.score().as_str()), ("second (four home)", "0-1"));
        let draw = Outcome::draw(Reason::QuietLimit);
        assert_eq!((draw.to_string().as_str(), draw.score().as_str()), ("draw (quiet limit)", "1/2-1/2"));
        let shared = Outcome {
            best: [Player::FIRST, Player::THIRD].into_iter().collect(),
            seats: 3,
            reason: Reason::TallestStack,
        };
        assert_eq!(shared.to_string(), "draw (tallest stack, shared by first and third)");
        assert_eq!(shared.score(), "1/2-0-1/2");
        assert_eq!(shared.winner(), None);
    }

    #[test]
    fn reasons_round_trip() {
        for reason in Reason::all() {
            assert_eq!(reason.name().parse(), Ok(reason));
        }
        let error = "boredom".parse::<Reason>().unwrap_err().to_string();
        assert!(error.starts_with("unknown reason `boredom`; the reasons are tallest stack, "), "{error}");
    }
}

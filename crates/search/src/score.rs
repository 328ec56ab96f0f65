//! Scores: plain integers inside the search, [`Score`] in reports.
//!
//! Inside the search a [`Value`] is for the side to move. A win `n` plies from the root is
//! `WIN - n`, so that shorter wins and longer losses are better; every value of at least
//! [`WIN_IN_MAX_PLY`], or at most its negation, is proven.

use std::cmp::Ordering;
use std::fmt;

use cairn_rules::{EVALUATION_LIMIT, Wdl};

/// A score inside the search, in centipawns.
pub(crate) type Value = i32;

/// No line is longer than this many plies.
pub(crate) const MAX_PLY: usize = 192;
/// A win on the board.
pub(crate) const WIN: Value = 32_000;
/// A bound above every value.
pub(crate) const INFINITE: Value = WIN + 1;
/// The value of the longest win; everything above is a win, everything below its negation a loss.
pub(crate) const WIN_IN_MAX_PLY: Value = WIN - 1_000;
/// The value of a draw without contempt.
pub(crate) const DRAW: Value = 0;

const _: () = assert!(EVALUATION_LIMIT < WIN_IN_MAX_PLY && (MAX_PLY as i32) < WIN - WIN_IN_MAX_PLY);

/// Returns the value of a win that stands on the board `ply` plies from the root.
pub(crate) const fn win_in(ply: usize) -> Value {
    WIN - ply as Value
}

/// Returns whether a value is a proven win or loss.
pub(crate) const fn is_decisive(value: Value) -> bool {
    value.abs() >= WIN_IN_MAX_PLY
}

/// Returns the rank of a win in this many plies, which is above all estimates.
const fn rank_of_win(plies: u32) -> i32 {
    const MAX_PLIES: u32 = (WIN - WIN_IN_MAX_PLY) as u32;
    if plies < MAX_PLIES { WIN - plies as i32 } else { WIN_IN_MAX_PLY }
}

/// The logistic scale, in centipawns: an advantage of this much wins with odds of e to 1.
const WIN_PROBABILITY_SCALE: f64 = 250.0;

/// The score of a position or a variation for the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Score {
    /// An estimate in centipawns: hundredths of a solid advantage.
    Centipawns(i32),
    /// A forced win in this many plies, found by search; there may be a shorter one.
    WinIn(u32),
    /// A proven win of unknown length; the game lasts at most this many more plies.
    WinWithin(u32),
    /// A forced loss in this many plies, found by search.
    LossIn(u32),
    /// A proven loss of unknown length; the game lasts at most this many more plies.
    LossWithin(u32),
    /// A proven draw with best play.
    ProvenDraw,
}

impl Score {
    pub(crate) fn from_value(value: Value) -> Self {
        let plies = (WIN - value.abs()).unsigned_abs();
        if !is_decisive(value) {
            Self::Centipawns(value)
        } else if value > 0 {
            Self::WinIn(plies)
        } else {
            Self::LossIn(plies)
        }
    }

    /// Creates the score of a proven value, in a game that lasts at most this many more plies, if known.
    pub fn proven(value: Wdl, plies_left: Option<u16>) -> Self {
        let plies = plies_left.map_or(MAX_PLY as u32, Into::into);
        match value {
            Wdl::Win => Self::WinWithin(plies),
            Wdl::Draw => Self::ProvenDraw,
            Wdl::Loss => Self::LossWithin(plies),
        }
    }

    /// Converts a win probability between 0 and 1 to centipawns, in a game with this many players.
    pub(crate) fn from_win_probability(probability: f64, seats: usize) -> Self {
        let probability = probability.clamp(0.000_1, 0.999_9);
        let odds = probability / (1.0 - probability) * opponents(seats);
        let value = WIN_PROBABILITY_SCALE * odds.ln();
        Self::Centipawns((value.round() as i32).clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1))
    }

    /// Returns the probability in percent that the player to move wins against all other players, in a game with this
    /// many players: equal players have equal chances, a half each between two and a third each between three. A draw
    /// counts as half a win between two.
    pub fn win_percent(self, seats: usize) -> f64 {
        match self {
            Self::Centipawns(value) => 100.0 * win_probability_among(value, seats),
            Self::WinIn(_) | Self::WinWithin(_) => 100.0,
            Self::LossIn(_) | Self::LossWithin(_) => 0.0,
            Self::ProvenDraw => 100.0 * win_probability_among(DRAW, seats),
        }
    }

    /// Returns [`Score::win_percent`] in whole percent, for display: between 1 and 99 unless the score is proven.
    pub fn whole_percent(self, seats: usize) -> u32 {
        let percent = self.win_percent(seats).round() as u32;
        if self.is_proven() { percent } else { percent.clamp(1, 99) }
    }

    /// Returns a number for ordering scores: centipawns, above them wins, the shorter the higher, and below them
    /// losses, the longer the higher. A win or loss of unknown length counts as the longest possible, and a very long
    /// one as one of a thousand plies.
    pub const fn rank(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::WinIn(plies) | Self::WinWithin(plies) => rank_of_win(plies),
            Self::LossIn(plies) | Self::LossWithin(plies) => -rank_of_win(plies),
            Self::ProvenDraw => DRAW,
        }
    }

    /// Returns the proven value, if the score is not an estimate.
    pub const fn wdl(self) -> Option<Wdl> {
        match self {
            Self::Centipawns(_) => None,
            Self::WinIn(_) | Self::WinWithin(_) => Some(Wdl::Win),
            Self::LossIn(_) | Self::LossWithin(_) => Some(Wdl::Loss),
            Self::ProvenDraw => Some(Wdl::Draw),
        }
    }

    /// Returns whether the score is proven rather than estimated.
    pub const fn is_proven(self) -> bool {
        self.wdl().is_some()
    }
}

/// Orders by [`Score::rank`]; of equal ranks, a proven score is higher than an estimate, and a known length than an
/// unknown one.
impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let certainty = |score: &Self| match score {
            Self::Centipawns(_) => 0,
            Self::WinWithin(_) | Self::LossWithin(_) => 1,
            Self::WinIn(_) | Self::LossIn(_) | Self::ProvenDraw => 2,
        };
        (self.rank(), certainty(self)).cmp(&(other.rank(), certainty(other)))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the win probability, from 0 to 1, of an evaluation in centipawns.
pub(crate) fn win_probability(value: Value) -> f64 {
    win_probability_among(value, 2)
}

/// Returns the win probability against all other players of a game with this many, who are equally strong.
fn win_probability_among(value: Value, seats: usize) -> f64 {
    1.0 / (1.0 + opponents(seats) * (-f64::from(value) / WIN_PROBABILITY_SCALE).exp())
}

/// Returns the number of opponents of a player.
fn opponents(seats: usize) -> f64 {
    seats.saturating_sub(1).max(1) as f64
}

impl fmt::Display for Score {
    /// Writes `+1.25`, `-0.40`, `0.00`, `win in 5`, `win`, `loss in 4`, `loss` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let sign = match value {
                    0 => "",
                    1.. => "+",
                    _ => "-",
                };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::WinWithin(_) => f.write_str("win"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
            Self::LossWithin(_) => f.write_str("loss"),
            Self::ProvenDraw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_scores() {
        for (value, score, text) in [
            (0, Score::Centipawns(0), "0.00"),
            (125, Score::Centipawns(125), "+1.25"),
            (-5, Score::Centipawns(-5), "-0.05"),
            (win_in(0), Score::WinIn(0), "win in 0"),
            (win_in(5), Score::WinIn(5), "win in 5"),
            (-win_in(4), Score::LossIn(4), "loss in 4"),
            (EVALUATION_LIMIT - 1, Score::Centipawns(9_999), "+99.99"),
        ] {
            assert_eq!(Score::from_value(value), score);
            assert_eq!((score.rank(), score.to_string().as_str()), (value, text));
        }
    }

    #[test]
    fn scores_are_ordered() {
        let scores = [
            Score::WinIn(19),
            Score::WinIn(20),
            Score::WinWithin(20),
            Score::WinIn(21),
            Score::Centipawns(9_999),
            Score::ProvenDraw,
            Score::Centipawns(0),
            Score::LossIn(30),
            Score::LossWithin(30),
            Score::LossIn(2),
        ];
        assert!(scores.is_sorted_by(|a, b| a > b));
        let estimate = Score::Centipawns(EVALUATION_LIMIT);
        assert!(Score::WinWithin(u32::MAX) > estimate && Score::LossIn(u32::MAX).rank() < -estimate.rank());
        assert_eq!(
            (Score::LossWithin(9).to_string(), Score::LossWithin(9).wdl()),
            ("loss".into(), Some(Wdl::Loss))
        );
        assert_eq!(Score::WinWithin(20).to_string(), "win");
        assert_eq!(Score::WinWithin(20).wdl(), Some(Wdl::Win));
    }

    #[test]
    fn equal_players_have_equal_chances() {
        for seats in 2..=4 {
            for score in [Score::Centipawns(0), Score::ProvenDraw] {
                assert!((score.win_percent(seats) * seats as f64 - 100.0).abs() < 1e-9, "{seats}");
            }
        }
        assert_eq!([2, 3, 4].map(|seats| Score::Centipawns(0).whole_percent(seats)), [50, 33, 25]);
    }

    #[test]
    fn win_probability_grows_with_value() {
        for seats in 2..=4 {
            let percents: Vec<f64> =
                (-20..=20).map(|tens| Score::Centipawns(tens * 50).win_percent(seats)).collect();
            assert!(percents.is_sorted() && percents[0] > 0.0 && percents[40] < 100.0);
            assert!((Score::WinIn(3).win_percent(seats) - 100.0).abs() < 1e-9);
            let probability = Score::Centipawns(140).win_percent(seats) / 100.0;
            assert_eq!(Score::from_win_probability(probability, seats), Score::Centipawns(140));
        }
        assert!(
            Score::LossIn(2).is_proven()
                && Score::ProvenDraw.is_proven()
                && !Score::Centipawns(9).is_proven()
        );
    }
}

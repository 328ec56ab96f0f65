//! What a position is worth: plain numbers inside the search, [`Score`] at the border.
//!
//! Inside, a value is for the side to move. A win after `n` more plies is `WIN - n`, so that nearer
//! wins are better and farther losses too; every value beyond [`DECIDED`] is a proof.

use std::fmt;

use cairn_rules::EVALUATION_LIMIT;

/// A value inside the search.
pub(crate) type Value = i32;

/// No line is longer than this many plies.
pub(crate) const MAX_PLY: usize = 192;
/// A win on the board.
pub(crate) const WIN: Value = 32_000;
/// Above every value.
pub(crate) const INFINITE: Value = WIN + 1;
/// From here on a value is a win with its distance; below minus this, a loss.
pub(crate) const DECIDED: Value = WIN - 1_000;
/// Nobody is ahead.
pub(crate) const DRAW: Value = 0;

const _: () = assert!(EVALUATION_LIMIT < DECIDED && (MAX_PLY as i32) < WIN - DECIDED);

/// The value of a win that stands on the board after so many plies.
pub(crate) const fn win_at(ply: usize) -> Value {
    WIN - ply as Value
}

/// Whether a value is a proven win or loss.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() >= DECIDED
}

/// The evaluation that has an even chance at about three to one: what one unit of a hundred means.
const CHANCE_SCALE: f64 = 250.0;

/// What a line is worth to the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Score {
    /// Hundredths of a solid advantage.
    Value(i32),
    /// A forced win within so many plies.
    WinIn(u32),
    /// A forced loss, put off for so many plies.
    LossIn(u32),
    /// A draw that nobody can avoid without losing.
    ProvenDraw,
}

impl Score {
    pub(crate) fn of(value: Value) -> Self {
        let plies = (WIN - value.abs()).unsigned_abs();
        if !is_decided(value) {
            Self::Value(value)
        } else if value > 0 {
            Self::WinIn(plies)
        } else {
            Self::LossIn(plies)
        }
    }

    /// The score of a chance to win between 0 and 1.
    pub(crate) fn of_chance(chance: f64) -> Self {
        let chance = chance.clamp(0.000_1, 0.999_9);
        let value = CHANCE_SCALE * (chance / (1.0 - chance)).ln();
        Self::Value((value.round() as i32).clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1))
    }

    /// The chance to win, in percent; a draw counts as half a win.
    pub fn win_percent(self) -> f64 {
        match self {
            Self::Value(value) => 100.0 * chance(value),
            Self::WinIn(_) => 100.0,
            Self::LossIn(_) => 0.0,
            Self::ProvenDraw => 50.0,
        }
    }

    /// A number that grows with what the score is worth: hundredths, and beyond all of them wins,
    /// the nearer the better, and losses, the farther the better.
    pub const fn rank(self) -> i32 {
        match self {
            Self::Value(value) => value,
            Self::WinIn(plies) => WIN - plies as i32,
            Self::LossIn(plies) => plies as i32 - WIN,
            Self::ProvenDraw => DRAW,
        }
    }

    /// Whether the score is a proof and not a guess.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Value(_))
    }
}

/// The chance to win, from 0 to 1, that an evaluation stands for.
pub(crate) fn chance(value: Value) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / CHANCE_SCALE).exp())
}

impl fmt::Display for Score {
    /// `+1.25`, `-0.40`, `0.00`, `win in 5`, `loss in 4`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Value(value) => {
                let sign = match value {
                    0 => "",
                    1.. => "+",
                    _ => "-",
                };
                write!(f, "{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
            }
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
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
            (0, Score::Value(0), "0.00"),
            (125, Score::Value(125), "+1.25"),
            (-5, Score::Value(-5), "-0.05"),
            (win_at(0), Score::WinIn(0), "win in 0"),
            (win_at(5), Score::WinIn(5), "win in 5"),
            (-win_at(4), Score::LossIn(4), "loss in 4"),
            (EVALUATION_LIMIT - 1, Score::Value(9_999), "+99.99"),
        ] {
            assert_eq!(Score::of(value), score);
            assert_eq!((score.rank(), score.to_string().as_str()), (value, text));
        }
    }

    #[test]
    fn chances_grow_with_values() {
        assert!((Score::Value(0).win_percent() - 50.0).abs() < 1e-9);
        let chances: Vec<f64> = (-20..=20).map(|tens| Score::Value(tens * 50).win_percent()).collect();
        assert!(chances.is_sorted() && chances[0] > 0.0 && chances[40] < 100.0);
        assert!((Score::WinIn(3).win_percent() - 100.0).abs() < 1e-9);
        assert_eq!(Score::of_chance(chance(140)), Score::Value(140));
        assert!(
            Score::LossIn(2).is_proven() && Score::ProvenDraw.is_proven() && !Score::Value(9).is_proven()
        );
    }
}

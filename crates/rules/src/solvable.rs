//! Support for solvers: static bounds on game-theoretic values, and hints that shorten proofs.

use std::fmt;

use crate::{Evaluate, Symmetric};

/// The game-theoretic value of a position for the player to move: win, draw or loss with best play.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// Returns the value for the opponent.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Parses the name of a value.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Loss, Self::Draw, Self::Win].into_iter().find(|value| value.name() == name)
    }

    /// Returns `loss`, `draw` or `win`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Bounds on the game-theoretic value of a position, for the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WdlBounds {
    /// The value is at least this.
    pub low: Wdl,
    /// The value is at most this.
    pub high: Wdl,
}

impl WdlBounds {
    /// The value is unknown.
    pub const OPEN: Self = Self { low: Wdl::Loss, high: Wdl::Win };

    /// Creates bounds that equal a value.
    pub const fn exactly(value: Wdl) -> Self {
        Self { low: value, high: value }
    }

    /// Returns the value, if the bounds determine it.
    pub fn value(self) -> Option<Wdl> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the bounds for the opponent.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self { low: self.high.for_opponent(), high: self.low.for_opponent() }
    }

    /// Returns the bounds that follow from both. `None` if they contradict each other, which happens only if one of
    /// them is wrong.
    #[must_use]
    pub fn intersect(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }
}

impl fmt::Display for WdlBounds {
    /// Writes `win`, `draw`, `loss`, `draw or win`, `loss or draw` or `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), *self) {
            (Some(value), _) => value.fmt(f),
            (None, Self::OPEN) => f.pad("unknown"),
            (None, Self { low, high }) => f.pad(&format!("{low} or {high}")),
        }
    }
}

/// Facts about a position that need no search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct StaticBounds {
    /// Bounds on the value. They hold for two players, regardless of the game's history.
    pub bounds: WdlBounds,
    /// A hash of the facts that still matter. Positions with the same player to move and the same key have the same
    /// value, even if their Zobrist keys differ.
    pub key: u64,
}

/// Support for solvers of two-player games. Only [`Solvable::static_bounds`] affects the proven values; the rest
/// affects the time that proofs take.
pub trait Solvable: Evaluate + Symmetric {
    /// Whether a game can end in a draw.
    const DRAWS: bool = true;

    /// Returns the static bounds, which are proven without search.
    fn static_bounds(&self) -> StaticBounds {
        StaticBounds { bounds: WdlBounds::OPEN, key: self.key() }
    }

    /// Returns an upper bound on the plies left in the game. `None` where positions can repeat.
    fn plies_left(&self) -> Option<u16> {
        None
    }

    /// Returns whether symmetric positions are common enough here that looking up the canonical position pays off.
    /// Always `false` where positions can repeat.
    fn should_canonicalize(&self) -> bool {
        false
    }

    /// Move ordering: returns how good the position looks for the player who has just moved.
    fn order_hint(&self) -> i32 {
        self.evaluate(self.to_move().opponent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictory_bounds_have_no_intersection() {
        let values = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        let pairs = values.iter().flat_map(|&low| values.iter().map(move |&high| WdlBounds { low, high }));
        let bounds: Vec<WdlBounds> = pairs.filter(|bounds| bounds.low <= bounds.high).collect();
        let allows = |bounds: WdlBounds, value: Wdl| bounds.low <= value && value <= bounds.high;
        for (one, other) in bounds.iter().flat_map(|one| bounds.iter().map(move |other| (*one, *other))) {
            let both = one.intersect(other);
            for value in values {
                let allowed = allows(one, value) && allows(other, value);
                assert_eq!(both.is_some_and(|both| allows(both, value)), allowed, "{one}, {other}: {value}");
            }
        }
        assert_eq!(WdlBounds::exactly(Wdl::Win).intersect(WdlBounds::exactly(Wdl::Loss)), None);
    }

    #[test]
    fn bounds_are_negated_and_displayed() {
        let at_least_a_draw = WdlBounds { low: Wdl::Draw, high: Wdl::Win };
        assert_eq!(at_least_a_draw.for_opponent(), WdlBounds { low: Wdl::Loss, high: Wdl::Draw });
        assert_eq!(
            at_least_a_draw.intersect(at_least_a_draw.for_opponent()),
            Some(WdlBounds::exactly(Wdl::Draw))
        );
        assert_eq!(WdlBounds::OPEN.for_opponent(), WdlBounds::OPEN);
        let texts = [WdlBounds::OPEN, at_least_a_draw, WdlBounds::exactly(Wdl::Loss)].map(|b| b.to_string());
        assert_eq!(texts, ["unknown", "draw or win", "loss"]);
    }
}

//! What a game tells those that prove values: what can still come of a position, and a few hints
//! that make proofs short.

use std::fmt;

use crate::{Evaluate, Symmetric};

/// What a position is worth to the player to move when both play as well as can be.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// The same for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The value with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Loss, Self::Draw, Self::Win].into_iter().find(|truth| truth.name() == name)
    }

    /// `loss`, `draw` or `win`.
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

/// Between what the value of a position lies, for the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct WdlBounds {
    /// It is at least this.
    pub low: Wdl,
    /// It is at most this.
    pub high: Wdl,
}

impl WdlBounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { low: Wdl::Loss, high: Wdl::Win };

    /// The value is known.
    pub const fn exactly(truth: Wdl) -> Self {
        Self { low: truth, high: truth }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Wdl> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self { low: self.high.for_opponent(), high: self.low.for_opponent() }
    }

    /// What both say together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

impl fmt::Display for WdlBounds {
    /// `win`, `draw`, `loss`, `draw or win`, `loss or draw`, `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), *self) {
            (Some(truth), _) => truth.fmt(f),
            (None, Self::OPEN) => f.pad("unknown"),
            (None, Self { low, high }) => f.pad(&format!("{low} or {high}")),
        }
    }
}

/// What can be told of a position without looking ahead.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct StaticBounds {
    /// Bounds of the value. They hold for a game between two, whatever came before.
    pub bounds: WdlBounds,
    /// A key of what still matters. Positions with the same one are worth the same, for the same
    /// player to move, even if their other keys differ.
    pub key: u64,
}

/// What helps to prove the values of a game for two. Only what a glance tells matters to what is
/// proven, the rest to how long it takes.
pub trait Solvable: Evaluate + Symmetric {
    /// Whether a game can end in a draw.
    const DRAWS: bool = true;

    /// What can be told without looking ahead.
    fn static_bounds(&self) -> StaticBounds {
        StaticBounds { bounds: WdlBounds::OPEN, key: self.key() }
    }

    /// At most so many more plies are played. `None` where positions can come back.
    fn plies_left(&self) -> Option<u16> {
        None
    }

    /// Whether so many positions around this one are mirror images of each other that it pays to
    /// look for them. Never where positions can come back.
    fn should_canonicalize(&self) -> bool {
        false
    }

    /// How good the position looks for the player who has just moved. Promising moves are tried
    /// first.
    fn order_hint(&self) -> i32 {
        self.evaluate(self.to_move().opponent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_turn_and_speak() {
        let at_least_a_draw = WdlBounds { low: Wdl::Draw, high: Wdl::Win };
        assert_eq!(at_least_a_draw.for_opponent(), WdlBounds { low: Wdl::Loss, high: Wdl::Draw });
        assert_eq!(at_least_a_draw.and(at_least_a_draw.for_opponent()).value(), Some(Wdl::Draw));
        assert_eq!(WdlBounds::OPEN.for_opponent(), WdlBounds::OPEN);
        let spoken = [WdlBounds::OPEN, at_least_a_draw, WdlBounds::exactly(Wdl::Loss)].map(|b| b.to_string());
        assert_eq!(spoken, ["unknown", "draw or win", "loss"]);
    }
}

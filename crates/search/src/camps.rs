//! Who is with whom: two players are enemies; of more, one stands against all others.
//!
//! With more than two players this is the paranoid view: it makes a game for two of any game, so
//! that alpha-beta holds, and what it promises to the player who asks holds whatever the others do.

use cairn_rules::{EVALUATION_LIMIT, Evaluate, Outcome, Player, Position, zobrist};

use crate::score::{DRAW, Value, win_at};

/// The two camps of a search.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Camps {
    /// Each player is a camp.
    Two,
    /// This player against all others.
    Against(Player),
}

impl Camps {
    /// The camps for a search on behalf of the player to move.
    pub(crate) fn of<P: Position>(root: &P) -> Self {
        if root.seats() == 2 { Self::Two } else { Self::Against(root.to_move()) }
    }

    /// Whether the same camp has the turn in both positions.
    #[inline]
    pub(crate) fn same<P: Position>(self, one: &P, other: &P) -> bool {
        match self {
            Self::Two => one.to_move() == other.to_move(),
            Self::Against(hero) => (one.to_move() == hero) == (other.to_move() == hero),
        }
    }

    /// The evaluation for the camp to move.
    #[inline]
    pub(crate) fn evaluate<P: Evaluate>(self, position: &P) -> Value {
        let mover = position.to_move();
        let value = match self {
            Self::Against(hero) if hero != mover => -position.evaluate(hero),
            _ => position.evaluate(mover),
        };
        value.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }

    /// The value for the camp to move of a game that is over after so many plies. Sharing the first
    /// place with others is a draw.
    pub(crate) fn value_of<P: Position>(self, position: &P, outcome: Outcome, ply: usize) -> Value {
        let mover = position.to_move();
        let hero = if let Self::Against(hero) = self { hero } else { mover };
        let value = if !outcome.best.contains(hero) {
            -win_at(ply)
        } else if outcome.best.len() == 1 {
            win_at(ply)
        } else {
            DRAW
        };
        if hero == mover { value } else { -value }
    }

    /// What makes the keys of one player's view differ from those of another's.
    pub(crate) fn salt(self) -> u64 {
        match self {
            Self::Two => 0,
            Self::Against(hero) => zobrist::mix(hero.index() as u64),
        }
    }
}

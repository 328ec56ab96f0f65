//! Who is with whom: two players are enemies; of more, one stands against all others.
//!
//! With more than two players this is the paranoid view: it makes a game for two of any game, so
//! that alpha-beta holds, and what it promises to the player who asks holds whatever the others do.

use cairn_rules::{EVALUATION_LIMIT, Evaluate, Outcome, Player, Position, zobrist};

use crate::score::{DRAW, Value, win_at};

/// The two camps of a search, and what a draw between them is worth.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Camps {
    /// The player to move at the root, on whose behalf the search is.
    hero: Player,
    /// Whether each player is a camp; otherwise it is the hero against all others.
    two: bool,
    /// How much less than nothing a draw is worth to the hero, and how much more to the others.
    contempt: Value,
}

impl Camps {
    /// The camps for a search on behalf of the player to move, to whom a draw is a draw.
    pub(crate) fn of<P: Position>(root: &P) -> Self {
        Self { hero: root.to_move(), two: root.seats() == 2, contempt: 0 }
    }

    /// The same camps when the player to move would rather not have a draw.
    pub(crate) fn with_contempt(self, contempt: u16) -> Self {
        Self { contempt: contempt.into(), ..self }
    }

    /// Whether the hero's camp has the turn.
    #[inline]
    fn is_ours<P: Position>(self, position: &P) -> bool {
        position.to_move() == self.hero
    }

    /// Whether the same camp has the turn in both positions.
    #[inline]
    pub(crate) fn same<P: Position>(self, one: &P, other: &P) -> bool {
        if self.two { one.to_move() == other.to_move() } else { self.is_ours(one) == self.is_ours(other) }
    }

    /// The evaluation for the camp to move.
    #[inline]
    pub(crate) fn evaluate<P: Evaluate>(self, position: &P) -> Value {
        let value = if self.two || self.is_ours(position) {
            position.evaluate(position.to_move())
        } else {
            -position.evaluate(self.hero)
        };
        value.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }

    /// What a draw is worth to the camp to move.
    #[inline]
    pub(crate) fn draw<P: Position>(self, position: &P) -> Value {
        if self.is_ours(position) { DRAW - self.contempt } else { DRAW + self.contempt }
    }

    /// The value for the camp to move of a game that is over after so many plies. Sharing the first
    /// place with others is a draw.
    pub(crate) fn value_of<P: Position>(self, position: &P, outcome: Outcome, ply: usize) -> Value {
        let mover = position.to_move();
        let judge = if self.two { mover } else { self.hero };
        let value = if !outcome.best.contains(judge) {
            -win_at(ply)
        } else if outcome.best.len() == 1 {
            win_at(ply)
        } else {
            return self.draw(position);
        };
        if judge == mover { value } else { -value }
    }

    /// What makes the keys of one view differ from those of another: values are not the same to a
    /// player against all others, nor to one who would rather not have a draw.
    pub(crate) fn salt(self) -> u64 {
        if self.two && self.contempt == 0 {
            return 0;
        }
        zobrist::mix(u64::from(self.contempt.unsigned_abs()) << u8::BITS | self.hero.index() as u64)
    }
}

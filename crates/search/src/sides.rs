//! The two sides of a search: two opponents, or one player against a coalition of all others.
//!
//! With more than two players this is the paranoid algorithm: it turns any game into one between two sides, so
//! alpha-beta is sound and its score holds against any play of the others.

use cairn_rules::{EVALUATION_LIMIT, Evaluate, Outcome, Player, Position, zobrist};

use crate::score::{DRAW, Value, win_in};

/// The two sides of a search, and the value of a draw between them.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sides {
    /// The player to move at the root.
    us: Player,
    /// Whether there are two players; otherwise all opponents form one coalition.
    two_players: bool,
    /// Contempt: the cost of a draw for us, and its benefit for the other side, in centipawns.
    contempt: Value,
}

impl Sides {
    /// Creates the sides of a search from this root, without contempt.
    pub(crate) fn of<P: Position>(root: &P) -> Self {
        Self { us: root.to_move(), two_players: root.seats() == 2, contempt: 0 }
    }

    /// Returns the same sides with contempt.
    pub(crate) fn with_contempt(self, contempt: u16) -> Self {
        Self { contempt: contempt.into(), ..self }
    }

    #[inline]
    fn is_our_turn<P: Position>(self, position: &P) -> bool {
        position.to_move() == self.us
    }

    /// Returns whether the same side is to move in both positions.
    #[inline]
    pub(crate) fn same_to_move<P: Position>(self, one: &P, other: &P) -> bool {
        if self.two_players {
            one.to_move() == other.to_move()
        } else {
            self.is_our_turn(one) == self.is_our_turn(other)
        }
    }

    /// Returns the static evaluation for the side to move.
    #[inline]
    pub(crate) fn evaluate<P: Evaluate>(self, position: &P) -> Value {
        let value = if self.two_players || self.is_our_turn(position) {
            position.evaluate(position.to_move())
        } else {
            -position.evaluate(self.us)
        };
        value.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }

    /// Returns the value of a draw for the side to move.
    #[inline]
    pub(crate) fn draw_value<P: Position>(self, position: &P) -> Value {
        if self.is_our_turn(position) { DRAW - self.contempt } else { DRAW + self.contempt }
    }

    /// Returns the value of a finished game for the side to move, `ply` plies from the root. Sharing first
    /// place is a draw.
    pub(crate) fn terminal_value<P: Position>(self, position: &P, outcome: Outcome, ply: usize) -> Value {
        let mover = position.to_move();
        let judge = if self.two_players { mover } else { self.us };
        let value = if !outcome.best.contains(judge) {
            -win_in(ply)
        } else if outcome.best.len() == 1 {
            win_in(ply)
        } else {
            return self.draw_value(position);
        };
        if judge == mover { value } else { -value }
    }

    /// Returns a salt that separates table entries of different points of view: values depend on the coalition's
    /// opponent and on contempt.
    pub(crate) fn key_salt(self) -> u64 {
        if self.two_players && self.contempt == 0 {
            return 0;
        }
        zobrist::mix(u64::from(self.contempt.unsigned_abs()) << u8::BITS | self.us.index() as u64)
    }
}

//! Turns and their parts: the movement of one group, or of two singles.

use std::fmt;

use super::square::{STRIDE, StacksSquare, squares};

/// The bit distance between a square and the first of the squares around it.
const REACH: u8 = STRIDE + 1;
/// The squares around one, shifted so that the first of them is bit 0.
const AROUND: u64 = 0b111_0001_0100_0111;

/// The movement of one group. It does not include the path: the same start, number, end, joiners and retreat are the
/// same part.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Part {
    from: StacksSquare,
    to: StacksSquare,
    /// The joiners' squares among those around `to`, in square order.
    joiners: u8,
    /// Bits 0 and 1: pieces; bit 2: attack; from bit 3: retreat square less `to`, plus 8, or 0.
    manner: u8,
}

const ATTACK: u8 = 4;

impl Part {
    /// Creates a movement without an attack.
    pub(super) const fn quiet(from: StacksSquare, pieces: u8, to: StacksSquare) -> Self {
        Self { from, to, joiners: 0, manner: pieces & 3 }
    }

    /// Creates an attack; joiners and retreat are squares around `to`.
    pub(super) fn attack(
        from: StacksSquare,
        pieces: u8,
        to: StacksSquare,
        joiners: u64,
        retreat: Option<StacksSquare>,
    ) -> Self {
        let window = ((joiners << REACH) >> to.index()) & AROUND;
        let joiners = (window & 7 | (window >> 3) & 8 | (window >> 4) & 0x10 | (window >> 7) & 0xE0) as u8;
        let retreat = retreat.map_or(0, |square| (square.index() + 8 - to.index()) as u8);
        Self { from, to, joiners, manner: pieces & 3 | ATTACK | retreat << 3 }
    }

    /// Returns the start of the group.
    pub const fn from(self) -> StacksSquare {
        self.from
    }

    /// Returns the destination of the group.
    pub const fn to(self) -> StacksSquare {
        self.to
    }

    /// Returns the number of pieces in the group.
    pub const fn pieces(self) -> u8 {
        self.manner & 3
    }

    /// Returns whether it ends on an enemy stack.
    pub const fn is_attack(self) -> bool {
        self.manner & ATTACK != 0
    }

    /// Returns the squares of the stacks that join.
    pub(super) const fn joiners(self) -> u64 {
        let mask = self.joiners as u64;
        let window = mask & 7 | (mask & 8) << 3 | (mask & 0x10) << 4 | (mask & 0xE0) << 7;
        (window << self.to.index()) >> REACH
    }

    /// Returns the retreat of the survivors, if there are any and they have one.
    pub(super) const fn retreat(self) -> Option<StacksSquare> {
        match self.manner >> 3 {
            0 => None,
            code => Some(StacksSquare::at((self.to.index() as u8 + code).wrapping_sub(8))),
        }
    }

    /// Returns the key that decides which of two exchangeable singles is written first. The text, the last criterion of
    /// the notation, is never needed: two exchangeable parts with the same ends are equal, because after the first one
    /// the other cannot be an attack.
    pub(super) const fn rank(self) -> (u8, u8) {
        (self.from.index() as u8, self.to.index() as u8)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_attack() { 'x' } else { '-' };
        write!(f, "{}{}{sign}{}", self.pieces(), self.from, self.to)?;
        for joiner in squares(self.joiners()) {
            write!(f, "+{joiner}")?;
        }
        self.retreat().map_or(Ok(()), |square| write!(f, ">{square}"))
    }
}

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum StacksMove {
    /// One group moves.
    Group(Part),
    /// Two single pieces move, one after the other.
    Singles(Part, Part),
    /// Removes a stack of four, if no turn takes a piece off one.
    Remove(StacksSquare),
}

impl fmt::Display for StacksMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group(part) => write!(f, "{part}"),
            Self::Singles(first, second) => write!(f, "{first},{second}"),
            Self::Remove(square) => write!(f, "{square}!"),
        }
    }
}

//! The stacks of all players: their squares, and their heights in square order.

use super::DISCS;
use super::bits::{Bits, Word};
use super::square::StaqsSquare;
use crate::{Player, zobrist};

/// A stack and its square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Stack {
    pub(super) square: StaqsSquare,
    pub(super) height: u8,
}

/// A key for every square and height.
///
/// The height rotates the number of its square, which takes far less memory than a number for each height. A rotation
/// repeats after 64: stacks do not grow that high in games, but position strings may contain them.
pub(super) struct StackKeys([u64; 128]);

impl StackKeys {
    pub(super) const fn new(salt: u64) -> Self {
        Self(zobrist::table(salt))
    }

    #[inline]
    pub(super) const fn get(&self, square: StaqsSquare, height: u8) -> u64 {
        let key = self.0[square.index()].rotate_left(height as u32);
        if height < u64::BITS as u8 { key } else { tall_key(key, height) }
    }
}

#[cold]
const fn tall_key(key: u64, height: u8) -> u64 {
    zobrist::mix(key ^ height as u64)
}

/// The stacks of all players, at most four each. The lowest byte of a player's `heights` belongs to the lowest square
/// of the player's set, so that equal stacks are equal values and lookups need no search.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Stacks {
    squares: [Bits; 4],
    heights: [u32; 4],
}

impl Stacks {
    /// Returns the squares that a player's stacks stand on.
    pub(super) const fn squares(&self, player: Player) -> Bits {
        self.squares[player.index()]
    }

    /// Adds a stack.
    pub(super) fn insert<W: Word>(&mut self, player: Player, stack: Stack) {
        let squares = &mut self.squares[player.index()];
        let heights = &mut self.heights[player.index()];
        let (set, bit) = (W::of(*squares), W::bit(stack.square));
        *heights = with_height(*heights, set.rank(bit), stack.height);
        set.or(bit).store(squares);
    }

    /// Moves a stack to another square, raises it by one, and returns its previous height.
    pub(super) fn advance<W: Word>(&mut self, player: Player, from: StaqsSquare, to: StaqsSquare) -> u8 {
        let squares = &mut self.squares[player.index()];
        let heights = &mut self.heights[player.index()];
        let (set, from, to) = (W::of(*squares), W::bit(from), W::bit(to));
        let rest = set.minus(from);
        let (height, others) = without_height(*heights, set.rank(from));
        *heights = with_height(others, rest.rank(to), height.wrapping_add(1));
        rest.or(to).store(squares);
        height
    }

    /// Returns a player's heights in square order; zeros where there is no stack.
    pub(super) const fn heights(&self, player: Player) -> [u8; DISCS as usize] {
        self.heights[player.index()].to_le_bytes()
    }

    /// Returns a player's stacks in square order.
    pub(super) fn of(&self, player: Player) -> impl Iterator<Item = Stack> + use<> {
        self.squares(player).iter().zip(self.heights(player)).map(|(square, height)| Stack { square, height })
    }
}

/// Returns the bits of a height at this rank, and all bits below them.
const fn bits_at(rank: u32) -> (u32, u32) {
    let shift = rank % DISCS as u32 * u8::BITS;
    (shift, (1 << shift) - 1)
}

const fn with_height(heights: u32, rank: u32, height: u8) -> u32 {
    let (shift, below) = bits_at(rank);
    heights & below | (height as u32) << shift | (heights & !below) << u8::BITS
}

const fn without_height(heights: u32, rank: u32) -> (u8, u32) {
    let (shift, below) = bits_at(rank);
    ((heights >> shift) as u8, heights & below | heights >> u8::BITS & !below)
}

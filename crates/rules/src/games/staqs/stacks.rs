//! Where the stacks stand, and their heights in the order of the squares.

use super::DISCS;
use super::bits::Bits;
use super::square::Square;
use crate::Player;

/// A stack and where it stands.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Stack {
    pub(super) square: Square,
    pub(super) height: u8,
}

/// Everybody's stacks, at most four each. The lowest byte of a player's `heights` belongs to the
/// lowest square of the player's set, so that equal stacks are equal values and nothing has to be
/// searched.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Stacks {
    squares: [Bits; 4],
    heights: [u32; 4],
}

impl Stacks {
    /// The squares that a player's stacks stand on.
    pub(super) const fn squares(&self, player: Player) -> Bits {
        self.squares[player.index()]
    }

    /// How many bits to shift a player's heights by to get at a square's.
    const fn shift(&self, player: Player, square: Square) -> u32 {
        self.squares[player.index()].rank(square) % DISCS as u32 * u8::BITS
    }

    /// Adds a stack.
    pub(super) const fn insert(&mut self, player: Player, stack: Stack) {
        let shift = self.shift(player, stack.square);
        let low = (1 << shift) - 1;
        let heights = &mut self.heights[player.index()];
        *heights = *heights & low | (stack.height as u32) << shift | (*heights & !low) << u8::BITS;
        self.squares[player.index()].insert(stack.square);
    }

    /// Takes a stack off and gives its height.
    pub(super) const fn remove(&mut self, player: Player, square: Square) -> u8 {
        let shift = self.shift(player, square);
        let low = (1 << shift) - 1;
        let heights = &mut self.heights[player.index()];
        let height = (*heights >> shift) as u8;
        *heights = *heights & low | *heights >> u8::BITS & !low;
        self.squares[player.index()].remove(square);
        height
    }

    /// A player's heights in square order; zeros where there is no stack.
    pub(super) const fn heights(&self, player: Player) -> [u8; DISCS as usize] {
        self.heights[player.index()].to_le_bytes()
    }

    /// A player's stacks in square order.
    pub(super) fn of(&self, player: Player) -> impl Iterator<Item = Stack> + use<> {
        self.squares(player).iter().zip(self.heights(player)).map(|(square, height)| Stack { square, height })
    }
}

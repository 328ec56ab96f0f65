//! The board from the point of view of the player to move, and the effect of a part of a turn on it.

use super::part::Part;
use super::square::{BOARD, StacksSquare, home, squares};
use crate::Player;

/// The maximum height of a stack (rule 4).
pub(super) const MAX_HEIGHT: u8 = 4;

/// One player's stacks: a set of squares, and two bit planes with each height less one.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Side {
    /// The squares with a stack.
    pub(super) all: u64,
    ones: u64,
    twos: u64,
}

impl Side {
    /// Returns the height of the stack on a square, 0 if there is none.
    pub(super) fn height(&self, square: StacksSquare) -> u8 {
        let bit = |plane: u64| (plane >> square.index()) as u8 & 1;
        bit(self.all) + bit(self.ones) + 2 * bit(self.twos)
    }

    /// Returns the squares with stacks of this height or higher.
    pub(super) const fn at_least(&self, height: u8) -> u64 {
        match height {
            0 | 1 => self.all,
            2 => self.ones | self.twos,
            3 => self.twos,
            4 => self.ones & self.twos,
            _ => 0,
        }
    }

    /// Sets the height of the stack on a square.
    pub(super) fn set(&mut self, square: StacksSquare, height: u8) {
        let height = height.min(MAX_HEIGHT);
        self.clear(square.bit());
        let more = u64::from(height.saturating_sub(1));
        self.all |= u64::from(height > 0) << square.index();
        self.ones |= (more & 1) << square.index();
        self.twos |= (more >> 1) << square.index();
    }

    /// Removes all pieces from these squares.
    pub(super) fn clear(&mut self, set: u64) {
        self.all &= !set;
        self.ones &= !set;
        self.twos &= !set;
    }

    /// Counts the pieces on these squares.
    pub(super) const fn pieces_on(&self, set: u64) -> u8 {
        ((self.all & set).count_ones() + (self.ones & set).count_ones() + 2 * (self.twos & set).count_ones())
            as u8
    }

    /// Counts all pieces.
    pub(super) const fn pieces(&self) -> u8 {
        self.pieces_on(BOARD)
    }
}

/// The board from one player's point of view.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    pub(super) own: Side,
    pub(super) enemy: Side,
    player: Player,
}

impl Board {
    pub(super) const fn new(sides: &[Side; 2], player: Player) -> Self {
        let (own, enemy) = (sides[player.index()], sides[player.opponent().index()]);
        Self { own, enemy, player }
    }

    /// Returns the sides in turn order.
    pub(super) const fn sides(&self) -> [Side; 2] {
        if self.player.index() == 0 { [self.own, self.enemy] } else { [self.enemy, self.own] }
    }

    /// Returns the player whose point of view it is.
    pub(super) const fn player(&self) -> Player {
        self.player
    }

    /// Returns the enemy's home row.
    pub(super) const fn goal(&self) -> u64 {
        home(self.player.opponent())
    }

    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.own.all | self.enemy.all)
    }

    /// Returns the own stacks that are not locked (rule 26).
    pub(super) const fn movable(&self) -> u64 {
        self.own.all & !self.goal()
    }

    /// Returns the enemy stacks that are not locked (rule 26).
    pub(super) const fn targets(&self) -> u64 {
        self.enemy.all & !home(self.player)
    }

    /// Returns the squares on which this many pieces may end without an attack (rules 13, 27).
    pub(super) const fn room(&self, pieces: u8) -> u64 {
        BOARD & !self.enemy.all & !self.own.at_least(MAX_HEIGHT + 1 - pieces)
    }

    /// Counts the attacking pieces (rules 17, 19).
    pub(super) const fn attackers(&self, part: Part) -> u8 {
        part.pieces() + self.own.pieces_on(part.joiners())
    }

    /// Returns how many of `attacked` pieces survive an attack (rule 21).
    pub(super) const fn survivors(attackers: u8, attacked: u8) -> u8 {
        (2 * attacked).saturating_sub(attackers)
    }

    /// Returns the board after a legal part of a turn.
    #[must_use]
    pub(super) fn after(&self, part: Part) -> Self {
        let mut next = *self;
        let (from, to) = (part.from(), part.to());
        next.own.set(from, self.own.height(from).saturating_sub(part.pieces()));
        if part.is_attack() {
            let (attackers, attacked) = (self.attackers(part), self.enemy.height(to));
            next.own.clear(part.joiners());
            next.own.set(to, attackers);
            next.enemy.clear(to.bit());
            // Without a square to retreat to, the survivors are lost too (rule 24).
            if let Some(square) = part.retreat() {
                let height = self.enemy.height(square) + Self::survivors(attackers, attacked);
                next.enemy.set(square, height);
            }
        } else {
            next.own.set(to, self.own.height(to) + part.pieces());
        }
        next
    }

    /// Returns the squares that a part of a turn may change.
    pub(super) fn touched(part: Part) -> u64 {
        part.from().bit() | part.to().bit() | part.joiners() | part.retreat().map_or(0, StacksSquare::bit)
    }

    /// Returns the progress of the own pieces towards the enemy's home: 1 to 7 for each.
    pub(super) fn progress(&self) -> u32 {
        squares(self.own.all)
            .map(|square| {
                let row = if self.player == Player::FIRST { 7 - square.row() } else { square.row() + 1 };
                u32::from(row) * u32::from(self.own.height(square))
            })
            .sum()
    }
}

//! Mixed stacks of both colours.

use crate::Player;

/// A stack of up to 32 pieces.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct TumpStack {
    height: u8,
    /// A bit for each piece from the bottom up, set for those of the second player.
    pub(super) owners: u32,
}

impl TumpStack {
    /// Creates a stack of `height` pieces of one player.
    pub(super) const fn of(owner: Player, height: u8) -> Self {
        let all = if height < 32 { (1 << height) - 1 } else { u32::MAX };
        Self { height, owners: if owner.index() == 0 { 0 } else { all } }
    }

    /// Returns the number of pieces.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the owner of each piece from the bottom up.
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = Player> {
        (0..self.height)
            .map(move |piece| if self.owners >> piece & 1 == 0 { Player::FIRST } else { Player::SECOND })
    }

    /// Returns the owner, that of the topmost piece (rule 4).
    pub fn owner(self) -> Player {
        self.pieces().next_back().unwrap_or(Player::FIRST)
    }

    /// Returns the number of a player's pieces.
    pub fn count(self, player: Player) -> u8 {
        let second = self.owners.count_ones() as u8;
        if player == Player::SECOND { second } else { self.height - second }
    }

    /// Returns the player with more pieces, or the owner if both have the same number (rule 8).
    pub fn winner(self) -> Player {
        let ahead = |player: &Player| self.count(*player) > self.count(player.opponent());
        Player::seats(2).find(ahead).unwrap_or_else(|| self.owner())
    }

    /// Returns this stack on top of another one (rule 7).
    pub(super) const fn on(self, below: Self) -> Self {
        Self { height: self.height + below.height, owners: self.owners << below.height | below.owners }
    }
}

//! Positions of Tump: legal moves and their effects.

use std::fmt;

use super::HIGH_ENOUGH;
use super::options::TumpOptions;
use super::square::TumpSquare;
use super::stack::TumpStack;
use crate::{Outcome, Player, Position, Reason, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum TumpMove {
    /// Places a new piece.
    Place(TumpSquare),
    /// Moves a stack onto another one.
    Climb {
        /// The square of the stack.
        from: TumpSquare,
        /// The square of the stack below.
        to: TumpSquare,
    },
}

impl fmt::Display for TumpMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => write!(f, "{square}"),
            Self::Climb { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct TumpPosition {
    /// The stack on each square, if there is one.
    pub(super) stacks: [Option<TumpStack>; TumpSquare::COUNT],
    pub(super) to_move: Player,
    pub(super) options: TumpOptions,
}

impl TumpPosition {
    pub(super) fn start(options: TumpOptions) -> Self {
        Self { stacks: [None; TumpSquare::COUNT], to_move: Player::FIRST, options }
    }

    /// Returns the stack on a square.
    pub const fn stack_on(&self, square: TumpSquare) -> Option<TumpStack> {
        self.stacks[square.index()]
    }

    /// Returns all stacks with their squares.
    pub(super) fn all_stacks(&self) -> impl Iterator<Item = (TumpSquare, TumpStack)> {
        TumpSquare::all(self.options.size, self.options.size)
            .filter_map(|square| Some((square, self.stack_on(square)?)))
    }

    /// Returns the stacks of a player with their squares.
    pub(super) fn stacks_of(&self, player: Player) -> impl Iterator<Item = (TumpSquare, TumpStack)> {
        self.all_stacks().filter(move |(_, stack)| stack.owner() == player)
    }

    /// Returns the height of a player's tallest stack.
    pub(super) fn tallest(&self, player: Player) -> u8 {
        self.stacks_of(player).map(|(_, stack)| stack.height()).max().unwrap_or(0)
    }

    /// Returns the squares onto which a stack can climb (rule 6).
    pub(super) fn climbs(&self, from: TumpSquare) -> impl Iterator<Item = TumpSquare> {
        from.neighbours(self.options.size).filter(|&to| self.stack_on(to).is_some())
    }

    /// Returns the winners of the stacks that are high enough (rule 8): at most one in a game.
    pub(super) fn winners_by_height(&self) -> impl Iterator<Item = Player> {
        self.all_stacks()
            .filter(|(_, stack)| stack.height() >= self.options.goal)
            .map(|(_, stack)| stack.winner())
    }

    /// Returns whether the player to move can place or climb (rule 9).
    fn can_act(&self) -> bool {
        TumpSquare::all(self.options.size, self.options.size).any(|square| self.stack_on(square).is_none())
            || self.stacks_of(self.to_move).any(|(from, _)| self.climbs(from).next().is_some())
    }
}

impl Position for TumpPosition {
    type Move = TumpMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winners_by_height().next() {
            return Some(Outcome::win(winner, HIGH_ENOUGH));
        }
        (!self.can_act()).then(|| Outcome::win(self.to_move.opponent(), Reason::NoLegalMove))
    }

    fn legal_moves(&self, out: &mut Vec<TumpMove>) {
        if self.winners_by_height().next().is_some() {
            return;
        }
        let empty = TumpSquare::all(self.options.size, self.options.size)
            .filter(|&square| self.stack_on(square).is_none());
        out.extend(empty.map(TumpMove::Place));
        for (from, _) in self.stacks_of(self.to_move) {
            out.extend(self.climbs(from).map(|to| TumpMove::Climb { from, to }));
        }
    }

    fn play_unchecked(&mut self, mv: TumpMove) {
        match mv {
            TumpMove::Place(square) => self.stacks[square.index()] = Some(TumpStack::of(self.to_move, 1)),
            // (rule 7)
            TumpMove::Climb { from, to } => {
                let climbing = self.stacks[from.index()].take();
                let both = climbing.zip(self.stack_on(to)).map(|(climbing, below)| climbing.on(below));
                self.stacks[to.index()] = both;
            }
        }
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        let stacks = (0..).zip(self.stacks).filter_map(|(index, stack)| {
            let stack = stack?;
            Some(zobrist::mix(index << 40 | u64::from(stack.height()) << 32 | u64::from(stack.owners)))
        });
        stacks.fold(zobrist::mix(self.to_move.index() as u64), |key, stack| key ^ stack)
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }
}

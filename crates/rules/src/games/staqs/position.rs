//! Positions of STAQS: which moves there are and what they do.

use std::fmt;

use super::options::{Options, Placement, Steps};
use super::square::{BITS, NEIGHBOURS, Square, squares};
use super::{DISCS, MAX_SIZE};
use crate::{Dice, Outcome, Player, Reason, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Move {
    /// Puts a disc from the reserve on a neutral disc.
    Place(Square),
    /// Takes a stack one step.
    Step {
        /// Where it stands.
        from: Square,
        /// The neutral disc that it steps onto.
        to: Square,
    },
    /// Nothing else is possible.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => write!(f, "{square}"),
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// A player's stack: a slot that is not in use has height 0.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Stack {
    pub(super) square: Square,
    pub(super) height: u8,
}

/// A player's stacks in square order; those in use come first.
pub(super) type Stacks = [Stack; DISCS as usize];

const NO_STACK: Stack = Stack { square: Square::new(MAX_SIZE, MAX_SIZE - 1), height: 0 };

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Position {
    pub(super) neutral: u128,
    pub(super) stacks: [Stacks; 4],
    key: u64,
    pub(super) counts: [u8; 4],
    pub(super) reserves: [u8; 4],
    pub(super) options: Options,
    to_move: Player,
}

impl Position {
    pub(super) fn start(options: Options) -> Self {
        let mut reserves = [0; 4];
        reserves[..usize::from(options.players)].fill(DISCS);
        let mut neutral = 0;
        for row in 0..options.size {
            for column in 0..options.size {
                neutral |= Square::new(column, row).bit();
            }
        }
        Self::set_up(options, neutral, [&[]; 4], reserves, Player::FIRST)
    }

    /// A position from its parts; `stacks` are in square order and at most four each.
    pub(super) fn set_up(
        options: Options,
        neutral: u128,
        stacks: [&[Stack]; 4],
        reserves: [u8; 4],
        to_move: Player,
    ) -> Self {
        let mut position = Self {
            neutral,
            stacks: [[NO_STACK; DISCS as usize]; 4],
            key: 0,
            counts: [0; 4],
            reserves,
            options,
            to_move,
        };
        for (player, stacks) in stacks.into_iter().enumerate() {
            for (slot, &stack) in position.stacks[player].iter_mut().zip(stacks) {
                *slot = stack;
                position.counts[player] += 1;
            }
        }
        position.key = crate::Position::fresh_key(&position);
        position
    }

    /// The stacks of a player.
    pub(super) fn stacks_of(&self, player: Player) -> &[Stack] {
        &self.stacks[player.index()][..usize::from(self.counts[player.index()])]
    }

    /// The neutral discs that a stack can step onto (rule 8).
    fn targets(&self, stack: Stack) -> u128 {
        NEIGHBOURS[usize::from(self.options.steps == Steps::All)][stack.square.index()] & self.neutral
    }

    /// Whether everybody is still placing (rules 6, 7): nobody steps.
    pub(super) fn placing(&self) -> bool {
        self.options.placement == Placement::Setup && self.reserves != [0; 4] && self.neutral != 0
    }

    /// The neutral discs that a player may cover from the reserve.
    fn places(&self, player: Player) -> u128 {
        if self.reserves[player.index()] == 0 { 0 } else { self.neutral }
    }

    /// Whether a player can place or step (rule 12).
    pub(super) fn can_act(&self, player: Player) -> bool {
        self.places(player) != 0
            || (!self.placing() && self.stacks_of(player).iter().any(|&stack| self.targets(stack) != 0))
    }

    fn anyone_can_act(&self) -> bool {
        Player::seats(self.options.players.into()).any(|player| self.can_act(player))
    }

    /// A player's heights from tallest to shortest (rule 14).
    pub(super) fn heights(&self, player: Player) -> [u8; DISCS as usize] {
        let mut heights = self.stacks[player.index()].map(|stack| stack.height);
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights
    }

    /// Who leads when the game ends now (rules 14 to 17).
    fn ranking(&self) -> Outcome {
        let seats = || Player::seats(self.options.players.into());
        let top = seats().map(|player| self.heights(player)).max().unwrap_or_default();
        Outcome {
            best: seats().filter(|&player| self.heights(player) == top).collect(),
            seats: self.options.players,
            reason: Reason::TallestStack,
        }
    }

    fn place(&mut self, square: Square) {
        let player = self.to_move.index();
        let reserve = self.reserves[player];
        self.key ^= reserve_key(player, reserve) ^ reserve_key(player, reserve.wrapping_sub(1));
        self.key ^= stack_key(player, Stack { square, height: 2 });
        self.reserves[player] = reserve.wrapping_sub(1);
        // Insertion from the end keeps the slots in square order.
        let stacks = &mut self.stacks[player];
        let mut slot = usize::from(self.counts[player]).min(stacks.len() - 1);
        while slot > 0 && stacks[slot - 1].square > square {
            stacks[slot] = stacks[slot - 1];
            slot -= 1;
        }
        stacks[slot] = Stack { square, height: 2 };
        self.counts[player] += 1;
        self.cover(square);
    }

    fn step(&mut self, from: Square, to: Square) {
        let player = self.to_move.index();
        let stacks = &mut self.stacks[player];
        let Some(mut slot) = stacks.iter().position(|stack| stack.square == from) else { return };
        let old = stacks[slot];
        let new = Stack { square: to, height: old.height.saturating_add(1) };
        self.key ^= stack_key(player, old) ^ stack_key(player, new);
        while slot > 0 && stacks[slot - 1].square > to {
            stacks[slot] = stacks[slot - 1];
            slot -= 1;
        }
        while slot + 1 < stacks.len() && stacks[slot + 1].square < to {
            stacks[slot] = stacks[slot + 1];
            slot += 1;
        }
        stacks[slot] = new;
        self.cover(to);
    }

    fn cover(&mut self, square: Square) {
        self.neutral &= !square.bit();
        self.key ^= NEUTRAL_KEYS[square.index()];
    }

    /// One of the moves, picked by number among placings and steps without listing them.
    fn nth_step(&self, mut index: u32) -> Option<Move> {
        for &stack in self.stacks_of(self.to_move) {
            let mut targets = self.targets(stack);
            let count = targets.count_ones();
            if index < count {
                for _ in 0..index {
                    targets &= targets - 1;
                }
                return Some(Move::Step { from: stack.square, to: Square::lowest(targets) });
            }
            index -= count;
        }
        None
    }

    fn count_steps(&self) -> u32 {
        self.stacks_of(self.to_move).iter().map(|&stack| self.targets(stack).count_ones()).sum()
    }

    /// A neutral disc, all with the same chance: throws at the board until it hits one.
    fn random_neutral(&self, dice: &mut impl Dice) -> Square {
        let size = u32::from(self.options.size);
        loop {
            let throw = dice.below(size * size);
            let square = Square::new((throw % size) as u8, (throw / size) as u8);
            if self.neutral & square.bit() != 0 {
                return square;
            }
        }
    }
}

impl crate::Position for Position {
    type Move = Move;

    fn seats(&self) -> u8 {
        self.options.players
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_act(self.to_move) || self.anyone_can_act() { None } else { Some(self.ranking()) }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let before = out.len();
        out.extend(squares(self.places(self.to_move)).map(Move::Place));
        if !self.placing() {
            for &stack in self.stacks_of(self.to_move) {
                let from = stack.square;
                out.extend(squares(self.targets(stack)).map(|to| Move::Step { from, to }));
            }
        }
        if out.len() == before && self.anyone_can_act() {
            out.push(Move::Pass);
        }
    }

    fn count_moves(&self) -> u64 {
        let places = self.places(self.to_move).count_ones();
        let count = if self.placing() { places } else { places + self.count_steps() };
        if count == 0 { self.anyone_can_act().into() } else { count.into() }
    }

    fn random_move(&self, dice: &mut impl Dice, _scratch: &mut Vec<Move>) -> Option<Move> {
        let places = self.places(self.to_move).count_ones();
        let steps = if self.placing() { 0 } else { self.count_steps() };
        if places + steps == 0 {
            return self.anyone_can_act().then_some(Move::Pass);
        }
        if steps == 0 {
            return Some(Move::Place(self.random_neutral(dice)));
        }
        let throw = dice.below(places + steps);
        if throw < steps { self.nth_step(throw) } else { Some(Move::Place(self.random_neutral(dice))) }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place(square) => self.place(square),
            Move::Step { from, to } => self.step(from, to),
            Move::Pass => {}
        }
        let next = self.to_move.next(self.options.players);
        self.key ^= TURN_KEYS[self.to_move.index()] ^ TURN_KEYS[next.index()];
        self.to_move = next;
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = TURN_KEYS[self.to_move.index()];
        for square in squares(self.neutral) {
            key ^= NEUTRAL_KEYS[square.index()];
        }
        for player in Player::seats(self.options.players.into()) {
            key ^= reserve_key(player.index(), self.reserves[player.index()]);
            for &stack in self.stacks_of(player) {
                key ^= stack_key(player.index(), stack);
            }
        }
        key
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::Pass
    }
}

static NEUTRAL_KEYS: [u64; BITS] = zobrist::table(1);
static STACK_KEYS: [[u64; BITS]; 4] =
    [zobrist::table(2), zobrist::table(3), zobrist::table(4), zobrist::table(5)];
static RESERVE_KEYS: [u64; 4] = zobrist::table(6);
static TURN_KEYS: [u64; 4] = zobrist::table(7);

/// Heights turn a square's number: far smaller than a table with an entry for each.
fn stack_key(player: usize, stack: Stack) -> u64 {
    STACK_KEYS[player][stack.square.index()].rotate_left(stack.height.into())
}

fn reserve_key(player: usize, reserve: u8) -> u64 {
    RESERVE_KEYS[player].rotate_left(reserve.into())
}

//! Positions of STAQS: legal moves and their effects.

use std::fmt;
use std::iter::repeat_with;

use super::DISCS;
use super::bits::{Bits, Word};
use super::options::{Placement, StaqsOptions, Steps};
use super::square::{NARROW, STRIDE, StaqsSquare};
use super::stacks::{Stack, StackKeys, Stacks};
use crate::random::{MAX_MISSES, listed_move};
use crate::{Outcome, ParseSquareError, Player, Position, RandomSource, Reason, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum StaqsMove {
    /// Places a disc from the reserve on a neutral disc.
    Place(StaqsSquare),
    /// Moves a stack one step.
    Step {
        /// The square of the stack.
        from: StaqsSquare,
        /// The square of the neutral disc that it covers.
        to: StaqsSquare,
    },
    /// Passes, when nothing else is possible.
    Pass,
}

impl fmt::Display for StaqsMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => write!(f, "{square}"),
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct StaqsPosition {
    neutral: Bits,
    stacks: Stacks,
    key: u64,
    reserves: [u8; 4],
    options: StaqsOptions,
    to_move: Player,
}

/// The directions of steps, as bit offsets; the orthogonal ones come first.
const STEPS: [i8; 8] = {
    let up = STRIDE as i8;
    [1, -1, up, -up, up + 1, up - 1, 1 - up, -1 - up]
};

/// Calls a method that is generic over the integer of the bitboard and the number of directions.
macro_rules! by_board {
    ($position:ident.$method:ident($($argument:expr),*)) => {
        match ($position.options.size <= NARROW, $position.options.steps) {
            (true, Steps::Orthogonal) => $position.$method::<u64, 4>($($argument),*),
            (true, Steps::All) => $position.$method::<u64, 8>($($argument),*),
            (false, Steps::Orthogonal) => $position.$method::<u128, 4>($($argument),*),
            (false, Steps::All) => $position.$method::<u128, 8>($($argument),*),
        }
    };
}

impl StaqsPosition {
    pub(super) fn start(options: StaqsOptions) -> Self {
        let mut reserves = [0; 4];
        reserves[..usize::from(options.players)].fill(DISCS);
        let line = || 0..options.size;
        let neutral =
            line().flat_map(|row| line().map(move |column| StaqsSquare::new(column, row))).collect();
        Self::set_up(options, neutral, &[], reserves, Player::FIRST)
    }

    /// Creates a position from its parts; a player has at most four stacks.
    pub(super) fn set_up(
        options: StaqsOptions,
        neutral: Bits,
        stacks: &[(Player, Stack)],
        reserves: [u8; 4],
        to_move: Player,
    ) -> Self {
        let mut position = Self { neutral, stacks: Stacks::default(), key: 0, reserves, options, to_move };
        for &(player, stack) in stacks {
            position.stacks.insert::<u128>(player, stack);
        }
        position.key = position.fresh_key();
        position
    }

    /// Returns the options of the game.
    pub const fn options(&self) -> StaqsOptions {
        self.options
    }

    /// Returns the owner and the height of the stack on a square.
    pub fn stack_on(&self, square: StaqsSquare) -> Option<(Player, u8)> {
        let stacks = self.all_stacks().find(|(_, stack)| stack.square == square);
        stacks.map(|(player, stack)| (player, stack.height))
    }

    /// Returns the squares of the board: a1, b1, ..., a2, ...
    pub fn squares(&self) -> impl Iterator<Item = StaqsSquare> + Clone {
        StaqsSquare::all(self.options.size, self.options.size)
    }

    /// Returns the square of this board with this name, in either case.
    pub fn parse_square(&self, name: &str) -> Result<StaqsSquare, ParseSquareError> {
        StaqsSquare::parse_on(name, self.options.size, self.options.size)
    }

    /// Returns whether a square holds an uncovered neutral disc.
    pub const fn is_neutral(&self, square: StaqsSquare) -> bool {
        self.neutral.contains(square)
    }

    /// Returns the uncovered neutral discs.
    pub(super) fn neutral(&self) -> Bits {
        self.neutral
    }

    /// Returns the discs that a player has left to place.
    pub fn reserve(&self, player: Player) -> u8 {
        self.reserves[player.index()]
    }

    pub(super) fn reserves(&self) -> [u8; 4] {
        self.reserves
    }

    /// Returns the stacks of a player in square order, with their heights.
    pub fn stacks_of(&self, player: Player) -> impl Iterator<Item = (StaqsSquare, u8)> {
        self.stacks.of(player).map(|stack| (stack.square, stack.height))
    }

    /// Returns one set of squares and one height for each of a player's stacks; an empty set and 0 for missing ones.
    pub(super) fn stacks_and_heights<W: Word>(&self, player: Player) -> ([W; 4], [u8; 4]) {
        let mut rest = W::of(self.stacks.squares(player));
        let squares = std::array::from_fn(|_| {
            let lowest = rest.minus(rest.rest());
            rest = rest.rest();
            lowest
        });
        (squares, self.stacks.heights(player))
    }

    /// Returns all stacks with their owners.
    pub(super) fn all_stacks(&self) -> impl Iterator<Item = (Player, Stack)> {
        Player::ALL.into_iter().flat_map(|player| self.stacks.of(player).map(move |stack| (player, stack)))
    }

    /// Returns the neutral discs onto which some stack can step (rule 8), for each of `N` directions.
    fn targets<W: Word, const N: usize>(&self, player: Player) -> [W; N] {
        let own = W::of(self.stacks.squares(player));
        let neutral = W::of(self.neutral);
        std::array::from_fn(|direction| own.ahead(STEPS[direction]).and(neutral))
    }

    fn count_steps<W: Word, const N: usize>(&self, player: Player) -> u32 {
        self.targets::<W, N>(player).map(W::count).iter().sum()
    }

    #[inline]
    fn each_step<W: Word, const N: usize>(&self, visit: &mut impl FnMut(StaqsMove)) {
        for (mut targets, step) in self.targets::<W, N>(self.to_move).into_iter().zip(STEPS) {
            while targets != W::EMPTY {
                let to = targets.lowest();
                visit(StaqsMove::Step { from: to.back(step), to });
                targets = targets.rest();
            }
        }
    }

    /// Returns whether players are still placing (rules 6, 7), so that no stack steps.
    pub(super) fn placing(&self) -> bool {
        self.options.placement == Placement::Setup && self.reserves != [0; 4] && !self.neutral.is_empty()
    }

    /// Returns the neutral discs on which a player may place.
    fn places(&self, player: Player) -> Bits {
        if self.reserves[player.index()] == 0 { Bits::default() } else { self.neutral }
    }

    /// Returns whether a player can place or step (rule 12).
    pub(super) fn can_act(&self, player: Player) -> bool {
        !self.places(player).is_empty() || (!self.placing() && by_board!(self.count_steps(player)) > 0)
    }

    fn anyone_can_act(&self) -> bool {
        Player::seats(self.options.players.into()).any(|player| self.can_act(player))
    }

    /// Returns a player's heights in descending order (rule 14).
    pub(super) fn heights(&self, player: Player) -> [u8; DISCS as usize] {
        let mut heights = self.stacks.heights(player);
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights
    }

    /// Returns the outcome if the game ended now (rules 14 to 16, 21); pads shorter lists with zeros (rule 15).
    fn ranking(&self) -> Outcome {
        let seats = || Player::seats(self.options.players.into());
        let top = seats().map(|player| self.heights(player)).max().unwrap_or_default();
        Outcome {
            best: seats().filter(|&player| self.heights(player) == top).collect(),
            seats: self.options.players,
            reason: Reason::TallestStack,
        }
    }

    /// Places a disc (rules 4, 5).
    fn place<W: Word>(&mut self, square: StaqsSquare) {
        let player = self.to_move;
        let stack = Stack { square, height: 2 };
        let reserve = self.reserves[player.index()];
        self.reserves[player.index()] = reserve.wrapping_sub(1);
        self.key ^= reserve_key(player, reserve) ^ reserve_key(player, reserve.wrapping_sub(1));
        self.key ^= stack_key(player, stack);
        self.stacks.insert::<W>(player, stack);
        self.cover::<W>(square);
    }

    /// Moves a stack one step (rules 8 to 10).
    #[expect(clippy::inline_always, reason = "a tenth faster, in the speed bench")]
    #[inline(always)]
    fn step<W: Word>(&mut self, from: StaqsSquare, to: StaqsSquare) {
        let player = self.to_move;
        let height = self.stacks.advance::<W>(player, from, to);
        let stack = Stack { square: to, height: height.wrapping_add(1) };
        self.key ^= stack_key(player, Stack { square: from, height }) ^ stack_key(player, stack);
        self.cover::<W>(to);
    }

    fn cover<W: Word>(&mut self, square: StaqsSquare) {
        W::of(self.neutral).minus(W::bit(square)).store(&mut self.neutral);
        self.key ^= NEUTRAL_KEYS[square.index()];
    }

    /// Draws uniformly among the steps and `places` placements, without a list, and without a branch that depends on
    /// the orthogonal step drawn.
    fn random_step<W: Word, const N: usize>(&self, rng: &mut impl RandomSource, places: u32) -> Sample {
        let targets = self.targets::<W, N>(self.to_move);
        let counts = targets.map(W::count);
        let steps: u32 = counts.iter().sum();
        if steps + places == 0 {
            return Sample::Nothing;
        }
        let drawn = rng.below(steps + places);
        if drawn >= steps {
            return Sample::Place;
        }
        let mut direction = 0;
        let mut skip = drawn;
        let mut end = 0;
        for count in counts {
            end += count;
            let beyond = drawn >= end;
            direction += usize::from(beyond);
            skip = if beyond { drawn - end } else { skip };
        }
        let mut rest = targets[direction % N];
        for round in 0..u32::from(DISCS) - 1 {
            rest = if skip > round { rest.rest() } else { rest };
        }
        let to = rest.lowest();
        Sample::Step(StaqsMove::Step { from: to.back(STEPS[direction % N]), to })
    }

    /// Draws a neutral disc uniformly, by rejection sampling over the board; `None` after too many misses.
    fn random_neutral(&self, rng: &mut impl RandomSource) -> Option<StaqsSquare> {
        let size = u32::from(self.options.size);
        let draw = || StaqsSquare::new(rng.below(size) as u8, rng.below(size) as u8);
        repeat_with(draw).take(MAX_MISSES as usize).find(|&square| self.neutral.contains(square))
    }
}

impl Position for StaqsPosition {
    type Move = StaqsMove;

    fn seats(&self) -> u8 {
        self.options.players
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.can_act(self.to_move) || self.anyone_can_act() { None } else { Some(self.ranking()) }
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<StaqsMove>) {
        let before = out.len();
        out.extend(self.places(self.to_move).iter().map(StaqsMove::Place));
        if !self.placing() {
            by_board!(self.each_step(&mut |mv| out.push(mv)));
        }
        if out.len() == before && self.anyone_can_act() {
            out.push(StaqsMove::Pass);
        }
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(StaqsMove)) {
        let mut any = false;
        let mut each = |mv| {
            any = true;
            visit(mv);
        };
        self.places(self.to_move).iter().map(StaqsMove::Place).for_each(&mut each);
        if !self.placing() {
            by_board!(self.each_step(&mut each));
        }
        if !any && self.anyone_can_act() {
            visit(StaqsMove::Pass);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let places = self.places(self.to_move).count();
        let count = if self.placing() { places } else { places + by_board!(self.count_steps(self.to_move)) };
        if count == 0 { self.anyone_can_act().into() } else { count.into() }
    }

    fn is_legal(&self, mv: StaqsMove) -> bool {
        let player = self.to_move;
        match mv {
            StaqsMove::Place(square) => self.places(player).contains(square),
            StaqsMove::Step { from, to } => {
                let (across, up) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
                let is_step = match self.options.steps {
                    Steps::Orthogonal => across + up == 1,
                    Steps::All => across.max(up) == 1,
                };
                is_step
                    && !self.placing()
                    && self.neutral.contains(to)
                    && self.stacks.squares(player).contains(from)
            }
            StaqsMove::Pass => !self.can_act(player) && self.anyone_can_act(),
        }
    }

    /// Counts placements and steps and draws one of them. Lists the moves only after too many misses in a row.
    #[inline]
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<StaqsMove>,
    ) -> Option<StaqsMove> {
        if !self.placing() || self.reserves[self.to_move.index()] == 0 {
            let places = self.places(self.to_move).count();
            match by_board!(self.random_step(rng, places)) {
                Sample::Step(mv) => return Some(mv),
                Sample::Place => {}
                Sample::Nothing => return self.anyone_can_act().then_some(StaqsMove::Pass),
            }
        }
        let placed = self.random_neutral(rng).map(StaqsMove::Place);
        placed.or_else(|| listed_move(self, rng, buffer))
    }

    #[expect(clippy::inline_always, reason = "a tenth faster, in the speed bench")]
    #[inline(always)]
    fn play_unchecked(&mut self, mv: StaqsMove) {
        match (mv, self.options.size <= NARROW) {
            (StaqsMove::Step { from, to }, true) => self.step::<u64>(from, to),
            (StaqsMove::Step { from, to }, false) => self.step::<u128>(from, to),
            (StaqsMove::Place(square), true) => self.place::<u64>(square),
            (StaqsMove::Place(square), false) => self.place::<u128>(square),
            (StaqsMove::Pass, _) => {}
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
        for square in self.neutral.iter() {
            key ^= NEUTRAL_KEYS[square.index()];
        }
        for player in Player::seats(self.options.players.into()) {
            key ^= reserve_key(player, self.reserves[player.index()]);
            for stack in self.stacks.of(player) {
                key ^= stack_key(player, stack);
            }
        }
        key
    }

    fn is_pass(mv: StaqsMove) -> bool {
        mv == StaqsMove::Pass
    }
}

/// A random choice: a step, a placement, or nothing if neither is possible.
enum Sample {
    Step(StaqsMove),
    Place,
    Nothing,
}

static NEUTRAL_KEYS: [u64; 128] = zobrist::table(1);
static STACK_KEYS: [StackKeys; 4] =
    [StackKeys::new(2), StackKeys::new(3), StackKeys::new(4), StackKeys::new(5)];
static RESERVE_KEYS: [u64; 4] = zobrist::table(6);
static TURN_KEYS: [u64; 4] = zobrist::table(7);

fn stack_key(player: Player, stack: Stack) -> u64 {
    STACK_KEYS[player.index()].get(stack.square, stack.height)
}

fn reserve_key(player: Player, reserve: u8) -> u64 {
    RESERVE_KEYS[player.index()].rotate_left(reserve.into())
}

//! Positions of Stacks: legal turns, their effects, and the end of the game.

use super::board::{Board, Side};
use super::options::{Fours, StacksOptions};
use super::part::{Part, StacksMove};
use super::random;
use super::square::{BITS, COLUMNS, ROWS, StacksSquare, home, squares};
use super::turn::Turns;
use super::walk::Ground;
use super::{MAX_LOST, PIECES};
use crate::position::halfmove_clock;
use crate::random::listed_move;
use crate::{Outcome, Player, Position, RandomSource, Reason, Repetition, zobrist};

/// The number of pieces in the enemy's home that wins (rule 29).
pub(super) const HOME_TO_WIN: u8 = 4;

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct StacksPosition {
    sides: [Side; 2],
    key: u64,
    pub(super) halfmove_clock: u16,
    pub(super) options: StacksOptions,
    to_move: Player,
}

impl StacksPosition {
    pub(super) fn start(options: StacksOptions) -> Self {
        let sides = [Player::FIRST, Player::SECOND].map(|player| {
            let mut side = Side::default();
            squares(home(player)).for_each(|square| side.set(square, 2));
            side
        });
        Self::set_up(options, sides, Player::FIRST, 0)
    }

    /// Creates a position from its parts.
    pub(super) fn set_up(
        options: StacksOptions,
        sides: [Side; 2],
        to_move: Player,
        halfmove_clock: u16,
    ) -> Self {
        let mut position = Self { sides, key: 0, halfmove_clock, options, to_move };
        position.key = position.fresh_key();
        position
    }

    /// Returns the options of the game.
    pub const fn options(&self) -> StacksOptions {
        self.options
    }

    /// Returns the owner and the height of the stack on a square.
    pub fn stack_on(&self, square: StacksSquare) -> Option<(Player, u8)> {
        let mut heights = Player::seats(2).map(|player| (player, self.side(player).height(square)));
        heights.find(|&(_, height)| height > 0)
    }

    /// Returns the squares of the board: a1, b1, ..., a2, ...
    pub fn squares(&self) -> impl Iterator<Item = StacksSquare> + Clone {
        StacksSquare::all(COLUMNS, ROWS)
    }

    /// Returns the stacks of a player in square order, with their heights.
    pub fn stacks_of(&self, player: Player) -> impl Iterator<Item = (StacksSquare, u8)> {
        let side = self.side(player);
        squares(side.all).map(|square| (square, side.height(square)))
    }

    /// Returns a player's stacks.
    pub(super) fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// Returns the board from the point of view of the player to move.
    pub(super) const fn board(&self) -> Board {
        self.board_of(self.to_move)
    }

    /// Returns the board from a player's point of view.
    pub(super) const fn board_of(&self, player: Player) -> Board {
        Board::new(&self.sides, player)
    }

    /// Returns the turns of the player to move.
    pub(super) fn turns(&self) -> Turns {
        Turns::new(self.board(), self.options.fours == Fours::Duty)
    }

    /// Counts a player's pieces in the enemy's home.
    pub fn at_goal(&self, player: Player) -> u8 {
        self.side(player).pieces_on(home(player.opponent()))
    }

    /// Counts a player's eliminated pieces.
    pub fn lost(&self, player: Player) -> u8 {
        PIECES.saturating_sub(self.side(player).pieces())
    }

    /// Returns the outcome if a player has won on the board (rules 29 to 31).
    fn won(&self) -> Option<Outcome> {
        [self.to_move.opponent(), self.to_move].into_iter().find_map(|player| {
            if self.at_goal(player) >= HOME_TO_WIN {
                Some(Outcome::win(player, Reason::FourHome))
            } else if self.lost(player.opponent()) > MAX_LOST {
                Some(Outcome::win(player, Reason::SixEliminated))
            } else {
                None
            }
        })
    }

    /// Returns an outcome that does not depend on the legal moves: a win, or the limit of the halfmove clock (rules 34,
    /// 38).
    fn decided(&self) -> Option<Outcome> {
        self.won().or_else(|| {
            let limit = self.options.quiet;
            (limit > 0 && self.halfmove_clock >= limit).then(|| Outcome::draw(Reason::QuietLimit))
        })
    }

    /// Returns whether there is a legal turn (rule 32).
    fn can_act(&self) -> bool {
        let board = self.board();
        let ground = Ground::new(&board);
        // In nearly every position a piece can step to an empty square, and a player with a duty can at least remove a
        // stack (rule 37).
        if ground.around(board.movable()) & ground.empty() != 0 {
            return true;
        }
        let turns = self.turns();
        turns.fours != 0 || turns.has_group()
    }

    /// Returns the key of the contents of some squares.
    fn key_of(&self, set: u64) -> u64 {
        let mut key = 0;
        for (side, keys) in self.sides.iter().zip(&STACK_KEYS) {
            for square in squares(side.all & set) {
                // Rotating the square's number by the height saves a number for each height.
                key ^= keys[square.index()].rotate_left(side.height(square).into());
            }
        }
        key
    }

    fn change(&mut self, touched: u64, sides: [Side; 2]) {
        self.key ^= self.key_of(touched);
        self.sides = sides;
        self.key ^= self.key_of(touched);
    }

    /// Plays parts of a turn, and returns whether they were progress, which resets the halfmove clock (rule 34).
    fn make(&mut self, parts: &[Part]) -> bool {
        let before = self.board();
        let (mut board, mut touched, mut progress) = (before, 0, false);
        for &part in parts {
            board = board.after(part);
            touched |= Board::touched(part);
            progress |= part.is_attack() || board.goal() & part.to().bit() != 0;
        }
        self.change(touched, board.sides());
        progress
    }

    fn remove(&mut self, square: StacksSquare) {
        let mut sides = self.sides;
        sides[self.to_move.index()].clear(square.bit());
        self.change(square.bit(), sides);
    }
}

impl Position for StacksPosition {
    type Move = StacksMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.decided()
            .or_else(|| (!self.can_act()).then(|| Outcome::win(self.to_move.opponent(), Reason::NoLegalMove)))
    }

    fn legal_moves(&self, out: &mut Vec<StacksMove>) {
        self.for_each_move(|mv| out.push(mv));
    }

    fn for_each_move(&self, mut visit: impl FnMut(StacksMove)) {
        if self.decided().is_some() {
            return;
        }
        let turns = self.turns();
        let mut any = false;
        turns.each(&mut |first, found| {
            found.each(|part| {
                any = true;
                visit(first.map_or(StacksMove::Group(part), |first| StacksMove::Singles(first, part)));
            });
        });
        if !any {
            turns.removals().for_each(visit);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.decided().is_some() {
            return 0;
        }
        let turns = self.turns();
        let mut count = 0;
        turns.each(&mut |_, found| count += u64::from(found.count()));
        if count == 0 { turns.removals().count() as u64 } else { count }
    }

    fn is_legal(&self, mv: StacksMove) -> bool {
        let is_open = self.decided().is_none();
        is_open
            && match mv {
                StacksMove::Group(part) => self.turns().allows_group(part),
                StacksMove::Singles(first, second) => self.turns().allows_pair(first, second),
                StacksMove::Remove(square) => self.turns().fours & square.bit() != 0 && self.must_remove(),
            }
    }

    /// Rejection sampling over a set of candidates that contains every turn once. Draws from the list where sampling
    /// might take long, as under a duty of fours.
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<StacksMove>,
    ) -> Option<StacksMove> {
        buffer.clear();
        if self.decided().is_some() {
            return None;
        }
        let turns = self.turns();
        if turns.fours == 0
            && let Some(sampler) = random::TurnSampler::new(&turns, buffer)
            && let Some(turn) = sampler.sample(rng)
        {
            return Some(turn);
        }
        listed_move(self, rng, buffer)
    }

    fn play_unchecked(&mut self, mv: StacksMove) {
        let progress = match mv {
            StacksMove::Group(part) => self.make(&[part]),
            StacksMove::Singles(first, second) => self.make(&[first, second]),
            StacksMove::Remove(square) => {
                self.remove(square);
                true
            }
        };
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.to_move = self.to_move.opponent();
        self.key ^= TURN_KEY;
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let turn = if self.to_move == Player::FIRST { 0 } else { TURN_KEY };
        turn ^ self.key_of(u64::MAX)
    }

    // (rules 34, 38)
    halfmove_clock!();

    /// (rules 33, 39)
    fn repetition_state(&self) -> Option<Self> {
        (self.options.repetition == Repetition::On).then(|| self.without_quiet_count())
    }
}

static STACK_KEYS: [[u64; BITS]; 2] = [zobrist::table(1), zobrist::table(2)];
const TURN_KEY: u64 = zobrist::mix(3);

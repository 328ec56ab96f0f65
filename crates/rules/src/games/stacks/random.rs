//! Draws a random turn by rejection sampling, without a list of all turns: each number stands for a candidate, and each
//! turn has exactly one number. If the candidate is not a turn, another number is drawn.
//!
//! A turn of one group is drawn directly. A turn of two singles combines a known first single with a guess at the
//! second. After any first single, a quiet second one goes from a stack that stood there before to a square at most two
//! steps away. An attacking second one also starts from such a stack; it attacks a stack that stood there before, or a
//! square to which the first single drove survivors; and its joiners stood there before, except for the square where
//! the first one ended.

use std::iter::repeat_with;

use super::attack::{self, Attack};
use super::board::{Board, MAX_HEIGHT};
use super::part::{Part, StacksMove};
use super::square::{BOARD, COLUMNS, ROWS, StacksSquare, nth, squares};
use super::turn::{Turns, is_single};
use super::walk::Ground;
use crate::RandomSource;
use crate::random::MAX_MISSES;

const SQUARES: u32 = (COLUMNS * ROWS) as u32;
/// Groups have one, two or three pieces.
const SIZES: u32 = 3;

/// The candidates for which the numbers stand.
#[derive(Debug)]
pub(super) struct TurnSampler<'a> {
    turns: &'a Turns,
    movable: u64,
    stacks: u32,
    /// The first singles that attack.
    attacks: &'a [StacksMove],
    /// Squares that a group or a second single may attack.
    targets: u64,
    /// Those with possible survivors, who have up to three retreats.
    survivable: u64,
    /// Squares where a quiet second single may end.
    landing: u64,
    /// The numbers of candidates: quiet groups, groups, quiet first singles, quiet second singles, second singles, and
    /// all.
    quiet_groups: u32,
    groups: u32,
    quiet_firsts: u32,
    quiet_seconds: u32,
    seconds: u32,
    total: u32,
}

/// A candidate for an attack on a square: the joiners and the number of the retreat, without the attacking group.
struct Guess {
    to: StacksSquare,
    joiners: u64,
    retreat: u32,
}

impl<'a> TurnSampler<'a> {
    /// Creates a sampler; `None` if no quiet single can move, or if there are more candidates than a `u32` can count.
    pub(super) fn new(turns: &'a Turns, attacks: &'a mut Vec<StacksMove>) -> Option<Self> {
        let board = &turns.board;
        let movable = board.movable();
        let (mut quiet_firsts, mut driven) = (0, 0);
        for from in squares(movable) {
            quiet_firsts += turns.singles(from).count_ones();
            if from.window() & board.targets() != 0 {
                let reach = turns.ground.two_steps(from);
                attack::each(board, &turns.ground, (from, 1), reach, &mut |part| {
                    driven |= part.retreat().map_or(0, StacksSquare::bit);
                    attacks.push(StacksMove::Group(part));
                });
            }
        }
        let landing = if attacks.is_empty() { BOARD & !board.enemy.all } else { BOARD };
        let mut draw = Self {
            turns,
            movable,
            stacks: movable.count_ones(),
            attacks,
            targets: board.targets() & !board.enemy.at_least(MAX_HEIGHT) | driven,
            survivable: board.enemy.at_least(2) | driven,
            landing,
            quiet_groups: 0,
            groups: 0,
            quiet_firsts,
            quiet_seconds: 0,
            seconds: 0,
            total: 0,
        };
        draw.count()?;
        (quiet_firsts > 0).then_some(draw)
    }

    fn count(&mut self) -> Option<()> {
        self.quiet_groups = SIZES * self.stacks * SQUARES;
        self.groups = self.quiet_groups;
        self.quiet_seconds = squares(self.movable).map(|from| self.landings(from).count_ones()).sum();
        self.seconds = self.quiet_seconds;
        for to in squares(self.targets) {
            self.groups += SIZES * self.stacks * self.joiner_sets(to) * self.retreats(to);
            self.seconds += self.attackers(to).count_ones() * self.second_joiner_sets(to) * self.retreats(to);
        }
        let firsts = self.quiet_firsts + self.attacks.len() as u32;
        let total = u64::from(firsts) * u64::from(self.seconds) + u64::from(self.groups);
        self.total = u32::try_from(total).ok()?;
        Some(())
    }

    /// Draws a turn uniformly; `None` after too many misses.
    pub(super) fn sample(&self, rng: &mut impl RandomSource) -> Option<StacksMove> {
        let draw = || {
            let number = rng.below(self.total);
            match number.checked_sub(self.groups) {
                None => self.group(number),
                Some(pair) => self.pair(pair / self.seconds, pair % self.seconds),
            }
        };
        repeat_with(draw).take(MAX_MISSES as usize).find_map(|turn| turn)
    }

    /// Returns the squares on which a quiet second single from a stack may end.
    fn landings(&self, from: StacksSquare) -> u64 {
        from.window() & self.landing
    }

    /// Returns the stacks from which a second single may attack a square.
    fn attackers(&self, to: StacksSquare) -> u64 {
        to.window() & self.movable
    }

    /// Counts the sets of joiners: each stack next to the square joins or not.
    fn joiner_sets(&self, to: StacksSquare) -> u32 {
        1 << (to.near() & self.movable).count_ones()
    }

    /// Counts the sets of joiners for a second single: the first one may join from its destination, and a single never
    /// attacks alone.
    fn second_joiner_sets(&self, to: StacksSquare) -> u32 {
        2 * self.joiner_sets(to) - 1
    }

    fn retreats(&self, to: StacksSquare) -> u32 {
        if self.survivable & to.bit() == 0 { 1 } else { 3 }
    }

    /// Decodes a number as a set of stacks next to a square.
    fn joiner_set(&self, to: StacksSquare, mut number: u32) -> u64 {
        let mut near = to.near() & self.movable;
        let mut joiners = 0;
        while number != 0 && near != 0 {
            joiners |= u64::from(number & 1) * (near & near.wrapping_neg());
            near &= near - 1;
            number >>= 1;
        }
        joiners
    }

    fn group(&self, number: u32) -> Option<StacksMove> {
        let board = &self.turns.board;
        let pieces = (number % SIZES) as u8 + 1;
        let from = nth(self.movable, number / SIZES % self.stacks);
        let number = number / SIZES / self.stacks;
        if pieces > board.own.height(from) {
            return None;
        }
        let walks = self.turns.ground.walks(from);
        let steps = usize::from(3 - pieces);
        if number < SQUARES {
            let to = StacksSquare::new(number as u8 % COLUMNS, number as u8 / COLUMNS);
            let legal = walks.ends[steps] & board.room(pieces) & to.bit() != 0;
            return legal.then_some(StacksMove::Group(Part::quiet(from, pieces, to)));
        }
        let guess = self.group_attack(number - SQUARES)?;
        let ground = &self.turns.ground;
        attacking(board, ground, (from, pieces), walks.approaches[steps], &guess).map(StacksMove::Group)
    }

    fn group_attack(&self, mut number: u32) -> Option<Guess> {
        for to in squares(self.targets) {
            let (sets, retreats) = (self.joiner_sets(to), self.retreats(to));
            if number < sets * retreats {
                return Some(Guess {
                    to,
                    joiners: self.joiner_set(to, number / retreats),
                    retreat: number % retreats,
                });
            }
            number -= sets * retreats;
        }
        None
    }

    /// Combines a first single with a candidate for the second.
    fn pair(&self, first: u32, second: u32) -> Option<StacksMove> {
        let first = self.first(first)?;
        let second = match second.checked_sub(self.quiet_seconds) {
            None => self.quiet_second(first, second),
            Some(second) => self.attacking_second(first, second),
        };
        second.map(|second| StacksMove::Singles(first, second))
    }

    fn first(&self, mut number: u32) -> Option<Part> {
        if let Some(attack) = number.checked_sub(self.quiet_firsts) {
            return match self.attacks.get(attack as usize) {
                Some(&StacksMove::Group(part)) => Some(part),
                _ => None,
            };
        }
        for from in squares(self.movable) {
            let ends = self.turns.singles(from);
            if number < ends.count_ones() {
                return Some(Part::quiet(from, 1, nth(ends, number)));
            }
            number -= ends.count_ones();
        }
        None
    }

    fn quiet_second(&self, part: Part, mut number: u32) -> Option<Part> {
        for from in squares(self.movable) {
            let ends = self.landings(from);
            if number < ends.count_ones() {
                let to = nth(ends, number);
                return if from == part.to() { None } else { self.quiet_pair(part, from, to) };
            }
            number -= ends.count_ones();
        }
        None
    }

    fn quiet_pair(&self, part: Part, from: StacksSquare, to: StacksSquare) -> Option<Part> {
        let second = Part::quiet(from, 1, to);
        let swappable = self.turns.swappable(part, from) & to.bit() != 0;
        if swappable && !part.is_attack() {
            return None;
        }
        let next = self.turns.board.after(part);
        let legal = is_single(&next, &Ground::new(&next), second);
        (legal && !(swappable && self.turns.commute(part, &next, second))).then_some(second)
    }

    fn attacking_second(&self, part: Part, mut number: u32) -> Option<Part> {
        for to in squares(self.targets) {
            let (attackers, retreats) = (self.attackers(to), self.retreats(to));
            let each = self.second_joiner_sets(to) * retreats;
            if number < attackers.count_ones() * each {
                let from = nth(attackers, number / each);
                let code = number % each / retreats + 1;
                let mut joiners = self.joiner_set(to, code >> 1);
                if code & 1 != 0 {
                    // A stack that stood there before has its own bit.
                    if part.to().bit() & to.near() & !self.movable == 0 {
                        return None;
                    }
                    joiners |= part.to().bit();
                }
                let guess = Guess { to, joiners, retreat: number % retreats };
                return if from == part.to() { None } else { self.attacking_pair(part, from, &guess) };
            }
            number -= attackers.count_ones() * each;
        }
        None
    }

    fn attacking_pair(&self, part: Part, from: StacksSquare, guess: &Guess) -> Option<Part> {
        let next = self.turns.board.after(part);
        let ground = Ground::new(&next);
        let second = attacking(&next, &ground, (from, 1), ground.two_steps(from).0, guess)?;
        let exchanged = second.rank() < part.rank() && self.turns.commute(part, &next, second);
        (!exchanged).then_some(second)
    }
}

/// Returns the candidate attack if it is legal.
fn attacking(
    board: &Board,
    ground: &Ground,
    (from, pieces): (StacksSquare, u8),
    approaches: u64,
    guess: &Guess,
) -> Option<Part> {
    if board.movable() & from.bit() == 0 || board.targets() & guess.to.bit() == 0 {
        return None;
    }
    let attack = Attack::new(board, ground, (from, pieces), approaches, guess.to);
    if !attack.allows_joiners(guess.joiners) {
        return None;
    }
    let retreats = attack.retreats(guess.joiners, pieces + board.own.pieces_on(guess.joiners));
    let legal = guess.retreat < retreats.count_ones().max(1);
    legal.then(|| attack.part(guess.joiners, (retreats != 0).then(|| nth(retreats, guess.retreat))))
}

//! Positions of Sight: legal moves and their effects.

use std::fmt;
use std::iter::repeat_with;

use super::options::{SightOptions, Tallest};
use super::point::{self, SightPoint, points};
use crate::random::{MAX_MISSES, listed_move};
use crate::{Outcome, ParseSquareError, Player, Position, RandomSource, Reason, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum SightMove {
    /// Places a new piece on an empty point.
    Place(SightPoint),
    /// Moves the top piece of a stack one step.
    Step {
        /// The square of the stack.
        from: SightPoint,
        /// The empty point that the piece goes to.
        to: SightPoint,
    },
}

impl fmt::Display for SightMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => write!(f, "{point}"),
            Self::Step { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

/// The number of bit planes for heights.
pub(super) const PLANES: usize = 8;

/// A position.
/// A position.
///
/// Heights are stored in bit planes: plane k holds bit k of the number of pieces on top of each point's first one. One
/// addition makes all friends in sight grow at once, and filtering by each plane leaves the tallest stacks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct SightPosition {
    pub(super) pieces: [u128; 2],
    empty: u128,
    pub(super) planes: [u128; PLANES],
    /// The number of planes up to the last one that is not empty.
    used: u8,
    to_move: Player,
    pub(super) options: SightOptions,
}

impl SightPosition {
    pub(super) fn start(options: SightOptions) -> Self {
        Self::set_up(options, [0; 2], [0; PLANES], Player::FIRST)
    }

    /// Creates a position from its parts; the planes hold bits of occupied points only.
    pub(super) fn set_up(
        options: SightOptions,
        pieces: [u128; 2],
        planes: [u128; PLANES],
        to_move: Player,
    ) -> Self {
        let empty = point::board(options.size) & !(pieces[0] | pieces[1]);
        let mut position = Self { pieces, empty, planes, used: PLANES as u8, to_move, options };
        position.forget_empty_planes();
        position
    }

    fn forget_empty_planes(&mut self) {
        while self.used > 0 && self.planes[usize::from(self.used) - 1] == 0 {
            self.used -= 1;
        }
    }

    /// Returns the options of the game.
    pub const fn options(&self) -> SightOptions {
        self.options
    }

    /// Returns the owner and the height of the stack on a point.
    pub fn stack_on(&self, point: SightPoint) -> Option<(Player, u16)> {
        self.owner(point).map(|owner| (owner, self.height(point)))
    }

    /// Returns the points of the board: a1, b1, ..., a2, ...
    pub fn points(&self) -> impl Iterator<Item = SightPoint> + Clone {
        SightPoint::all(self.options.size, self.options.size)
    }

    /// Returns the point of this board with this name, in either case.
    pub fn parse_point(&self, name: &str) -> Result<SightPoint, ParseSquareError> {
        SightPoint::parse_on(name, self.options.size, self.options.size)
    }

    /// Returns the stacks of a player in the order of points, with their heights; a single piece has height 1.
    pub fn stacks_of(&self, player: Player) -> impl Iterator<Item = (SightPoint, u16)> {
        points(self.pieces[player.index()]).map(|point| (point, self.height(point)))
    }

    /// Returns the points without a piece.
    pub(super) fn empty(&self) -> u128 {
        self.empty
    }

    /// Returns the number of pieces on a point.
    pub(super) fn height(&self, point: SightPoint) -> u16 {
        let above = |(index, plane): (usize, &u128)| u16::from(plane & point.bit() != 0) << index;
        let first = u16::from(self.owner(point).is_some());
        first + self.planes.iter().enumerate().map(above).sum::<u16>()
    }

    /// Returns the owner of the pieces on a point.
    pub(super) fn owner(&self, point: SightPoint) -> Option<Player> {
        Player::seats(2).find(|player| self.pieces[player.index()] & point.bit() != 0)
    }

    /// Returns the number of pieces on top of the first one of each point, in bits: ones, twos, more than three.
    pub(super) fn above(&self) -> [u128; 3] {
        let used = &self.planes[..usize::from(self.used)];
        let more = used.iter().skip(2).fold(0, |any, plane| any | plane);
        [self.planes[0], self.planes[1], more]
    }

    /// Returns the number of a player's pieces on the board.
    pub(super) fn count_pieces(&self, player: Player) -> u32 {
        let held = self.pieces[player.index()];
        let above = |(index, plane): (usize, &u128)| (held & plane).count_ones() << index;
        let used = &self.planes[..usize::from(self.used)];
        held.count_ones() + used.iter().enumerate().map(above).sum::<u32>()
    }

    /// Returns the tallest stacks of a player; none if all pieces are single (rule 4).
    pub(super) fn tallest(&self, player: Player) -> u128 {
        self.tallest_among(self.pieces[player.index()])
    }

    fn tallest_among(&self, mut pieces: u128) -> u128 {
        let mut tallest = 0;
        for plane in self.planes[..usize::from(self.used)].iter().rev() {
            let higher = pieces & plane;
            if higher != 0 {
                pieces = higher;
                tallest = higher;
            }
        }
        tallest
    }

    /// Returns the points to which the top piece of a stack can move (rule 9).
    pub(super) fn targets(&self, from: SightPoint) -> u128 {
        from.adjacent() & self.empty
    }

    /// Returns the stacks of a player that must move (rules 9, 19, 20), given the tallest ones; possibly none of them
    /// can.
    pub(super) fn movers(&self, player: Player, mut tallest: u128) -> u128 {
        if self.options.tallest == Tallest::Fallback {
            let mut lower = self.pieces[player.index()];
            while tallest != 0 && points(tallest).all(|from| self.targets(from) == 0) {
                lower &= !tallest;
                tallest = self.tallest_among(lower);
            }
        }
        tallest
    }

    /// Counts the actions that a player would have on move (rules 8, 9).
    #[inline]
    pub(super) fn actions(&self, player: Player) -> u32 {
        match self.tallest(player) {
            0 => self.empty.count_ones(),
            tallest => self.count_steps(self.movers(player, tallest)),
        }
    }

    fn count_steps(&self, movers: u128) -> u32 {
        points(movers).map(|from| self.targets(from).count_ones()).sum()
    }

    /// Lands a piece of the player to move on `to` (rules 10 to 15). `from` is its former stack, or empty.
    #[expect(clippy::inline_always, reason = "perft is a twentieth faster, in the speed bench")]
    #[inline(always)]
    fn land(&mut self, from: u128, to: SightPoint) {
        let all = self.pieces[0] | self.pieces[1];
        let own = &mut self.pieces[self.to_move.index()];
        let seen = to.nearest(all) & *own & !from;
        *own |= to.bit();
        self.empty &= !to.bit();
        // All friends in sight grow and the stack shrinks in one addition: a carry continues where a bit was set, a
        // borrow where it was not.
        let mut change = seen | from;
        for (plane, used) in self.planes.iter_mut().zip(1..) {
            if change == 0 {
                break;
            }
            let before = *plane;
            *plane ^= change;
            change &= before ^ from;
            self.used = self.used.max(used);
        }
        self.forget_empty_planes();
        self.to_move = self.to_move.opponent();
    }

    /// Returns a step by its number, without listing all of them.
    fn nth_step(&self, movers: u128, mut index: u32) -> Option<SightMove> {
        for from in points(movers) {
            let targets = self.targets(from);
            let count = targets.count_ones();
            if index < count {
                return Some(SightMove::Step { from, to: from.nth_adjacent(targets, index) });
            }
            index -= count;
        }
        None
    }

    /// Draws an empty point uniformly, by rejection sampling over the board; `None` after too many misses.
    fn random_empty(&self, rng: &mut impl RandomSource) -> Option<SightPoint> {
        let size = self.options.size.into();
        let draw = || SightPoint::new(rng.below(size) as u8, rng.below(size) as u8);
        repeat_with(draw).take(MAX_MISSES as usize).find(|point| self.empty & point.bit() != 0)
    }
}

impl Position for SightPosition {
    type Move = SightMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns a win of the opponent if the player to move cannot act (rules 16, 17).
    fn outcome(&self) -> Option<Outcome> {
        let lost = self.actions(self.to_move) == 0;
        lost.then(|| Outcome::win(self.to_move.opponent(), Reason::NoLegalMove))
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<SightMove>) {
        let tallest = self.tallest(self.to_move);
        if tallest == 0 {
            out.extend(points(self.empty).map(SightMove::Place));
        }
        for from in points(self.movers(self.to_move, tallest)) {
            out.extend(points(self.targets(from)).map(|to| SightMove::Step { from, to }));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.actions(self.to_move).into()
    }

    fn is_legal(&self, mv: SightMove) -> bool {
        let tallest = self.tallest(self.to_move);
        match mv {
            SightMove::Place(point) => tallest == 0 && self.empty & point.bit() != 0,
            SightMove::Step { from, to } => {
                self.movers(self.to_move, tallest) & from.bit() != 0 && self.targets(from) & to.bit() != 0
            }
        }
    }

    /// Draws an empty point or the number of a step. Lists the moves only after too many misses in a row.
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<SightMove>,
    ) -> Option<SightMove> {
        let tallest = self.tallest(self.to_move);
        if tallest == 0 {
            if self.empty == 0 {
                return None;
            }
            let placed = self.random_empty(rng).map(SightMove::Place);
            return placed.or_else(|| listed_move(self, rng, buffer));
        }
        let movers = self.movers(self.to_move, tallest);
        let count = self.count_steps(movers);
        if count == 0 { None } else { self.nth_step(movers, rng.below(count)) }
    }

    #[expect(clippy::inline_always, reason = "perft is a twentieth faster, in the speed bench")]
    #[inline(always)]
    fn play_unchecked(&mut self, mv: SightMove) {
        match mv {
            SightMove::Place(to) => self.land(0, to),
            SightMove::Step { from, to } => self.land(from.bit(), to),
        }
    }

    /// Computed on demand: a product per set costs less than updating an incremental key at every change of a height,
    /// and costs nothing where no key is needed.
    fn key(&self) -> u64 {
        let sets = self.pieces.iter().chain(&self.planes[..usize::from(self.used)]);
        zobrist::mix(sets.zip(&SET_KEYS).fold(TURN_KEYS[self.to_move.index()], |key, (set, [low, high])| {
            let product = u128::from(*set as u64 ^ low) * u128::from((set >> 64) as u64 ^ high);
            key ^ product as u64 ^ (product >> 64) as u64
        }))
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }
}

static TURN_KEYS: [u64; 2] = zobrist::table(1);
static SET_KEYS: [[u64; 2]; 2 + PLANES] = set_keys();

const fn set_keys() -> [[u64; 2]; 2 + PLANES] {
    let mut keys = [[0; 2]; 2 + PLANES];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = zobrist::table(2 + index as u64);
        index += 1;
    }
    keys
}

//! Positions of Stlts: legal moves and their effects.

use std::fmt;

use super::options::{Setup, StltsOptions, Walks};
use super::reach::{reach, reaches};
use super::side::{Pin, Pins, Side};
use super::square::{Squares, StltsSquare};
use super::{PIECES, SIZE};
use crate::position::halfmove_clock;
use crate::random::listed_move;
use crate::{Outcome, Player, Position, RandomSource, Reason, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum StltsMove {
    /// Inserts a pin into a piece.
    Insert {
        /// The square of the piece.
        at: StltsSquare,
        /// The colour of the pin.
        pin: Pin,
    },
    /// Moves a piece to an empty square.
    Walk {
        /// The start of the walk.
        from: StltsSquare,
        /// The end of the walk.
        to: StltsSquare,
    },
    /// Moves a piece to an enemy piece, which leaves the board.
    Capture {
        /// The start of the walk.
        from: StltsSquare,
        /// The square of the enemy piece.
        to: StltsSquare,
    },
}

impl fmt::Display for StltsMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Insert { at, pin } => write!(f, "{at}+{}", pin.letter()),
            Self::Walk { from, to } => write!(f, "{from}-{to}"),
            Self::Capture { from, to } => write!(f, "{from}x{to}"),
        }
    }
}

/// The starting position from the top down (rule 2).
const START: [&[u8; SIZE as usize]; SIZE as usize] = [
    b"............",
    b"..w......b..",
    b".ww.b..w.bb.",
    b"............",
    b"..b.w..b.w..",
    b"............",
    b"............",
    b"..w.b..w.b..",
    b"............",
    b".bb.w..b.ww.",
    b"..b......w..",
    b"............",
];

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct StltsPosition {
    key: u64,
    /// White's pieces and Black's.
    pub(super) sides: [Side; 2],
    pub(super) to_move: Player,
    /// Plies since the last capture.
    pub(super) halfmove_clock: u16,
    pub(super) options: StltsOptions,
}

impl StltsPosition {
    pub(super) fn start(options: StltsOptions) -> Self {
        let mut sides = [Side::EMPTY; 2];
        for square in StltsSquare::all(SIZE, SIZE) {
            let [from_top, column] = [SIZE - 1 - square.row(), square.column()].map(usize::from);
            match START[from_top][column] {
                b'w' => sides[0].put(square, Pins::NONE),
                b'b' => sides[1].put(square, Pins::NONE),
                _ => {}
            }
        }
        if options.setup == Setup::Seed {
            // (rule 22)
            sides[0].take(StltsSquare::new(2, 10));
            sides[0].put(StltsSquare::new(1, 10), Pins::NONE);
        }
        Self { sides, key: 0, halfmove_clock: 0, options, to_move: Player::FIRST }.keyed()
    }

    /// Returns the position with its key computed from scratch.
    pub(super) fn keyed(self) -> Self {
        Self { key: self.fresh_key(), ..self }
    }

    /// Returns the options of the game.
    pub const fn options(&self) -> StltsOptions {
        self.options
    }

    /// Returns the owner and the pins of the piece on a square.
    pub fn piece_on(&self, square: StltsSquare) -> Option<(Player, crate::Pins)> {
        Player::seats(2).find_map(|player| {
            let Pins { white, black } = self.side(player).pins_on(square)?;
            Some((player, crate::Pins { white, black }))
        })
    }

    /// Returns the squares of the board: a1, b1, ..., a2, ...
    pub fn squares(&self) -> impl Iterator<Item = StltsSquare> + Clone {
        StltsSquare::all(SIZE, SIZE)
    }

    /// Returns the pieces of a player in square order, with their pins.
    pub fn pieces_of(&self, player: Player) -> impl Iterator<Item = (StltsSquare, crate::Pins)> {
        let pieces = self.side(player).pieces();
        pieces.map(|(square, Pins { white, black })| (square, crate::Pins { white, black }))
    }

    /// Returns the pieces of a player.
    pub(super) const fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// Returns the pieces of the player to move.
    pub(super) const fn own(&self) -> &Side {
        self.side(self.to_move)
    }

    /// Returns the pieces of the opponent.
    pub(super) const fn enemy(&self) -> &Side {
        self.side(self.to_move.opponent())
    }

    /// Returns the squares to which a piece of the player to move can go.
    pub(super) fn destinations(&self, square: StltsSquare, pins: Pins) -> Squares {
        reach(self.options.walks, square, pins, self.own().squares(), self.enemy().squares())
    }

    /// Returns the move from one square to another: a capture if an enemy stands there.
    pub(super) fn walk(&self, from: StltsSquare, to: StltsSquare) -> StltsMove {
        if self.enemy().squares().contains(to) {
            StltsMove::Capture { from, to }
        } else {
            StltsMove::Walk { from, to }
        }
    }

    /// Returns the colours of which a piece can take another pin (rules 6, 23).
    pub(super) fn insertable(&self, pins: Pins) -> impl Iterator<Item = Pin> + Clone {
        let limit = self.options.pins;
        Pin::BOTH.into_iter().filter(move |&pin| pins.of(pin) < limit)
    }

    /// Counts the moves that a piece would have alone on the board, including a walk to its own square: pins, and the
    /// rectangle around it or, if walks are straight, its row and its column.
    fn candidates(&self, square: StltsSquare, pins: Pins) -> u32 {
        let (width, height) = (span(square.column(), pins.black).1, span(square.row(), pins.white).1);
        let squares = match self.options.walks {
            Walks::Bent => width * height,
            Walks::Straight => width + height,
        };
        squares + self.insertable(pins).count() as u32
    }

    /// Returns one of these moves by its number; `None` if it is not legal here.
    fn candidate(&self, square: StltsSquare, pins: Pins, number: u32) -> Option<StltsMove> {
        let mut colours = self.insertable(pins);
        let number = match colours.clone().count() as u32 {
            count if number < count => {
                return Some(StltsMove::Insert { at: square, pin: colours.nth(number as usize)? });
            }
            count => number - count,
        };
        let (left, width) = span(square.column(), pins.black);
        let (bottom, _) = span(square.row(), pins.white);
        let to = match self.options.walks {
            Walks::Bent => StltsSquare::new(left + (number % width) as u8, bottom + (number / width) as u8),
            Walks::Straight if number < width => StltsSquare::new(left + number as u8, square.row()),
            Walks::Straight => StltsSquare::new(square.column(), bottom + (number - width) as u8),
        };
        let (own, enemy) = (self.own().squares(), self.enemy().squares());
        reaches(self.options.walks, square, to, pins, own, enemy).then(|| self.walk(square, to))
    }
}

/// Returns the first of the rows or columns that a piece could reach on an empty board with this many pins, and their
/// number.
fn span(place: u8, pins: u8) -> (u8, u32) {
    let first = place.saturating_sub(pins);
    let last = place.saturating_add(pins).min(SIZE - 1);
    (first, u32::from(last - first) + 1)
}

impl Position for StltsPosition {
    type Move = StltsMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Every player always has an action (rule 19): a piece that can take no pin has pins of both colours, and twelve
    /// pieces cannot fill the board, so one of them stands next to a square that its own side does not occupy.
    fn outcome(&self) -> Option<Outcome> {
        for player in [self.to_move.opponent(), self.to_move] {
            if self.side(player).squares().is_empty() {
                return Some(Outcome::win(player.opponent(), Reason::AllCaptured)); // (rule 18)
            }
        }
        let limit = self.options.quiet;
        // (rules 20, 24)
        (limit != 0 && self.halfmove_clock >= limit).then(|| Outcome::draw(Reason::QuietLimit))
    }

    fn legal_moves(&self, out: &mut Vec<StltsMove>) {
        if self.outcome().is_some() {
            return;
        }
        for (square, pins) in self.own().pieces() {
            out.extend(self.insertable(pins).map(|pin| StltsMove::Insert { at: square, pin }));
            out.extend(self.destinations(square, pins).iter().map(|to| self.walk(square, to)));
        }
    }

    fn count_moves(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let count = |(square, pins)| {
            self.insertable(pins).count() as u64 + u64::from(self.destinations(square, pins).count())
        };
        self.own().pieces().map(count).sum()
    }

    fn is_legal(&self, mv: StltsMove) -> bool {
        let (StltsMove::Insert { at: from, .. }
        | StltsMove::Walk { from, .. }
        | StltsMove::Capture { from, .. }) = mv;
        let Some(pins) = self.own().pins_on(from).filter(|_| self.outcome().is_none()) else { return false };
        match mv {
            StltsMove::Insert { pin, .. } => pins.of(pin) < self.options.pins,
            StltsMove::Walk { to, .. } | StltsMove::Capture { to, .. } => {
                mv == self.walk(from, to) && self.destinations(from, pins).contains(to)
            }
        }
    }

    /// Rejection sampling over the moves that the pieces could make on an empty board, so that only the pieces drawn
    /// compute their walks. Lists the moves after too many misses in a row.
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<StltsMove>,
    ) -> Option<StltsMove> {
        const MAX_SAMPLES: u32 = 16;
        if self.outcome().is_some() {
            return None;
        }
        let mut candidates = [0; PIECES];
        let mut total = 0;
        for (place, (square, pins)) in candidates.iter_mut().zip(self.own().pieces()) {
            *place = self.candidates(square, pins);
            total += *place;
        }
        for _ in 0..MAX_SAMPLES {
            let mut number = rng.below(total);
            for ((square, pins), count) in self.own().pieces().zip(candidates) {
                if number < count {
                    match self.candidate(square, pins, number) {
                        None => break,
                        found => return found,
                    }
                }
                number -= count;
            }
        }
        listed_move(self, rng, buffer)
    }

    fn play_unchecked(&mut self, mv: StltsMove) {
        let player = self.to_move.index();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match mv {
            StltsMove::Insert { at, pin } => {
                if let Some(pins) = self.sides[player].pins_on(at) {
                    self.sides[player].set_pins(at, pins.and(pin));
                    self.key ^= piece_key(player, at, pins) ^ piece_key(player, at, pins.and(pin));
                }
            }
            StltsMove::Walk { from, to } | StltsMove::Capture { from, to } => {
                if let Some(pins) = self.sides[player].take(from) {
                    self.sides[player].put(to, pins);
                    self.key ^= piece_key(player, from, pins) ^ piece_key(player, to, pins);
                }
                // (rules 16, 21)
                if let Some(pins) = self.sides[player ^ 1].take(to) {
                    self.key ^= piece_key(player ^ 1, to, pins);
                    self.halfmove_clock = 0;
                }
            }
        }
        self.key ^= TURN_KEY;
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let turn = if self.to_move == Player::FIRST { 0 } else { TURN_KEY };
        let pieces =
            |player: usize| self.sides[player].pieces().map(move |(at, pins)| piece_key(player, at, pins));
        pieces(0).chain(pieces(1)).fold(turn, |key, piece| key ^ piece)
    }

    // (rules 20, 24)
    halfmove_clock!();
}

const TURN_KEY: u64 = zobrist::mix(1 << 32);

/// Computed on demand: a table for all pieces with all their pins would be far too large.
fn piece_key(player: usize, square: StltsSquare, pins: Pins) -> u64 {
    let place = (player << 8 | square.index()) as u64;
    zobrist::mix(place << 16 | u64::from(pins.white) << 8 | u64::from(pins.black))
}

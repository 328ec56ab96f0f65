//! Positions of Stac: legal moves and their effects.

use std::cmp::Ordering;
use std::fmt;

use super::options::{StacOptions, Towers};
use super::square::{IN_LINE, StacSquare, squares};
use super::{CLAIMS, SIZE, SQUARES};
use crate::position::halfmove_clock;
use crate::random::{MAX_MISSES, listed_move};
use crate::{Outcome, Player, Position, RandomSource, Reason, Repetition, zobrist};

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct StacMove {
    /// The square of the pawn.
    pub from: StacSquare,
    /// The destination.
    pub to: StacSquare,
    /// Whether the pawn carries the disc under it.
    pub carrying: bool,
}

impl fmt::Display for StacMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.carrying { '=' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to)
    }
}

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct StacPosition {
    key: u64,
    /// The squares with exactly one loose disc.
    pub(super) ones: u32,
    /// The squares with two loose discs.
    pub(super) twos: u32,
    /// The towers of each player.
    pub(super) towers: [u32; 2],
    pub(super) options: StacOptions,
    /// Plies since the last new pair or tower.
    pub(super) halfmove_clock: u16,
    pub(super) pawns: [StacSquare; 2],
    /// Whether each player's last turn was a carrying move.
    pub(super) carried: [bool; 2],
    pub(super) to_move: Player,
}

impl StacPosition {
    pub(super) fn start(options: StacOptions) -> Self {
        let pawns = [StacSquare::new(0, 0), StacSquare::new(SIZE - 1, SIZE - 1)];
        let mut start = Self::bare(options, pawns, Player::FIRST);
        start.ones = (1 << SQUARES) - 1;
        start.keyed()
    }

    /// Creates a board without discs, to be filled; call [`keyed`](Self::keyed) afterwards.
    pub(super) fn bare(options: StacOptions, pawns: [StacSquare; 2], to_move: Player) -> Self {
        let (towers, carried) = ([0; 2], [false; 2]);
        Self { key: 0, ones: 0, twos: 0, towers, options, halfmove_clock: 0, pawns, carried, to_move }
    }

    /// Returns the position with its key computed from scratch.
    pub(super) fn keyed(self) -> Self {
        Self { key: self.fresh_key(), ..self }
    }

    /// Returns the options of the game.
    pub const fn options(&self) -> StacOptions {
        self.options
    }

    /// Returns the number of discs on a square; a tower has three.
    pub const fn discs_on(&self, square: StacSquare) -> u8 {
        let bit = square.bit();
        match (self.ones & bit, self.twos & bit) {
            _ if (self.towers[0] | self.towers[1]) & bit != 0 => 3,
            (0, 0) => 0,
            (_, 0) => 1,
            _ => 2,
        }
    }

    /// Returns the squares of the board: a1, b1, ..., a2, ...
    pub fn squares(&self) -> impl Iterator<Item = StacSquare> + Clone {
        StacSquare::all(SIZE, SIZE)
    }

    /// Returns the squares with towers of a player.
    pub fn towers_of(&self, player: Player) -> impl Iterator<Item = StacSquare> {
        squares(self.towers[player.index()])
    }

    /// Returns the owner of the tower on a square.
    pub fn tower_on(&self, square: StacSquare) -> Option<Player> {
        Player::seats(2).find(|player| self.towers[player.index()] & square.bit() != 0)
    }

    /// Returns the square of a player's pawn.
    pub fn pawn(&self, player: Player) -> StacSquare {
        self.pawns[player.index()]
    }

    /// Returns the towers of both players.
    pub(super) fn all_towers(&self) -> u32 {
        self.towers[0] | self.towers[1]
    }

    /// Returns the squares to which a player's pawn can walk (rules 6 to 8).
    ///
    /// There is always one: of the two or more neighbours of a pawn, the other pawn occupies at most one, and nothing
    /// else blocks an adjacent square. So a pawn is never stuck.
    pub(super) fn walks(&self, player: Player) -> u32 {
        let from = self.pawn(player);
        let mut ends = from.lines() & !self.pawn(player.opponent()).bit();
        if self.options.towers == Towers::Stop {
            // Only a tower that can be stepped onto stops a pawn (rules 22, 23).
            for tower in squares(ends & self.all_towers()) {
                ends &= !from.behind(tower);
            }
        }
        ends
    }

    /// Returns the squares to which a player's pawn can carry the disc under it (rules 9 to 12).
    pub(super) fn carries(&self, player: Player) -> u32 {
        let (from, other) = (self.pawn(player), self.pawn(player.opponent()));
        if self.carried[player.index()] || self.ones & from.bit() == 0 {
            return 0;
        }
        from.lines() & !(other.bit() | from.behind(other) | self.all_towers())
    }

    /// Returns the reason if the game ends here. Checks wins first (rule 20).
    fn end(&self) -> Option<Reason> {
        if self.towers.iter().any(|towers| towers.count_ones() >= CLAIMS) {
            Some(Reason::FourTowers)
        } else if self.ones == 0 {
            Some(Reason::MostTowers)
        } else if self.options.quiet != 0 && self.halfmove_clock >= self.options.quiet {
            Some(Reason::QuietLimit)
        } else {
            None
        }
    }

    /// Returns the squares to which the player to move can walk and can carry: none once the game is over.
    pub(super) fn choices(&self) -> (u32, u32) {
        if self.end().is_some() { (0, 0) } else { (self.walks(self.to_move), self.carries(self.to_move)) }
    }

    fn mv(&self, to: StacSquare, carrying: bool) -> StacMove {
        StacMove { from: self.pawn(self.to_move), to, carrying }
    }

    /// Carries a disc from one square to another, and returns whether that made a pair or a tower.
    fn haul(&mut self, from: StacSquare, to: StacSquare) -> bool {
        let (here, there) = (from.bit(), to.bit());
        self.ones &= !here;
        self.key ^= ONE_KEYS[from.index()];
        if self.twos & there != 0 {
            // (rule 13)
            let owner = self.to_move.index();
            self.twos &= !there;
            self.towers[owner] |= there;
            self.key ^= TWO_KEYS[to.index()] ^ TOWER_KEYS[owner][to.index()];
            true
        } else if self.ones & there != 0 {
            self.ones &= !there;
            self.twos |= there;
            self.key ^= ONE_KEYS[to.index()] ^ TWO_KEYS[to.index()];
            true
        } else {
            self.ones |= there;
            self.key ^= ONE_KEYS[to.index()];
            false
        }
    }
}

impl Position for StacPosition {
    type Move = StacMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Both players can have four towers only in a position that was set up; it is a draw.
    fn outcome(&self) -> Option<Outcome> {
        let reason = self.end()?;
        let [white, black] = self.towers.map(u32::count_ones);
        Some(match white.cmp(&black) {
            _ if reason == Reason::QuietLimit => Outcome::draw(reason),
            Ordering::Greater => Outcome::win(Player::FIRST, reason),
            Ordering::Less => Outcome::win(Player::SECOND, reason),
            // From the starting position, 25 discs without a single one always form an odd number of towers.
            Ordering::Equal => Outcome::draw(reason),
        })
    }

    fn legal_moves(&self, out: &mut Vec<StacMove>) {
        let (walks, carries) = self.choices();
        out.extend(squares(walks).map(|to| self.mv(to, false)));
        out.extend(squares(carries).map(|to| self.mv(to, true)));
    }

    fn count_moves(&self) -> u64 {
        let (walks, carries) = self.choices();
        (walks.count_ones() + carries.count_ones()).into()
    }

    fn is_legal(&self, mv: StacMove) -> bool {
        let (walks, carries) = self.choices();
        let ends = if mv.carrying { carries } else { walks };
        mv.from == self.pawn(self.to_move) && ends & mv.to.bit() != 0
    }

    /// Rejection sampling over the eight squares in line with the pawn, for walking and for carrying: there is always a
    /// walk, and most samples are legal. Lists the moves only after too many misses in a row.
    fn random_move_with(&self, rng: &mut impl RandomSource, buffer: &mut Vec<StacMove>) -> Option<StacMove> {
        let (walks, carries) = self.choices();
        if walks == 0 {
            return None;
        }
        let from = self.pawn(self.to_move);
        let sides = if carries == 0 { IN_LINE } else { 2 * IN_LINE };
        for _ in 0..MAX_MISSES {
            let drawn = rng.below(sides);
            let carrying = drawn >= IN_LINE;
            let to = from.in_line(drawn);
            let ends = if carrying { carries } else { walks };
            if ends & to.bit() != 0 {
                return Some(StacMove { from, to, carrying });
            }
        }
        listed_move(self, rng, buffer)
    }

    fn play_unchecked(&mut self, mv: StacMove) {
        let player = self.to_move.index();
        let built = mv.carrying && self.haul(mv.from, mv.to);
        self.halfmove_clock = if built { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.key ^= pawn_key(player, self.pawns[player]) ^ pawn_key(player, mv.to);
        self.pawns[player] = mv.to;
        self.key ^= carried_key(player, self.carried[player]) ^ carried_key(player, mv.carrying);
        self.carried[player] = mv.carrying;
        self.key ^= TURN_KEY;
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let sum =
            |set: u32, keys: &[u64; SQUARES]| squares(set).fold(0, |key, square| key ^ keys[square.index()]);
        let mut key = sum(self.ones, &ONE_KEYS) ^ sum(self.twos, &TWO_KEYS);
        for player in Player::seats(2).map(Player::index) {
            key ^= sum(self.towers[player], &TOWER_KEYS[player]);
            key ^= pawn_key(player, self.pawns[player]) ^ carried_key(player, self.carried[player]);
        }
        if self.to_move == Player::FIRST { key } else { key ^ TURN_KEY }
    }

    // (rules 19, 24)
    halfmove_clock!();

    /// (rules 18, 25)
    fn repetition_state(&self) -> Option<Self> {
        (self.options.repetition == Repetition::On).then(|| self.without_quiet_count())
    }
}

static ONE_KEYS: [u64; SQUARES] = zobrist::table(1);
static TWO_KEYS: [u64; SQUARES] = zobrist::table(2);
static TOWER_KEYS: [[u64; SQUARES]; 2] = [zobrist::table(3), zobrist::table(4)];
static PAWN_KEYS: [[u64; SQUARES]; 2] = [zobrist::table(5), zobrist::table(6)];
static CARRIED_KEYS: [[u64; 2]; 2] = [zobrist::table(7), zobrist::table(8)];
const TURN_KEY: u64 = zobrist::mix(9);

fn pawn_key(player: usize, pawn: StacSquare) -> u64 {
    PAWN_KEYS[player][pawn.index()]
}

fn carried_key(player: usize, carried: bool) -> u64 {
    CARRIED_KEYS[player][usize::from(carried)]
}

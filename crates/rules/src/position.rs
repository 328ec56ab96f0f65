//! The contract that every game's positions keep.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::error::clip;
use crate::{Forbidden, MoveError, Outcome, Player, Scene, Step, Unreadable};

/// Where random choices come from: the caller's seeded generator.
pub trait RandomSource {
    /// A number below `sides`, each with the same chance. `sides` is at least 1.
    fn below(&mut self, sides: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> RandomSource for F {
    fn below(&mut self, sides: u32) -> u32 {
        self(sides)
    }
}

/// A position of one game, small enough to be copied instead of undone.
///
/// `legal_moves` adds nothing exactly when `outcome` is `Some`; a forced pass is a move.
/// `Display` writes the canonical position string, and a move's `Display` its notation.
pub trait Position: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A whole turn of one player.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// How many play.
    fn seats(&self) -> u8 {
        2
    }

    /// Whose turn it is; when the game is over, whose turn it would be.
    fn to_move(&self) -> Player;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `out`: no move twice, in an order fixed by the position.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// The legal moves, in an order fixed by the position.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// A legal move, all with the same chance; `None` when the game is over.
    ///
    /// `scratch` is any list; what it holds is lost.
    fn random_move(&self, rng: &mut impl RandomSource, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.legal_moves(scratch);
        if scratch.is_empty() {
            return None;
        }
        Some(scratch[rng.below(scratch.len() as u32) as usize])
    }

    /// Plays a legal move. What an illegal one does is not defined, save that it is safe.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of everything that legal play from here depends on, save quiet counters.
    fn key(&self) -> u64;

    /// The same key computed from nothing, to check the incremental one.
    fn fresh_key(&self) -> u64;

    /// What has to stand on the board a third time for a draw by repetition: the position
    /// without its quiet counter. `None` in games that have no such rule.
    fn repetition_state(&self) -> Option<Self> {
        None
    }

    /// The same with no quiet plies behind it.
    #[must_use]
    fn without_quiet_count(&self) -> Self {
        *self
    }

    /// How many more plies without progress end the game as a draw: 0 when they have. `None` where
    /// no count of quiet plies ever ends it.
    fn quiet_plies_left(&self) -> Option<u16> {
        None
    }

    /// Whether the move is a forced pass.
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }
}

/// Moves as text: reading and legality are two questions.
pub trait Notation: Position {
    /// A move as it was written, whether or not it is legal anywhere.
    type Written;

    /// Reads the text of a move, without white space around it.
    fn read(text: &str) -> Result<Self::Written, Unreadable>;

    /// The legal move that is meant here. Only asked while the game goes on.
    fn resolve(&self, written: &Self::Written) -> Result<Self::Move, Forbidden>;

    /// Reads and resolves.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let text = text.trim();
        let written = Self::read(text)
            .map_err(|Unreadable(expected)| MoveError::Unreadable { text: clip(text), expected })?;
        if self.outcome().is_some() {
            return Err(MoveError::Over { text: clip(text) });
        }
        self.resolve(&written).map_err(|Forbidden(why)| MoveError::Forbidden { text: clip(text), why })
    }
}

/// What a position looks like, and how a person points at a turn.
pub trait Present: Position {
    /// The board as data.
    fn scene(&self) -> Scene;

    /// The steps that build a legal move here. No two legal moves have the same steps, and no
    /// move's steps are the beginning of another's.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// A second way to build the same move, where people expect one. It must not be the
    /// beginning of any other move's steps, nor the other way round.
    fn other_steps(&self, _mv: Self::Move) -> Option<Vec<Step>> {
        None
    }
}

/// What a position seems to be worth, for those that look ahead.
pub trait Evaluate: Position {
    /// How well a player stands in a game that goes on, in hundredths of whatever one solid
    /// advantage is worth, and less than [`EVALUATION_LIMIT`] either way. Between two players
    /// what one gains the other loses, and no symmetry of the game changes it.
    fn evaluate(&self, player: Player) -> i32;

    /// Whether a legal move changes so much that the position after it should not be judged
    /// before the answers to it: captures and claims.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the noisy ones of the legal moves to `out`, in their order.
    fn noisy_moves(&self, _out: &mut Vec<Self::Move>) {}

    /// Appends the moves that deserve the first look to `out` where all of them would be very
    /// many: the beginning of what `legal_moves` appends. Whether there may be more.
    fn first_moves(&self, out: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(out);
        false
    }

    /// Appends the other legal moves, those after [`Evaluate::first_moves`].
    fn other_moves(&self, _out: &mut Vec<Self::Move>) {}
}

/// Evaluations stay below it, so that they never look like a decided game.
pub const EVALUATION_LIMIT: i32 = 10_000;

/// The two bots that the games came with.
pub trait BasicBots: Position {
    /// What the easy bot plays; `None` when the game is over.
    fn easy_move(&self, rng: &mut impl RandomSource, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.random_move(rng, scratch)
    }

    /// How much the greedy bot likes a legal move; it plays one of the best at random.
    fn greedy_rank(&self, mv: Self::Move) -> i64;

    /// What the greedy bot plays; `None` when the game is over.
    fn greedy_move(&self, rng: &mut impl RandomSource, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.legal_moves(scratch);
        let mut best = i64::MIN;
        let mut ties = 0;
        let mut choice = None;
        for &mv in scratch.iter() {
            let rank = self.greedy_rank(mv);
            if rank > best || choice.is_none() {
                (best, ties, choice) = (rank, 1, Some(mv));
            } else if rank == best {
                ties += 1;
                if rng.below(ties) == 0 {
                    choice = Some(mv);
                }
            }
        }
        choice
    }
}

/// Mirrors and turns of the board (and exchanges of the colours) that keep the rules; none but the
/// one that changes nothing unless a game says so.
pub trait Symmetric: Position {
    /// How many there are with this position's options; number 0 changes nothing.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The position seen through a symmetry.
    #[must_use]
    fn transformed(&self, _symmetry: u8) -> Self {
        *self
    }

    /// A legal move of this position as a legal move of the transformed one.
    fn transform_move(&self, mv: Self::Move, _symmetry: u8) -> Self::Move {
        mv
    }

    /// Of this position and its images with the same player to move the one that stands for all.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = (1..self.symmetries()).map(|symmetry| self.transformed(symmetry));
        let images = images.filter(|image| image.to_move() == self.to_move());
        images.fold(*self, |least, image| if image.key() < least.key() { image } else { least })
    }
}

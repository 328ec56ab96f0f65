//! The contract that every game's positions implement.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::error::excerpt;
use crate::random::listed_move;
use crate::{ForbiddenMove, MoveError, Outcome, Player, RandomSource, Scene, SiteView, Step, UnreadableMove};

/// A position of one game, small enough to copy instead of undoing moves.
///
/// ```
/// use cairn_rules::{Game, Position, games::sight::Sight};
///
/// let mut position = Sight::start(&Default::default());
/// while position.outcome().is_none() {
///     let mv = position.moves()[0];
///     position.play_unchecked(mv);
/// }
/// assert_eq!(position.outcome().unwrap().to_string(), "second (no legal move)");
/// ```
///
/// `legal_moves` adds nothing exactly when `outcome` is `Some`; a forced pass is a move.
/// `Display` writes the canonical position string, and a move's `Display` its notation.
pub trait Position: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A whole turn of one player.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// Returns the number of players.
    fn seats(&self) -> u8 {
        2
    }

    /// Returns the player to move; when the game is over, the player whose turn it would be.
    fn to_move(&self) -> Player;

    /// Returns the outcome if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `out`, without duplicates, in an order that depends only on the position.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Returns the legal moves, in an order that depends only on the position.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// Calls `visit` with every legal move, in the order of [`legal_moves`](Self::legal_moves). Games with very many
    /// moves override it to avoid a list.
    fn for_each_move(&self, visit: impl FnMut(Self::Move)) {
        self.moves().into_iter().for_each(visit);
    }

    /// Counts the legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Returns whether a move, which may come from another position, is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// Draws a legal move uniformly; `None` when the game is over.
    fn random_move(&self, rng: &mut impl RandomSource) -> Option<Self::Move> {
        self.random_move_with(rng, &mut Vec::new())
    }

    /// Like [`random_move`](Self::random_move), with a buffer that saves an allocation per move of a random game. The
    /// contents of the buffer are unspecified: it need not hold the legal moves.
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        listed_move(self, rng, buffer)
    }

    /// Plays a legal move. An illegal move leaves the position unspecified but safe; [`is_legal`](Self::is_legal)
    /// checks a move, and [`Notation::play`] checks and plays it.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns a Zobrist-style hash of everything that affects legal play from here, except the halfmove clock.
    fn key(&self) -> u64;

    /// Computes the key from scratch, to check the incremental one.
    fn fresh_key(&self) -> u64;

    /// Returns the state whose third occurrence is a draw by repetition: the position without its halfmove clock.
    /// `None` in games without that rule, or with it switched off: positions can then recur forever, and searches score
    /// endless play as a draw.
    fn repetition_state(&self) -> Option<Self> {
        None
    }

    /// The position with its halfmove clock, the count of plies since progress, at 0. No position from before progress comes
    /// back.
    #[must_use]
    fn without_quiet_count(&self) -> Self {
        *self
    }

    /// Returns the number of plies without progress until the game is a draw; 0 when it is. `None` in games without
    /// that rule.
    fn quiet_plies_left(&self) -> Option<u16> {
        None
    }

    /// Returns whether the move is a forced pass.
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }

    /// Returns the position after a legal move.
    #[must_use]
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }
}

/// Inside `impl Position`: implements the methods that depend on the fields `halfmove_clock` and `options.quiet`, its
/// limit or 0.
macro_rules! halfmove_clock {
    () => {
        fn quiet_plies_left(&self) -> Option<u16> {
            let limit = self.options.quiet;
            (limit != 0).then(|| limit.saturating_sub(self.halfmove_clock))
        }

        fn without_quiet_count(&self) -> Self {
            Self { halfmove_clock: 0, ..*self }
        }
    };
}
pub(crate) use halfmove_clock;

/// Moves as text, in two stages: parsing, then legality.
///
/// ```
/// use cairn_rules::{Game, Notation, Position, games::staqs::Staqs};
///
/// let mut position = Staqs::start(&Default::default());
/// let mv = position.parse_move("c3")?;
/// position.play(mv)?;
/// assert_eq!(position.play(mv).unwrap_err().to_string(), "illegal move c3: c3 holds no uncovered neutral disc");
/// assert_eq!(position.to_string(), "n,n,n,n,n/n,n,n,n,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n w 3/4");
/// # Ok::<(), cairn_rules::MoveError>(())
/// ```
pub trait Notation: Position {
    /// A move as written, legal or not.
    type ParsedMove;

    /// Parses the text of a move, without surrounding white space.
    fn read(text: &str) -> Result<Self::ParsedMove, UnreadableMove>;

    /// Returns the legal move that the text means here. Callers call it only while the game is in progress.
    fn resolve(&self, written: &Self::ParsedMove) -> Result<Self::Move, ForbiddenMove>;

    /// Parses the text of a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let text = text.trim();
        let written = Self::read(text)
            .map_err(|UnreadableMove(expected)| MoveError::Unreadable { text: excerpt(text), expected })?;
        if self.outcome().is_some() {
            return Err(MoveError::Over { text: excerpt(text) });
        }
        self.resolve(&written).map_err(|ForbiddenMove(why)| MoveError::Forbidden { text: excerpt(text), why })
    }

    /// Plays a move if it is legal here; otherwise explains why it is not, and changes nothing.
    fn play(&mut self, mv: Self::Move) -> Result<(), MoveError> {
        // Only the explanation needs the text. A different value may have the same text as a legal move, which is then
        // played.
        let mv = if self.is_legal(mv) { mv } else { self.parse_move(&mv.to_string())? };
        self.play_unchecked(mv);
        Ok(())
    }
}

/// Scenes of positions, and the steps by which a person enters a turn.
pub trait Present: Position {
    /// Returns the board as data.
    fn scene(&self) -> Scene;

    /// Returns the square with this name, in either case; `None` if the board has no such square. Games override it to
    /// avoid building the whole scene.
    ///
    /// ```
    /// use cairn_rules::{Game, Player, Present, games::stac::Stac};
    ///
    /// let start = Stac::start(&Default::default());
    /// let corner = start.square("a1").unwrap();
    /// assert_eq!(corner.pawn, Some(Player::FIRST));
    /// assert_eq!(corner.pile.map(|pile| pile.height()), Some(1));
    /// assert!(start.square("f1").is_none());
    /// ```
    fn square(&self, name: &str) -> Option<SiteView> {
        let mut scene = self.scene();
        let site = scene.site(name)?;
        Some(scene.sites.swap_remove(site.0.into()))
    }

    /// Returns the steps that build a legal move here. No two legal moves have the same steps, and no move's steps
    /// begin another's.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// Returns all sequences of steps that build a legal move, where users expect several: its [`steps`](Self::steps)
    /// first. None may begin with those of another move.
    fn step_sequences(&self, mv: Self::Move) -> Vec<Vec<Step>> {
        vec![self.steps(mv)]
    }
}

/// Static evaluation, for searches.
pub trait Evaluate: Position {
    /// Returns the static score of an undecided position for a player, in centipawns (hundredths of one solid
    /// advantage) and within [`EVALUATION_LIMIT`] either way. It is zero-sum between two players, and the same for
    /// symmetric positions.
    fn evaluate(&self, player: Player) -> i32;

    /// Returns whether a legal move is noisy: a capture or a claim, which quiescence search follows before it evaluates
    /// the position.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the noisy moves among the legal ones to `out`, in their order.
    fn noisy_moves(&self, _out: &mut Vec<Self::Move>) {}

    /// Staged move generation, for positions with very many moves: appends the moves to search first, a prefix of what
    /// `legal_moves` appends. Returns whether there may be more.
    fn first_moves(&self, out: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(out);
        false
    }

    /// Appends the other legal moves, those after [`Evaluate::first_moves`].
    fn other_moves(&self, _out: &mut Vec<Self::Move>) {}
}

/// An upper bound on evaluations, so that they never look like a decided game.
pub const EVALUATION_LIMIT: i32 = 10_000;

/// The two basic bots: an easy one and a greedy one.
pub trait BasicBots: Position {
    /// Returns the easy bot's move; `None` when the game is over.
    fn easy_move(&self, rng: &mut impl RandomSource) -> Option<Self::Move> {
        self.random_move(rng)
    }

    /// Ranks a legal move; the greedy bot plays one of the highest at random. By default, only moves that win at once
    /// rank higher than others.
    fn greedy_rank(&self, mv: Self::Move) -> i64 {
        let outcome = self.after(mv).outcome();
        outcome.is_some_and(|outcome| outcome.winner() == Some(self.to_move())).into()
    }

    /// Returns the greedy bot's move; `None` when the game is over.
    fn greedy_move(&self, rng: &mut impl RandomSource) -> Option<Self::Move> {
        let mut best = i64::MIN;
        let mut ties = 0;
        let mut choice = None;
        for mv in self.moves() {
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

/// Symmetries of the rules: reflections and rotations of the board, with or without an exchange of colours. By default
/// a game has only the identity.
pub trait Symmetric: Position {
    /// Returns the number of symmetries with this position's options; number 0 is the identity.
    fn symmetries(&self) -> u8 {
        1
    }

    /// Returns the image of the position under a symmetry.
    #[must_use]
    fn transformed(&self, _symmetry: u8) -> Self {
        *self
    }

    /// Returns the image of a legal move: a legal move of the transformed position.
    fn transform_move(&self, mv: Self::Move, _symmetry: u8) -> Self::Move {
        mv
    }

    /// Returns the canonical representative under the symmetries that preserve the player to move.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = (1..self.symmetries()).map(|symmetry| self.transformed(symmetry));
        let images = images.filter(|image| image.to_move() == self.to_move());
        images.fold(*self, |least, image| if image.key() < least.key() { image } else { least })
    }
}

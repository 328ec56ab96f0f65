//! The contract that every game's positions keep.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::error::excerpt;
use crate::random::listed_move;
use crate::{ForbiddenMove, MoveError, Outcome, Player, RandomSource, Scene, SiteView, Step, UnreadableMove};

/// A position of one game, small enough to be copied instead of undone.
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

    /// The number of players.
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

    /// Calls `visit` with every legal move, in the order of [`legal_moves`](Self::legal_moves). Games with very many
    /// moves do so without a list.
    fn for_each_move(&self, visit: impl FnMut(Self::Move)) {
        self.moves().into_iter().for_each(visit);
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Whether a move of any position is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// A legal move drawn uniformly; `None` when the game is over.
    fn random_move(&self, rng: &mut impl RandomSource) -> Option<Self::Move> {
        self.random_move_with(rng, &mut Vec::new())
    }

    /// [`random_move`](Self::random_move) with a buffer, which saves an allocation for each move of a random game. What
    /// the buffer holds before and after does not matter: it need not be the legal moves.
    fn random_move_with(
        &self,
        rng: &mut impl RandomSource,
        buffer: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        listed_move(self, rng, buffer)
    }

    /// Plays a legal move. After any other move the position is unspecified, but nothing unsafe happens;
    /// [`is_legal`](Self::is_legal) checks it, and [`Notation::play`] checks and plays it.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A Zobrist-style hash of everything that legal play from here depends on, except the halfmove clock.
    fn key(&self) -> u64;

    /// The key computed from scratch, to check the incremental one.
    fn fresh_key(&self) -> u64;

    /// The state whose third occurrence is a draw by repetition: the position without its halfmove clock.
    /// `None` in games that have no such rule, or in which it is switched off: positions can then come back
    /// for ever, and searches give endless play the value of a draw.
    fn repetition_state(&self) -> Option<Self> {
        None
    }

    /// The position with its halfmove clock, the count of plies since progress, at 0.
    #[must_use]
    fn without_quiet_count(&self) -> Self {
        *self
    }

    /// After how many more plies without progress the game is a draw; 0 when it is. `None` where there is
    /// no such rule.
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

/// Inside `impl Position`: the methods that come from the fields `halfmove_clock` and `options.quiet`, its limit
/// or 0.
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

/// Moves as text: reading and legality are two questions.
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
    /// A move as it was written, whether or not it is legal anywhere.
    type ParsedMove;

    /// Reads the text of a move, without white space around it.
    fn read(text: &str) -> Result<Self::ParsedMove, UnreadableMove>;

    /// The legal move that is meant here. Only asked while the game goes on.
    fn resolve(&self, written: &Self::ParsedMove) -> Result<Self::Move, ForbiddenMove>;

    /// The legal move that `text` writes here.
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
        // Only the explanation needs the text. The same text may write a legal move of another value.
        let mv = if self.is_legal(mv) { mv } else { self.parse_move(&mv.to_string())? };
        self.play_unchecked(mv);
        Ok(())
    }
}

/// Scenes of positions, and the steps by which a person points at a turn.
pub trait Present: Position {
    /// The board as data.
    fn scene(&self) -> Scene;

    /// The square with this name, in either case; `None` if the board has no such square. Games override it to avoid
    /// drawing the whole scene.
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

    /// The steps that build a legal move here. No two legal moves have the same steps, and no
    /// move's steps are the beginning of another's.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// All sequences of steps that build a legal move, where people expect several: its [`steps`](Self::steps) first.
    /// None may begin with those of another move.
    fn step_sequences(&self, mv: Self::Move) -> Vec<Vec<Step>> {
        vec![self.steps(mv)]
    }
}

/// Static evaluation, for searches.
pub trait Evaluate: Position {
    /// The static score of an undecided position for a player, in centipawns (hundredths of one solid
    /// advantage) and within [`EVALUATION_LIMIT`] either way. Zero-sum between two players, and the same
    /// for symmetric positions.
    fn evaluate(&self, player: Player) -> i32;

    /// Whether a legal move is noisy: a capture or a claim, after which quiescence search goes on before
    /// the position is evaluated.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the noisy moves among the legal ones to `out`, in their order.
    fn noisy_moves(&self, _out: &mut Vec<Self::Move>) {}

    /// Staged move generation, for positions with very many moves: appends the moves to search first, the
    /// beginning of what `legal_moves` appends. Returns whether there may be more.
    fn first_moves(&self, out: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(out);
        false
    }

    /// Appends the other legal moves, those after [`Evaluate::first_moves`].
    fn other_moves(&self, _out: &mut Vec<Self::Move>) {}
}

/// Evaluations stay below this, so that they never look like a decided game.
pub const EVALUATION_LIMIT: i32 = 10_000;

/// The two basic bots: an easy one and a greedy one.
pub trait BasicBots: Position {
    /// The easy bot's move; `None` when the game is over.
    fn easy_move(&self, rng: &mut impl RandomSource) -> Option<Self::Move> {
        self.random_move(rng)
    }

    /// The greedy bot's rank of a legal move; it plays one of the highest at random. By default, it only prefers moves
    /// that win at once.
    fn greedy_rank(&self, mv: Self::Move) -> i64 {
        let outcome = self.after(mv).outcome();
        outcome.is_some_and(|outcome| outcome.winner() == Some(self.to_move())).into()
    }

    /// The greedy bot's move; `None` when the game is over.
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

/// Symmetries of the rules: reflections and rotations of the board, with or without an exchange of colours.
/// A game has only the identity unless it says otherwise.
pub trait Symmetric: Position {
    /// The number of symmetries with this position's options; number 0 is the identity.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of the position under a symmetry.
    #[must_use]
    fn transformed(&self, _symmetry: u8) -> Self {
        *self
    }

    /// The image of a legal move: a legal move of the transformed position.
    fn transform_move(&self, mv: Self::Move, _symmetry: u8) -> Self::Move {
        mv
    }

    /// The canonical representative under the symmetries that keep the player to move.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = (1..self.symmetries()).map(|symmetry| self.transformed(symmetry));
        let images = images.filter(|image| image.to_move() == self.to_move());
        images.fold(*self, |least, image| if image.key() < least.key() { image } else { least })
    }
}

//! The state of a game in play, with the game's types: moves, undone moves, outcome.
//!
//! User interfaces use it as a [`Session`](crate::Session), which `erased.rs` implements. Code that is
//! generic over a game, such as an engine, reads the positions here.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use cairn_rules::{
    Game, GameSpec, MoveError, Notation, Outcome, Player, Position, PositionError, Reason, Repetitions, Site,
    TurnBuilder,
};

use crate::offer::Offer;
use crate::tags::{self, Tags};
use crate::{AgreementError, Session as _};

type Move<G> = <<G as Game>::Position as Position>::Move;

/// A move that was played, and the position after it.
#[derive(Clone)]
pub(crate) struct Ply<G: Game> {
    pub(crate) mv: Move<G>,
    pub(crate) after: G::Position,
    pub(crate) comment: Option<String>,
}

/// A move or an ending that can be redone.
#[derive(Clone)]
pub(crate) enum Redo<G: Game> {
    Ply(Ply<G>),
    Ending(Outcome),
}

/// A game in play, with its game's types. As a [`Session`](crate::Session), it does the same in text.
///
/// ```
/// use cairn_rules::games::staqs::Staqs;
/// use cairn_rules::{GameSpec, Position};
/// use cairn_session::TypedSession;
///
/// let spec: GameSpec<Staqs> = "staqs:size=3".parse()?;
/// let mut session = TypedSession::open(spec, None)?;
/// while let Some(&mv) = session.moves().first() {
///     session.play_move(mv)?;
/// }
/// assert!(session.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TypedSession<G: Game> {
    pub(crate) spec: GameSpec<G>,
    pub(crate) start: G::Position,
    /// The comment before the first move.
    pub(crate) opening: Option<String>,
    pub(crate) plies: Vec<Ply<G>>,
    pub(crate) undone: Vec<Redo<G>>,
    /// The occurrences of each position, in games with draws by repetition.
    pub(crate) repetitions: Repetitions<G::Position>,
    /// The ending by the players, if they ended the game.
    pub(crate) ending: Option<Outcome>,
    pub(crate) offer: Option<Offer>,
    pub(crate) tags: Tags,
    /// The outcome by the rules or by repetition, computed on first use.
    ended_by_position: OnceLock<Option<Outcome>>,
    /// The turns of the current position as a tree of steps, built on first use.
    pub(crate) turn: OnceLock<TurnBuilder<Move<G>>>,
    /// The threats to the player to move, computed on first use.
    pub(crate) threats: OnceLock<Vec<Site>>,
}

impl<G: Game> TypedSession<G> {
    /// Opens a game at its starting position or at another one.
    pub fn open(spec: GameSpec<G>, position: Option<&str>) -> Result<Self, PositionError> {
        let start = match position {
            Some(text) => G::read_position(&spec.options, text)?,
            None => G::start(&spec.options),
        };
        Ok(Self::from_position(spec, start))
    }

    /// Creates a game that starts at a position.
    pub fn from_position(spec: GameSpec<G>, start: G::Position) -> Self {
        let mut session = Self {
            spec,
            start,
            opening: None,
            plies: Vec::new(),
            undone: Vec::new(),
            repetitions: Repetitions::new(),
            ending: None,
            offer: None,
            tags: Tags::default(),
            ended_by_position: OnceLock::new(),
            turn: OnceLock::new(),
            threats: OnceLock::new(),
        };
        session.enter_position();
        session
    }

    /// Returns the game after its first `ply` moves, with its tags and comments; `None` if there are fewer.
    pub(crate) fn prefix(&self, ply: usize) -> Option<Self> {
        let plies = self.plies.get(..ply)?;
        let mut prefix = Self::from_position(self.spec, self.start);
        prefix.opening.clone_from(&self.opening);
        prefix.tags = self.tags.clone();
        for ply in plies {
            prefix.push(ply.clone());
        }
        Some(prefix)
    }

    /// Returns the game with its options.
    pub const fn game_spec(&self) -> &GameSpec<G> {
        &self.spec
    }

    /// Returns the position on the board.
    pub fn current(&self) -> &G::Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the positions before the current one, oldest first.
    pub fn earlier_positions(&self) -> Vec<G::Position> {
        let positions = std::iter::once(self.start).chain(self.plies.iter().map(|ply| ply.after));
        positions.take(self.plies.len()).collect()
    }

    /// Returns the position before the move at an index, if it has been played.
    pub(crate) fn position_before(&self, index: usize) -> Option<&G::Position> {
        let [before @ .., _] = self.plies.get(..=index)? else { return None };
        Some(before.last().map_or(&self.start, |ply| &ply.after))
    }

    /// Returns the move with a number from 1, and the position before it.
    pub(crate) fn ply_and_position(&self, number: usize) -> Option<(&G::Position, &Ply<G>)> {
        let index = number.checked_sub(1)?;
        Some((self.position_before(index)?, self.plies.get(index)?))
    }

    /// Returns the numbers, from 1, of the moves since the player to move moved last; at the end of the game, that of
    /// the last move alone.
    pub(crate) fn recent_plies(&self) -> RangeInclusive<usize> {
        let last = self.plies.len();
        let player = self.current().to_move();
        if self.is_over() {
            return last.max(1)..=last;
        }
        let is_own = |ply: &usize| self.position_before(ply - 1).is_some_and(|at| at.to_move() == player);
        (1..=last).rev().find(is_own).unwrap_or(0) + 1..=last
    }

    /// Returns whether the game is over, by its rules, by repetition or by the players.
    pub fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    /// Parses a move. Once the game is over every parsed move is illegal, even if the position alone would allow it.
    pub fn parse_move(&self, text: &str) -> Result<Move<G>, MoveError> {
        let parsed = self.current().parse_move(text);
        if !self.is_over() {
            return parsed;
        }
        Err(match parsed {
            Ok(mv) => MoveError::Over { text: mv.to_string() },
            Err(MoveError::Forbidden { text, .. }) => MoveError::Over { text },
            Err(error) => error,
        })
    }

    /// Returns the legal moves; none when the game is over for any reason.
    pub fn moves(&self) -> Vec<Move<G>> {
        if self.is_over() { Vec::new() } else { self.current().moves() }
    }

    /// Plays a move if it is legal. [`Session::play`](crate::Session::play) takes a move as text.
    pub fn play_move(&mut self, mv: Move<G>) -> Result<(), MoveError> {
        let is_legal = !self.is_over() && self.current().is_legal(mv);
        let mv = if is_legal { mv } else { self.parse_move(&mv.to_string())? };
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a legal move without checking it.
    pub fn play_unchecked(&mut self, mv: Move<G>) {
        let mover = self.current().to_move();
        self.offer = self.offer.filter(|offer| offer.agreed.contains(mover));
        self.undone.clear();
        self.push(Ply { mv, after: self.current().after(mv), comment: None });
    }

    pub(crate) fn seat_count(&self) -> usize {
        G::seats(&self.spec.options).into()
    }

    /// Returns the outcome: by the rules first, then by repetition, then by the players.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        let by_position = self.ended_by_position.get_or_init(|| {
            let current = self.current();
            current.outcome().or_else(|| self.repetitions.draw(current))
        });
        by_position.or(self.ending)
    }

    /// Creates a draw between all players.
    pub(crate) fn draw(&self, reason: Reason) -> Outcome {
        Outcome::shared(self.seat_count() as u8, reason)
    }

    /// Returns the score of the game, as in its record.
    pub(crate) fn result(&self) -> String {
        self.ended().map_or(tags::UNFINISHED.to_owned(), Outcome::score)
    }

    /// Clears the caches of the position.
    fn clear_computed(&mut self) {
        self.ended_by_position.take();
        self.turn.take();
        self.threats.take();
    }

    /// Counts an occurrence of the current position.
    fn enter_position(&mut self) {
        self.clear_computed();
        let current = *self.current();
        self.repetitions.push(&current);
    }

    /// Removes the current position, which is about to be undone, from the count.
    pub(crate) fn leave_position(&mut self) {
        self.clear_computed();
        let current = *self.current();
        self.repetitions.pop(&current);
    }

    pub(crate) fn push(&mut self, ply: Ply<G>) {
        self.plies.push(ply);
        self.enter_position();
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.ending = Some(outcome);
        self.offer = None;
        self.undone.clear();
    }

    pub(crate) fn abandon(&mut self, player: Player, reason: Reason) -> Result<(), AgreementError> {
        self.check_running(player)?;
        self.end(G::abandoned(&self.spec.options, player, reason));
        Ok(())
    }
}

impl<G: Game> fmt::Debug for TypedSession<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedSession")
            .field("spec", &self.spec.to_string())
            .field("position", &self.current().to_string())
            .field("plies", &self.plies.len())
            .finish_non_exhaustive()
    }
}

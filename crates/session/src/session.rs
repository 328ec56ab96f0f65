//! The object-safe interface to a game in play, without a game's types.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;

use cairn_rules::{
    GameInfo, GameSpecError, Message, MoveError, Outcome, Player, Players, PositionError, Reason,
};
use thiserror::Error;

use crate::{AgreementError, BoardView, Record, Snapshot, TagError};

/// A game that cannot be opened.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The game or its options are invalid.
    #[error(transparent)]
    Spec(#[from] GameSpecError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl OpenError {
    /// Returns the user-facing message, with suggestions.
    pub fn message(&self) -> Message {
        match self {
            Self::Spec(error) => error.message(),
            Self::Position(error) => error.message(),
        }
    }
}

/// A move or an ending that was undone or redone.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Undone {
    /// A move, in notation.
    Move(String),
    /// An ending by the players, for this reason.
    Ending(Reason),
}

/// Writes the move, or the name of the reason.
impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(text) => f.pad(text),
            Self::Ending(reason) => f.pad(reason.name()),
        }
    }
}

/// A game in play: its history and its outcome.
///
/// A game is over by its rules, by threefold repetition in games that have this rule, or because the players ended it:
/// by agreement, by resignation or on time. The position takes precedence.
///
/// Sessions are `Send + Sync`: several threads may read one at the same time, for instance through an
/// `Arc<RwLock<Box<dyn Session>>>`. They share the caches of the position.
pub trait Session: Any + Debug + Send + Sync {
    /// Returns the metadata of the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns the game with its options, in its shortest form: `staqs:size=7`.
    fn spec(&self) -> String;

    /// Returns the number of players.
    fn seats(&self) -> usize;

    /// Returns the player to move; when the game is over, the player whose turn it would be.
    fn to_move(&self) -> Player;

    /// Returns the position string.
    fn position(&self) -> String;

    /// Returns the position at which this session started, unless it is the usual starting position.
    fn start_position(&self) -> Option<String>;

    /// Returns the player who makes the first move of this session.
    fn first_to_move(&self) -> Player;

    /// Returns the legal moves, sorted as text; none when the game is over for any reason.
    fn legal_moves(&self) -> Vec<String>;

    /// Visits the text of every legal move, in the order of the rules, until `visit` breaks. Unlike
    /// [`Session::legal_moves`], it neither sorts the texts nor allocates each one.
    fn for_each_move(&self, visit: &mut dyn FnMut(&str) -> ControlFlow<()>);

    /// Returns the outcome if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move and returns its canonical text. Clears the redo history, and declines a draw offer that the mover
    /// has not accepted.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Checks a move without playing it, and returns its canonical text.
    fn check_move(&self, text: &str) -> Result<String, MoveError>;

    /// Returns the number of moves played so far.
    fn ply(&self) -> usize;

    /// Returns the text of the move at an index from 0; `None` if there are fewer moves.
    fn move_at(&self, index: usize) -> Option<String>;

    /// Returns the player who made the move at an index from 0; `None` if there are fewer moves.
    fn mover_at(&self, index: usize) -> Option<Player>;

    /// Returns the text of the last move.
    fn last_move(&self) -> Option<String> {
        self.move_at(self.ply().checked_sub(1)?)
    }

    /// Returns the texts of all moves played so far. Formats every move: use [`Session::ply`] for their number and
    /// [`Session::move_at`] for one of them.
    fn history(&self) -> Vec<String>;

    /// Undoes the last move, or an ending by the players after it. Withdraws a pending draw offer.
    fn undo(&mut self) -> Option<Undone>;

    /// Redoes the last undone move or ending, and returns it like [`Session::undo`].
    fn redo(&mut self) -> Option<Undone>;

    /// Returns the board for interfaces: its scene, and how a user enters a turn.
    fn board(&self) -> &dyn BoardView;

    /// Counts the move sequences of length `depth` from the position, ignoring repetition and agreements of the
    /// players.
    fn perft(&self, depth: u32) -> u64;

    /// Visits every first move, sorted as text, with its count as soon as it is known, until `visit` breaks. Visits
    /// nothing at depth 0.
    fn divide(&self, depth: u32, visit: &mut dyn FnMut(&str, u64) -> ControlFlow<()>);

    /// Returns an independent copy with the same history, tags and comments.
    fn fork(&self) -> Box<dyn Session>;

    /// Returns an independent copy of the game after `ply` moves, with its tags and comments; `None` if there are fewer
    /// moves. The copy has nothing to redo, unless it includes all moves: then it equals [`Session::fork`].
    fn fork_at(&self, ply: usize) -> Option<Box<dyn Session>>;

    /// Returns the same game with the same options and starting position, without moves, tags and comments.
    fn restarted(&self) -> Box<dyn Session>;

    /// Checks that a player has a seat and the game is running, as [`Session::resign`] requires.
    fn check_running(&self, player: Player) -> Result<(), AgreementError>;

    /// Checks that a player may offer a draw now.
    fn check_draw_offer(&self, player: Player) -> Result<(), AgreementError>;

    /// Checks that a draw offer is pending that the player may accept or decline.
    fn check_draw_answer(&self, player: Player) -> Result<(), AgreementError>;

    /// Offers a draw, or accepts another player's pending offer.
    fn offer_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Returns the player whose draw offer is pending: until all others have accepted, or one of them declines or moves
    /// without having accepted.
    fn draw_offer(&self) -> Option<Player>;

    /// Returns the players who agree to the pending draw offer, including the one who made it; empty without an offer.
    fn draw_agreed(&self) -> Players;

    /// Accepts the pending draw offer. The game is over once all have accepted.
    fn accept_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Declines the pending draw offer.
    fn decline_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Resigns: the other players share the win.
    fn resign(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Ends the game on time: the other players share the win.
    fn forfeit_on_time(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Sets a tag of the record. For the players' names and `Date`, both `?` and the empty string mean unknown.
    fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError>;

    /// Returns the value of a tag, if it is known.
    fn tag(&self, name: &str) -> Option<String>;

    /// Sets the comment on the last move, or before the first one; an empty comment removes it. Collapses white space,
    /// and replaces closing braces by parentheses.
    fn comment(&mut self, text: &str);

    /// Returns the record of the game so far. It contains neither a pending draw offer nor undone moves: see
    /// [`Session::snapshot`].
    fn record(&self) -> Record;

    /// Returns the complete state of the session, as plain data.
    fn snapshot(&self) -> Snapshot;
}

/// Takes back moves up to the last turn of a person and returns them, oldest first; does nothing if only bots have
/// moved so far.
pub fn take_back(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<Undone> {
    let mut taken = Vec::new();
    while let Some(undone) = session.undo() {
        taken.push(undone);
        if is_human(session.to_move()) {
            taken.reverse();
            return taken;
        }
    }
    for _ in taken {
        session.redo();
    }
    Vec::new()
}

/// Redoes moves up to the next turn of a person, and returns them.
pub fn play_again(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<Undone> {
    let mut again = Vec::new();
    while let Some(redone) = session.redo() {
        again.push(redone);
        if session.outcome().is_none() && is_human(session.to_move()) {
            break;
        }
    }
    again
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;
    use crate::open;

    #[test]
    fn take_backs_include_the_replies_of_bots() {
        let mut session = open(ALL[0].id, None).unwrap();
        let mut play = |count| {
            for _ in 0..count {
                let mv = session.legal_moves().swap_remove(0);
                session.play(&mv).unwrap();
            }
            session.history().into_iter().map(Undone::Move).collect::<Vec<_>>()
        };
        let first = |player| player == Player::FIRST;
        let second = |player| player == Player::SECOND;
        let moves = play(3);
        assert_eq!(take_back(&mut *session, first), moves[2..]);
        assert_eq!(take_back(&mut *session, first), moves[..2]);
        assert!(take_back(&mut *session, first).is_empty());
        assert_eq!(play_again(&mut *session, first), moves[..2]);
        assert_eq!(take_back(&mut *session, second), moves[1..2]);
        assert!(take_back(&mut *session, second).is_empty());
        assert_eq!(session.last_move().map(Undone::Move).as_ref(), moves.first(), "a bot's first move stays");
        assert_eq!(play_again(&mut *session, second), moves[1..]);
    }
}

//! A game in play behind an object-safe trait: everything that interfaces ask, without a game's types.

use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{
    Game, GameInfo, GameSpec, GameSpecError, MoveError, Outcome, Player, PositionError, Scene, Step,
};
use thiserror::Error;

use crate::{AgreementError, Record, TypedSession};

/// A game that cannot be opened.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error(transparent)]
pub enum OpenError {
    /// The game or its options make no sense.
    Word(#[from] GameSpecError),
    /// The position makes no sense.
    Position(#[from] PositionError),
}

/// Opens a game by its spec, such as `staqs:size=7`, at its start or at a position.
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, OpenError> {
    struct Open<'a>(Option<&'a str>);

    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Session>, PositionError>;

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
            Ok(Box::new(TypedSession::open(spec, self.0)?))
        }
    }

    Ok(with_game(spec, Open(position))??)
}

/// What can be done next while a turn is built.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Choices {
    /// The steps that can be taken next, in order; none when the turn is complete.
    pub steps: Vec<Step>,
    /// The move that the steps taken make, once they are complete.
    pub finished: Option<String>,
}

/// A game in play: its history, and how it has ended.
///
/// A game is over by its rules, by repetition (the third time that the same position stands on the
/// board, in games that have this rule), or because the players ended it: by agreement, by
/// resignation, on time. Whatever the position itself says comes first.
pub trait Session: Any + Debug + Send {
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// The game with its options, in its shortest form: `staqs:size=7`.
    fn spec(&self) -> String;

    /// How many play.
    fn seats(&self) -> usize;

    /// Whose turn it is; when the game is over, whose turn it would be.
    fn to_move(&self) -> Player;

    /// The position string.
    fn position(&self) -> String;

    /// The position at which this session began, if that is not the game's start.
    fn start_position(&self) -> Option<String>;

    /// Who made or makes the first move of this session.
    fn first_to_move(&self) -> Player;

    /// The legal moves, sorted as text; none when the game is over, for whatever reason.
    fn legal_moves(&self) -> Vec<String>;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move and gives its canonical text. What was undone can no longer be redone, and a
    /// draw offer that waits for an answer of the player who moves is declined.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// The moves played so far.
    fn history(&self) -> Vec<String>;

    /// Takes back the last move, or first the ending that the players gave the game after it, and says
    /// what: the text of the move or the name of the reason. A standing draw offer is forgotten.
    fn undo(&mut self) -> Option<String>;

    /// Does again what was undone last, and says what that was, as [`Session::undo`] does.
    fn redo(&mut self) -> Option<String>;

    /// The board as data: the last move's sites are marked, and the outcome is the session's.
    fn scene(&self) -> Scene;

    /// What can follow the steps in `taken`; `None` if they are not the beginning of a legal move.
    fn choices(&self, taken: &[Step]) -> Option<Choices>;

    /// The number of move sequences of length `depth` from the position, which knows nothing of
    /// repetition or of what the players agreed.
    fn perft(&self, depth: u32) -> u64;

    /// Visits every first move with the count behind it, sorted by text, as soon as it is known, until
    /// told to stop. At depth 0 there is none.
    fn divide(&self, depth: u32, visit: &mut dyn FnMut(&str, u64) -> ControlFlow<()>);

    /// A copy with the same history, tags and comments that goes its own way from here.
    fn fork(&self) -> Box<dyn Session>;

    /// Offers a draw. Where another player's offer stands this accepts it.
    fn offer_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Who has offered a draw, as long as the offer stands: until all others have accepted, or one
    /// of them declines or moves without having accepted.
    fn draw_offer(&self) -> Option<Player>;

    /// Accepts the draw that was offered. The game is over once all have.
    fn accept_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Declines the draw that was offered.
    fn decline_draw(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Gives the game up: the others share it.
    fn resign(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Ends the game because the player's time is up: the others share it.
    fn forfeit_on_time(&mut self, player: Player) -> Result<(), AgreementError>;

    /// Sets a tag of the record. `Game`, `Position`, `Result` and `Reason` follow from the game and
    /// cannot be set; nor can a name that is not a word of ASCII letters, digits, `_` and `-`.
    /// For the players' names and `Date`, `?` and nothing both say that it is unknown.
    fn set_tag(&mut self, name: &str, value: &str);

    /// The value of a tag, if it is known.
    fn tag(&self, name: &str) -> Option<String>;

    /// Sets the comment on the last move, or on the beginning if there is none; an empty one removes
    /// it. White space runs together, and a closing brace becomes a parenthesis.
    fn comment(&mut self, text: &str);

    /// The record of the game so far.
    fn record(&self) -> Record;
}

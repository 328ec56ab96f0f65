//! The events that a table handles, and the effects that it returns.

use cairn_engine::Variation;
use cairn_engine::bots::BotFault;
use cairn_rules::{Message, MoveError, Outcome, Player};
use cairn_session::AgreementError;
use thiserror::Error;

use crate::{AnalysisJob, AnalysisUpdate, ThinkJob, Thought};

/// An input of a table.
#[derive(Debug)]
pub enum TableEvent {
    /// Time has passed. Also starts a game in which a bot moves first.
    Tick,
    /// The person to move plays a move.
    Play(String),
    /// The player to move, person or bot, has made a move that the caller has received or stored.
    Played(String),
    /// A bot has finished thinking.
    Thought(Thought),
    /// An analysis has made progress.
    Analysis(AnalysisUpdate),
    /// Makes the thinking bot play the best move found so far.
    StopThinking,
    /// Pauses or resumes the bots.
    SetPaused(bool),
    /// Makes a bot play one move while the game is paused.
    Step,
    /// Undoes moves up to the last turn of a person.
    Undo,
    /// Redoes moves up to the next turn of a person.
    Redo,
    /// A player requests a take-back to their last turn.
    AskTakeback(Player),
    /// A player answers a take-back request.
    AnswerTakeback {
        /// The player who answers.
        player: Player,
        /// Whether they accept.
        accept: bool,
    },
    /// A player offers a draw.
    OfferDraw(Player),
    /// A player answers a draw offer.
    AnswerDraw {
        /// The player who answers.
        player: Player,
        /// Whether they accept.
        accept: bool,
    },
    /// A player resigns.
    Resign(Player),
    /// Shows the position after a number of plies; the last ply or any larger number means the current position.
    LookAt(usize),
    /// Requests a hint in the displayed position, which must not be the end of the game.
    Hint,
    /// Turns the continuous evaluation of the displayed position on or off.
    SetEvaluating(bool),
    /// Starts the same game again.
    Again {
        /// Whether the players rotate by one seat.
        swap: bool,
    },
}

/// An action for the user interface to carry out. Effects are in order: saving comes before notices.
#[derive(Debug)]
pub enum TableEffect {
    /// Save the game.
    Save,
    /// Report an event to the users.
    Notify(Notice),
    /// Report why the table rejected the event.
    Refuse(Refusal),
    /// Ask a person.
    Ask(Question),
    /// Run this job and send [`TableEvent::Thought`].
    Think(ThinkJob),
    /// Run this job and send [`TableEvent::Analysis`].
    Analyze(AnalysisJob),
}

/// A report of an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// A player moved.
    Moved {
        /// The player who moved.
        player: Player,
        /// The move in notation.
        mv: String,
        /// Effects that the notation does not show.
        remarks: Vec<Message>,
    },
    /// Moves or an ending were undone, oldest first.
    TakenBack(Vec<String>),
    /// Moves or an ending were redone.
    PlayedAgain(Vec<String>),
    /// A player declined a draw.
    DrawDeclined(Player),
    /// A player declined a take-back.
    TakebackDeclined(Player),
    /// A player resigned.
    Resigned(Player),
    /// A player's time is up.
    TimeUp(Player),
    /// A bot did not return a legal move. The game is paused; resuming makes the bot try again.
    BotFailed {
        /// The seat of the bot.
        player: Player,
        /// The fault.
        fault: BotFault,
    },
    /// The best move in the displayed position.
    Hint(Variation),
    /// The game is over.
    Ended(Outcome),
    /// A new game has started.
    NewGame,
}

/// A question to a person.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Question {
    /// Whether this player accepts the draw offer.
    Draw(Player),
    /// Whether this player agrees to a take-back.
    Takeback(Player),
}

/// The reason why the table rejected an event.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum Refusal {
    /// The move cannot be played.
    Move(#[from] MoveError),
    /// The offer, answer or resignation is not allowed.
    Agreement(#[from] AgreementError),
    /// The displayed position is an earlier one.
    LookingBack,
    /// A bot is to move.
    BotToMove,
    /// No bot is to move.
    NoBotToMove,
    /// No move can be taken back.
    NothingToUndo,
    /// There is no undone move.
    NothingToRedo,
    /// The other players have to agree.
    NeedsAgreement,
    /// No take-back request is pending.
    NoTakebackAsked,
    /// A take-back request is already pending.
    TakebackPending,
    /// Moves cannot be taken back at this table.
    NoTakebacks,
    /// A rated game has no help and no undo.
    Rated,
    /// The game is still in progress.
    NotOver,
    /// The game is over.
    Over,
}

impl Refusal {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Move(error) => error.message(),
            Self::Agreement(error) => error.message(),
            Self::LookingBack => Message::new("an earlier position is shown"),
            Self::BotToMove => Message::new("it is a bot's turn"),
            Self::NoBotToMove => Message::new("no bot is to move"),
            Self::NothingToUndo => Message::new("there is nothing to take back"),
            Self::NothingToRedo => Message::new("there is nothing to redo"),
            Self::NeedsAgreement => Message::new("the other players must agree"),
            Self::NoTakebackAsked => Message::new("no take-back was requested"),
            Self::TakebackPending => Message::new("a take-back request is pending already"),
            Self::NoTakebacks => Message::new("there are no take-backs in this game"),
            Self::Rated => Message::new("a rated game has no help and no undo"),
            Self::NotOver => Message::new("the game is not over"),
            Self::Over => Message::new("the game is over"),
        }
    }
}

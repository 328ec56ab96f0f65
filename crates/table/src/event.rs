//! What a table is told, and what it asks of the interface.

use cairn_engine::bots::BotFault;
use cairn_engine::{Score, Variation};
use cairn_rules::{MoveError, Outcome, Player};
use cairn_session::AgreementError;
use thiserror::Error;

use crate::{AnalysisJob, AnalysisNews, ThinkJob, Thought};

/// Something that happens at a table.
#[derive(Debug)]
pub enum Event {
    /// Time has passed. Also begins a game in which a bot moves first.
    Tick,
    /// The person to move plays a move.
    Play(String),
    /// A bot has finished thinking.
    Thought(Thought),
    /// An analysis has made progress.
    Analysis(AnalysisNews),
    /// The bot that is thinking is to play the best move it has found.
    StopThinking,
    /// Bots are to wait, or to go on.
    SetPaused(bool),
    /// A bot is to make one move although the game is paused.
    Step,
    /// Takes back to the last turn of a person.
    Undo,
    /// Plays again what was taken back, to the next turn of a person.
    Redo,
    /// A player asks to take back to their last turn.
    AskTakeback(Player),
    /// A player answers a request to take back.
    AnswerTakeback {
        /// Who answers.
        player: Player,
        /// Whether they accept.
        accept: bool,
    },
    /// A player offers a draw.
    OfferDraw(Player),
    /// A player answers a draw offer.
    AnswerDraw {
        /// Who answers.
        player: Player,
        /// Whether they accept.
        accept: bool,
    },
    /// A player resigns.
    Resign(Player),
    /// The position after so many plies is looked at; the last one or anything later is the present.
    LookAt(usize),
    /// A hint is wanted for the position that is looked at.
    Hint,
    /// The evaluation of the position that is looked at is wanted all the time, or no longer.
    SetEvaluating(bool),
    /// The same game once more, with the same players or with the seats rotated.
    Again {
        /// Whether everybody moves on by one seat.
        swap: bool,
    },
}

/// Something that the interface is to do. The effects of an event are in order: what must be stored comes
/// before anything that is told.
#[derive(Debug)]
pub enum Effect {
    /// Store the game as it stands.
    Save,
    /// Tell what happened.
    Notify(Notice),
    /// Tell why nothing happened.
    Refuse(Refused),
    /// Ask a person.
    Ask(Question),
    /// Run this and come back with [`Event::Thought`].
    Think(ThinkJob),
    /// Run this and come back with [`Event::Analysis`].
    Analyze(AnalysisJob),
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// A player moved.
    Moved {
        /// Who moved.
        player: Player,
        /// The move in notation.
        mv: String,
    },
    /// Moves or an ending were taken back, oldest first.
    TakenBack(Vec<String>),
    /// Moves or an ending were played again.
    PlayedAgain(Vec<String>),
    /// A player declined a draw.
    DrawDeclined(Player),
    /// A player declined a take-back.
    TakebackDeclined(Player),
    /// A player resigned.
    Resigned(Player),
    /// A player's time is up.
    TimeUp(Player),
    /// A bot gave no legal move. The game is paused; going on lets it try again.
    BotFailed {
        /// Whose bot it is.
        player: Player,
        /// What went wrong.
        fault: BotFault,
    },
    /// The best move in the position that is looked at.
    Hint(Variation),
    /// The game has ended.
    Ended(Outcome),
    /// Another game has begun.
    NewGame,
}

impl Notice {
    /// The score of a hint.
    pub const fn score(&self) -> Option<Score> {
        if let Self::Hint(line) = self { Some(line.score) } else { None }
    }
}

/// Something that only a person can answer.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Question {
    /// Whether this player accepts the draw that is offered.
    Draw(Player),
    /// Whether this player lets another take back.
    Takeback(Player),
}

/// Why nothing happened.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Refused {
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Agreement(#[from] AgreementError),
    #[error("an earlier position is being looked at")]
    LookingBack,
    #[error("it is a bot's turn")]
    BotToMove,
    #[error("no bot is to move")]
    NoBotToMove,
    #[error("there is nothing to take back")]
    NothingToUndo,
    #[error("there is nothing to play again")]
    NothingToRedo,
    #[error("the other players have to agree to that")]
    NeedsAgreement,
    #[error("nobody asks to take back")]
    NoTakebackAsked,
    #[error("there are no take-backs in this game")]
    NoTakebacks,
    #[error("the game is not over")]
    NotOver,
    #[error("the game is over")]
    Over,
}

//! Snapshots: the complete state of a session, as plain data. Records are for people and archives; they contain neither
//! a pending draw offer nor undone moves.

use cairn_rules::{Message, MoveError, ParsePlayerError, Player};
use thiserror::Error;

use crate::record::{conclude, reason_of, unknown_reason};
use crate::{AgreementError, OpenError, Session, TagError, open};

/// The complete state of a [`Session`]: [`Session::snapshot`] creates it, [`Snapshot::session`] restores it.
///
/// ```
/// use cairn_rules::Player;
/// use cairn_session::open;
///
/// let mut session = open("staqs", None)?;
/// session.play("c3")?;
/// session.undo();
/// session.offer_draw(Player::SECOND)?;
/// let mut restored = session.snapshot().session()?;
/// assert_eq!(restored.draw_offer(), Some(Player::SECOND));
/// assert_eq!(restored.redo().unwrap().to_string(), "c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Snapshot {
    /// The game with its options.
    pub game: String,
    /// The position at which the game started, unless it is the usual starting position.
    pub position: Option<String>,
    /// The tags that do not follow from the game, in order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub opening_comment: Option<String>,
    /// The moves that were played.
    pub moves: Vec<SnapshotMove>,
    /// The moves that can be redone, the next one first.
    pub undone: Vec<SnapshotMove>,
    /// The ending by the players, if they ended the game.
    pub ending: Option<SnapshotEnding>,
    /// Whether the ending can be redone, after the undone moves.
    pub ending_is_undone: bool,
    /// The pending draw offer: the player who made it, then those who have accepted it.
    pub draw_offer: Vec<String>,
}

/// A move of a [`Snapshot`].
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SnapshotMove {
    /// Its text.
    pub text: String,
    /// The comment on it.
    pub comment: Option<String>,
}

/// An ending by the players, in a [`Snapshot`].
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SnapshotEnding {
    /// The score, as in a record: `1-0`.
    pub result: String,
    /// The name of the reason: `resignation`.
    pub reason: String,
}

/// A snapshot that does not describe a possible session.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum SnapshotError {
    /// Its game or its start cannot be opened.
    Open(#[from] OpenError),
    /// One of its tags cannot be set.
    Tag(#[from] TagError),
    /// One of its moves cannot be played.
    Move(#[from] MoveError),
    /// Its draw offer is not possible.
    Agreement(#[from] AgreementError),
    /// The players cannot have ended the game like this.
    Ending(Message),
    /// A word that is not a player.
    Player(#[from] ParsePlayerError),
}

impl SnapshotError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Open(error) => error.message(),
            Self::Tag(error) => error.message(),
            Self::Move(error) => error.message(),
            Self::Agreement(error) => error.message(),
            Self::Ending(problem) => problem.clone(),
            Self::Player(error) => error.message(),
        }
    }
}

impl Snapshot {
    /// Restores the session.
    pub fn session(&self) -> Result<Box<dyn Session>, SnapshotError> {
        let mut session = open(&self.game, self.position.as_deref())?;
        for (name, value) in &self.tags {
            session.set_tag(name, value)?;
        }
        session.comment(self.opening_comment.as_deref().unwrap_or_default());
        for SnapshotMove { text, comment } in self.moves.iter().chain(&self.undone) {
            session.play(text)?;
            session.comment(comment.as_deref().unwrap_or_default());
        }
        let mut undone = self.undone.len();
        if let Some(SnapshotEnding { result, reason }) = &self.ending {
            let known =
                reason_of(&*session, reason).ok_or_else(|| SnapshotError::Ending(unknown_reason()))?;
            conclude(&mut *session, result, known).map_err(SnapshotError::Ending)?;
            undone += usize::from(self.ending_is_undone);
        }
        for _ in 0..undone {
            session.undo();
        }
        if let Some((by, others)) = self.draw_offer.split_first() {
            session.offer_draw(by.parse::<Player>()?)?;
            for other in others {
                session.accept_draw(other.parse::<Player>()?)?;
            }
        }
        Ok(session)
    }
}

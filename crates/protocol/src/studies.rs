//! Studies: variations of a game with comments, arrows and marked squares. Anyone with the address can read a study;
//! only its author's token can change it.

use serde::{Deserialize, Serialize};

use crate::Millis;

/// The maximum number of nodes of a study, including its start.
pub const MAX_STUDY_NODES: usize = 10_001;
/// The maximum number of characters of a title.
pub const MAX_TITLE_CHARS: usize = 100;
/// The maximum number of characters of a comment.
pub const MAX_COMMENT_CHARS: usize = 2_000;
/// The maximum number of arrows, and of marked squares, per position.
pub const MAX_STUDY_MARKS: usize = 64;

/// The content of a study.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Study {
    /// Its title; the server shortens a long one.
    #[serde(default)]
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The position at which it starts, unless it is the usual one.
    #[serde(default)]
    pub position: Option<String>,
    /// Its positions: the start, and one for each move, after the position before the move.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_items = 10_001))]
    pub nodes: Vec<StudyNode>,
}

/// A position of a study. Moves from the same position are in the order of their nodes; the first is the main line.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudyNode {
    /// The index of the position before the move; 0 at the start.
    #[serde(default)]
    pub parent: u32,
    /// The move that leads here; empty at the start.
    #[serde(default)]
    pub r#move: String,
    /// A comment on the position or on the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows between squares, each from the first to the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    pub arrows: Vec<(String, String)>,
    /// Marked squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    pub squares: Vec<String>,
}

/// A stored study.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StoredStudy {
    /// Its id in addresses.
    pub id: String,
    /// The number of times that it was changed.
    pub version: u32,
    /// When it was created, in milliseconds since 1970.
    pub created: Millis,
    /// When it was changed last.
    pub updated: Millis,
    /// Its content.
    #[serde(flatten)]
    pub study: Study,
}

/// A new study.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedStudy {
    /// Its id in addresses.
    pub id: String,
    /// The secret that allows to change it.
    pub token: String,
    /// The study as the server stored it.
    pub study: StoredStudy,
}

/// A change of a study: its whole content.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudyChange {
    /// The version that the author has changed; another one is a conflict.
    pub version: u32,
    /// The new content.
    #[serde(flatten)]
    pub study: Study,
}

/// The answer to a change.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedStudy {
    /// The version now.
    pub version: u32,
    /// When the server stored it.
    pub updated: Millis,
}

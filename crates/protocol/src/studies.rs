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
    /// The title; the server shortens a long one.
    #[serde(default)]
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The start position, if it is not the default.
    #[serde(default)]
    pub position: Option<String>,
    /// The positions: the start, and one for each move, after the position before the move.
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
    /// The id of the study, as in URLs.
    pub id: String,
    /// The version: the number of changes.
    pub version: u32,
    /// The time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// The time of the last change, in milliseconds since 1970.
    pub updated: Millis,
    /// The content.
    #[serde(flatten)]
    pub study: Study,
}

/// A new study.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedStudy {
    /// The id of the study, as in URLs.
    pub id: String,
    /// The secret that authorizes changes.
    pub token: String,
    /// The study as the server stored it.
    pub study: StoredStudy,
}

/// A change of a study: its whole content.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudyChange {
    /// The version that the author has changed; if it is not the current one, the change is a conflict.
    pub version: u32,
    /// The new content.
    #[serde(flatten)]
    pub study: Study,
}

/// The response to a change.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedStudy {
    /// The new version.
    pub version: u32,
    /// The time of the change, in milliseconds since 1970.
    pub updated: Millis,
}

//! The tags of a record set by users, and the order of all tags.

use std::collections::BTreeMap;

use cairn_rules::{Message, Player, excerpt};
use thiserror::Error;

pub(crate) const GAME: &str = "Game";
pub(crate) const DATE: &str = "Date";
pub(crate) const POSITION: &str = "Position";
pub(crate) const RESULT: &str = "Result";
pub(crate) const REASON: &str = "Reason";
/// The value of an unknown tag.
pub(crate) const UNKNOWN: &str = "?";
/// The result of a game that is not over.
pub(crate) const UNFINISHED: &str = "*";

/// The tags that name the players, in turn order.
pub const SEAT_TAGS: [&str; 4] = ["First", "Second", "Third", "Fourth"];
/// The tag for whether a game counts for a rating, `yes` or `no`.
pub const RATED_TAG: &str = "Rated";

/// Returns the tag that names the player of a seat.
pub(crate) const fn seat_tag(player: Player) -> &'static str {
    SEAT_TAGS[player.index() & 3]
}

/// Returns whether a tag is derived from the game.
pub(crate) fn is_derived(name: &str) -> bool {
    [GAME, POSITION, RESULT, REASON].contains(&name)
}

/// Returns whether text is a valid name of a tag.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// Returns whether a tag is written even if its value is unknown.
pub(crate) fn is_expected(name: &str, seats: usize) -> bool {
    name == DATE || Player::seats(seats).any(|player| name == seat_tag(player))
}

/// A tag that cannot be set.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum TagError {
    /// `Game`, `Position`, `Result` and `Reason` follow from the game.
    Derived {
        /// The name of the tag.
        name: String,
    },
    /// A name consists of ASCII letters, digits, `_` and `-`.
    BadName {
        /// The name, truncated if it is long.
        name: String,
    },
}

impl TagError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Derived { name } => {
                Message::new("the tag {name} follows from the game and cannot be set").with("name", name)
            }
            Self::BadName { name } => {
                Message::new("`{name}` is not the name of a tag: letters, digits, _ and -").with("name", name)
            }
        }
    }
}

/// The tags set by users.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tags {
    known: BTreeMap<String, TagValue>,
    /// The number of tags set so far.
    count: usize,
}

#[derive(Clone, Debug)]
struct TagValue {
    value: String,
    /// Its place in the order of first setting.
    place: usize,
}

impl Tags {
    /// Sets a tag of a game with this many seats.
    pub(crate) fn set(&mut self, name: &str, value: &str, seats: usize) -> Result<(), TagError> {
        if is_derived(name) {
            return Err(TagError::Derived { name: name.to_owned() });
        }
        if !is_name(name) {
            return Err(TagError::BadName { name: excerpt(name) });
        }
        if is_expected(name, seats) && (value.is_empty() || value == UNKNOWN) {
            self.known.remove(name);
            return Ok(());
        }
        let value = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some(old) = self.known.get_mut(name) {
            old.value = value;
        } else {
            self.known.insert(name.to_owned(), TagValue { value, place: self.count });
            self.count += 1;
        }
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.known.get(name).map(|chosen| chosen.value.as_str())
    }

    /// Returns all tags in the order in which they were set.
    pub(crate) fn all(&self) -> Vec<(String, String)> {
        let mut all: Vec<_> = self.known.iter().collect();
        all.sort_unstable_by_key(|(_, chosen)| chosen.place);
        all.into_iter().map(|(name, chosen)| (name.clone(), chosen.value.clone())).collect()
    }
}

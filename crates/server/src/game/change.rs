//! What those who listen to a game are told.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use cairn_texts::{Language, Texts};
use serde_json::{Value, json};

use super::running::Running;
use super::state::State;
use super::view::View;
use crate::store::Millis;

/// What has happened.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    /// The game as it is, for somebody who comes.
    State,
    /// A move.
    Moved { mv: String, by: usize },
    /// Anything else: offers, joins, ends, clocks.
    Changed,
    /// A bot has started to think.
    Thinking { by: usize },
}

/// A message about a game, as text that many share: plain, or with the board in a language.
#[derive(Clone)]
pub(crate) struct Change {
    plain: Utf8Bytes,
    views: [Option<Utf8Bytes>; Language::ALL.len()],
}

impl Change {
    /// The message about what has happened, with the board in those languages that somebody listens in.
    pub(crate) fn new(what: &What, game: &Running, now: Millis, languages: [bool; 2]) -> Self {
        let state = Arc::new(State::of(game, now));
        let mut message = match what {
            What::State => json!({ "t": "state", "state": *state }),
            What::Moved { mv, by } => {
                json!({ "t": "moved", "ply": state.ply, "move": mv, "by": by, "state": *state })
            }
            What::Changed => json!({ "t": "changed", "state": *state }),
            What::Thinking { by } => json!({ "t": "thinking", "by": by }),
        };
        let plain = text(&message);
        let views = std::array::from_fn(|index| {
            let is_shown = languages[index] && !matches!(what, What::Thinking { .. });
            is_shown.then(|| {
                message["view"] = json!(View::of(game.session(), Texts::new(Language::ALL[index])));
                text(&message)
            })
        });
        Self { plain, views }
    }

    /// The message, with the board in a language if there is one.
    pub(crate) fn message(&self, view: Option<Language>) -> Utf8Bytes {
        let index = view.and_then(|language| Language::ALL.iter().position(|other| *other == language));
        index.and_then(|index| self.views[index].clone()).unwrap_or_else(|| self.plain.clone())
    }
}

fn text(message: &Value) -> Utf8Bytes {
    message.to_string().into()
}

//! What those who listen to a game are told.

use axum::extract::ws::Utf8Bytes;
use cairn_texts::{Language, Texts};
use serde::Serialize;

use super::snapshot::Moment;
use super::state::State;
use super::view::View;
use crate::store::{Entry, EntryKind};

/// What has happened.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Update {
    /// The game as it is, for somebody who comes.
    State,
    /// A move.
    Moved { mv: String, by: usize },
    /// Anything else: offers, joins, ends, clocks.
    Changed,
    /// A bot has started to think.
    Thinking { by: usize },
}

impl Update {
    /// What an entry has done.
    pub(crate) fn of(entry: &Entry) -> Self {
        match &entry.kind {
            EntryKind::Move { text } => Self::Moved { mv: text.clone(), by: entry.seat.into() },
            _ => Self::Changed,
        }
    }
}

/// A message about a game, as text that many share: plain, or with the board in a language.
#[derive(Clone)]
pub(crate) struct Change {
    /// The number of entries by then; of a bot that thinks, with the one that it thinks of.
    pub(crate) number: u32,
    plain: Utf8Bytes,
    views: [Option<Utf8Bytes>; Language::ALL.len()],
}

/// A message as it is written.
#[derive(Default, Serialize)]
struct Message<'a> {
    t: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
}

impl Message<'_> {
    fn text(&self) -> Utf8Bytes {
        // Everything in it has a place in JSON.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

impl Change {
    /// The message about what has happened, with the board in those languages that somebody listens in.
    pub(crate) fn new(what: &Update, moment: &Moment, languages: [bool; 2]) -> Self {
        let number = moment.snapshot.number;
        if let Update::Thinking { by } = what {
            let message = Message { t: "thinking", by: Some(*by), ..Message::default() };
            return Self { number: number + 1, plain: message.text(), views: Default::default() };
        }
        let state = moment.state();
        let told = Message { state: Some(&state), ..Message::default() };
        let mut message = match what {
            Update::Moved { mv, by } => {
                Message { t: "moved", ply: Some(state.ply), r#move: Some(mv), by: Some(*by), ..told }
            }
            Update::Changed => Message { t: "changed", ..told },
            Update::State | Update::Thinking { .. } => Message { t: "state", ..told },
        };
        let plain = message.text();
        let views = std::array::from_fn(|index| {
            languages[index].then(|| {
                message.view = Some(View::of(&**moment.snapshot.session(), Texts::new(Language::ALL[index])));
                message.text()
            })
        });
        Self { number, plain, views }
    }

    /// The message, with the board in a language if there is one.
    pub(crate) fn message(&self, view: Option<Language>) -> Utf8Bytes {
        let index = view.and_then(|language| Language::ALL.iter().position(|other| *other == language));
        index.and_then(|index| self.views[index].clone()).unwrap_or_else(|| self.plain.clone())
    }
}

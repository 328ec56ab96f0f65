//! Sends updates of a game to its listeners, and serializes each message once per language.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use cairn_protocol::ServerMessage;
use cairn_site::study;
use cairn_texts::{Language, Texts};
use tokio::sync::broadcast;

use super::running::RunningGame;
use super::slot::{Slot, lock};
use super::snapshot::TimedSnapshot;
use crate::pool::run_blocking;
use crate::store::{Entry, EntryKind, Millis};

/// The number of messages that can wait for a slow listener, which then receives the whole state instead.
const BACKLOG: usize = 8;
/// The listeners have not received anything yet.
const NOTHING: u32 = u32::MAX;

/// A kind of message to listeners.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Update {
    /// The whole game, for a new listener.
    State,
    /// A move.
    Moved { mv: String, by: usize },
    /// Any other change: offers, joins, ends, clocks.
    Changed,
    /// A bot has started to think.
    Thinking { by: usize },
}

impl Update {
    /// Returns the message about an entry.
    pub(crate) fn of(entry: &Entry) -> Self {
        match &entry.kind {
            EntryKind::Move { text } => Self::Moved { mv: text.clone(), by: entry.seat.into() },
            _ => Self::Changed,
        }
    }
}

/// A message about a game, shared by all listeners: without the board, and with the board in each language.
#[derive(Clone)]
pub(crate) struct Change {
    /// The number of entries in the game; for `thinking`, including the move that the bot computes.
    pub(crate) number: u32,
    plain: Utf8Bytes,
    views: [Option<Utf8Bytes>; Language::ALL.len()],
}

fn json(message: &ServerMessage) -> Utf8Bytes {
    // Strings, numbers and lists of them can always be serialized.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Change {
    /// Serializes a message, with the board in some of the languages.
    pub(crate) fn new(
        update: &Update,
        snapshot: &TimedSnapshot,
        languages: [bool; Language::ALL.len()],
    ) -> Self {
        let number = snapshot.game.number;
        if let Update::Thinking { by } = update {
            let message = ServerMessage::Thinking { by: *by };
            return Self { number: number + 1, plain: json(&message), views: Default::default() };
        }
        let (state, view) = (Box::new(snapshot.state()), None);
        let mut message = match update {
            Update::Moved { mv, by } => {
                ServerMessage::Moved { ply: state.progress.ply, r#move: mv.clone(), by: *by, state, view }
            }
            Update::Changed => ServerMessage::Changed { state, view },
            Update::State | Update::Thinking { .. } => ServerMessage::State { state, view },
        };
        let plain = json(&message);
        let views = std::array::from_fn(|index| {
            languages[index].then(|| {
                let texts = Texts::new(Language::ALL[index]);
                message.set_view(study::view(&*snapshot.game.session, texts));
                json(&message)
            })
        });
        Self { number, plain, views }
    }

    /// Returns the message with the board in a language, if there is one.
    pub(crate) fn message(&self, view: Option<Language>) -> Utf8Bytes {
        let index = view.and_then(|language| Language::ALL.iter().position(|other| *other == language));
        index.and_then(|index| self.views[index].clone()).unwrap_or_else(|| self.plain.clone())
    }
}

/// Updates that wait to be sent to the listeners.
#[derive(Default)]
struct Outbox {
    waiting: VecDeque<(Update, TimedSnapshot)>,
    /// Whether a task is sending them.
    is_sending: bool,
}

/// Sends the updates of one game to its listeners.
pub(super) struct Broadcaster {
    listeners: broadcast::Sender<Change>,
    outbox: Mutex<Outbox>,
    /// The number of listeners that want boards, by language.
    viewers: [AtomicUsize; Language::ALL.len()],
    /// The number of entries that the listeners have received. Entries read beyond it are broadcast.
    announced: AtomicU32,
}

impl Default for Broadcaster {
    fn default() -> Self {
        Self {
            listeners: broadcast::channel(BACKLOG).0,
            outbox: Mutex::default(),
            viewers: std::array::from_fn(|_| AtomicUsize::new(0)),
            announced: AtomicU32::new(NOTHING),
        }
    }
}

impl Broadcaster {
    fn viewer_count(&self, view: Option<Language>) -> Option<&AtomicUsize> {
        let index = Language::ALL.iter().position(|language| Some(*language) == view)?;
        self.viewers.get(index)
    }

    pub(super) fn has_listeners(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Returns whether the listeners have received the entry with this number.
    pub(super) fn has_announced(&self, number: u32) -> bool {
        self.last_announced().is_some_and(|announced| announced > number)
    }

    /// Returns the number of entries that the listeners have received.
    pub(super) fn last_announced(&self) -> Option<u32> {
        Some(self.announced.load(Ordering::Acquire)).filter(|announced| *announced != NOTHING)
    }

    /// Records that the listeners have received this many entries.
    pub(super) fn set_announced(&self, number: u32) {
        self.announced.store(number, Ordering::Release);
    }

    /// Sends an update to all listeners, after earlier ones. Draws boards without the game's lock.
    pub(super) fn announce(self: &Arc<Self>, update: Update, game: TimedSnapshot) {
        if !self.has_listeners() {
            return;
        }
        let mut outbox = lock(&self.outbox);
        if outbox.waiting.len() >= BACKLOG {
            // Entries arrive faster than boards are drawn, so the latest state replaces all queued updates.
            outbox.waiting.clear();
            outbox.waiting.push_back((Update::State, game.clone()));
        }
        outbox.waiting.push_back((update, game));
        if !std::mem::replace(&mut outbox.is_sending, true) {
            tokio::spawn(Arc::clone(self).send_announcements());
        }
    }

    async fn send_announcements(self: Arc<Self>) {
        loop {
            let next = {
                let mut outbox = lock(&self.outbox);
                let next = outbox.waiting.pop_front();
                outbox.is_sending = next.is_some();
                next
            };
            let Some((update, game)) = next else { return };
            let languages = std::array::from_fn(|index| self.viewers[index].load(Ordering::Relaxed) > 0);
            if let Ok(change) = run_blocking(move || Change::new(&update, &game, languages)).await {
                // All listeners may have left.
                let _ = self.listeners.send(change);
            }
        }
    }

    /// Sends the last entry of a game to all listeners, unless they have received it.
    pub(super) fn announce_entry(self: &Arc<Self>, update: Update, game: &RunningGame, now: Millis) {
        let is_new = self.last_announced().is_some_and(|announced| game.number > announced);
        if is_new && self.has_listeners() {
            self.announce(update, game.snapshot(now));
        }
        self.set_announced(game.number);
    }
}

/// Receives the messages about a game. The server draws boards for a listener until it is dropped.
pub(crate) struct Listener {
    pub(crate) slot: Arc<Slot>,
    pub(crate) changes: broadcast::Receiver<Change>,
    view: Option<Language>,
}

impl Listener {
    /// Creates a listener, with boards in a language or without boards.
    pub(super) fn new(slot: &Arc<Slot>, view: Option<Language>) -> Self {
        if let Some(count) = slot.broadcaster.viewer_count(view) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        Self { changes: slot.broadcaster.listeners.subscribe(), slot: Arc::clone(slot), view }
    }

    /// Returns the language of its boards.
    pub(crate) const fn view(&self) -> Option<Language> {
        self.view
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(count) = self.slot.broadcaster.viewer_count(self.view) {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::slot::Slots;

    #[test]
    fn a_listener_counts_until_it_is_dropped() {
        let slot = Slots::new(1).get("a");
        let count = || slot.broadcaster.viewers[0].load(Ordering::Relaxed);
        let listener = Listener::new(&slot, Some(Language::ALL[0]));
        assert!(slot.broadcaster.has_listeners() && count() == 1);
        drop(listener);
        assert!(!slot.broadcaster.has_listeners() && count() == 0);
    }
}

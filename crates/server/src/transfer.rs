//! Everything that is stored, as records: to keep, to read, and to move to another database.
//!
//! A record of a game on the server has what is needed to go on with it in a tag of its own. A record without that
//! tag, from the terminal for example, becomes a game that anybody may look at and nobody goes on with.

use cairn_rules::Player;
use cairn_session::{Record, Session, record};
use cairn_table::SEAT_TAGS;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Running, new_id};
use crate::store::{
    Action, Appended, Entry, EntryKind, GameRow, Millis, SeatRow, Store, StoreError, StoredGame,
};

/// The tag with what is stored.
const TAG: &str = "Server";
/// How many games are read at a time.
const PAGE: u32 = 100;

/// What is stored about a game, as it stands in the tag.
#[derive(Serialize, Deserialize)]
struct Kept {
    row: GameRow,
    entries: Vec<(Millis, u8, EntryKind)>,
}

/// Games that cannot be moved.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record.
    #[error("game {number} of the file: {problem}")]
    Record {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// What an import has done.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Imported {
    /// Games that are new in the database.
    pub added: usize,
    /// Games that were there already.
    pub known: usize,
}

/// Hands every game to `write` as the text of a record, in the order of ids; how many there were.
pub async fn export<E: From<StoreError>>(
    store: &dyn Store,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<usize, E> {
    let (mut last, mut count) = (String::new(), 0);
    loop {
        let ids = store.ids_after(&last, PAGE).await?;
        let Some(end) = ids.last().cloned() else { return Ok(count) };
        for id in &ids {
            // One that was deleted in the meantime is left out.
            if let Some(stored) = store.game(id).await? {
                let text = record::write([&record_of(stored)?]);
                write(&if count == 0 { text } else { format!("\n{text}") })?;
                count += 1;
            }
        }
        last = end;
    }
}

fn record_of(stored: StoredGame) -> Result<Record, StoreError> {
    let entries = stored.entries.iter().map(|entry| (entry.at, entry.seat, entry.kind.clone())).collect();
    let kept = Kept { row: stored.row.clone(), entries };
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let tag = serde_json::to_string(&kept).map_err(unreadable)?;
    let mut session = Running::replay(stored)?.session().fork();
    session.set_tag(TAG, &tag);
    Ok(session.record())
}

/// Stores the games of a file of records. All of them are checked before any is stored, and games that are there
/// already stay as they are.
pub async fn import(store: &dyn Store, text: &str) -> Result<Imported, TransferError> {
    let bad = |number: usize, problem: String| TransferError::Record { number, problem };
    let records = record::read(text).map_err(|error| bad(1, error.to_string()))?;
    let mut games = Vec::with_capacity(records.len());
    for (number, record) in (1..).zip(&records) {
        let game = stored_of(record, store.now()).map_err(|problem| bad(number, problem))?;
        Running::replay(game.clone()).map_err(|error| bad(number, error.to_string()))?;
        games.push(game);
    }
    let mut imported = Imported::default();
    for StoredGame { row, entries } in games {
        let id = row.id.clone();
        let mut game = Running::start(row.clone())?;
        if store.create(row, game.summary()).await? == Appended::Taken {
            imported.known += 1;
            continue;
        }
        for (number, entry) in (0..).zip(entries) {
            game.replay_entry(&entry)?;
            store.append(&id, number, entry, game.summary()).await?;
        }
        imported.added += 1;
    }
    Ok(imported)
}

/// The game in a record.
fn stored_of(record: &Record, now: Millis) -> Result<StoredGame, String> {
    let session = record.session().map_err(|error| error.to_string())?;
    if let Some(tag) = session.tag(TAG) {
        let kept: Kept = serde_json::from_str(&tag).map_err(|error| format!("tag {TAG}: {error}"))?;
        let entries = kept.entries.into_iter().map(|(at, seat, kind)| Entry { at, seat, kind }).collect();
        return Ok(StoredGame { row: kept.row, entries });
    }
    let seats = SEAT_TAGS.iter().take(session.seats()).map(|tag| SeatRow {
        player: "human".to_owned(),
        name: crate::game::kept_name(session.tag(tag).as_deref()),
        token: None,
    });
    let row = GameRow {
        id: new_id().map_err(|error| error.to_string())?,
        spec: session.spec(),
        start: session.start_position(),
        seats: seats.collect(),
        clock: "none".to_owned(),
        public: false,
        seed: 0,
        created: now,
    };
    let mut entries = Vec::new();
    let mut replay =
        cairn_session::open(&row.spec, row.start.as_deref()).map_err(|error| error.to_string())?;
    for text in session.history() {
        let mover = replay.to_move();
        replay.play(&text).map_err(|error| error.to_string())?;
        entries.push(Entry { at: now, seat: mover.index() as u8, kind: EntryKind::Move { text } });
    }
    entries.extend(ending(&*session, &*replay, now));
    Ok(StoredGame { row, entries })
}

/// The entries that end a game as its players have ended it: by agreement, or by resignation. Whoever lost on time
/// has given up here.
fn ending(session: &dyn Session, replay: &dyn Session, at: Millis) -> Vec<Entry> {
    let act = |seat: usize, action| Entry { at, seat: seat as u8, kind: EntryKind::Act { action } };
    match (session.outcome(), replay.outcome()) {
        (Some(outcome), None) => {
            if let Some(loser) = Player::seats(session.seats()).find(|player| !outcome.best.contains(*player))
            {
                vec![act(loser.index(), Action::Resign)]
            } else {
                let answers = (1..session.seats()).map(|seat| act(seat, Action::AcceptDraw));
                [act(0, Action::OfferDraw)].into_iter().chain(answers).collect()
            }
        }
        _ => Vec::new(),
    }
}

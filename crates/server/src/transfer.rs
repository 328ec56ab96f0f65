//! Everything that is stored, as records: to keep, to read, and to move to another database.
//!
//! A record of a game on the server has what is needed to go on with it in a tag of its own. A record without that
//! tag, from the terminal for example, becomes a game that anybody may look at and nobody goes on with. Either has
//! an id that does not depend on how often it is read, so an import that was broken off can be made again.

use cairn_rules::Player;
use cairn_session::{Record, RecordError, SEAT_TAGS, Session, record};
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{RunningGame, clean_name, id_of_record, is_id};
use crate::store::{
    Action, AppendOutcome, Entry, EntryKind, GameRow, Millis, SeatRow, Store, StoreError, StoredGame,
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
    /// The text of a record, which names the game and the line.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// A game.
    #[error("game {number}: {problem}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// What an import has done.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct ImportReport {
    /// Games that are new in the database.
    pub added: usize,
    /// Games that were there already, and stay as they are.
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
    let mut session = RunningGame::replay(stored)?.session().fork();
    session.set_tag(TAG, &tag).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(session.record())
}

/// Stores the games of a file of records. All of them are checked before any is stored. Games that are there
/// already stay as they are, save what an import that was broken off has left unfinished.
pub async fn import(store: &dyn Store, bytes: &[u8]) -> Result<ImportReport, TransferError> {
    let mut games = Vec::new();
    for (number, record) in (1..).zip(record::read_bytes(bytes)?) {
        let game = checked(&record, store.now());
        games.push(game.map_err(|problem| TransferError::Game { number, problem })?);
    }
    let mut imported = ImportReport::default();
    for game in games {
        if add(store, game).await? {
            imported.added += 1;
        } else {
            imported.known += 1;
        }
    }
    Ok(imported)
}

/// A game to be stored.
struct CheckedGame {
    game: StoredGame,
    /// Whether its times come from the record, and not from the clock of the import.
    has_times: bool,
}

/// Stores a game, or the end of one whose beginning is there; whether there was anything to store.
async fn add(store: &dyn Store, CheckedGame { game, has_times }: CheckedGame) -> Result<bool, StoreError> {
    let StoredGame { mut row, mut entries } = game;
    let id = row.id.clone();
    let mut game = RunningGame::start(row.clone())?;
    let mut there = 0;
    if store.create(row.clone(), game.summary()).await? == AppendOutcome::Conflict {
        // One that was deleted in the meantime is not wanted.
        let Some(kept) = store.game(&id).await? else { return Ok(false) };
        // The interrupted import has stored the game at another time.
        if !has_times {
            row.created = kept.row.created;
            for entry in &mut entries {
                entry.at = row.created;
            }
            game = RunningGame::start(row.clone())?;
        }
        there = kept.entries.len();
        if kept.row != row || there >= entries.len() || kept.entries != entries[..there] {
            return Ok(false);
        }
    }
    for (number, entry) in (0..).zip(entries) {
        game.replay_entry(&entry)?;
        let is_new = number as usize >= there;
        if is_new && store.append(&id, number, entry, game.summary()).await? == AppendOutcome::Conflict {
            return Err(StoreError::Failed(format!("somebody has gone on with the game {id} meanwhile")));
        }
    }
    Ok(true)
}

/// The game in a record, if it can be played through and is the one that the record shows.
fn checked(record: &Record, now: Millis) -> Result<CheckedGame, String> {
    let session = record.session().map_err(|error| Texts::default().message(&error.problem.message()))?;
    let Some(tag) = session.tag(TAG) else {
        return Ok(CheckedGame { game: stored_of(record, &*session, now)?, has_times: false });
    };
    let mut kept: Kept = serde_json::from_str(&tag).map_err(|error| format!("the tag {TAG}: {error}"))?;
    if !is_id(&kept.row.id) {
        let id = cairn_session::excerpt(&kept.row.id);
        return Err(format!("the tag {TAG}: `{id}` is not the id of a game"));
    }
    let names = kept.row.seats.iter_mut().map(|seat| &mut seat.name);
    let joined = kept.entries.iter_mut().filter_map(|(_, _, kind)| match kind {
        EntryKind::Join { name, .. } => Some(name),
        _ => None,
    });
    for name in names.chain(joined) {
        *name = clean_name(name.as_deref());
    }
    let entries = kept.entries.into_iter().map(|(at, seat, kind)| Entry { at, seat, kind }).collect();
    let stored = StoredGame { row: kept.row, entries };
    let replayed = RunningGame::replay(stored.clone()).map_err(|error| match error {
        StoreError::Unreadable(problem) | StoreError::Failed(problem) => format!("the tag {TAG}: {problem}"),
    })?;
    let replayed = replayed.session();
    let is_same = replayed.spec() == session.spec()
        && replayed.start_position() == session.start_position()
        && replayed.history() == session.history()
        && replayed.outcome() == session.outcome();
    let stored = CheckedGame { game: stored, has_times: true };
    if is_same { Ok(stored) } else { Err(format!("the tag {TAG} has another game than the record")) }
}

/// The game in a record from elsewhere.
fn stored_of(record: &Record, session: &dyn Session, now: Millis) -> Result<StoredGame, String> {
    let seats = SEAT_TAGS.iter().take(session.seats()).map(|tag| SeatRow {
        player: "human".to_owned(),
        name: clean_name(session.tag(tag).as_deref()),
        token: None,
    });
    let row = GameRow {
        id: id_of_record(&record.to_string()),
        spec: session.spec(),
        start: session.start_position(),
        seats: seats.collect(),
        clock: "none".to_owned(),
        public: false,
        seed: 0,
        created: now,
        creator: None,
    };
    let mut entries = Vec::new();
    let mut replay =
        cairn_session::open(&row.spec, row.start.as_deref()).map_err(|error| error.to_string())?;
    for text in session.history() {
        let mover = replay.to_move();
        replay.play(&text).map_err(|error| error.to_string())?;
        entries.push(Entry { at: now, seat: mover.index() as u8, kind: EntryKind::Move { text } });
    }
    entries.extend(ending(session, &*replay, now));
    Ok(StoredGame { row, entries })
}

/// The entries that end a game as its players have ended it: by agreement, or by resignation. Whoever lost on time
/// has given up here.
fn ending(session: &dyn Session, replay: &dyn Session, at: Millis) -> Vec<Entry> {
    let act = |seat: usize, action| Entry { at, seat: seat as u8, kind: EntryKind::act(action) };
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

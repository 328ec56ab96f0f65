//! Exports all stored games and studies as records and imports them: for backups, and for moving to another database.
//!
//! A tag of an exported record contains everything that is necessary to continue the game. A record without that tag,
//! for example from the terminal, becomes a game that can be viewed but not continued. A record always gets the same
//! id, so an interrupted import can be repeated.

use cairn_protocol::Study;
use cairn_rules::Player;
use cairn_session::{Record, RecordError, SEAT_TAGS, Session, record};
use cairn_site::study::check_study;
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{RunningGame, clean_name, id_of_record, is_id};
use crate::store::{
    Action, AppendOutcome, Entry, EntryKind, GameRow, Millis, SeatRow, Store, StoreError, StoredGame,
    StudyRow, Terms,
};

/// The tag with the stored data of a game.
const SERVER_TAG: &str = "Server";
/// The tag with the stored data of a study, whose main line is the game of its record.
const STUDY_TAG: &str = "Study";
/// The number of ids read at a time.
const PAGE_SIZE: u32 = 100;

/// The contents of the tag.
#[derive(Serialize, Deserialize)]
struct TagData {
    row: GameRow,
    entries: Vec<(Millis, u8, EntryKind)>,
}

/// The reason why games cannot be exported or imported.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record is unreadable; the message names the game and the line.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// A game is invalid.
    #[error("game {number}: {problem}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// The reason.
        problem: String,
    },
}

/// The result of an import.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct ImportReport {
    /// Games and studies that were added.
    pub added: usize,
    /// Games and studies that were already stored, and are unchanged.
    pub known: usize,
}

impl ImportReport {
    fn count(&mut self, is_new: bool) {
        if is_new {
            self.added += 1;
        } else {
            self.known += 1;
        }
    }
}

/// Passes every game, and then every study, to `write` as the text of a record, each in the order of ids; returns their
/// number.
pub async fn export<E: From<StoreError>>(
    store: &dyn Store,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<usize, E> {
    let (mut last, mut count) = (String::new(), 0);
    loop {
        let ids = store.ids_after(&last, PAGE_SIZE).await?;
        let Some(end) = ids.last().cloned() else { break };
        for id in &ids {
            // Skips a game that was deleted in the meantime.
            if let Some(stored) = store.game(id).await? {
                write(&separated(&record_of(stored)?, count))?;
                count += 1;
            }
        }
        last = end;
    }
    last.clear();
    loop {
        let ids = store.studies().study_ids_after(&last, PAGE_SIZE).await?;
        let Some(end) = ids.last().cloned() else { return Ok(count) };
        for id in &ids {
            if let Some(row) = store.studies().study(id).await? {
                write(&separated(&record_of_study(&row)?, count))?;
                count += 1;
            }
        }
        last = end;
    }
}

/// Returns the text of a record, with an empty line before it unless it is the first.
fn separated(record: &Record, before: usize) -> String {
    let text = record::write([record]);
    if before == 0 { text } else { format!("\n{text}") }
}

/// Returns the main line of a study, with the whole study in a tag.
fn record_of_study(row: &StudyRow) -> Result<Record, StoreError> {
    let unreadable = |error: &dyn std::fmt::Display| StoreError::Unreadable(format!("{}: {error}", row.id));
    let study: Study = serde_json::from_str(&row.content).map_err(|error| unreadable(&error))?;
    let session = cairn_session::open(&study.game, study.position.as_deref());
    let mut session = session.map_err(|error| unreadable(&error))?;
    for mv in main_line(&study) {
        session.play(mv).map_err(|error| unreadable(&error))?;
    }
    let tag = serde_json::to_string(row).map_err(|error| unreadable(&error))?;
    session.set_tag(STUDY_TAG, &tag).map_err(|error| unreadable(&error))?;
    Ok(session.record())
}

/// Returns the moves of the main line.
fn main_line(study: &Study) -> impl Iterator<Item = &str> {
    let mut at = 0;
    study.nodes.iter().enumerate().skip(1).filter_map(move |(number, node)| {
        // Each node follows its parent, so one pass finds the first child of each node.
        let is_next = node.parent == at;
        if is_next {
            at = number as u32;
        }
        is_next.then_some(node.r#move.as_str())
    })
}

fn record_of(stored: StoredGame) -> Result<Record, StoreError> {
    let entries = stored.entries.iter().map(|entry| (entry.at, entry.seat, entry.kind.clone())).collect();
    let data = TagData { row: stored.row.clone(), entries };
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let tag = serde_json::to_string(&data).map_err(unreadable)?;
    let mut session = RunningGame::replay(stored)?.session().fork();
    session.set_tag(SERVER_TAG, &tag).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(session.record())
}

/// Stores the games of a file of records, after validating all of them. Games that are already stored remain unchanged,
/// except those that an interrupted import has left incomplete.
pub async fn import(store: &dyn Store, bytes: &[u8]) -> Result<ImportReport, TransferError> {
    let (mut games, mut studies) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(record::read_bytes(bytes)?) {
        let bad = |problem| TransferError::Game { number, problem };
        match checked_study(&record).transpose() {
            Some(study) => studies.push(study.map_err(bad)?),
            None => games.push(checked(&record, store.now()).map_err(bad)?),
        }
    }
    let mut imported = ImportReport::default();
    for game in games {
        imported.count(add(store, game).await?);
    }
    for study in studies {
        imported.count(store.studies().create_study(study).await? == AppendOutcome::Stored);
    }
    Ok(imported)
}

/// Returns the study in a record, if it has one; fails if the study is invalid or the moves are not its main line.
fn checked_study(record: &Record) -> Result<Option<StudyRow>, String> {
    let session = record.session().map_err(|error| Texts::default().message(&error.problem.message()))?;
    let Some(tag) = session.tag(STUDY_TAG) else { return Ok(None) };
    let unreadable = |error: &dyn std::fmt::Display| format!("the tag {STUDY_TAG}: {error}");
    let row: StudyRow = serde_json::from_str(&tag).map_err(|error| unreadable(&error))?;
    if !is_id(&row.id) {
        return Err(unreadable(&format!("`{}` is not the id of a study", cairn_session::excerpt(&row.id))));
    }
    let study: Study = serde_json::from_str(&row.content).map_err(|error| unreadable(&error))?;
    let study = check_study(&study, Texts::default()).map_err(|problem| unreadable(&problem.detail))?;
    let is_same = study.game == session.spec()
        && study.position == session.start_position()
        && main_line(&study).eq(session.history().iter().map(String::as_str));
    if !is_same {
        return Err(format!("the tag {STUDY_TAG} has other moves than the record"));
    }
    let content = serde_json::to_string(&study).map_err(|error| unreadable(&error))?;
    Ok(Some(StudyRow { content, ..row }))
}

/// A game to store.
struct CheckedGame {
    game: StoredGame,
    /// Whether its times come from the record, rather than from the time of the import.
    has_times: bool,
}

/// Stores a game, or the rest of one that was partly stored; returns whether anything was stored.
async fn add(store: &dyn Store, CheckedGame { game, has_times }: CheckedGame) -> Result<bool, StoreError> {
    let StoredGame { mut row, mut entries } = game;
    let id = row.id.clone();
    let mut game = RunningGame::start(row.clone())?;
    let mut stored = 0;
    if store.create(row.clone(), game.summary()).await? == AppendOutcome::Conflict {
        // It was deleted in the meantime.
        let Some(data) = store.game(&id).await? else { return Ok(false) };
        // An interrupted import has stored the game at another time.
        if !has_times {
            row.created = data.row.created;
            for entry in &mut entries {
                entry.at = row.created;
            }
            game = RunningGame::start(row.clone())?;
        }
        stored = data.entries.len();
        if data.row != row || stored >= entries.len() || data.entries != entries[..stored] {
            return Ok(false);
        }
    }
    for (number, entry) in (0..).zip(entries) {
        game.replay_entry(&entry)?;
        let is_new = number as usize >= stored;
        if is_new && store.append(&id, number, entry, game.summary()).await? == AppendOutcome::Conflict {
            return Err(StoreError::Failed(format!("game {id} was continued during the import")));
        }
    }
    Ok(true)
}

/// Validates the game in a record: replays it, and compares it with the moves of the record.
fn checked(record: &Record, now: Millis) -> Result<CheckedGame, String> {
    let session = record.session().map_err(|error| Texts::default().message(&error.problem.message()))?;
    let Some(tag) = session.tag(SERVER_TAG) else {
        return Ok(CheckedGame { game: stored_of(record, &*session, now)?, has_times: false });
    };
    let mut data: TagData =
        serde_json::from_str(&tag).map_err(|error| format!("the tag {SERVER_TAG}: {error}"))?;
    if !is_id(&data.row.id) {
        let id = cairn_session::excerpt(&data.row.id);
        return Err(format!("the tag {SERVER_TAG}: `{id}` is not the id of a game"));
    }
    let names = data.row.seats.iter_mut().map(|seat| &mut seat.name);
    let joined = data.entries.iter_mut().filter_map(|(_, _, kind)| match kind {
        EntryKind::Join { name, .. } => Some(name),
        _ => None,
    });
    for name in names.chain(joined) {
        *name = clean_name(name.as_deref());
    }
    let entries = data.entries.into_iter().map(|(at, seat, kind)| Entry { at, seat, kind }).collect();
    let stored = StoredGame { row: data.row, entries };
    let replayed = RunningGame::replay(stored.clone()).map_err(|error| match error {
        StoreError::Unreadable(problem) | StoreError::Failed(problem) => {
            format!("the tag {SERVER_TAG}: {problem}")
        }
    })?;
    let replayed = replayed.session();
    let is_same = replayed.spec() == session.spec()
        && replayed.start_position() == session.start_position()
        && replayed.history() == session.history()
        && replayed.outcome() == session.outcome();
    let stored = CheckedGame { game: stored, has_times: true };
    if is_same { Ok(stored) } else { Err(format!("the tag {SERVER_TAG} has another game than the record")) }
}

/// Converts a record without our tag to a game.
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
        terms: Terms::default(),
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

/// Returns the entries that end a game that the players have ended: by agreement or by resignation. A loss on time
/// becomes a resignation.
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

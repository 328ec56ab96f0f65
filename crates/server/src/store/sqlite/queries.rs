//! The SQL statements.

use rusqlite::{Connection, OptionalExtension, Params, Result, Row, params};

use crate::store::entry::from_json;
use crate::store::{
    AppendOutcome, Entry, GameRow, Millis, StoreError, StoredGame, StudyRow, Summary, Terms, WaitingGame,
};

/// The ids of public games; the parameter is a limit.
pub(super) const PUBLIC: &str =
    "SELECT id FROM games WHERE public AND result IS NULL ORDER BY updated DESC, id DESC LIMIT ?";

/// The games in which a bot is to move, in turns of their creators; the parameter is a limit.
const OF_BOTS: &str = "
    SELECT id, seats FROM (
        SELECT id, seats, updated,
            row_number() OVER (PARTITION BY coalesce(creator, id) ORDER BY updated, id) AS turn
        FROM games WHERE bot_to_move AND result IS NULL
    ) ORDER BY turn, updated, id LIMIT ?";

/// The ids after an id; the parameters are that and a limit.
pub(super) const AFTER: &str = "SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?";

/// The ids of studies after an id; the parameters are that and a limit.
pub(super) const STUDIES_AFTER: &str = "SELECT id FROM studies WHERE id > ? ORDER BY id LIMIT ?";

/// A stored value, which may be invalid.
type Readable<T> = std::result::Result<T, StoreError>;

/// Creates a game.
pub(super) fn create(
    connection: &Connection,
    row: &GameRow,
    (seats, terms): (&str, &str),
    summary: &Summary,
) -> Result<AppendOutcome> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO games (id, spec, start, seats, clock, public, seed, created, bot_to_move, result, updated,
         creator, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    // A seed uses all 64 bits, and SQLite's integers have a sign.
    let seed = row.seed as i64;
    let inserted = insert.execute(params![
        row.id,
        row.spec,
        row.start,
        seats,
        row.clock,
        row.public,
        seed,
        row.created,
        summary.bot_to_move,
        summary.result,
        summary.updated,
        row.creator,
        terms
    ])?;
    Ok(appended(inserted))
}

/// Appends an entry if it has the next number.
pub(super) fn append(
    connection: &Connection,
    game: &str,
    number: u32,
    entry: &Entry,
    kind: &str,
    summary: &Summary,
) -> Result<AppendOutcome> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (game, number, at, seat, kind) SELECT id, ?2, ?3, ?4, ?5 FROM games
         WHERE id = ?1 AND ?2 = (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE game = ?1)",
    )?;
    let inserted = insert.execute(params![game, number, entry.at, entry.seat, kind])?;
    if inserted > 0 {
        let mut update = connection
            .prepare_cached("UPDATE games SET bot_to_move = ?2, result = ?3, updated = ?4 WHERE id = ?1")?;
        update.execute(params![game, summary.bot_to_move, summary.result, summary.updated])?;
    }
    Ok(appended(inserted))
}

fn appended(rows: usize) -> AppendOutcome {
    if rows > 0 { AppendOutcome::Stored } else { AppendOutcome::Conflict }
}

/// Returns a game with its entries.
pub(super) fn game(connection: &Connection, id: &str) -> Result<Option<Readable<StoredGame>>> {
    // Uses one transaction, because the game may be deleted between the two statements.
    let transaction = connection.unchecked_transaction()?;
    let mut select = transaction.prepare_cached(
        "SELECT id, spec, start, seats, clock, public, seed, created, creator, terms FROM games WHERE id = ?",
    )?;
    let Some(row) = select.query_row([id], read_game).optional()? else { return Ok(None) };
    let entries = entries(&transaction, id, 0)?;
    Ok(Some(row.and_then(|row| Ok(StoredGame { row, entries: entries? }))))
}

/// Parses a row of the games.
fn read_game(row: &Row<'_>) -> Result<Readable<GameRow>> {
    let (seats, terms): (String, String) = (row.get(3)?, row.get(9)?);
    let seed: i64 = row.get(6)?;
    let game = GameRow {
        id: row.get(0)?,
        spec: row.get(1)?,
        start: row.get(2)?,
        seats: Vec::new(),
        clock: row.get(4)?,
        public: row.get(5)?,
        seed: seed as u64,
        created: row.get(7)?,
        creator: row.get(8)?,
        terms: Terms::default(),
    };
    Ok(from_json(&seats).and_then(|seats| Ok(GameRow { seats, terms: from_json(&terms)?, ..game })))
}

/// Returns the entries of a game, starting with a number.
pub(super) fn entries(connection: &Connection, game: &str, from: u32) -> Result<Readable<Vec<Entry>>> {
    let mut select = connection.prepare_cached(
        "SELECT at, seat, kind FROM entries WHERE game = ? AND number >= ? ORDER BY number",
    )?;
    let read = |row: &Row<'_>| {
        let kind: String = row.get(2)?;
        Ok(Entry::read(row.get(0)?, row.get(1)?, &kind))
    };
    select.query_map(params![game, from], read)?.collect()
}

/// Returns the games in which a bot is to move.
pub(super) fn of_bots(connection: &Connection, limit: u32) -> Result<Readable<Vec<WaitingGame>>> {
    let read = |row: &Row<'_>| {
        let (id, seats): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(from_json(&seats).map(|seats| WaitingGame { id, seats }))
    };
    connection.prepare_cached(OF_BOTS)?.query_map([limit], read)?.collect()
}

/// Returns a list of ids.
pub(super) fn ids(connection: &Connection, sql: &str, parameters: impl Params) -> Result<Vec<String>> {
    connection.prepare_cached(sql)?.query_map(parameters, |row| row.get(0))?.collect()
}

/// Counts the games that are not over.
pub(super) fn running(connection: &Connection) -> Result<u64> {
    let mut count = connection.prepare_cached("SELECT count(*) FROM games WHERE result IS NULL")?;
    count.query_row([], |row| row.get::<_, i64>(0)).map(|count| count as u64)
}

/// Deletes some games that were last changed before a time, with their entries.
pub(super) fn delete(connection: &Connection, before: Millis, over: bool, limit: u32) -> Result<u64> {
    let sql = if over {
        "DELETE FROM games WHERE id IN
         (SELECT id FROM games WHERE result IS NOT NULL AND updated < ? ORDER BY updated LIMIT ?)"
    } else {
        "DELETE FROM games WHERE id IN
         (SELECT id FROM games WHERE result IS NULL AND updated < ? ORDER BY updated LIMIT ?)"
    };
    connection.prepare_cached(sql)?.execute(params![before, limit]).map(|deleted| deleted as u64)
}

/// Creates a study.
pub(super) fn create_study(connection: &Connection, row: &StudyRow) -> Result<AppendOutcome> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO studies (id, token, version, created, updated, content) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING",
    )?;
    let StudyRow { id, token, content, version, created, updated } = row;
    insert.execute(params![id, token, version, created, updated, content]).map(appended)
}

/// Returns a study.
pub(super) fn study(connection: &Connection, id: &str) -> Result<Option<StudyRow>> {
    let mut select = connection
        .prepare_cached("SELECT id, token, version, created, updated, content FROM studies WHERE id = ?")?;
    let read = |row: &Row<'_>| {
        Ok(StudyRow {
            id: row.get(0)?,
            token: row.get(1)?,
            version: row.get(2)?,
            created: row.get(3)?,
            updated: row.get(4)?,
            content: row.get(5)?,
        })
    };
    select.query_row([id], read).optional()
}

/// Replaces the content of a study that has the given version.
pub(super) fn save_study(
    connection: &Connection,
    id: &str,
    version: u32,
    content: &str,
    updated: Millis,
) -> Result<AppendOutcome> {
    let mut update = connection.prepare_cached(
        "UPDATE studies SET content = ?3, updated = ?4, version = version + 1 WHERE id = ?1 AND version = ?2",
    )?;
    update.execute(params![id, version, content, updated]).map(appended)
}

/// Deletes some studies that were last changed before a time.
pub(super) fn delete_studies(connection: &Connection, before: Millis, limit: u32) -> Result<u64> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM studies WHERE id IN (SELECT id FROM studies WHERE updated < ? ORDER BY updated LIMIT ?)",
    )?;
    delete.execute(params![before, limit]).map(|deleted| deleted as u64)
}

/// Checks that the tables can be read.
pub(super) fn answer(connection: &Connection) -> Result<()> {
    connection.prepare_cached("SELECT id FROM games LIMIT 1")?.exists([]).map(drop)
}

/// Writes a row that nothing depends on, which needs a page of the log.
pub(super) fn check_write(connection: &Connection, now: Millis) -> Result<()> {
    let sql = "INSERT INTO write_check VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at";
    connection.prepare_cached(sql)?.execute([now]).map(drop)
}

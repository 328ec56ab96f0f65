//! The SQL statements.

/// Creates a game; returns a row unless the id is known.
pub(super) const CREATE: &str = "
    INSERT INTO games (id, spec, start, seats, clock, public, seed, created, bot_to_move, result, updated,
        creator, terms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING 1";

/// Returns a game with its entries as three arrays, in one statement, so that both come from the same snapshot.
pub(super) const GAME: &str = "
    SELECT id, spec, start, seats, clock, public, seed, created,
        ARRAY(SELECT at FROM entries WHERE game = games.id ORDER BY number),
        ARRAY(SELECT seat FROM entries WHERE game = games.id ORDER BY number),
        ARRAY(SELECT kind FROM entries WHERE game = games.id ORDER BY number), creator, terms
    FROM games WHERE id = $1";

/// The entries of a game, starting with a number.
pub(super) const ENTRIES: &str =
    "SELECT at, seat, kind FROM entries WHERE game = $1 AND number >= $2 ORDER BY number";

/// Appends entries of different games, each if it has the next number of its game; returns the games of those that were
/// appended. If two instances append the same number, the primary key accepts one, and the other waits for its commit.
/// Both process the games in the same order, which avoids deadlocks. The rows of the games are locked against deletion.
pub(super) const APPEND: &str = "
    WITH new AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::boolean[],
            $7::text[], $8::bigint[]) AS new (game, number, at, seat, kind, bot_to_move, result, updated)
    ), next AS MATERIALIZED (
        SELECT new.* FROM new JOIN games ON games.id = new.game
        WHERE number = (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE entries.game = new.game)
        ORDER BY games.id FOR KEY SHARE OF games
    ), stored AS (
        INSERT INTO entries (game, number, at, seat, kind)
        SELECT game, number, at, seat, kind FROM next
        ON CONFLICT DO NOTHING
        RETURNING game, number
    ), summary AS (
        UPDATE games SET bot_to_move = new.bot_to_move, result = new.result, updated = new.updated
        FROM stored JOIN new ON new.game = stored.game WHERE games.id = stored.game
    )
    SELECT game, pg_notify('cairn', number || ' ' || game)::text FROM stored";

/// The ids of public games that are not over.
pub(super) const PUBLIC: &str =
    "SELECT id FROM games WHERE public AND result IS NULL ORDER BY updated DESC, id DESC LIMIT $1";

/// The games in which a bot is to move, in turns of their creators.
pub(super) const OF_BOTS: &str = "
    SELECT id, seats FROM (
        SELECT id, seats, updated,
            row_number() OVER (PARTITION BY coalesce(creator, id) ORDER BY updated, id) AS turn
        FROM games WHERE bot_to_move AND result IS NULL
    ) AS waiting ORDER BY turn, updated, id LIMIT $1";

/// Writes a row that nothing depends on.
pub(super) const CHECK_WRITE: &str =
    "INSERT INTO write_check VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";

/// The number of games that are not over.
pub(super) const RUNNING: &str = "SELECT count(*) FROM games WHERE result IS NULL";

/// The ids after an id.
pub(super) const AFTER: &str = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";

/// Deletes some games that are over and were last changed before a time; returns their number. Skips games that another
/// instance is deleting or changing.
pub(super) const DELETE_OVER: &str = "
    WITH gone AS (
        DELETE FROM games WHERE id IN (
            SELECT id FROM games WHERE result IS NOT NULL AND updated < $1
            ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
    )
    SELECT count(*) FROM gone";

/// Does the same for games that are not over.
pub(super) const DELETE_RUNNING: &str = "
    WITH gone AS (
        DELETE FROM games WHERE id IN (
            SELECT id FROM games WHERE result IS NULL AND updated < $1
            ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
    )
    SELECT count(*) FROM gone";

/// Creates a study; returns a row unless the id is known.
pub(super) const CREATE_STUDY: &str = "
    INSERT INTO studies (id, token, version, created, updated, content)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1";

/// A study.
pub(super) const STUDY: &str =
    "SELECT id, token, version, created, updated, content FROM studies WHERE id = $1";

/// Replaces the content of a study; returns a row if the study has the version.
pub(super) const SAVE_STUDY: &str = "
    UPDATE studies SET content = $3, updated = $4, version = version + 1
    WHERE id = $1 AND version = $2 RETURNING 1";

/// The ids of studies after an id.
pub(super) const STUDIES_AFTER: &str = "SELECT id FROM studies WHERE id > $1 ORDER BY id LIMIT $2";

/// Deletes some studies that were last changed before a time; returns their number.
pub(super) const DELETE_STUDIES: &str = "
    WITH gone AS (
        DELETE FROM studies WHERE id IN (
            SELECT id FROM studies WHERE updated < $1
            ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
    )
    SELECT count(*) FROM gone";

//! The statements.

/// Creates a game, and gives a row if there was none of its id.
pub(super) const CREATE: &str = "
    INSERT INTO games (id, spec, start, seats, clock, public, seed, created, bot_to_move, result, updated)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING 1";

/// A game with its entries as three arrays: in one statement, so that both are of the same moment.
pub(super) const GAME: &str = "
    SELECT id, spec, start, seats, clock, public, seed, created,
        ARRAY(SELECT at FROM entries WHERE game = games.id ORDER BY number),
        ARRAY(SELECT seat FROM entries WHERE game = games.id ORDER BY number),
        ARRAY(SELECT kind FROM entries WHERE game = games.id ORDER BY number)
    FROM games WHERE id = $1";

/// The entries of a game from a number on.
pub(super) const ENTRIES: &str =
    "SELECT at, seat, kind FROM entries WHERE game = $1 AND number >= $2 ORDER BY number";

/// Adds an entry if it is the next, and gives a row if so. Of two instances with the same number the key lets one
/// through, and the other waits for its commit. The row of the game is locked against being deleted.
pub(super) const APPEND: &str = "
    WITH stored AS (
        INSERT INTO entries (game, number, at, seat, kind)
        SELECT id, $2, $3, $4, $5 FROM games
        WHERE id = $1 AND $2 = (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE game = $1)
        FOR KEY SHARE OF games
        ON CONFLICT DO NOTHING
        RETURNING game, number
    ), summary AS (
        UPDATE games SET bot_to_move = $6, result = $7, updated = $8
        FROM stored WHERE games.id = stored.game
    )
    SELECT pg_notify('cairn', number || ' ' || game)::text FROM stored";

/// The ids of public games that are not over.
pub(super) const PUBLIC: &str =
    "SELECT id FROM games WHERE public AND result IS NULL ORDER BY updated DESC, id DESC LIMIT $1";

/// The ids of games in which a bot is to move.
pub(super) const OF_BOTS: &str =
    "SELECT id FROM games WHERE bot_to_move AND result IS NULL ORDER BY updated, id LIMIT $1";

/// The number of games that are not over.
pub(super) const RUNNING: &str = "SELECT count(*) FROM games WHERE result IS NULL";

/// The ids after an id.
pub(super) const AFTER: &str = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";

/// Deletes some games that are over, and were changed last before a time; how many. What another instance is
/// deleting or changing is left to it.
pub(super) const DELETE_OVER: &str = "
    WITH gone AS (
        DELETE FROM games WHERE id IN (
            SELECT id FROM games WHERE result IS NOT NULL AND updated < $1
            ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
    )
    SELECT count(*) FROM gone";

/// The same for games that are not over.
pub(super) const DELETE_RUNNING: &str = "
    WITH gone AS (
        DELETE FROM games WHERE id IN (
            SELECT id FROM games WHERE result IS NULL AND updated < $1
            ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED
        ) RETURNING 1
    )
    SELECT count(*) FROM gone";

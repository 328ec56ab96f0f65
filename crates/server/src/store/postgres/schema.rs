//! The tables in PostgreSQL.

use std::time::Duration;

use tokio::time::timeout;

use super::server::Server;
use super::session::Session;
use crate::store::StoreError;

/// The steps from an empty database to the current tables; `schema_version` counts the steps taken. Published steps
/// never change.
const MIGRATIONS: &[&str] = &[
    r#"
    CREATE TABLE games (
        -- Ordered by bytes, so that pages of ids are the same everywhere.
        id text COLLATE "C" PRIMARY KEY,
        spec text NOT NULL,
        start text,
        seats text NOT NULL,
        clock text NOT NULL,
        public boolean NOT NULL,
        seed bigint NOT NULL,
        created bigint NOT NULL,
        bot_to_move boolean NOT NULL,
        result text,
        updated bigint NOT NULL
    );
    CREATE TABLE entries (
        game text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number bigint NOT NULL,
        at bigint NOT NULL,
        seat smallint NOT NULL,
        kind text NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE INDEX games_public ON games (updated, id) WHERE public AND result IS NULL;
    CREATE INDEX games_of_bots ON games (updated, id) WHERE bot_to_move AND result IS NULL;
    CREATE INDEX games_running ON games (updated) WHERE result IS NULL;
    CREATE INDEX games_over ON games (updated) WHERE result IS NOT NULL;
"#,
    "
    ALTER TABLE games ADD COLUMN creator text;
    CREATE TABLE write_check (id bigint PRIMARY KEY, at bigint NOT NULL);
",
    "
    ALTER TABLE games ADD COLUMN terms text NOT NULL DEFAULT '{}';
",
    r#"
    CREATE TABLE studies (
        id text COLLATE "C" PRIMARY KEY,
        token text NOT NULL,
        version bigint NOT NULL,
        created bigint NOT NULL,
        updated bigint NOT NULL,
        content text NOT NULL
    );
    CREATE INDEX studies_updated ON studies (updated);
"#,
];

/// The key of the advisory lock that an instance holds while it migrates: the letters `Carn`.
const MIGRATION_LOCK_KEY: i64 = 0x4361_726e;

/// The maximum duration of all migrations.
const MIGRATION_TIMEOUT: Duration = Duration::from_secs(600);

/// Creates or migrates the tables. Instances that start at the same time take turns.
pub(super) async fn migrate(server: &Server) -> Result<(), StoreError> {
    let session = Session::open(server, |_| {}).await?;
    let migrated = timeout(MIGRATION_TIMEOUT, async {
        while !step(server, &session).await? {}
        Ok(())
    })
    .await;
    migrated.map_err(|_| server.failure("the migration of its tables took more than 10 minutes"))?
}

/// Takes one step in a transaction; returns whether all are taken. Closing the session rolls back a failed step.
async fn step(server: &Server, session: &Session) -> Result<bool, StoreError> {
    session
        .execute(&format!(
            "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
         SELECT pg_advisory_xact_lock({MIGRATION_LOCK_KEY})"
        ))
        .await?;
    let version = if session.value("SELECT to_regclass('schema_version') IS NOT NULL", &[]).await? {
        session.value("SELECT coalesce(max(version), 0) FROM schema_version", &[]).await?
    } else {
        session.execute("CREATE TABLE schema_version (version bigint PRIMARY KEY)").await?;
        0_i64
    };
    let known = MIGRATIONS.len();
    match usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version)) {
        Some(migration) => {
            session.execute(migration).await?;
            session.execute(&format!("INSERT INTO schema_version VALUES ({})", version + 1)).await?;
        }
        None if version == known as i64 => {}
        None => {
            return Err(server.failure(&format!(
                "it was written by a newer version of Cairn (tables of version {version}, known up to {known})"
            )));
        }
    }
    session.execute("COMMIT").await?;
    Ok(version == known as i64)
}

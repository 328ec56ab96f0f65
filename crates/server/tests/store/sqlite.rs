//! The store's contract on SQLite, and damaged or foreign files.

use std::fs;
use std::path::Path;
use std::process::Command;

use cairn_server::Database;
use cairn_server::store::{SqliteStore, Store};
use cairn_test_support::skip;
use tempfile::TempDir;

use super::{entry, game, running};

/// The variable that marks a test running again without the rights of root.
const INNER: &str = "STORE_TEST_INNER";

/// A new file.
struct Place {
    database: Database,
    _folder: TempDir,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    Place { database: Database::Sqlite(folder.path().join("games.db")), _folder: folder }
}

contract_tests!(Some(place()));

/// Returns the error for a file that cannot be opened: a sentence that names it.
fn refusal(path: &Path) -> String {
    let error = SqliteStore::open(path).unwrap_err().to_string();
    assert!(error.contains(&path.display().to_string()), "{error}");
    error
}

/// Fills a store with a game of 500 moves.
async fn filled(path: &Path) {
    let store = SqliteStore::open(path).unwrap();
    store.create(game("a"), running(1)).await.unwrap();
    for number in 0..500 {
        store.append("a", number, entry(&"x".repeat(100)), running(1)).await.unwrap();
    }
}

#[tokio::test]
async fn a_second_instance_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let store = SqliteStore::open(&path).unwrap();
    assert!(refusal(&path).contains("another cairn serve uses it"));
    #[cfg(unix)]
    {
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(refusal(&link).contains("another cairn serve uses it"));
    }
    store.create(game("a"), running(1)).await.unwrap();
    drop(store);
    assert!(SqliteStore::open(&path).unwrap().game("a").await.unwrap().is_some());
}

#[test]
fn a_file_that_is_not_a_database_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    for content in ["short", "a text that is longer than the head of a database"] {
        fs::write(&text, content).unwrap();
        assert!(refusal(&text).contains("it is not an SQLite database"));
        assert_eq!(fs::read_to_string(&text).unwrap(), content);
    }
    assert!(refusal(folder.path()).contains("it is a folder"));
    assert!(refusal(&folder.path().join("missing/games.db")).contains("there is no folder"));
    // No files were created beside them.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_empty_file_becomes_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fs::write(&path, "").unwrap();
    SqliteStore::open(&path).unwrap();
}

#[test]
fn other_databases_and_newer_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE games (id TEXT); INSERT INTO games VALUES ('mine')").unwrap();
    assert!(refusal(&path).contains("another program"));
    other.execute_batch("PRAGMA user_version = 1").unwrap();
    assert!(refusal(&path).contains("another program"));
    assert_eq!(other.query_row("SELECT id FROM games", [], |row| row.get(0)), Ok("mine".to_owned()));
    let path = folder.path().join("newer.db");
    drop(SqliteStore::open(&path).unwrap());
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    let before = fs::read(&path).unwrap();
    assert!(refusal(&path).contains("newer version of Cairn"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn a_damaged_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    filled(&path).await;
    let good = fs::read(&path).unwrap();
    assert!(good.len() > 50_000, "the log was not written back");
    let mut damaged = vec![good[..good.len() / 2].to_vec(), good[..100].to_vec()];
    // These pages have contents: a check finds no error in an empty one.
    for page in [0, 1, 2, 12] {
        let mut bytes = good.clone();
        bytes[page * 4096 + 100..(page + 1) * 4096].fill(0xa5);
        damaged.push(bytes);
    }
    for bytes in damaged {
        fs::write(&path, &bytes).unwrap();
        let error = refusal(&path);
        assert!(error.contains("damaged") || error.contains("malformed"), "{error}");
        assert!(fs::read(&path).unwrap() == bytes, "the file was changed: {error}");
    }
    fs::write(&path, good).unwrap();
    assert_eq!(SqliteStore::open(&path).unwrap().entries("a", 0).await.unwrap().len(), 500);
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_file_is_rejected() {
    // No user may write there, not even root.
    assert!(refusal(Path::new("/proc/games.db")).contains("cannot be written"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(SqliteStore::open(&path).unwrap());
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    if fs::OpenOptions::new().write(true).open(&path).is_err() {
        assert!(refusal(&path).contains("it is read-only"));
        return;
    }
    // Root may write everything, unless it gives up its capabilities.
    let inner = Command::new("setpriv")
        .args(["--bounding-set=-all", "--inh-caps=-all", "--"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "sqlite::an_unwritable_file_is_rejected"])
        .env(INNER, "1")
        .output();
    match inner {
        _ if std::env::var_os(INNER).is_some() => skip("capabilities cannot be given up (setpriv)"),
        Err(error) => skip(&format!("no setpriv ({error}) to give up the capabilities of root")),
        Ok(inner) => assert!(inner.status.success(), "{}", String::from_utf8_lossy(&inner.stdout)),
    }
}

/// The variable with the folder of the small disk, for the test that runs on it.
#[cfg(target_os = "linux")]
const SMALL_DISK: &str = "CAIRN_TEST_SMALL_DISK";

/// Mounts a disk that only a child process can access, and runs the next test there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_fails_the_check_until_there_is_room_again() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=1m none \"$1\" && echo mounted && exec \"$2\" --exact --ignored --nocapture \
                  sqlite::the_check_on_a_small_disk";
    for way in ["-rm", "-m"] {
        let mut child = std::process::Command::new("unshare");
        child.args([way, "sh", "-c", script, "sh"]).arg(folder.path()).arg(std::env::current_exe().unwrap());
        let Ok(output) = child.env(SMALL_DISK, folder.path()).output() else { break };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.contains("mounted") {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && text.contains("1 passed"), "{text}{errors}");
            return;
        }
    }
    eprintln!("skipped: no disk can be mounted here (unshare, tmpfs)");
}

#[cfg(target_os = "linux")]
#[tokio::test]
#[ignore = "runs on a small disk of its own, by the test above"]
async fn the_check_on_a_small_disk() {
    let Some(folder) = std::env::var_os(SMALL_DISK) else { return };
    let folder = Path::new(&folder);
    let store = SqliteStore::open(&folder.join("games.db")).unwrap();
    store.create(game("a"), running(1)).await.unwrap();
    store.check().await.unwrap();
    let mut filler = fs::File::create(folder.join("filler")).unwrap();
    while std::io::Write::write_all(&mut filler, &[0; 512]).is_ok() {}
    // The write-ahead log can reuse the space that it already has.
    let mut number = 0;
    while store.append("a", number, entry(&"x".repeat(4_000)), running(1)).await.is_ok() {
        number += 1;
    }
    let error = store.check().await.unwrap_err().to_string();
    assert!(error.contains("full"), "{error}");
    assert!(store.game("a").await.unwrap().is_some(), "reading still works");
    drop(filler);
    fs::remove_file(folder.join("filler")).unwrap();
    store.check().await.unwrap();
    store.append("a", number, entry("x"), running(1)).await.unwrap();
}

/// The tables as the first version created them.
const FIRST_TABLES: &str = "
    PRAGMA application_id = 0x4361726e; PRAGMA user_version = 1;
    CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY, spec TEXT NOT NULL, start TEXT, seats TEXT NOT NULL, clock TEXT NOT NULL,
        public INTEGER NOT NULL, seed INTEGER NOT NULL, created INTEGER NOT NULL, bot_to_move INTEGER NOT NULL,
        result TEXT, updated INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, at INTEGER NOT NULL,
        seat INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    INSERT INTO games VALUES ('a', 'staqs:size=5', NULL,
        '[{\"player\":\"human\",\"name\":\"Ana\",\"token\":\"hash\"},{\"player\":\"open\",\"name\":null,\"token\":null}]',
        'none', 0, 7, 1000, 1, NULL, 1);
";

#[tokio::test]
async fn games_of_the_first_version_have_no_creator_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(FIRST_TABLES).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    store.check().await.unwrap();
    assert_eq!(store.game("a").await.unwrap().unwrap().row, game("a"));
    assert_eq!(store.games_of_bots(9).await.unwrap()[0].id, "a");
    store.append("a", 0, entry("c3"), running(1)).await.unwrap();
}

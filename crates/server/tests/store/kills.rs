//! A process that appends to an SQLite file is killed at random moments: every acknowledged entry is stored.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use cairn_server::store::{AppendOutcome, SqliteStore, Store};

use super::{entry, game, running};

/// The variable with the file that the child writes.
const CHILD: &str = "CAIRN_STORE_CHILD";

/// The number of games written at the same time, so that one commit contains entries of several.
const GAMES: u32 = 4;

fn id(game: u32) -> String {
    format!("game-{game}")
}

#[tokio::test]
#[ignore = "the process that the other test kills"]
async fn child() {
    let path = PathBuf::from(std::env::var_os(CHILD).expect("no file to write to"));
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    // The test harness has written half a line.
    println!();
    let mut tasks = tokio::task::JoinSet::new();
    for which in 0..GAMES {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            store.create(game(&id(which)), running(1)).await.unwrap();
            let mut number = store.entries(&id(which), 0).await.unwrap().len() as u32;
            loop {
                let entry = entry(&format!("{which}-{number}"));
                let appended = store.append(&id(which), number, entry, running(1)).await.unwrap();
                assert_eq!(appended, AppendOutcome::Stored);
                writeln!(std::io::stdout(), "stored {which} {number}").unwrap();
                number += 1;
            }
        });
    }
    tasks.join_all().await;
}

/// Starts the child and kills it after this many lines; returns the highest number that it acknowledged for each game.
fn acknowledged(path: &Path, lines: u64) -> BTreeMap<u32, u32> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::child", "--ignored", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (mut line, mut seen, mut latest) = (String::new(), 0, BTreeMap::new());
    // The last line may have been cut off by the kill.
    while output.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
        if let Some(stored) = line.trim_end().strip_prefix("stored ") {
            let (game, number) = stored.split_once(' ').unwrap();
            latest.insert(game.parse().unwrap(), number.parse().unwrap());
            seen += 1;
            if seen == lines {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    child.wait().unwrap();
    assert!(seen >= lines, "the child has stopped by itself after {seen} entries");
    latest
}

#[tokio::test]
async fn acknowledged_entries_survive_a_kill() {
    let kills = std::env::var("CAIRN_KILLS").map_or(20, |text| text.parse().expect("CAIRN_KILLS"));
    let seed = std::env::var("CAIRN_KILL_SEED").ok().and_then(|text| text.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    println!("CAIRN_KILL_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    for round in 0..kills {
        let random = (seed ^ (round + 1_u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let latest = acknowledged(&path, 1 + random % 300);
        let store = SqliteStore::open(&path).unwrap();
        for (which, number) in latest {
            let entries = store.entries(&id(which), 0).await.unwrap();
            assert!(entries.len() > number as usize, "{} has no entry {number}", id(which));
            for (index, stored) in entries.into_iter().enumerate() {
                assert_eq!(stored, entry(&format!("{which}-{index}")));
            }
        }
    }
}

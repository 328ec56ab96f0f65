//! Unfinished games and settings are saved, found again, and never lost.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod autosaver;
mod saves;
mod settings;

use std::fs;

use cairn_session::{Session, open};
use cairn_storage::{SaveSlot, Storage};
use tempfile::TempDir;

fn seats(session: &dyn Session) -> Vec<String> {
    ["human", "ugi:time=1s,./an engine", "level3", "greedy"][..session.seats()]
        .iter()
        .map(|&spec| spec.to_owned())
        .collect()
}

/// Creates a storage in a folder that is removed when it is dropped.
fn temporary_storage() -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    (folder, storage)
}

/// Plays a game for some plies.
fn game(spec: &str, plies: usize) -> Box<dyn Session> {
    let mut session = open(spec, None).unwrap();
    for ply in 0..plies {
        let moves = session.legal_moves();
        session.play(&moves[ply * 5 % moves.len()]).unwrap();
    }
    session
}

fn save(storage: &Storage, session: &dyn Session, seed: u64) -> SaveSlot {
    let mut slot = storage.new_slot().unwrap();
    slot.save(session, &seats(session), seed).unwrap();
    slot
}

fn extensions(storage: &Storage) -> Vec<String> {
    let folder = storage.data().join("unfinished");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.rsplit('.').next().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

//! Puzzle results are kept, even with concurrent writers and damaged files.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::thread;

use cairn_coach::puzzle::{Day, Note, Standing};
use cairn_storage::{ProgressProblem, PuzzleStore, Storage};
use cairn_texts::{Language, Texts};
use tempfile::TempDir;

const SOLVED: [Note; 1] = [Note::Solved { shown: false }];

fn today() -> Day {
    "2026-11-16".parse().unwrap()
}

fn temporary_storage() -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path().join("deep"));
    (folder, storage)
}

fn open(storage: &Storage) -> PuzzleStore {
    let (store, problem) = PuzzleStore::open(Some(storage));
    assert!(problem.is_none(), "{problem:?}");
    store
}

#[test]
fn what_is_solved_is_found_again() {
    let (_folder, storage) = temporary_storage();
    let mut first = open(&storage);
    assert!(!storage.data().exists(), "nothing is written before there is anything");
    assert!(first.note("staqs-1", &[], today()).is_none() && !storage.data().exists());
    assert!(first.note("staqs-1", &[Note::Wrong], today()).is_none());
    assert!(first.note("staqs-1", &SOLVED, today()).is_none());
    assert!(first.note("staqs-2", &[Note::Shown], today()).is_none());
    assert!(first.note("stac-1", &SOLVED, today()).is_none());
    assert_eq!(
        fs::read_to_string(storage.puzzles_file()).unwrap(),
        "puzzle staqs-1 solved 1 2026-11-16\npuzzle staqs-2 tried-shown 0 2026-11-16\npuzzle stac-1 solved 0 2026-11-16\n"
    );
    let again = open(&storage);
    assert_eq!(again.progress(), first.progress());
    assert_eq!(again.progress().standing("staqs-1"), Standing::Later { attempts: 2 });
    let [english, portuguese] = Language::ALL.map(Texts::new);
    assert_eq!(again.tell_standing("staqs-1", english), "solved, attempts: 2");
    assert_eq!(again.tell_standing("stac-1", portuguese), "resolvido à primeira");
    assert_eq!(
        again.tell_solved("stac-1", Standing::First, english),
        "solved again; the first time: solved at the first attempt"
    );
    assert!(again.tell_streak(today(), english).starts_with("In a row at the first attempt: 1 (best: 1)."));
    assert!(again.tell_summary(portuguese).starts_with("Resolvidos: 2 de "));
}

#[test]
fn programs_at_once_lose_nothing_of_each_other() {
    const EACH: usize = 20;
    let (_folder, storage) = temporary_storage();
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let storage = &storage;
            scope.spawn(move || {
                let mut store = open(storage);
                for number in 0..EACH {
                    assert!(store.note(&format!("{name}-{number}"), &SOLVED, today()).is_none());
                    assert!(store.note("shared-1", &[Note::Wrong], today()).is_none());
                }
            });
        }
    });
    let kept = open(&storage);
    assert_eq!(kept.progress().records().len(), 3 * EACH + 1);
    assert_eq!(kept.progress().record("shared-1").unwrap().wrong as usize, 3 * EACH);
}

#[test]
fn a_damaged_file_is_reported_once_and_set_aside_and_the_rest_is_used() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(storage.data()).unwrap();
    let damaged =
        b"# mine\npuzzle staqs-1 solved 0 2026-11-15\npuzzle staqs-2 sol\xff\nlater 1 2\npuzz".as_slice();
    fs::write(storage.puzzles_file(), damaged).unwrap();
    let (mut opened, problem) = PuzzleStore::open(Some(&storage));
    let Some(ProgressProblem::Damaged(found)) = &problem else { panic!("{problem:?}") };
    assert_eq!((found.line, found.lines, fs::read(&found.path).unwrap()), (3, 2, damaged.to_vec()));
    let told = problem.as_ref().unwrap().tell(Texts::default());
    assert!(told.contains("line 3") && told.contains("puzzles.txt.damaged"), "{told}");
    assert_eq!(opened.progress().standing("staqs-1"), Standing::First);
    assert!(opened.note("staqs-2", &SOLVED, today()).is_none());
    assert_eq!(
        fs::read_to_string(storage.puzzles_file()).unwrap(),
        "# mine\npuzzle staqs-1 solved 0 2026-11-15\nlater 1 2\npuzzle staqs-2 solved 0 2026-11-16\n"
    );
    open(&storage);
    // A second one does not replace the first.
    fs::write(storage.puzzles_file(), "nonsense\n").unwrap();
    let Some(problem) = opened.note("staqs-3", &SOLVED, today()) else { panic!("no problem") };
    assert!(problem.tell(Texts::default()).contains("puzzles.txt.damaged-2"));
    assert_eq!(fs::read(&found.path).unwrap(), damaged);
}

#[test]
fn what_cannot_be_written_is_said_once_and_written_later() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(storage.puzzles_file()).unwrap();
    let (mut blocked, problem) = PuzzleStore::open(Some(&storage));
    assert!(problem.unwrap().tell(Texts::default()).contains("not a file"));
    assert!(blocked.note("staqs-1", &SOLVED, today()).is_none(), "it has been said");
    assert_eq!(blocked.progress().standing("staqs-1"), Standing::First);
    fs::remove_dir(storage.puzzles_file()).unwrap();
    assert!(blocked.note("staqs-2", &SOLVED, today()).is_none());
    assert_eq!(open(&storage).progress().records().len(), 2);
    let (mut homeless, problem) = PuzzleStore::open(None);
    assert!(problem.is_none());
    assert!(homeless.note("staqs-1", &SOLVED, today()).is_some());
    assert!(homeless.note("staqs-2", &SOLVED, today()).is_none());
}

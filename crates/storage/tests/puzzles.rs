//! Puzzle results are never lost, even with concurrent writers and damaged files.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::PathBuf;
use std::thread;

use cairn_coach::puzzle::{Day, Note, Standing};
use cairn_storage::{PuzzleStore, Storage, StorageError};
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

fn file(storage: &Storage) -> PathBuf {
    storage.data().join("puzzles.jsonl")
}

fn open(storage: &Storage) -> PuzzleStore {
    let (store, problem) = PuzzleStore::open(Some(storage));
    assert!(problem.is_none(), "{problem:?}");
    store
}

#[test]
fn solved_puzzles_are_found_again() {
    let (_folder, storage) = temporary_storage();
    let mut first = open(&storage);
    assert!(!storage.data().exists(), "nothing is written before there is anything");
    assert!(first.note("staqs-1", &[], today()).is_none() && !storage.data().exists());
    assert!(first.note("staqs-1", &[Note::Wrong], today()).is_none());
    assert!(first.note("staqs-1", &SOLVED, today()).is_none());
    assert!(first.note("staqs-2", &[Note::Shown], today()).is_none());
    assert!(first.note("stac-1", &SOLVED, today()).is_none());
    assert_eq!(
        fs::read_to_string(file(&storage)).unwrap(),
        r#"{"puzzle":"staqs-1","solved":true,"wrong":1,"day":"2026-11-16"}
{"puzzle":"staqs-2","solved":false,"shown":true,"wrong":0,"day":"2026-11-16"}
{"puzzle":"stac-1","solved":true,"wrong":0,"day":"2026-11-16"}
"#
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
fn concurrent_programs_lose_no_results() {
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
        b"{\"later\":[1,2]}\n{\"puzzle\":\"staqs-1\",\"solved\":true,\"wrong\":0,\"day\":\"2026-11-15\"}\n\
        {\"puzzle\":\"staqs-2\",\"sol\xff\n\n{\"day\":\"2026-11-15\",\"wrong\":-1}"
            .as_slice();
    fs::write(file(&storage), damaged).unwrap();
    let (mut opened, problem) = PuzzleStore::open(Some(&storage));
    let Some(StorageError::DamagedLines(found)) = &problem else { panic!("{problem:?}") };
    let lines = (found.problem.line, found.problem.count);
    assert_eq!((lines, fs::read(&found.path).unwrap()), ((3, 2), damaged.to_vec()));
    let told = problem.as_ref().unwrap().tell(Texts::default());
    assert!(told.contains("line 3") && told.contains("puzzles.jsonl.damaged"), "{told}");
    assert_eq!(opened.progress().standing("staqs-1"), Standing::First);
    assert!(opened.note("staqs-2", &SOLVED, today()).is_none());
    assert_eq!(
        fs::read_to_string(file(&storage)).unwrap(),
        r#"{"puzzle":"staqs-1","solved":true,"wrong":0,"day":"2026-11-15"}
{"puzzle":"staqs-2","solved":true,"wrong":0,"day":"2026-11-16"}
{"later":[1,2]}
"#
    );
    open(&storage);
    // A second quarantined file does not replace the first.
    fs::write(file(&storage), "damaged\n").unwrap();
    let Some(problem) = opened.note("staqs-3", &SOLVED, today()) else { panic!("no problem") };
    assert!(problem.tell(Texts::default()).contains("puzzles.jsonl.damaged-2"));
    assert_eq!(fs::read(&found.path).unwrap(), damaged);
}

#[test]
fn failed_writes_are_reported_once_and_retried() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(file(&storage)).unwrap();
    let (mut blocked, problem) = PuzzleStore::open(Some(&storage));
    assert!(problem.unwrap().tell(Texts::default()).contains("not a file"));
    assert!(blocked.note("staqs-1", &SOLVED, today()).is_none(), "it was already reported");
    assert_eq!(blocked.progress().standing("staqs-1"), Standing::First);
    fs::remove_dir(file(&storage)).unwrap();
    assert!(blocked.note("staqs-2", &SOLVED, today()).is_none());
    assert_eq!(open(&storage).progress().records().len(), 2);
    let (mut homeless, problem) = PuzzleStore::open(None);
    assert!(problem.is_none());
    assert!(homeless.note("staqs-1", &SOLVED, today()).is_some());
    assert!(homeless.note("staqs-2", &SOLVED, today()).is_none());
}

#[test]
fn damaged_lines_are_found_one_by_one() {
    let (_folder, storage) = temporary_storage();
    fs::create_dir_all(storage.data()).unwrap();
    let good = r#"{"puzzle":"staqs-1","solved":true,"wrong":0,"day":"2026-11-15"}"#;
    for damage in [
        r#"{"puzzle":"staqs-9","solved":true,"wrong":0}"#,
        r#"{"puzzle":"staqs-9","solved":true,"wrong":-1,"day":"2026-11-15"}"#,
        r#"{"puzzle":"staqs-9","solved":true,"wrong":0,"day":"2026-11-31"}"#,
        r#"{"puzzle":"st\u0007qs","solved":true,"wrong":0,"day":"2026-11-15"}"#,
        r#"{"day":"yesterday"}"#,
        r#"{"puzz"#,
        "[1, 2]",
        "\u{0}\u{0}\u{0} \u{0}",
    ] {
        fs::write(file(&storage), format!("{damage}\n{good}\n{damage}")).unwrap();
        let (opened, problem) = PuzzleStore::open(Some(&storage));
        let Some(StorageError::DamagedLines(found)) = &problem else { panic!("{damage}: {problem:?}") };
        assert_eq!((found.problem.line, found.problem.count), (1, 2), "{damage}");
        assert_eq!(opened.progress().records().len(), 1, "{damage}");
        assert_eq!(fs::read_to_string(file(&storage)).unwrap(), format!("{good}\n"), "{damage}");
    }
}

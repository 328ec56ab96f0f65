//! Files of earlier versions are read, and the first change writes them in the current format and keeps the old file.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use cairn_coach::puzzle::{Note, Standing};
use cairn_coach::rating::PlayerRating;
use cairn_storage::{OnlineSeat, PuzzleStore, SettingsProblem, Storage, Theme};
use tempfile::TempDir;

const SETTINGS: &str = include_str!("old_files/settings.txt");
const PUZZLES: &str = include_str!("old_files/puzzles.txt");
const RATINGS: &str = include_str!("old_files/ratings.txt");
const ONLINE: &str = include_str!("old_files/online.txt");

/// Creates the folder of a user with one file of an earlier version.
fn storage_with(name: &str, text: &str) -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    let storage = Storage::at(folder.path());
    (folder, storage)
}

/// Asserts that a new file has replaced an old one, which still exists.
fn assert_migrated(folder: &Path, old: &str, new: &str, text: &str) {
    assert!(!folder.join(old).exists() && folder.join(new).exists());
    assert_eq!(fs::read_to_string(folder.join(format!("{old}.old"))).unwrap(), text);
}

/// Asserts that reading has changed nothing.
fn assert_untouched(folder: &Path, name: &str, text: &str) {
    assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), text);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn settings() {
    let (folder, storage) = storage_with("settings.txt", SETTINGS);
    let (mut settings, problems) = storage.settings();
    assert!(settings.ascii && settings.theme == Theme::Contrast && settings.opponent == "level5");
    assert_eq!(settings.game, "staqs:size=7");
    let line = |problem: &SettingsProblem| match problem {
        SettingsProblem::Line { path, line, .. } => {
            assert!(path.ends_with("settings.txt"));
            *line
        }
        SettingsProblem::File(problem) => panic!("{problem}"),
    };
    assert_eq!(problems.iter().map(line).collect::<Vec<_>>(), [8, 6]);
    assert_untouched(folder.path(), "settings.txt", SETTINGS);
    settings.ascii = false;
    storage.save_settings(&settings).unwrap();
    assert_migrated(folder.path(), "settings.txt", "settings.toml", SETTINGS);
    assert_eq!(
        fs::read_to_string(storage.settings_file()).unwrap(),
        "# my settings\nlanguage = \"pt\"\n# theme=paper\ntheme = \"contrast\"\nascii = false\ncolour = \"red\"\n\n\
         # hello\ngame = \"staqs:size=7\"\nopponent = \"level5\"\n"
    );
    let (again, problems) = storage.settings();
    assert_eq!((again, problems.len()), (settings, 1));
}

#[test]
fn puzzles() {
    let (folder, storage) = storage_with("puzzles.txt", PUZZLES);
    let (mut store, problem) = PuzzleStore::open(Some(&storage));
    assert!(problem.is_none(), "{problem:?}");
    assert_eq!(store.progress().standing("gone-7"), Standing::Shown);
    assert_untouched(folder.path(), "puzzles.txt", PUZZLES);
    let today = "2026-11-18".parse().unwrap();
    assert!(store.note("sight-2", &[Note::Solved { shown: false }], today).is_none());
    assert_migrated(folder.path(), "puzzles.txt", "puzzles.jsonl", PUZZLES);
    assert_eq!(
        fs::read_to_string(folder.path().join("puzzles.jsonl")).unwrap(),
        r#"{"puzzle":"staqs-1","solved":true,"wrong":0,"day":"2026-11-15"}
{"puzzle":"gone-7","solved":true,"shown":true,"wrong":2,"day":"2026-11-15"}
{"puzzle":"sight-2","solved":true,"wrong":3,"day":"2026-11-18"}
{"puzzle":"sight-3","solved":false,"shown":true,"wrong":0,"day":"2026-11-16"}
{"day":"2026-11-17"}
"#
    );
    assert_eq!(PuzzleStore::open(Some(&storage)).0.progress(), store.progress());
}

#[test]
fn ratings() {
    let (folder, storage) = storage_with("ratings.txt", RATINGS);
    let save = folder.path().join("1763400000000-4242-0.game");
    let (ratings, damaged) = storage.ratings().unwrap();
    let expected = PlayerRating { elo: 612.5, deviation: 80.0, volatility: 0.06, games: 14 };
    assert_eq!((ratings.get("staqs"), damaged), (Some(expected), None));
    assert_untouched(folder.path(), "ratings.txt", RATINGS);
    // Counts the same game once more, and another one.
    fs::write(&save, "").unwrap();
    let again = storage.count_game("staqs", Some(&save), |rating| rating.after(500, 1.0)).unwrap();
    assert_eq!((again.rating, again.before), (expected, None));
    assert_migrated(folder.path(), "ratings.txt", "ratings.jsonl", RATINGS);
    let counted = storage.count_game("stac", None, |rating| rating.after(500, 1.0)).unwrap();
    assert_eq!(counted.rating.games, 2);
    let text = fs::read_to_string(folder.path().join("ratings.jsonl")).unwrap();
    let line = r#"{"game":"staqs","elo":612.5,"deviation":80.0,"volatility":0.06,"games":14,"counted":["1763400000000-4242-0"]}"#;
    assert_eq!(text.lines().nth(1), Some(line));
}

#[test]
fn seats_on_servers() {
    let (folder, storage) = storage_with("online.txt", ONLINE);
    let token = |game: &str| storage.online_seat(game).unwrap().0.map(|seat| (seat.seats, seat.token));
    let one = || token("http://localhost:8080/games/one");
    assert_eq!(one(), Some((vec![0, 1], "first-token".to_owned())));
    assert_untouched(folder.path(), "online.txt", ONLINE);
    let game = "https://games.example/games/two".to_owned();
    let seat = OnlineSeat { game: game.clone(), seats: vec![0], token: "third".to_owned(), last_seen: None };
    assert_eq!(storage.store_online_seat(&seat).unwrap(), None);
    assert_migrated(folder.path(), "online.txt", "online.jsonl", ONLINE);
    assert_eq!(
        (one().unwrap().1, token(&game).unwrap()),
        ("first-token".to_owned(), (vec![0], "third".to_owned()))
    );
}

#[test]
fn damaged_lines_of_an_old_file_are_quarantined_with_it() {
    let text = format!("{RATINGS}stlts 500\n");
    let (folder, storage) = storage_with("ratings.txt", &text);
    let (ratings, damaged) = storage.ratings().unwrap();
    let damaged = damaged.unwrap();
    assert_eq!((damaged.problem.line, damaged.problem.text.as_str()), (4, "stlts 500"));
    assert!(ratings.get("stac").is_some() && ratings.get("staqs").is_some());
    assert_eq!(damaged.path, folder.path().join("ratings.txt.damaged"));
    assert_eq!(fs::read_to_string(&damaged.path).unwrap(), text);
    assert!(!folder.path().join("ratings.txt").exists());
    assert_eq!(storage.ratings().unwrap(), (ratings, None));
}

#[test]
fn a_new_file_takes_precedence() {
    let (folder, storage) = storage_with("ratings.txt", RATINGS);
    fs::write(folder.path().join("ratings.jsonl"), "").unwrap();
    assert_eq!(storage.ratings().unwrap().0.get("staqs"), None);
    storage.count_game("sight", None, |rating| rating.after(500, 1.0)).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("ratings.txt")).unwrap(), RATINGS, "it is left alone");
}

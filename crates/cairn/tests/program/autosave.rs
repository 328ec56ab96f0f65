//! Unfinished games are saved and resumed, and settings are stored.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::run_at;

/// The files of a user's unfinished games with this extension.
fn saves(home: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.join("unfinished")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

#[test]
fn an_unfinished_game_is_resumed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let left = run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\nb2\nundo\n");
    assert!(left.stderr().ends_with("The game is saved; `cairn play --resume` continues it.\n"));
    assert_eq!(saves(home, "game").len(), 1);

    let resumed = run_at(home, ["play", "--resume"], b"history\na1\nquit\n");
    assert!(resumed.stdout_of_success().contains("1 c3  2 d4\n"), "{}", resumed.stdout());
    let again = run_at(home, ["play", "--resume"], b"history\nresign\n");
    assert!(again.stdout_of_success().contains("1 c3  2 d4  3 a1\n"));
    assert!(again.stdout().ends_with("result: first (resignation)\n"), "{}", again.stdout());

    assert_eq!((saves(home, "game"), saves(home, "lock")), (Vec::new(), Vec::new()), "it is over");
    let nothing = run_at(home, ["play", "--resume"], b"");
    assert!(nothing.stderr_of_failure(1).contains("there is no unfinished game"));
}

#[test]
fn loading_another_game_keeps_the_current_one_saved() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let file = home.join("other.txt");
    let (file, save) = (file.to_str().unwrap(), format!("a1\nsave {}\nresign\n", file.display()));
    run_at(home, ["play", "staqs", "--second", "human"], save.as_bytes());
    let load = format!("c3\nd4\nload {file}\nb2\n");
    let loaded = run_at(home, ["play", "staqs", "--second", "human"], load.as_bytes());
    assert!(loaded.stderr().contains("other.txt"), "{}", loaded.stderr());
    let mut records: Vec<String> =
        saves(home, "game").iter().map(|save| fs::read_to_string(save).unwrap()).collect();
    records.sort();
    let is_saved = |moves: &str| records.iter().any(|record| record.contains(&format!("\n\n1. {moves}\n")));
    assert!(records.len() == 2 && is_saved("c3 d4") && is_saved("a1 b2"), "{records:#?}");
}

#[test]
fn players_are_saved_with_the_game() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let seats = ["play", "stac", "--first", "level1", "--second", "human", "--seed", "9"];
    let first = run_at(home, seats, b"quit\n").stdout_of_success();
    let (_, opening) = first.split_once("White (level1): ").unwrap();
    let opening = opening.lines().next().unwrap();
    let record = run_at(home, ["play", "--resume"], b"record\nquit\n").stdout_of_success();
    assert!(record.contains("[First \"level1\"]\n[Second \"human\"]"), "{record}");
    assert!(record.contains(&format!("[Seed \"9\"]\n\n1. {opening}\n")), "{record}");
    let answered = run_at(home, ["play", "--resume"], b"e5-d5\nquit\n").stdout_of_success();
    assert!(answered.contains("White (level1): "), "the bot moves again: {answered}");
}

#[test]
fn players_can_be_replaced_when_a_game_is_resumed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\na1\n");
    // A game whose engine no longer exists can be resumed with another player.
    let save = saves(home, "game").remove(0);
    let text = fs::read_to_string(&save).unwrap();
    fs::write(&save, text.replacen("seat = human\nseat = human", "seat = human\nseat = ugi:/gone", 1))
        .unwrap();
    let gone = run_at(home, ["play", "--resume"], b"").stderr();
    assert!(gone.contains("White was played by a program, `ugi:/gone`"), "{gone}");
    let other = run_at(home, ["play", "--resume", "--second", "greedy"], b"record\nquit\n");
    let other = other.stdout_of_success();
    assert!(other.contains("White (greedy): ") && other.contains("[Second \"greedy\"]"), "{other}");
    let extra = run_at(home, ["play", "--resume", "--third", "greedy"], b"").stderr_of_bad_request();
    assert!(extra.contains("--third: staqs is for 2 players"), "{extra}");
    assert_eq!(saves(home, "game").len(), 1);
}

#[test]
fn a_damaged_save_is_reported_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\n");
    let save = saves(home, "game").remove(0);
    let text = fs::read_to_string(&save).unwrap();
    fs::write(&save, text.replace("d4", "d9")).unwrap();
    let run = run_at(home, ["play", "--resume"], b"");
    let error = run.stderr_of_failure(1);
    let aside = save.with_extension("damaged");
    assert!(error.contains("`d9`") && error.contains(aside.to_str().unwrap()), "{error}");
    assert_eq!(fs::read_to_string(aside).unwrap(), text.replace("d4", "d9"));
}

#[test]
fn without_storage_the_game_continues_with_one_warning() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let run = run_at(&file, ["play", "staqs", "--second", "human"], b"c3\nd4\nposition\n");
    assert!(run.stdout_of_success().contains(" b 3/3\n"));
    assert_eq!(run.stderr().matches("Unfinished games cannot be saved: ").count(), 1, "{}", run.stderr());
}

#[test]
fn invalid_settings_are_reported_and_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("settings.txt");
    fs::write(&file, "language = pt\nascii = perhaps\n").unwrap();
    let run = run_at(home.path(), ["play", "staqs", "--second", "human"], b"sair\n");
    let warning = format!("{}, linha 2: `perhaps` não faz sentido aqui (no, yes).\n", file.display());
    assert!(run.stderr().starts_with(&warning), "{}", run.stderr());
    let english = run_at(home.path(), ["play", "staqs", "--second", "human", "--lang", "en"], b"");
    assert!(english.stderr().contains("Blue to move> "), "{}", english.stderr());
    assert_eq!(fs::read_to_string(&file).unwrap(), "language = pt\nascii = perhaps\n");
}

#[test]
fn settings_are_shown_and_changed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let all = run_at(home, ["settings"], b"").stdout_of_success();
    assert!(all.starts_with("language = auto\ntheme = cairn\n") && all.contains("\nascii = no\n"), "{all}");
    run_at(home, ["settings", "language", "pt"], b"").stdout_of_success();
    assert_eq!(run_at(home, ["settings", "language"], b"").stdout_of_success(), "pt\n");
    let json = run_at(home, ["settings", "--json"], b"").stdout_of_success();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["language"], &json["ascii"]), (&"pt".into(), &"no".into()));
    for (arguments, expected) in [
        (["settings", "colour", "red"], "unknown setting `colour`; the settings are language, theme, "),
        (["settings", "mode", "pink"], "`pink` is not a value of mode (auto, light, dark)"),
        (["settings", "opponent", "nobody"], "`nobody` is not a value of opponent (unknown bot `nobody`"),
    ] {
        let error = run_at(home, arguments, b"").stderr_of_bad_request();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(fs::read_to_string(home.join("settings.txt")).unwrap(), "language = pt\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game_between_bots_in_a_script() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process};

    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["play", "staqs", "--first", "greedy", "--second", "ab:time=1h", "--seed", "1"])
        .env("CAIRN_HOME", home.path())
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("Blue (greedy): ")));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(lines.any(|line| line.starts_with("White (ab:time=1h): ")));
    assert!(child.wait().unwrap().success());
}

//! Unfinished games are saved and resumed, and settings are stored.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{program, run_at};

/// Lists the files of a user's unfinished games with this extension.
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
    let (_, opening) = first.split_once("White (level 1): ").unwrap();
    let opening = opening.lines().next().unwrap();
    let record = run_at(home, ["play", "--resume"], b"record\nquit\n").stdout_of_success();
    assert!(record.contains("[First \"level1\"]\n[Second \"human\"]"), "{record}");
    assert!(record.contains(&format!("[Seed \"9\"]\n\n1. {opening}\n")), "{record}");
    let answered = run_at(home, ["play", "--resume"], b"e5-d5\nquit\n").stdout_of_success();
    assert!(answered.contains("White (level 1): "), "the bot moves after the resume: {answered}");
}

#[test]
fn the_game_to_resume_can_be_named() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (game, mv) in [("staqs:size=7", "g7\n"), ("sight", "c3\n")] {
        run_at(home, ["play", game, "--second", "human"], mv.as_bytes());
    }
    let history =
        |game: &str| run_at(home, ["play", game, "--resume"], b"history\nquit\n").stdout_of_success();
    assert!(history("staqs").contains("1 g7\n") && history("staqs:size=7").contains("1 g7\n"));
    assert!(history("sight").contains("1 c3\n"));
    let none = run_at(home, ["play", "staqs:size=6", "--resume"], b"");
    assert!(none.stderr_of_failure(1).contains("there is no unfinished game of staqs"));
    let unknown = run_at(home, ["play", "chess", "--resume"], b"");
    assert!(unknown.stderr_of_bad_request().contains("unknown game `chess`"));
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
fn without_storage_the_game_continues_and_losses_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let run = run_at(&file, ["play", "staqs", "--second", "human"], b"c3\nd4\nposition\n");
    assert!(run.stdout_of_success().contains(" b 3/3\n"));
    let said = run.stderr();
    let path = file.join("unfinished");
    assert_eq!(said.matches("`save FILE` saves the record elsewhere").count(), 1, "{said}");
    assert!(said.contains(&format!("staqs after 1 move is not saved: {}: ", path.display())), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("staqs after 2 moves is not saved: "), "{said}");
    assert!(!said.contains("The game is saved"), "{said}");

    let record = home.path().join("record.txt");
    let moves = format!("c3\nd4\nsave {}\n", record.display());
    let saved = run_at(&file, ["play", "staqs", "--second", "human"], moves.as_bytes());
    let said = saved.stderr();
    assert!(said.lines().last().unwrap().contains("End of input"), "it is in a file: {said}");
    assert!(fs::read_to_string(record).unwrap().ends_with("1. c3 d4\n"));
}

#[test]
fn saving_is_tried_again_at_every_move() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let home = tempfile::tempdir().unwrap();
    let in_the_way = home.path().join("unfinished");
    fs::write(&in_the_way, "").unwrap();
    let mut child = program(home.path())
        .args(["play", "staqs", "--second", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    input.write_all(b"c3\n").unwrap();
    assert!(lines.any(|line| line.contains("staqs after 1 move is not saved: ")));
    fs::remove_file(&in_the_way).unwrap();
    input.write_all(b"d4\n").unwrap();
    assert!(lines.any(|line| line.contains("The game is saved again.")));
    drop(input);
    assert!(lines.any(|line| line.starts_with("The game is saved; `cairn play --resume` continues it.")));
    assert!(child.wait().unwrap().success());
    assert_eq!(saves(home.path(), "game").len(), 1);
}

#[test]
fn unreadable_settings_do_not_prevent_saving() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("settings.toml");
    fs::create_dir(&file).unwrap();
    let run = run_at(home.path(), ["play", "staqs", "--second", "human"], b"c3\nd4\n");
    let said = run.stderr();
    assert!(
        said.starts_with(&format!("{}: not a file; the default settings apply", file.display())),
        "{said}"
    );
    assert!(said.ends_with("The game is saved; `cairn play --resume` continues it.\n"), "{said}");
    assert_eq!(saves(home.path(), "game").len(), 1);
    let set = run_at(home.path(), ["settings", "ascii", "yes"], b"");
    assert!(set.stderr_of_failure(1).contains("settings.toml: not a file"), "{}", set.stderr());
}

#[test]
fn bots_of_a_resumed_game_move_as_if_it_had_not_been_interrupted() {
    let seats = ["play", "staqs", "--first", "level1", "--seed", "5", "--second"];
    let whole = tempfile::tempdir().unwrap();
    let bots = run_at(whole.path(), [&seats[..], &["level2"]].concat(), b"").stdout_of_success();
    let answers: Vec<&str> = bots.lines().filter_map(|line| line.strip_prefix("White (level 2): ")).collect();

    let home = tempfile::tempdir().unwrap();
    run_at(home.path(), [&seats[..], &["human"]].concat(), b"").stdout_of_success();
    for answer in &answers[..answers.len() - 1] {
        run_at(home.path(), ["play", "--resume"], format!("{answer}\n").as_bytes()).stdout_of_success();
    }
    let last = format!("{}\nrecord\n", answers.last().unwrap());
    let record = run_at(home.path(), ["play", "--resume"], last.as_bytes()).stdout_of_success();
    let moves = |text: &str| text.lines().filter(|line| line.starts_with("Blue (level 1): ")).count();
    assert!(moves(&bots) >= answers.len() && answers.len() > 5, "{bots}");
    assert!(record.contains("result: "), "every answer fits the game that was played at once: {record}");
}

#[test]
fn two_that_resume_at_once_do_not_get_the_same_game() {
    use std::process::Stdio;

    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\n");
    let mut first = program(home)
        .args(["play", "--resume"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The program shows the board once it owns the game.
    std::io::Read::read_exact(first.stdout.as_mut().unwrap(), &mut [0]).unwrap();
    let second = run_at(home, ["play", "--resume"], b"");
    let said = second.stderr_of_failure(1);
    assert!(said.contains("every unfinished game is open in another window"), "{said}");
    run_at(home, ["play", "staqs", "--second", "human"], b"a1\n");
    let second = run_at(home, ["play", "--resume"], b"history\n").stdout_of_success();
    assert!(second.contains("1 a1\n"), "{second}");
    drop(first.stdin.take());
    first.wait_with_output().unwrap();
}

#[test]
fn leftovers_of_killed_processes_are_removed_at_the_next_start() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let name = ".cairn-0123456789ab.tmp";
    let left: Vec<PathBuf> =
        ["", "unfinished", "games"].iter().map(|folder| home.join(folder).join(name)).collect();
    for path in &left {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "half").unwrap();
    }
    run_at(home, ["play", "staqs", "--second", "human"], b"quit\n").stdout_of_success();
    assert!(left.iter().all(|path| !path.exists()), "{left:?}");
}

#[cfg(unix)]
#[test]
fn more_saves_than_file_handles_do_not_open_the_wrong_game() {
    use std::time::{Duration, SystemTime};

    use cairn_test_support::command;

    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\n");
    let save = saves(home, "game").remove(0);
    let text = fs::read_to_string(&save).unwrap();
    let other = text.replace("1. c3 d4", "1. c3").replace("plies = 2", "plies = 1");
    let earlier = SystemTime::now() - Duration::from_secs(3600);
    for number in 0..5_000 {
        let path = save.with_file_name(format!("9{number}-1-0.game"));
        fs::write(&path, &other).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_modified(earlier).unwrap();
        fs::write(path.with_extension("lock"), "").unwrap();
    }
    let run = command("sh", home)
        .args(["-c", "ulimit -n 64; printf 'history\\nresign\\n' | \"$0\" play --resume"])
        .arg(env!("CARGO_BIN_EXE_cairn"))
        .output()
        .unwrap();
    let (out, said) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(out.contains("1 c3  2 d4\n"), "{out}{said}");
    assert!(!save.exists() && saves(home, "game").len() == 5_000, "only the one that was opened is over");
}

#[test]
fn invalid_settings_are_reported_and_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("settings.toml");
    let text = "language = \"pt\"\nascii = \"perhaps\"\n";
    fs::write(&file, text).unwrap();
    let run = run_at(home.path(), ["play", "staqs", "--second", "human"], b"sair\n");
    let warning = format!("{}, linha 2: `perhaps` não é um valor válido (no, yes).\n", file.display());
    assert!(run.stderr().starts_with(&warning), "{}", run.stderr());
    let english = run_at(home.path(), ["play", "staqs", "--second", "human", "--lang", "en"], b"");
    assert!(english.stderr().contains("Blue to move> "), "{}", english.stderr());
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
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
        (
            ["settings", "colour", "red"],
            "definição desconhecida `colour`; as definições são language, theme, ",
        ),
        (["settings", "mode", "pink"], "`pink` não é um valor de mode (auto, light, dark)"),
        (
            ["settings", "opponent", "nobody"],
            "`nobody` não é um valor de opponent (bot desconhecido `nobody`",
        ),
    ] {
        let error = run_at(home, arguments, b"").stderr_of_bad_request();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(fs::read_to_string(home.join("settings.toml")).unwrap(), "language = \"pt\"\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game_between_bots_in_a_script() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["play", "staqs", "--first", "greedy", "--second", "ab:time=1h", "--seed", "1"])
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

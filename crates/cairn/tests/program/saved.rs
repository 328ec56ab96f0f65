//! Finished games are saved, listed, exported and deleted.

use std::fs;
use std::path::Path;

use crate::run::{Run, run_at};

fn saved(home: &Path, arguments: &[&str]) -> Run {
    let mut all = vec!["saved"];
    all.extend(arguments);
    run_at(home, all, b"")
}

#[test]
fn a_finished_game_is_in_the_list() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    assert!(saved(home, &[]).stderr().contains("No game has been saved yet"));
    let played = run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\nresign\n");
    assert!(
        played.stdout_of_success().ends_with("\nBlue resigns: White wins.\nresult: second (resignation)\n")
    );
    assert!(played.stderr().contains("`cairn saved` lists them"), "{}", played.stderr());
    run_at(home, ["play", "staqs:size=3", "--first", "random", "--second", "random"], b"");
    let list = saved(home, &[]).stdout_of_success();
    assert_eq!(list.lines().count(), 1, "games between bots are not saved: {list}");
    for word in ["1  20", "STAQS", "human – human", "2 moves", "White won"] {
        assert!(list.contains(word), "{word}: {list}");
    }
    assert!(saved(home, &["--lang", "pt"]).stdout_of_success().contains("vitória: Brancas"));
    assert_eq!(saved(home, &["--game", "sight"]).stdout_of_success(), "");
    let json: serde_json::Value =
        serde_json::from_str(&saved(home, &["--json"]).stdout_of_success()).unwrap();
    let game = &json["games"][0];
    assert_eq!((&game["game"], &game["plies"], &game["result"]), (&"staqs".into(), &2.into(), &"0-1".into()));

    let one = saved(home, &["1"]).stdout_of_success();
    assert!(one.contains("Blue resigns: White wins.\ncairn play --load '"), "{one}");
    let file = home.join("copy.txt");
    saved(home, &["1", "--export", file.to_str().unwrap()]).stdout_of_success();
    assert!(fs::read_to_string(&file).unwrap().ends_with("\n\n1. c3 d4\n"));
    assert!(saved(home, &["1", "--delete"]).stderr().contains("Deleted: "));
    assert_eq!(saved(home, &[]).stdout_of_success(), "");
    assert!(file.exists());
}

#[test]
fn damage_and_nonsense_are_named() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    run_at(home, ["play", "staqs", "--second", "human"], b"c3\nd4\nresign\n");
    fs::write(home.join("games/bad.txt"), "[Game \"staqs\"]\n\n1. c3 z9\n").unwrap();
    let list = saved(home, &[]).stdout_of_success();
    assert!(list.lines().count() == 2 && list.contains("damaged: game 1, line 3: `z9`"), "{list}");
    let bad = list.lines().position(|line| line.contains("damaged")).unwrap() + 1;
    let file = home.join("x.txt");
    let export = saved(home, &[&bad.to_string(), "--export", file.to_str().unwrap()]);
    assert!(export.stderr_of_failure(1).contains("bad.txt: game 1, line 3: `z9`"));
    assert!(saved(home, &["3"]).stderr_of_bad_request().contains("there is no saved game 3 among 2"));
    assert!(saved(home, &["0"]).stderr_of_bad_request().contains("'0'"));
    assert!(saved(home, &["--game", "poker"]).stderr_of_bad_request().contains("poker"));
    assert!(saved(home, &["--delete"]).stderr_of_bad_request().contains("<N>"));
}

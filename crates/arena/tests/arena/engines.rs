//! Other programs as bots: good ones, and those that crash, are silent, lie or stop half way.
//!
//! The good engine is this test program itself, started again to run the test that is usually
//! ignored.

use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;

use cairn_arena::{Match, Terms};
use cairn_session::{BasicBot, Rng, Session, open};

use crate::{run, versus};

const POLITE: &str = "
while read -r line; do
  case $line in
    ugi) echo id name sh; echo ugiok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*) GO ;;
  esac
done
";

/// The word for a bot that is a script; a program of its own would be busy while it is written.
fn script(folder: &Path, name: &str, settings: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("ugi:{settings}sh {}", path.display())
}

/// The text of a script that becomes the good engine.
fn good_engine() -> String {
    let program = std::env::current_exe().unwrap();
    format!("exec '{}' --exact engines::speak --ignored --nocapture\n", program.display())
}

#[test]
#[ignore = "this is the good engine, not a test"]
fn speak() {
    let mut game = String::new();
    let mut session: Option<Box<dyn Session>> = None;
    let mut rng = Rng::seeded(0);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let answer = match line.split_once(' ').unwrap_or((&line, "")) {
            ("ugi", _) => "id name good\noption name Seed type spin default 0\nugiok".to_owned(),
            ("isready", _) => "readyok".to_owned(),
            ("quit", _) => return,
            ("setoption", option) => {
                if let Some(word) = option.strip_prefix("name Game value ") {
                    word.clone_into(&mut game);
                } else if let Some(seed) = option.strip_prefix("name Seed value ") {
                    rng = Rng::seeded(seed.parse().unwrap());
                }
                continue;
            }
            ("position", place) => {
                let (start, moves) = place.split_once(" moves ").unwrap_or((place, ""));
                assert_eq!(start, "startpos");
                let mut now = open(&game, None).unwrap();
                moves.split_whitespace().for_each(|mv| drop(now.play(mv).unwrap()));
                session = Some(now);
                continue;
            }
            ("go", "nodes 5") => {
                let mv = session.as_ref().unwrap().basic_move(BasicBot::Greedy, &mut rng).unwrap();
                format!("info depth 1 nodes 5 score cp 0 pv {mv}\nbestmove {mv}")
            }
            _ => continue,
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn a_good_engine_plays_whole_games_the_same_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let word = script(folder.path(), "good", "nodes=5,", &good_engine());
    for game in ["staqs:size=4", "sight:size=3", "staqs:players=3"] {
        let mut versus = versus(&word, "random", 6);
        versus.terms = Terms::of(game, 1).unwrap();
        let report = run(&versus);
        assert_eq!((report.tally.games(), report.forfeits), (6, vec![]), "{game}");
        let again = run(&Match { threads: 1, ..versus });
        assert_eq!((again.tally, again.plies), (report.tally, report.plies), "{game}");
    }
}

#[test]
fn bad_engines_lose_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let hasty = "patience=150ms,";
    let engines = [
        (
            "crashing",
            "",
            POLITE.replace("GO", "exit 3"),
            "ended without an answer to `go movetime 100` (exit status: 3)",
        ),
        ("silent", hasty, POLITE.replace("GO", ":"), "no answer to `"),
        ("lying", "", POLITE.replace("GO", "echo bestmove z9"), "illegal move z9"),
        ("illegal", "", POLITE.replace("GO", "echo bestmove a1-b2"), "illegal move a1-b2"),
        (
            "babbling",
            "",
            POLITE.replace("GO", "echo bestmove"),
            "`bestmove` is no answer to `go movetime 100`",
        ),
        ("talkative", "", POLITE.replace("GO", "echo bestmove a1 b2"), "`bestmove a1 b2` is no answer"),
        ("deaf", hasty, "sleep 20\n".to_owned(), "no answer to `"),
        ("dead", "", "exit 1\n".to_owned(), "ended without an answer to `ugi` (exit status: 1)"),
        ("unready", hasty, POLITE.replace("readyok", "perhaps"), "no answer to `"),
        ("flooding", hasty, "yes info string hello\n".to_owned(), "no answer to `"),
    ];
    for (name, settings, text, fault) in engines {
        let word = script(folder.path(), name, settings, &text);
        let report = run(&versus("random", &word, 2));
        assert_eq!((report.tally.wins, report.forfeits.len()), (2, 2), "{name}");
        for (_, forfeit) in &report.forfeits {
            assert!(forfeit.fault.contains(fault), "{name}: {}", forfeit.fault);
        }
    }
}

#[test]
fn a_dead_engine_is_started_again_for_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    let marker = marker.display();
    let crash = POLITE.replace("GO", "exit 1");
    let text = format!("if [ ! -e '{marker}' ]; then : > '{marker}'\n{crash}fi\n{}", good_engine());
    let word = script(folder.path(), "once", "nodes=5,", &text);
    let report = run(&Match { threads: 1, ..versus(&word, "random", 6) });
    assert_eq!(report.tally.games(), 6);
    let [(number, forfeit)] = &report.forfeits[..] else { panic!("{:?}", report.forfeits) };
    assert!(*number == 0 && forfeit.fault.starts_with("ended"), "{forfeit:?}");
}

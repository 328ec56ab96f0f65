//! External engines as bots: accepted output, its limits, and that no engine outlives this program.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use cairn_engine::bots::{Bot, BotFault, BotSpec, end_all_engines};
use cairn_session::open;
use cairn_test_support::{LastWords, STUBBORN_ENGINE};

/// An engine that plays a1 with minimal output; tests replace `START` and `GO`.
const ENGINE: &str = "START
while read -r line; do
  case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*) GO ;;
  esac
done
";
/// A child process that prints a line if it outlives the engine.
const CHILD: &str = "exec 3>fifo; (sleep 600; echo outlived us) >&3 &";
/// Creates a bot that is a script in a folder.
fn bot(folder: &Path, settings: &str, script: &str) -> Box<dyn Bot> {
    let path = folder.join("engine");
    fs::write(&path, format!("cd '{}'\n{script}", folder.display())).unwrap();
    format!("ugi:{settings}sh {}", path.display()).parse::<BotSpec>().unwrap().make()
}

fn answer(script: &str) -> Result<String, BotFault> {
    let folder = tempfile::tempdir().unwrap();
    let session = open("staqs", None).unwrap();
    let mut bot = bot(folder.path(), "", script);
    bot.new_game(&*session, 1)?;
    bot.choose(&*session)
}

#[test]
fn common_spellings_are_understood() {
    for said in [
        "bestmove a1",
        "bestmove a1 ponder b2",
        "bestmove a1 ponder",
        "BestMove a1 Ponder b2",
        "BESTMOVE\ta1  \r",
        "  bestmove  a1 \r",
    ] {
        let script = ENGINE.replace("GO", &format!("printf '%s\\n' '{said}'"));
        let script = script.replace("echo ugiok", "echo 'UGIOK \r'").replace("readyok", "ReadyOK");
        assert_eq!(answer(&script), Ok("a1".to_owned()), "{said}");
    }
    for said in ["bestmove", "bestmove a1 b2", "bestmove a1 ponder b2 c3"] {
        let fault = answer(&ENGINE.replace("GO", &format!("echo {said}"))).unwrap_err();
        assert!(matches!(fault, BotFault::UnexpectedAnswer { .. }), "{said}: {fault}");
    }
}

#[test]
fn a_line_without_an_end_is_no_answer() {
    let flood = "head -c 300000000 /dev/zero | tr '\\0' x";
    for script in [flood.to_owned(), ENGINE.replace("GO", flood)] {
        let fault = answer(&script).unwrap_err();
        let BotFault::UnexpectedAnswer { answer, .. } = &fault else { panic!("{fault}") };
        assert!(answer.starts_with("xxx") && answer.len() < 200, "{fault}");
    }
}

#[test]
fn engines_end_with_their_children() {
    let fork = ENGINE.replace("START", CHILD);
    let crash = fork.replace("GO", "exit 1");
    for script in [&fork, &crash, STUBBORN_ENGINE] {
        let folder = tempfile::tempdir().unwrap();
        let session = open("staqs", None).unwrap();
        let last_words = LastWords::listen(folder.path());
        let mut bot = bot(folder.path(), "patience=10s,", script);
        bot.new_game(&*session, 1).unwrap();
        if script == crash {
            bot.choose(&*session).unwrap_err();
        }
        drop(bot);
        assert_eq!(last_words.text(), "", "{script}");
    }
}

#[test]
fn children_do_not_answer_for_an_engine_that_has_crashed() {
    let folder = tempfile::tempdir().unwrap();
    let session = open("staqs", None).unwrap();
    let script = ENGINE.replace("START", "(sleep 600; echo bestmove a1) &").replace("GO", "exit 1");
    let mut bot = bot(folder.path(), "patience=1h,", &script);
    bot.new_game(&*session, 1).unwrap();
    let fault = bot.choose(&*session).unwrap_err();
    assert!(matches!(fault, BotFault::Ended { .. }), "{fault}");
}

#[test]
fn leaving_ends_engines_that_think() {
    let folder = tempfile::tempdir().unwrap();
    let last_words = LastWords::listen(folder.path());
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "leave", "--ignored"])
        .env("FOLDER", folder.path())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(last_words.text(), "");
    assert!(!folder.path().join("fault").exists(), "the end was taken for a fault");
}

#[test]
#[ignore = "this is a program that leaves, not a test"]
fn leave() {
    let folder = std::env::var_os("FOLDER").unwrap();
    let folder = Path::new(&folder);
    let session = open("staqs", None).unwrap();
    let mut bot = bot(folder, "patience=1h,", STUBBORN_ENGINE);
    bot.new_game(&*session, 1).unwrap();
    let fault = folder.join("fault");
    thread::spawn(move || {
        let answer = bot.choose(&*session);
        fs::write(fault, format!("{answer:?}")).unwrap();
    });
    end_all_engines();
    std::process::exit(0);
}

#[test]
fn engines_are_shared_between_threads() {
    fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Box<dyn cairn_engine::Engine>>();
    assert_shared::<cairn_engine::bots::BotSpec>();
}

//! `cairn ugi` through pipes.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use cairn_engine::bots::{BasicBot, BotKind};
use cairn_rules::Player;
use cairn_session::open;

use crate::run::{brief_games, cairn_with, program};

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    _home: tempfile::TempDir,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut child = program(home.path())
            .arg("ugi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, output, _home: home }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn read_line(&mut self) -> String {
        self.output.next().unwrap().unwrap()
    }

    /// Reads lines up to and including the first that begins with the word.
    fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.read_line());
            if lines.last().unwrap().split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    fn query(&mut self, query: &str) -> String {
        self.send(&format!("query {query}"));
        self.read_line().strip_prefix("response ").unwrap().to_owned()
    }

    /// Returns the best move, which the last `info` line must contain.
    fn go(&mut self, limits: &str) -> String {
        self.send(&format!("go {limits}"));
        let lines = self.read_until("bestmove");
        let mv = best(&lines);
        let info = &lines[lines.len() - 2];
        assert!(info.starts_with("info depth ") && info.contains(&format!(" pv {mv}")), "{info}");
        mv
    }

    /// Expects no more output and a successful exit.
    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.output.next().map(Result::unwrap), None);
        assert!(self.child.wait().unwrap().success());
    }
}

fn best(lines: &[String]) -> String {
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let ["bestmove", mv] = words[..] else { panic!("{words:?}") };
    mv.to_owned()
}

/// Plays a whole game and sends the queries of a referee after each move.
fn referee(spec: &str) {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("setoption name Game value {spec}"));
    engine.send("setoption name Hash value 1");
    engine.send("uginewgame");
    let mut session = open(spec, None).unwrap();
    while session.outcome().is_none() {
        assert_eq!(engine.query("gameover"), "false");
        assert_eq!(engine.query("result"), "none");
        assert_eq!(engine.query("p1turn"), (session.to_move() == Player::FIRST).to_string());
        let mv = engine.go("nodes 60");
        session.play(&mv).unwrap();
        engine.send(&format!("position startpos moves {}", session.history().join(" ")));
    }
    assert_eq!(engine.query("gameover"), "true");
    let winner = session.outcome().unwrap().winner();
    let expected = winner.map_or("draw".to_owned(), |winner| format!("p{}win", winner.index() + 1));
    assert_eq!(engine.query("result"), expected, "{spec}");
    engine.send("go movetime 5");
    let lines = engine.read_until("bestmove");
    assert_eq!((best(&lines).as_str(), lines.len()), ("0000", 2), "{spec}");
    engine.quit();
}

#[test]
fn whole_games_are_refereed() {
    for spec in brief_games().chain(["staqs:players=3".to_owned()]) {
        referee(&spec);
    }
}

#[test]
fn the_engine_introduces_itself() {
    let mut engine = Engine::start(&["sight:size=7"]);
    engine.send("ugi");
    let lines = engine.read_until("ugiok");
    assert!(lines[0].starts_with("id name Cairn ") && lines[1].starts_with("id author "));
    for option in [
        "option name Game type string default sight:size=7",
        "option name Hash type spin default 64 min 1 max 16384",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 32",
        "option name Seed type spin default 1 min 0 max 9223372036854775807",
        "option name Contempt type spin default 0 min 0 max 5000",
        "option name OwnBook type check default false",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn an_infinite_search_still_answers() {
    let mut engine = Engine::start(&["stlts"]);
    engine.send("go infinite");
    engine.read_until("info");
    engine.send("isready");
    engine.read_until("readyok");
    engine.send("query p1turn");
    assert_eq!(engine.read_until("response").last().unwrap(), "response true");
    engine.send("position startpos moves nonsense");
    let lines = engine.read_until("info").pop().unwrap();
    assert!(lines.starts_with("info "), "{lines}");
    engine.send("stop");
    engine.read_until("bestmove");
    // There is nothing left to stop, and `bestmove` is not repeated.
    engine.send("stop");
    engine.send("isready");
    assert_eq!(engine.read_line(), "readyok");
    // A second `go` stops the first search.
    engine.send("go infinite");
    engine.send("go depth 1");
    engine.read_until("bestmove");
    engine.read_until("bestmove");
    // In a solved position the best move also waits for `stop`.
    engine.send("setoption name Game value staqs:size=3");
    engine.send("position fen b2,1,w2/2,n/3 w 0/0");
    engine.send("go infinite");
    engine.read_until("info");
    engine.send("isready");
    let lines = engine.read_until("readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    engine.send("stop");
    assert_eq!(best(&engine.read_until("bestmove")), "c3-c2");
    engine.send("go infinite");
    engine.send("quit");
    assert!(engine.read_until("bestmove").len() > 1);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn invalid_commands_change_nothing() {
    let mut engine = Engine::start(&["staqs"]);
    engine.send("position startpos moves c3");
    for command in [
        "joho",
        "go depth zero",
        "go ponder",
        "position startpos moves c3 c3",
        "position fen nonsense",
        "position",
        "setoption name Game value chess",
        "setoption name Hash value 0",
        "setoption name Colour value red",
        "query weather",
        "\u{1b}[31m",
        "isready or not",
    ] {
        engine.send(command);
        let answer = engine.read_line();
        assert!(answer.starts_with("info string ") && !answer.contains('\u{1b}'), "{command}: {answer}");
    }
    engine.input.write_all(b"\xff\xfe\n").unwrap();
    assert!(engine.read_line().starts_with("info string "));
    engine.send(&"x".repeat(3 << 20));
    assert!(engine.read_line().contains("too long"));
    engine.send("");
    assert_eq!(engine.query("p1turn"), "false");
    let mut session = open("staqs", None).unwrap();
    session.play("c3").unwrap();
    session.play(&engine.go("nodes 100")).unwrap();
    engine.quit();
}

#[test]
fn limits_and_options_are_respected() {
    let mut engine = Engine::start(&["stac"]);
    let legal = open("stac", None).unwrap().legal_moves();
    for limits in
        ["movetime 1", "depth 1", "nodes 1", "p1time 50 p2time 50 p1inc 0 p2inc 0", "p1time -5", "movetime 0"]
    {
        assert!(legal.contains(&engine.go(limits)), "{limits}");
    }
    engine.send("setoption name MultiPV value 3");
    engine.send("go depth 2");
    let lines = engine.read_until("bestmove");
    for line in 1..=3 {
        assert!(lines.iter().any(|info| info.contains(&format!(" multipv {line} score "))), "{lines:?}");
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("setoption name Threads value 64");
    assert!(legal.contains(&engine.go("nodes 2000")));
    engine.send("setoption name Threads value 1");
    // After `uginewgame` the same search gives the same result.
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.send("uginewgame");
        engine.send("go nodes 5000");
        let lines = engine.read_until("bestmove");
        let line = lines[lines.len() - 2].clone();
        answers.push(line.split_once(" score ").unwrap().1.to_owned());
    }
    assert_eq!(answers[0], answers[1]);
    engine.quit();
}

#[test]
fn mate_counts_plies() {
    let mut engine = Engine::start(&["staqs:size=3"]);
    engine.send("position fen b2,1,w2/2,n/3 w 0/0");
    engine.send("go depth 3");
    let lines = engine.read_until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 1 pv c3-c2"), "{lines:?}");
    engine.quit();
}

#[test]
fn commands_from_a_pipe_are_answered() {
    let out =
        cairn_with(&["ugi", "sight"], b"position startpos moves c3\ngo nodes 500\n").stdout_of_success();
    assert!(out.lines().last().unwrap().starts_with("bestmove "), "{out}");
    let out = cairn_with(&["ugi", "sight"], b"go infinite\n").stdout_of_success();
    assert_eq!(out.matches("bestmove").count(), 1, "{out}");
    assert!(cairn_with(&["ugi", "chess"], b"").stderr_of_bad_request().contains("`chess`"));
}

#[test]
fn a_game_of_a_thousand_plies_is_followed() {
    let mut session = open("stac:quiet=0", None).unwrap();
    let mut seed = 1;
    let mut bot = BotKind::Basic(BasicBot::Random).bot(seed);
    while session.ply() < 1_000 {
        let mv = bot.choose_move(&*session).unwrap().unwrap();
        session.play(&mv).unwrap();
        if session.outcome().is_some() {
            // Continues differently from a few moves earlier: the same seed would play the same moves again.
            for _ in 0..4 {
                session.undo();
            }
            seed += 1;
            bot = BotKind::Basic(BasicBot::Random).bot(seed);
        }
    }
    let mut engine = Engine::start(&["stac:quiet=0"]);
    engine.send(&format!("position startpos moves {}", session.history().join(" ")));
    assert_eq!(engine.query("gameover"), "false");
    assert!(session.legal_moves().contains(&engine.go("nodes 500")));
    engine.quit();
}

/// Returns the engine's address space, in MiB.
#[cfg(target_os = "linux")]
fn taken(engine: &mut Engine) -> u64 {
    engine.send("isready");
    engine.read_until("readyok");
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    size.trim_end_matches("kB").trim().parse::<u64>().unwrap() >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn ready_means_that_the_table_is_there() {
    let mut engine = Engine::start(&[]);
    let before = taken(&mut engine);
    engine.send("setoption name Hash value 2048");
    let large = taken(&mut engine);
    assert!(large > before + 1_900, "{before} {large}");
    engine.go("nodes 500");
    // Another game has a table of the same size, and the old one is freed.
    for change in ["setoption name Game value sight", "uginewgame"] {
        engine.send(change);
        let other = taken(&mut engine);
        assert!(other > before + 1_900 && other < large + 1_000, "{large} {other}");
        engine.go("nodes 500");
    }
    // Options set during a search apply once it has ended.
    engine.send("go infinite");
    engine.read_line();
    engine.send("setoption name Hash value 1");
    assert!(taken(&mut engine) > before + 1_900);
    engine.send("stop");
    engine.read_until("bestmove");
    let small = taken(&mut engine);
    assert!(small < before + 1_000, "{before} {small}");
    engine.go("nodes 500");
    engine.quit();
}

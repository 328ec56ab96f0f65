//! The engine protocol, spoken to the real program through pipes.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cairn_engine::bots::{BasicBot, BotKind};
use cairn_rules::Player;
use cairn_session::open;

use crate::run::{brief_games, cairn_with};

/// An engine that runs.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
            .arg("ugi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        self.output.next().unwrap().unwrap()
    }

    /// The lines until one begins with the word, that one last.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().unwrap().split(' ').next() == Some(word) {
                return heard;
            }
        }
    }

    fn ask(&mut self, query: &str) -> String {
        self.say(&format!("query {query}"));
        self.hear().strip_prefix("response ").unwrap().to_owned()
    }

    /// What it plays, after a last `info` with the same move.
    fn go(&mut self, how: &str) -> String {
        self.say(&format!("go {how}"));
        let heard = self.until("bestmove");
        let mv = best(&heard);
        let info = &heard[heard.len() - 2];
        assert!(info.starts_with("info depth ") && info.contains(&format!(" pv {mv}")), "{info}");
        mv
    }

    /// Nothing more is said, and the program ends well.
    fn quit(mut self) {
        self.say("quit");
        assert_eq!(self.output.next().map(Result::unwrap), None);
        assert!(self.child.wait().unwrap().success());
    }
}

fn best(heard: &[String]) -> String {
    let words: Vec<&str> = heard.last().unwrap().split(' ').collect();
    let ["bestmove", mv] = words[..] else { panic!("{words:?}") };
    mv.to_owned()
}

/// Plays a whole game, and asks after each move what a referee asks.
fn referee(word: &str) {
    let mut engine = Engine::start(&[]);
    engine.say(&format!("setoption name Game value {word}"));
    engine.say("setoption name Hash value 1");
    engine.say("uginewgame");
    let mut witness = open(word, None).unwrap();
    while witness.outcome().is_none() {
        assert_eq!(engine.ask("gameover"), "false");
        assert_eq!(engine.ask("result"), "none");
        assert_eq!(engine.ask("p1turn"), (witness.to_move() == Player::FIRST).to_string());
        let mv = engine.go("nodes 60");
        witness.play(&mv).unwrap();
        engine.say(&format!("position startpos moves {}", witness.history().join(" ")));
    }
    assert_eq!(engine.ask("gameover"), "true");
    let winner = witness.outcome().unwrap().winner();
    let expected = winner.map_or("draw".to_owned(), |winner| format!("p{}win", winner.index() + 1));
    assert_eq!(engine.ask("result"), expected, "{word}");
    engine.say("go movetime 5");
    let heard = engine.until("bestmove");
    assert_eq!((best(&heard).as_str(), heard.len()), ("0000", 2), "{word}");
    engine.quit();
}

#[test]
fn whole_games_are_refereed() {
    for word in brief_games().chain(["staqs:players=3".to_owned()]) {
        referee(&word);
    }
}

#[test]
fn the_engine_introduces_itself() {
    let mut engine = Engine::start(&["sight:size=7"]);
    engine.say("ugi");
    let heard = engine.until("ugiok");
    assert!(heard[0].starts_with("id name Cairn ") && heard[1].starts_with("id author "));
    for option in [
        "option name Game type string default sight:size=7",
        "option name Hash type spin default 64 min 1 max 16384",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 32",
        "option name Seed type spin default 1 min 0 max 9223372036854775807",
        "option name Contempt type spin default 0 min 0 max 5000",
        "option name OwnBook type check default false",
    ] {
        assert!(heard.iter().any(|line| line == option), "{option}: {heard:?}");
    }
    engine.quit();
}

#[test]
fn an_endless_search_listens() {
    let mut engine = Engine::start(&["stlts"]);
    engine.say("go infinite");
    engine.until("info");
    engine.say("isready");
    engine.until("readyok");
    engine.say("query p1turn");
    assert_eq!(engine.until("response").last().unwrap(), "response true");
    engine.say("position startpos moves nonsense");
    let heard = engine.until("info").pop().unwrap();
    assert!(heard.starts_with("info "), "{heard}");
    engine.say("stop");
    engine.until("bestmove");
    // There is nothing left to stop, and the best move was said once.
    engine.say("stop");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    // A second question ends the first one.
    engine.say("go infinite");
    engine.say("go depth 1");
    engine.until("bestmove");
    engine.until("bestmove");
    // A position that is known to the end says its best move when it is asked to, and not before.
    engine.say("setoption name Game value staqs:size=3");
    engine.say("position fen b2,1,w2/2,n/3 w 0/0");
    engine.say("go infinite");
    engine.until("info");
    engine.say("isready");
    let heard = engine.until("readyok");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    engine.say("stop");
    assert_eq!(best(&engine.until("bestmove")), "c3-c2");
    engine.say("go infinite");
    engine.say("quit");
    assert!(engine.until("bestmove").len() > 1);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn nonsense_changes_nothing() {
    let mut engine = Engine::start(&["staqs"]);
    engine.say("position startpos moves c3");
    for nonsense in [
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
        engine.say(nonsense);
        let answer = engine.hear();
        assert!(answer.starts_with("info string ") && !answer.contains('\u{1b}'), "{nonsense}: {answer}");
    }
    engine.input.write_all(b"\xff\xfe\n").unwrap();
    assert!(engine.hear().starts_with("info string "));
    engine.say(&"x".repeat(3 << 20));
    assert!(engine.hear().contains("too long"));
    engine.say("");
    assert_eq!(engine.ask("p1turn"), "false");
    let mut witness = open("staqs", None).unwrap();
    witness.play("c3").unwrap();
    witness.play(&engine.go("nodes 100")).unwrap();
    engine.quit();
}

#[test]
fn limits_and_options_are_kept() {
    let mut engine = Engine::start(&["stac"]);
    let legal = open("stac", None).unwrap().legal_moves();
    for how in
        ["movetime 1", "depth 1", "nodes 1", "p1time 50 p2time 50 p1inc 0 p2inc 0", "p1time -5", "movetime 0"]
    {
        assert!(legal.contains(&engine.go(how)), "{how}");
    }
    engine.say("setoption name MultiPV value 3");
    engine.say("go depth 2");
    let heard = engine.until("bestmove");
    for line in 1..=3 {
        assert!(heard.iter().any(|info| info.contains(&format!(" multipv {line} score "))), "{heard:?}");
    }
    engine.say("setoption name MultiPV value 1");
    engine.say("setoption name Threads value 64");
    assert!(legal.contains(&engine.go("nodes 2000")));
    engine.say("setoption name Threads value 1");
    // The same question has the same answer, once everything is forgotten.
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.say("uginewgame");
        engine.say("go nodes 5000");
        let heard = engine.until("bestmove");
        let line = heard[heard.len() - 2].clone();
        answers.push(line.split_once(" score ").unwrap().1.to_owned());
    }
    assert_eq!(answers[0], answers[1]);
    engine.quit();
}

#[test]
fn mate_counts_plies() {
    let mut engine = Engine::start(&["staqs:size=3"]);
    engine.say("position fen b2,1,w2/2,n/3 w 0/0");
    engine.say("go depth 3");
    let heard = engine.until("bestmove");
    assert!(heard[heard.len() - 2].contains(" score mate 1 pv c3-c2"), "{heard:?}");
    engine.quit();
}

#[test]
fn a_question_in_a_pipe_is_answered() {
    let out =
        cairn_with(&["ugi", "sight"], b"position startpos moves c3\ngo nodes 500\n").stdout_of_success();
    assert!(out.lines().last().unwrap().starts_with("bestmove "), "{out}");
    let out = cairn_with(&["ugi", "sight"], b"go infinite\n").stdout_of_success();
    assert_eq!(out.matches("bestmove").count(), 1, "{out}");
    assert!(cairn_with(&["ugi", "chess"], b"").stderr_of_bad_request().contains("`chess`"));
}

#[test]
fn a_game_of_a_thousand_plies_is_followed() {
    let mut witness = open("stac:quiet=0", None).unwrap();
    let mut bot = BotKind::Basic(BasicBot::Random).bot(1);
    while witness.history().len() < 1_000 {
        let mv = bot.choose_move(&*witness).unwrap().unwrap();
        witness.play(&mv).unwrap();
        if witness.outcome().is_some() {
            // A game that has ended goes another way from a little earlier on.
            for _ in 0..4 {
                witness.undo();
            }
        }
    }
    let mut engine = Engine::start(&["stac:quiet=0"]);
    engine.say(&format!("position startpos moves {}", witness.history().join(" ")));
    assert_eq!(engine.ask("gameover"), "false");
    assert!(witness.legal_moves().contains(&engine.go("nodes 500")));
    engine.quit();
}

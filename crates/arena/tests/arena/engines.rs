//! UGI engines as bots: a correct one, and engines that crash, hang, cheat or flood their output.
//!
//! The correct engine is this test program itself, started with the ignored test `speak`.

use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;

use cairn_arena::{ArenaError, Match, MatchConfig};
use cairn_engine::StopFlag;
use cairn_engine::bots::{BasicBot, BotKind, EngineLog};
use cairn_session::{Session, open};

use crate::{run, small_match};

/// A script that speaks UGI; tests replace `GO` by its answer to `go`.
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

/// Returns the spec of a bot that is a script, run by `sh`, because the system may refuse to execute a file that was
/// just written.
fn script(folder: &Path, name: &str, settings: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("ugi:{settings}sh {}", path.display())
}

/// Returns a script that runs the correct engine.
fn good_engine() -> String {
    let program = std::env::current_exe().unwrap();
    format!("exec '{}' --exact engines::speak --ignored --nocapture\n", program.display())
}

#[test]
#[ignore = "this is the good engine, not a test"]
fn speak() {
    let mut game = String::new();
    let mut session: Option<Box<dyn Session>> = None;
    let greedy = |seed| BotKind::Basic(BasicBot::Greedy).bot(seed);
    let mut bot = greedy(0);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let answer = match line.split_once(' ').unwrap_or((&line, "")) {
            ("ugi", _) => "id name good\noption name Seed type spin default 0\nugiok".to_owned(),
            ("isready", _) => "readyok".to_owned(),
            ("quit", _) => return,
            ("setoption", option) => {
                if let Some(spec) = option.strip_prefix("name Game value ") {
                    spec.clone_into(&mut game);
                } else if let Some(seed) = option.strip_prefix("name Seed value ") {
                    bot = greedy(seed.parse().unwrap());
                }
                continue;
            }
            ("position", position) => {
                let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
                assert_eq!(start, "startpos");
                let mut current = open(&game, None).unwrap();
                moves.split_whitespace().for_each(|mv| drop(current.play(mv).unwrap()));
                session = Some(current);
                continue;
            }
            ("go", "nodes 5") => {
                let mv = bot.choose_move(&**session.as_ref().unwrap()).unwrap().unwrap();
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
fn a_correct_engine_plays_reproducible_games() {
    let folder = tempfile::tempdir().unwrap();
    let spec = script(folder.path(), "good", "nodes=5,", &good_engine());
    for game in ["staqs:size=4", "sight:size=3", "staqs:players=3"] {
        let mut bots = small_match(&spec, "random", 6);
        bots.config = MatchConfig::new(game, 1).unwrap();
        let report = run(&bots);
        assert_eq!((report.results.games(), report.forfeits), (6, vec![]), "{game}");
        let again = run(&Match { threads: 1, ..bots });
        assert_eq!((again.results, again.plies), (report.results, report.plies), "{game}");
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
        ("deaf", hasty, "sleep 600\n".to_owned(), "no answer to `"),
        ("dead", "", "exit 1\n".to_owned(), "ended without an answer to `ugi` (exit status: 1)"),
        ("unready", hasty, POLITE.replace("readyok", "perhaps"), "no answer to `"),
        ("flooding", hasty, "yes info string hello\n".to_owned(), "no answer to `"),
    ];
    for (name, settings, text, fault) in engines {
        let spec = script(folder.path(), name, settings, &text);
        let report = run(&small_match("random", &spec, 2));
        assert_eq!((report.results.wins, report.forfeits.len()), (2, 2), "{name}");
        for (_, forfeit) in &report.forfeits {
            assert!(forfeit.fault.contains(fault), "{name}: {}", forfeit.fault);
        }
    }
}

#[test]
fn a_dead_engine_is_restarted_for_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    let marker = marker.display();
    let crash = POLITE.replace("GO", "exit 1");
    let text = format!("if [ ! -e '{marker}' ]; then : > '{marker}'\n{crash}fi\n{}", good_engine());
    let spec = script(folder.path(), "once", "nodes=5,", &text);
    let report = run(&Match { threads: 1, ..small_match(&spec, "random", 6) });
    assert_eq!(report.results.games(), 6);
    let [(number, forfeit)] = &report.forfeits[..] else { panic!("{:?}", report.forfeits) };
    assert!(*number == 0 && forfeit.fault.starts_with("ended"), "{forfeit:?}");
}

/// Creates a file for a log.
fn log_to(path: &Path) -> EngineLog {
    EngineLog::new(fs::File::create(path).unwrap())
}

#[test]
fn a_killed_engine_forfeits_and_its_last_output_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let die = "echo info string still here; echo out of cheese >&2; kill -9 $$";
    let spec = script(folder.path(), "dying", "", &POLITE.replace("GO", die));
    let bots = Match { log: Some(log_to(&log)), ..small_match("random", &spec, 2) };
    let report = run(&bots);
    assert_eq!((report.results.wins, report.forfeits.len()), (2, 2));
    let fault = &report.forfeits[0].1.fault;
    assert!(fault.starts_with("ended without an answer to `go movetime 100` (signal: 9"), "{fault}");
    assert!(fault.ends_with("its standard error ends with: out of cheese"), "{fault}");
    let log = fs::read_to_string(&log).unwrap();
    for part in
        ["> ugi\n", "< ugiok\n", "> setoption name Game value staqs:size=3\n", "> isready\n", "< readyok\n"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
    for part in
        ["> go movetime 100\n", "< info string still here\n", "! out of cheese\n", "# ended: signal: 9"]
    {
        assert_eq!(log.matches(part).count(), 2, "{part}: {log}");
    }
}

#[test]
fn options_are_sent_after_a_check() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let declares = "ugi) echo option name Hash type spin default 1 min 1 max 64; echo option name Deep Thought type check default false";
    let text = POLITE.replace("ugi) echo id name sh", declares).replace("GO", "exit");
    let spec = script(folder.path(), "engine", "", &text);
    let with = |options: &str| small_match("random", &format!("{spec}{options}"), 2);
    run(&Match { log: Some(log_to(&log)), ..with(",hash=16,deep thought=true") });
    let log = fs::read_to_string(&log).unwrap();
    let order = [
        "> ugi\n",
        "> setoption name Hash value 16\n",
        "> setoption name Deep Thought value true\n",
        "> setoption name Game",
    ];
    let places: Vec<usize> = order.iter().map(|line| log.find(line).unwrap()).collect();
    assert!(places.is_sorted(), "{log}");
    for (options, problem) in [
        (",Hash=65", "`65` is not a value of the engine's option Hash; allowed: 1..64"),
        (",Depth=3", "the engine has no option `Depth`; it has Hash, Deep Thought"),
    ] {
        let error = with(options).run(None, &StopFlag::default(), &mut |_| {}).unwrap_err();
        assert!(matches!(&error, ArenaError::Bot { .. }) && error.is_request());
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[test]
fn an_engine_can_refuse_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = POLITE.replace("isready)", "*Game*) echo info string refused: only chess here ;; isready)");
    let spec = script(folder.path(), "chess", "", &text.replace("GO", "exit"));
    let error = small_match("random", &spec, 2).run(None, &StopFlag::default(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().ends_with("refuses this game: only chess here"), "{error}");
}

#[test]
fn clocks_are_sent_and_a_late_engine_loses_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let spec = script(folder.path(), "late", "", &POLITE.replace("GO", ":"));
    let mut bots = Match { log: Some(log_to(&log)), threads: 1, ..small_match("random", &spec, 2) };
    bots.config.clock = Some("40/0.2+0.01".parse().unwrap());
    let report = run(&bots);
    assert_eq!(report.forfeits.iter().filter(|(_, forfeit)| forfeit.on_time).count(), 2);
    let fault = &report.forfeits[1].1.fault;
    let go = "go p1time 200 p2time 200 p1inc 10 p2inc 10 movestogo 40";
    assert_eq!(*fault, format!("no answer to `{go}` within 200 ms"));
    assert!(fs::read_to_string(&log).unwrap().contains(go));
}

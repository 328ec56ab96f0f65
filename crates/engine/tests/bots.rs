//! Bots of every kind in every game play legal moves, repeat them for the same seed, and find wins in one.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use cairn_engine::StopFlag;
use cairn_engine::bots::{BasicBot, Bot, BotKind, BuiltinBot, Level};
use cairn_engine::{Engine, EngineSettings, Limits, Rng, Score, Settings};
use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use common::{engine, play_out};

fn bot(text: &str, seed: u64) -> BuiltinBot {
    text.parse::<BotKind>().unwrap().bot(seed)
}

/// Returns an engine that searches with a small table.
fn searcher(spec: &str, lines: usize) -> Box<dyn Engine> {
    let settings = Settings { hash_mib: 1, multi_pv: lines, ..Settings::default() };
    cairn_engine::open(spec, EngineSettings::search(settings)).unwrap()
}

/// Returns the moves of a game of a bot against itself.
fn game(spec: &str, text: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut session = open(spec, None).unwrap();
    let mut bots = [0, 1].map(|seat| bot(text, seed + seat));
    for ply in 0..plies {
        let Some(mv) = bots[ply % 2].choose_move(&*session).unwrap() else { break };
        assert!(session.legal_moves().contains(&mv), "{spec} {text}: {mv}");
        session.play(&mv).unwrap();
    }
    session.history()
}

#[test]
fn bots_play_legal_moves_and_the_same_ones_for_the_same_seed() {
    for info in ALL {
        for bot in ["level1", "level2", "level3", "level4", "ab:nodes=300", "ab:depth=1", "mcts:playouts=20"]
        {
            assert_eq!(game(info.id, bot, 5, 12), game(info.id, bot, 5, 12), "{} {bot}", info.id);
        }
        let games: Vec<Vec<String>> = (0..8).map(|seed| game(info.id, "level2", seed * 9, 8)).collect();
        assert!(games.iter().any(|other| *other != games[0]), "{}: every seed plays the same", info.id);
    }
}

#[test]
fn a_new_game_is_like_the_first() {
    let session = open(ALL[0].id, None).unwrap();
    let mut bot = bot("level4", 3);
    let first = bot.choose(&*session).unwrap();
    bot.choose(&*session).unwrap();
    bot.new_game(&*session, 3).unwrap();
    assert_eq!(bot.choose(&*session).unwrap(), first);
}

/// Lists the moves that win at once.
fn wins_in_one(session: &dyn Session) -> Vec<String> {
    let mover = session.to_move();
    let mut moves = session.legal_moves();
    moves.retain(|mv| {
        let mut next = session.fork();
        next.play(mv).unwrap();
        next.outcome().is_some_and(|outcome| outcome.winner() == Some(mover))
    });
    moves
}

#[test]
fn level_three_and_above_never_miss_a_win_in_one() {
    for info in ALL {
        let mut found = 0;
        let engine = engine(info.id);
        for seed in 0..400 {
            let bot = if seed % 2 == 0 { BasicBot::Greedy } else { BasicBot::Random };
            let mut session = play_out(&*engine, &mut Rng::seeded(seed), |_| bot);
            if session.outcome().is_none_or(|outcome| outcome.winner().is_none()) {
                continue;
            }
            // The winner moved last, or the loser had no alternative.
            session.undo();
            let wins = wins_in_one(&*session);
            if wins.is_empty() {
                continue;
            }
            found += 1;
            for level in Level::all().filter(|level| (3..=6).contains(&level.number())) {
                let mv = BotKind::Level(level).bot(seed).choose(&*session).unwrap();
                assert!(wins.contains(&mv), "{} {level:?}: {mv} in {}", info.id, session.position());
            }
            if found == 12 {
                break;
            }
        }
        assert_eq!(found, 12, "{}", info.id);
    }
}

#[test]
fn three_and_four_can_play() {
    for spec in ["staqs:players=3", "staqs:players=4"] {
        let mut session = open(spec, None).unwrap();
        let bots = ["level1", "level4", "mcts:playouts=30", "ab:depth=2"];
        let mut bots = bots.map(|text| bot(text, 1));
        while session.outcome().is_none() {
            let mv = bots[session.to_move().index()].choose(&*session).unwrap();
            session.play(&mv).unwrap();
        }
    }
}

/// Asserts that no bot has a move in this session.
fn assert_no_move(session: &dyn Session) {
    for text in ["random", "greedy", "level1", "level8", "perfect", "ab:depth=3", "mcts:playouts=9"] {
        let mut bot = bot(text, 1);
        assert_eq!(bot.choose_move(session), Ok(None), "{text}");
        assert_eq!(bot.choose(session).unwrap_err().to_string(), "gave up: the game is over");
    }
    let mut engine = engine(&session.spec());
    assert_eq!(engine.count_moves(session), Ok(0));
    let nothing = engine.analyze(session, &Limits::default(), &mut |_| ()).unwrap();
    assert!(nothing.lines.is_empty() && nothing.best().is_none() && nothing.score().is_none());
    for bot in BasicBot::ALL {
        assert_eq!(engine.basic_move(session, bot, &mut Rng::seeded(1)), Ok(None), "{bot:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for info in ALL {
        let mut session = open(info.id, None).unwrap();
        let player = session.to_move();
        session.resign(player).unwrap();
        assert_no_move(&*session);
        let greedy = play_out(&*engine(info.id), &mut Rng::seeded(1), |_| BasicBot::Greedy);
        assert_no_move(&*greedy);
    }
    let mut repeated = open("stac", None).unwrap();
    for mv in CIRCLE.into_iter().chain(["e4-e5"]) {
        repeated.play(mv).unwrap();
    }
    assert_eq!(repeated.outcome().unwrap().to_string(), "draw (repetition)");
    assert_no_move(&*repeated);
}

#[test]
fn a_bot_that_is_stopped_still_moves() {
    for info in ALL {
        let session = open(info.id, None).unwrap();
        let mut bot = bot("ab:depth=90", 1);
        bot.set_stop(StopFlag::stopped());
        assert!(session.legal_moves().contains(&bot.choose(&*session).unwrap()));
    }
}

#[test]
fn bots_and_engines_may_be_shown_one_game_after_another() {
    let limits = Limits::nodes(3_000);
    let mut bot = bot("ab:nodes=3000", 1);
    let mut engines = ["staqs", "sight", "staqs:size=4", "staqs"].map(|spec| searcher(spec, 1));
    for _ in 0..2 {
        for engine in &mut engines {
            let session = open(&engine.spec(), None).unwrap();
            let mut reports = 0;
            let analysis = engine.analyze(&*session, &limits, &mut |analysis| {
                assert!(!analysis.lines.is_empty());
                reports += 1;
            });
            let analysis = analysis.unwrap();
            assert!(reports > 0 && analysis.nodes <= 3_000);
            let legal = session.legal_moves();
            assert!(legal.iter().any(|mv| Some(mv.as_str()) == analysis.best()), "{}", engine.spec());
            assert!(legal.contains(&bot.choose(&*session).unwrap()), "{}", engine.spec());
        }
    }
}

#[test]
fn lines_can_be_played_and_are_counted() {
    for info in ALL {
        let mut session = open(info.id, None).unwrap();
        let mut engine = searcher(info.id, 3);
        let moves = engine.count_moves(&*session).unwrap();
        let analysis = engine.analyze(&*session, &Limits::nodes(moves * 8), &mut |_| ()).unwrap();
        assert_eq!(analysis.lines.len(), 3, "{}", info.id);
        for line in &analysis.lines {
            for mv in &line.moves {
                session.play(mv).unwrap();
            }
            while session.undo().is_some() {}
        }
    }
}

/// After these moves, both pawns have been here twice: one more return is a draw.
const CIRCLE: [&str; 7] = ["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1"];

#[test]
fn the_history_determines_draws() {
    let mut session = open("stac", None).unwrap();
    for mv in CIRCLE {
        session.play(mv).unwrap();
    }
    let analysis = searcher("stac", 64).analyze(&*session, &Limits::depth(1), &mut |_| ()).unwrap();
    let back = analysis.lines.iter().find(|line| line.moves == ["e4-e5"]).unwrap();
    assert!(matches!(back.score, Score::Centipawns(0) | Score::ProvenDraw), "{:?}", back.score);
}

//! Bots of every kind in every game: legal, the same for the same seed, and not blind.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cairn_rules::games::ALL;
use cairn_session::study::{Analyst, Limits, Score, Settings};
use cairn_session::{BasicBot, BotKind, Level, Rng, Session, open};

/// A game of a bot against itself, as its record.
fn game(word: &str, bot: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut session = open(word, None).unwrap();
    let mut players = [0, 1].map(|seat| bot.parse::<BotKind>().unwrap().player(seed + seat));
    for ply in 0..plies {
        let Some(mv) = players[ply % 2].choose(&*session) else { break };
        assert!(session.legal_moves().contains(&mv), "{word} {bot}: {mv}");
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
    let mut player = "level4".parse::<BotKind>().unwrap().player(3);
    let first = player.choose(&*session);
    player.choose(&*session);
    player.new_game(3);
    assert_eq!(player.choose(&*session), first);
}

/// The moves that win at once.
fn wins_in_one(session: &dyn Session) -> Vec<String> {
    let mover = session.to_move();
    let mut moves = session.legal_moves();
    moves.retain(|mv| {
        let mut next = open(&session.spec(), Some(&session.position())).unwrap();
        next.play(mv).unwrap();
        next.outcome().is_some_and(|outcome| outcome.winner() == Some(mover))
    });
    moves
}

#[test]
fn a_win_in_one_is_never_passed_by_from_level_three_on() {
    for info in ALL {
        let mut found = 0;
        for seed in 0..400 {
            let mut rng = Rng::seeded(seed);
            let mut session = open(info.id, None).unwrap();
            let bot = if seed % 2 == 0 { BasicBot::Greedy } else { BasicBot::Random };
            while let Some(mv) = session.basic_move(bot, &mut rng) {
                session.play(&mv).unwrap();
            }
            if session.outcome().is_none_or(|outcome| outcome.winner().is_none()) {
                continue;
            }
            // The winner has moved last, or the loser could not help it.
            session.undo();
            let wins = wins_in_one(&*session);
            if wins.is_empty() {
                continue;
            }
            found += 1;
            for level in Level::all().filter(|level| (3..=6).contains(&level.number())) {
                let mv = BotKind::Level(level).player(seed).choose(&*session).unwrap();
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
    for players in ["staqs:players=3", "staqs:players=4"] {
        let mut session = open(players, None).unwrap();
        let bots = ["level1", "level4", "mcts:playouts=30", "ab:depth=2"];
        let mut bots = bots.map(|bot| bot.parse::<BotKind>().unwrap().player(1));
        while session.outcome().is_none() {
            let mv = bots[session.to_move().index()].choose(&*session).unwrap();
            session.play(&mv).unwrap();
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for mut session in ALL.iter().map(|info| open(info.id, None).unwrap()) {
        let player = session.to_move();
        session.resign(player).unwrap();
        for bot in ["random", "greedy", "level1", "level8", "perfect", "ab:depth=3", "mcts:playouts=9"] {
            assert_eq!(bot.parse::<BotKind>().unwrap().player(1).choose(&*session), None, "{bot}");
        }
        assert_eq!(session.study().count_moves(), 0);
        let nothing = Analyst::new(Settings::default()).analyze(&*session, &Limits::default(), &mut |_| ());
        assert!(nothing.lines.is_empty() && nothing.best().is_none() && nothing.score().is_none());
    }
}

#[test]
fn a_bot_that_is_stopped_still_moves() {
    for info in ALL {
        let session = open(info.id, None).unwrap();
        let mut player = "ab:depth=90".parse::<BotKind>().unwrap().player(1);
        player.set_stop_flag(Arc::new(AtomicBool::new(true)));
        assert!(session.legal_moves().contains(&player.choose(&*session).unwrap()));
    }
}

#[test]
fn an_analyst_may_be_shown_one_game_after_another() {
    let mut analyst = Analyst::new(Settings { megabytes: 1, ..Settings::default() });
    let limits = Limits::nodes(3_000);
    let words = ["staqs", "sight", "staqs:size=4", "staqs"];
    for word in words.into_iter().chain(words) {
        let session = open(word, None).unwrap();
        let mut heard = 0;
        let analysis = analyst.analyze(&*session, &limits, &mut |analysis| {
            assert!(!analysis.lines.is_empty());
            heard += 1;
        });
        assert!(heard > 0 && analysis.nodes <= 3_000);
        assert!(session.legal_moves().iter().any(|mv| Some(mv.as_str()) == analysis.best()), "{word}");
    }
}

#[test]
fn lines_can_be_played_and_are_counted() {
    for info in ALL {
        let mut session = open(info.id, None).unwrap();
        let settings = Settings { megabytes: 1, lines: 3, ..Settings::default() };
        let moves = session.study().count_moves();
        let analysis = Analyst::new(settings).analyze(&*session, &Limits::nodes(moves * 8), &mut |_| ());
        assert_eq!(analysis.lines.len(), 3, "{}", info.id);
        for line in &analysis.lines {
            for mv in &line.moves {
                session.play(mv).unwrap();
            }
            while session.undo().is_some() {}
        }
    }
}

#[test]
fn the_history_decides_what_is_a_draw() {
    // Both pawns have been here twice: whoever returns once more has drawn.
    let mut session = open("stac", None).unwrap();
    for mv in ["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1"] {
        session.play(mv).unwrap();
    }
    let mut analyst = Analyst::new(Settings { megabytes: 1, lines: 64, ..Settings::default() });
    let analysis = analyst.analyze(&*session, &Limits::depth(1), &mut |_| ());
    let back = analysis.lines.iter().find(|line| line.moves == ["e4-e5"]).unwrap();
    assert!(matches!(back.score, Score::Value(0) | Score::ProvenDraw), "{:?}", back.score);
}

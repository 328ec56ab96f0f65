//! Bots, analysis, exact values, matches and puzzles.

use cairn_arena::{Match, MatchConfig};
use cairn_coach::puzzle::{self, PuzzleGenerator, PuzzleSession, Verdict};
use cairn_engine::StopFlag;
use cairn_engine::bots::{Bot, BotKind};
use cairn_engine::{EngineSettings, Limits, Settings, SolveGoal, SolverSettings};
use cairn_rules::Wdl;
use cairn_session::{Session, open};

use crate::spread::random_game;

fn choose(bot: &str, session: &dyn Session) -> String {
    bot.parse::<BotKind>().unwrap().bot(1).choose(session).unwrap()
}

#[test]
fn every_bot_plays_legal_moves() {
    let levels = (1..=8).map(|level| format!("level{level}"));
    let others = ["random", "greedy", "mcts:playouts=50", "ab:depth=3"].map(str::to_owned);
    for bot in levels.chain(others) {
        for plies in [0, 5, 10] {
            let session = random_game("tump", 3, plies);
            let mv = choose(&bot, &*session);
            assert!(session.legal_moves().contains(&mv), "{bot}: {mv}");
        }
    }
}

#[test]
fn every_level_from_the_third_takes_a_win_in_one() {
    let session = open("tump", Some("4/4/1,w2,wb,1/b1,3 w")).unwrap();
    for level in 3..=8 {
        assert_eq!(choose(&format!("level{level}"), &*session), "b2-c2", "level {level}");
    }
}

/// The analysis of a position has as many lines as requested, all of legal moves.
#[test]
fn positions_are_analysed() {
    let settings = Settings { hash_mib: 1, multi_pv: 3, ..Settings::default() };
    let mut engine = cairn_engine::open("tump", EngineSettings::search(settings)).unwrap();
    let session = random_game("tump", 4, 4);
    let analysis = engine.analyze(&*session, &Limits::depth(4), &mut |_| ()).unwrap();
    assert_eq!((analysis.depth, analysis.lines.len()), (4, 3));
    for line in &analysis.lines {
        let mut ahead = session.fork();
        line.moves.iter().for_each(|mv| drop(ahead.play(mv).unwrap()));
    }
}

/// Finds the value of a position by exhaustive search.
fn value(session: &mut dyn Session) -> Wdl {
    if let Some(outcome) = session.outcome() {
        return if outcome.winner() == Some(session.to_move()) { Wdl::Win } else { Wdl::Loss };
    }
    let wins = session.legal_moves().iter().any(|mv| {
        session.play(mv).unwrap();
        let lost = value(session) == Wdl::Loss;
        session.undo();
        lost
    });
    if wins { Wdl::Win } else { Wdl::Loss }
}

#[test]
fn small_boards_are_solved_and_played_perfectly() {
    let spec = "tump:size=2,goal=3";
    let settings = EngineSettings::solver(SolverSettings { threads: 1, hash_mib: 1 });
    let mut engine = cairn_engine::open(spec, settings.with_openings()).unwrap();
    let mut perfect = "perfect".parse::<BotKind>().unwrap().bot(1);
    for seed in 0..20 {
        for plies in 0..4 {
            let mut session = random_game(spec, seed, plies);
            if session.outcome().is_some() {
                continue;
            }
            let solution = engine.solve(&*session, SolveGoal::Moves, &Limits::default(), &mut |_| ());
            let solution = solution.unwrap().unwrap();
            let right = value(&mut *session);
            assert_eq!(solution.bounds.value(), Some(right), "{}", session.position());
            assert_eq!(solution.moves.len(), session.legal_moves().len());
            session.play(&perfect.choose(&*session).unwrap()).unwrap();
            let kept = session.outcome().map_or_else(|| value(&mut *session), |_| Wdl::Loss);
            assert!(right == Wdl::Loss || kept == Wdl::Loss, "the opponent wins: {}", session.position());
        }
    }
}

#[test]
fn two_bots_play_a_match() {
    let config = MatchConfig::new("tump", 1).unwrap();
    let [first, second] = ["level4", "random"].map(|bot| bot.parse().unwrap());
    let bots = Match { threads: 2, ..Match::new(first, second, config, 20) };
    let report = bots.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!((report.results.games(), report.forfeits.len()), (20, 0));
    assert!(report.results.wins > report.results.losses, "{:?}", report.results);
}

#[test]
fn puzzles_are_generated_and_can_be_solved() {
    let mut generator = PuzzleGenerator::new("tump:size=3", 1).unwrap();
    let drafts: Vec<_> = (0..6).flat_map(|_| generator.play().unwrap()).collect();
    assert!(!drafts.is_empty());
    let file: &'static str = puzzle::write(&drafts).leak();
    let entries = puzzle::read(file).unwrap().leak();
    assert_eq!(entries.len(), drafts.len());
    for entry in entries {
        let mut puzzle = PuzzleSession::open(&entry.info).unwrap();
        while !puzzle.is_solved() {
            let right = puzzle.solution().swap_remove(0);
            assert!(!matches!(puzzle.attempt(&right), Ok(Verdict::Wrong { .. }) | Err(_)), "{right}");
        }
    }
}

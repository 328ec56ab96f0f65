//! Reviews: compared with proofs, repeated, stopped, written into records, and shown beside a game in play.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::time::Duration;

use cairn_coach::review::{
    Chance, Judgement, MoveReview, Review, ReviewBudget, ReviewJob, Reviewer, annotated,
};
use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;
use cairn_engine::{EngineSettings, Limits, Rng, SolveGoal};
use cairn_rules::{Player, Wdl};
use cairn_session::{Session, open, record};

const BUDGET: ReviewBudget = ReviewBudget { nodes: Some(20_000), time: None, threads: 1 };

fn review(session: &dyn Session) -> Review {
    ReviewJob::new(session, BUDGET).run(&mut |_| ()).review
}

/// Plays a game of at most this many random moves.
fn random_game(spec: &str, seed: u64, plies: usize) -> Box<dyn Session> {
    let mut session = open(spec, None).unwrap();
    let mut rng = Rng::seeded(seed);
    while session.outcome().is_none() && session.ply() < plies {
        let moves = session.legal_moves();
        let mv = &moves[(rng.next_u64() % moves.len() as u64) as usize];
        session.play(mv).unwrap();
    }
    session
}

/// Returns the value of every move of a position, from the solver alone.
fn values(session: &dyn Session) -> Vec<(String, Wdl)> {
    let mut engine = cairn_engine::open(&session.spec(), EngineSettings::default()).unwrap();
    let solution = engine.solve(session, SolveGoal::Moves, &Limits::default(), &mut |_| ()).unwrap().unwrap();
    solution.moves.into_iter().map(|solved| (solved.mv, solved.bounds.value().unwrap())).collect()
}

#[test]
fn exact_values_are_those_of_the_solver() {
    let mut away = 0;
    for (spec, seed) in [
        ("staqs:size=3", 1),
        ("staqs:size=3", 2),
        ("sight:size=3", 3),
        ("staqs:size=4", 4),
        ("sight:size=4", 5),
    ] {
        let session = random_game(spec, seed, usize::MAX);
        let review = review(&*session);
        assert!(review.is_complete());
        for judged in review.moves() {
            let values = values(&*session.fork_at(judged.ply).unwrap());
            let value_of = |mv: &str| values.iter().find(|(known, _)| known == mv).unwrap().1;
            let best = values.iter().map(|&(_, value)| value).max().unwrap();
            if let Some(before) = judged.before.exact() {
                assert_eq!(before, best, "{spec} {judged:?}");
                assert_eq!(value_of(judged.best()), best, "{spec} {judged:?}");
            }
            if let Some(after) = judged.after.exact() {
                assert_eq!(after, value_of(&judged.mv), "{spec} {judged:?}");
            }
            if judged.is_exact() {
                let keeps = value_of(&judged.mv) == best;
                assert!(!(keeps && judged.judgement.is_bad()), "{spec} {judged:?}");
                assert!(keeps || judged.judgement > Judgement::Best, "{spec} {judged:?}");
                assert!([0.0, 0.5, 1.0].contains(&judged.before.value()));
            }
            if judged.is_only_move && judged.is_exact() {
                assert_eq!(
                    values.iter().filter(|&&(_, value)| value == best).count(),
                    1,
                    "{spec} {judged:?}"
                );
            }
            away += usize::from(judged.gave_win_away());
        }
        let is_tiny = spec.ends_with("size=3");
        assert!(!is_tiny || review.moves().all(MoveReview::is_exact), "{spec}: small boards are proven");
    }
    assert!(away > 0, "random players give wins away");
}

/// Returns a game whose last move gives away a proven win.
fn win_given_away() -> Box<dyn Session> {
    for seed in 0.. {
        let mut session = random_game("sight:size=3", seed, 2);
        let values = values(&*session);
        let wrong = values.iter().find(|(_, value)| *value < Wdl::Win);
        if values.iter().any(|(_, value)| *value == Wdl::Win)
            && let Some((wrong, _)) = wrong
        {
            session.play(wrong).unwrap();
            return session;
        }
    }
    panic!("there is such a game");
}

#[test]
fn a_win_that_is_given_away_is_found() {
    let session = win_given_away();
    let review = review(&*session);
    let ply = review.plies() - 1;
    let judged = review.at(ply).unwrap();
    assert_eq!(judged.judgement, Judgement::Blunder, "on a tiny board people see it");
    assert!(judged.is_exact() && judged.gave_win_away() && !judged.is_only_move);
    let values = values(&*session.fork_at(ply).unwrap());
    assert!(values.contains(&(judged.best().to_owned(), Wdl::Win)));
    assert!(review.turning_points().contains(&ply));
    let (best, after) = (judged.best(), judged.after.message());
    assert_eq!(
        judged.verdict().to_string(),
        format!("blunder: gave the win away; {best} was better (won, now {after})")
    );
    assert_eq!(judged.reasons()[0].to_string(), format!("Better: {}", judged.line.join(" ")));
}

#[test]
fn accuracy_is_lost_by_mistakes_and_needs_a_move() {
    let game = win_given_away();
    let mut only = open(&game.spec(), Some(&game.fork_at(2).unwrap().position())).unwrap();
    only.play(&game.last_move().unwrap()).unwrap();
    let accuracy = review(&*only).accuracy();
    assert!(accuracy[0].unwrap() < 15.0, "{accuracy:?}");
    assert_eq!(accuracy[1], None);
}

#[test]
fn the_opening_book_knows_the_centre_of_the_usual_board() {
    let mut session = open("staqs", None).unwrap();
    session.play("c3").unwrap();
    let review = review(&*session);
    let judged = review.at(0).unwrap();
    assert!(judged.is_exact() && judged.gave_win_away(), "{judged:?}");
}

#[test]
fn a_review_limited_by_nodes_is_reproducible() {
    for spec in ["staqs", "stac", "stacks", "stlts", "sight:size=6", "staqs:players=3"] {
        let session = random_game(spec, 11, 12);
        let first = review(&*session);
        assert!(first.is_complete(), "{spec}");
        assert_eq!(first, review(&*session), "{spec}");
        for judged in first.moves() {
            let chances = [judged.before, judged.after].map(Chance::value);
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{spec} {judged:?}");
            assert!(chances[0] >= chances[1] - 0.000_1, "{spec} {judged:?}");
            assert_eq!(judged.judgement == Judgement::Best, judged.best() == judged.mv, "{spec} {judged:?}");
            assert_eq!(judged.played[0], judged.mv, "{spec}");
            let at = session.fork_at(judged.ply).unwrap();
            assert_eq!(at.to_move(), judged.player);
            assert_eq!(at.legal_moves().len() == 1, judged.is_forced);
            for line in [&judged.line, &judged.played] {
                let mut at = at.fork();
                for mv in line {
                    assert_eq!(at.play(mv).unwrap(), *mv, "{spec} {judged:?}");
                }
            }
        }
        assert!(first.accuracy().iter().flatten().all(|accuracy| (0.0..=100.0).contains(accuracy)));
        let turning_points = first.turning_points();
        assert!(turning_points.len() <= 3 && turning_points.is_sorted());
    }
}

#[test]
fn forced_moves_are_never_wrong() {
    // The last disc on a tiny board often has only one legal square.
    let mut forced = 0;
    for seed in 0..6 {
        let session = random_game("staqs:size=3", seed, usize::MAX);
        for judged in review(&*session).moves().filter(|judged| judged.is_forced) {
            assert_eq!((judged.judgement, judged.before), (Judgement::Best, judged.after));
            assert!(!judged.is_only_move, "there was nothing to find");
            forced += 1;
        }
    }
    assert!(forced > 0);
}

#[test]
fn the_curve_of_two_players_is_the_first_players() {
    let session = random_game("staqs:size=4", 3, usize::MAX);
    let review = review(&*session);
    let [curve] = &review.curves()[..] else { panic!("one curve") };
    assert_eq!(curve.player, Player::FIRST);
    assert_eq!(curve.points.len(), review.plies() + 1);
    for (judged, &(ply, chance)) in review.moves().zip(&curve.points[1..]) {
        let own = judged.after.value();
        let expected = if judged.player == Player::FIRST { own } else { 1.0 - own };
        assert!(ply == judged.ply + 1 && (chance - expected).abs() < 1e-9);
    }
}

#[test]
fn more_players_have_a_curve_each() {
    let review = review(&*random_game("staqs:players=3", 5, 7));
    let curves = review.curves();
    assert_eq!(curves.iter().map(|curve| curve.points.len()).collect::<Vec<_>>(), [3, 2, 2]);
    assert_eq!(review.accuracy().len(), 3);
}

#[test]
fn games_that_players_ended_and_positions_of_their_own_are_reviewed() {
    let mut session = random_game("staqs:size=4", 8, 5);
    let position = session.position();
    session.resign(Player::FIRST).unwrap();
    assert!(review(&*session).is_complete());
    let mut from_position = open("staqs:size=4", Some(&position)).unwrap();
    let mv = from_position.legal_moves().swap_remove(0);
    from_position.play(&mv).unwrap();
    let review = review(&*from_position);
    assert_eq!((review.plies(), review.moves().len()), (1, 1));
    assert_eq!(review.at(0).unwrap().player, Player::SECOND);
    assert_eq!(review.accuracy()[0], None);
}

#[test]
fn a_game_without_moves_has_an_empty_review() {
    let review = review(&*open("stac", None).unwrap());
    assert!(review.is_complete() && review.turning_points().is_empty());
    assert_eq!(review.accuracy(), [None, None]);
}

#[test]
fn a_stopped_review_keeps_the_end_of_the_game() {
    let session = random_game("staqs:size=4", 2, usize::MAX);
    let stop = StopFlag::default();
    let mut reports = 0;
    let job = ReviewJob::new(&*session, BUDGET).with_stop(stop.clone());
    let news = job.run(&mut |news| {
        reports += 1;
        assert_eq!(news.review.moves().len(), reports);
        if reports == 3 {
            stop.stop();
        }
    });
    assert!(news.is_last && !news.review.is_complete());
    let plies: Vec<usize> = news.review.moves().map(|judged| judged.ply).collect();
    let last = session.ply();
    assert_eq!(plies, [last - 3, last - 2, last - 1]);
    assert_eq!(news.review.at(last - 3).unwrap().ply, last - 3);
    assert!(news.review.at(0).is_none());
}

#[test]
fn a_review_one_move_at_a_time_finds_the_same() {
    for spec in ["staqs:size=4", "staqs:size=4,players=3", "stac"] {
        let session = random_game(spec, 3, 8);
        let mut run = ReviewJob::new(&*session, BUDGET).start();
        assert_eq!(run.review().moves().len(), 0);
        for judged in 1..=session.history().len() {
            assert!(run.judge_next(), "{spec}");
            assert_eq!(run.review().moves().len(), judged, "{spec}");
        }
        assert!(!run.judge_next() && !run.judge_next() && run.review().is_complete(), "{spec}");
        let whole = review(&*session);
        assert!(run.review().moves().eq(whole.moves()), "{spec}");
        assert_eq!(run.session().history(), session.history());
    }
}

#[test]
fn a_time_limit_is_for_the_whole_game() {
    let session = random_game("stac", 2, 6);
    let budget = ReviewBudget { nodes: None, time: Some(Duration::from_millis(50)), threads: 1 };
    assert!(ReviewJob::new(&*session, budget).run(&mut |_| ()).review.is_complete());
}

#[test]
fn annotated_records_keep_their_comments_and_are_read_again() {
    let mut session = win_given_away();
    session.comment("a try");
    let ply = session.ply() - 1;
    while session.undo().is_some() {}
    session.comment("before the game");
    while session.redo().is_some() {}
    session.resign(Player::FIRST).unwrap();
    let review = review(&*session);
    let annotated_record = annotated(&*session, &review);
    let text = record::write([&annotated_record]);
    assert_eq!(record::read(&text).unwrap(), std::slice::from_ref(&annotated_record), "{text}");
    assert_eq!(annotated_record.opening_comment(), Some("before the game"));
    let comment = annotated_record.moves()[ply].comment.as_deref().unwrap();
    assert!(comment.starts_with("a try. blunder: gave the win away; "), "{comment}");
    assert!(comment.contains(" Better: "), "{comment}");
    assert_eq!(annotated_record.outcome(), session.outcome());
    // A second review does not repeat the remarks.
    let again = annotated_record.session().unwrap();
    assert_eq!(annotated(&*again, &review), annotated_record);
}

/// Opens the review of a game and runs its job.
fn open_review(reviewer: &mut Reviewer, session: &dyn Session) {
    let job = reviewer.open(session).unwrap().with_budget(BUDGET);
    assert!(reviewer.is_running());
    reviewer.on_update(job.run(&mut |_| ()));
    assert!(!reviewer.is_running());
}

#[test]
fn a_game_is_reviewed_until_it_changes() {
    let mut session = open("staqs:size=3", None).unwrap();
    let mut reviewer = Reviewer::default();
    assert!(reviewer.open(&*session).is_none() && reviewer.review().is_none(), "there is nothing to review");
    for _ in 0..3 {
        let mv = session.legal_moves().swap_remove(0);
        session.play(&mv).unwrap();
    }
    open_review(&mut reviewer, &*session);
    assert_eq!(reviewer.review().unwrap().moves().len(), 3);
    assert!(reviewer.open(&*session).is_none(), "it is open");
    reviewer.check(&*session);
    assert!(reviewer.review().is_some());
    session.undo();
    reviewer.check(&*session);
    assert!(reviewer.review().is_none());
    open_review(&mut reviewer, &*session);
    assert_eq!(reviewer.review().unwrap().plies(), 2);
    reviewer.close();
    assert!(reviewer.review().is_none());
}

#[test]
fn news_of_a_closed_review_is_ignored() {
    let session = random_game("staqs:size=3", 1, 4);
    let mut reviewer = Reviewer::default();
    let first = reviewer.open(&*session).unwrap();
    reviewer.close();
    let second = reviewer.open(&*session).unwrap();
    let first = first.run(&mut |_| ());
    assert!(first.review.moves().len() == 0, "closing stops the job");
    reviewer.on_update(first);
    assert!(reviewer.is_running());
    reviewer.on_update(second.run(&mut |_| ()));
    assert!(!reviewer.is_running() && reviewer.review().is_some_and(Review::is_complete));
}

#[test]
fn random_play_is_inaccurate_and_careful_play_is_not() {
    for spec in ["stlts", "staqs"] {
        let mut careful = "level4".parse::<BotSpec>().unwrap().make();
        careful.new_game(&*open(spec, None).unwrap(), 1).unwrap();
        let mut session = open(spec, None).unwrap();
        let mut rng = Rng::seeded(7);
        while session.outcome().is_none() && session.ply() < 60 {
            let moves = session.legal_moves();
            let random = moves[(rng.next_u64() % moves.len() as u64) as usize].clone();
            let mv =
                if session.to_move() == Player::FIRST { careful.choose(&*session).unwrap() } else { random };
            session.play(&mv).unwrap();
        }
        let review = review(&*session);
        let [Some(careful), Some(random)] = review.accuracy()[..] else { panic!("both have moved") };
        assert!(careful > 80.0 && random < 75.0, "{spec}: {careful} and {random}");
    }
}

/// Two beginners change the exact value again and again, in lines that people cannot see.
#[test]
fn two_beginners_make_few_blunders_in_solved_games() {
    for text in [include_str!("data/beginners-staqs.txt"), include_str!("data/beginners-sight.txt")] {
        let session = record::read(text).unwrap()[0].session().unwrap();
        let review = review(&*session);
        let moves: Vec<&MoveReview> = review.moves().collect();
        let exact = moves.iter().filter(|judged| judged.before.exact().is_some()).count();
        let lost = |judged: &&MoveReview| {
            judged.before.exact() > judged.after.exact() && judged.after.exact().is_some()
        };
        let blunders = moves.iter().filter(|judged| judged.judgement == Judgement::Blunder).count();
        assert!(exact * 2 > moves.len(), "{exact} of {}", moves.len());
        assert!(moves.iter().any(lost), "beginners lose proven values");
        assert!(moves.iter().any(|judged| judged.judgement.is_bad()), "and make mistakes");
        assert!(blunders * 4 <= moves.len(), "{blunders} of {}", moves.len());
    }
}

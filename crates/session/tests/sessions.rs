//! Sessions of every game: history, undo and redo, choices, scenes, bots.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod spread;

use std::ops::ControlFlow;

use std::collections::BTreeSet;

use cairn_rules::games::ALL;
use cairn_rules::{MarkKind, MoveError, Player, RandomSource, Site, SmallRng, Step};
use cairn_session::{OpenError, Session, Undone, open};
use spread::{play_on, random_game, specs};

#[test]
fn sessions_are_objects_that_can_be_sent() {
    fn send<T: Send + ?Sized>(_: &T) {}
    let sessions: Vec<Box<dyn Session>> = ALL.iter().map(|info| open(info.id, None).unwrap()).collect();
    for (session, info) in sessions.iter().zip(ALL) {
        send(session.as_ref());
        assert_eq!(session.info().id, info.id);
        assert_eq!(session.spec(), info.id);
        assert_eq!((session.first_to_move(), session.to_move()), (Player::FIRST, Player::FIRST));
        assert_eq!((session.start_position(), session.outcome()), (None, None));
        assert!(format!("{session:?}").contains(info.id));
    }
}

#[test]
fn failed_opens_explain_the_reason() {
    let error = open("chess", None).unwrap_err();
    assert!(matches!(error, OpenError::Spec(_)));
    assert!(error.to_string().starts_with("unknown game `chess`; the games are "), "{error}");
    for info in ALL {
        let error = open(info.id, Some("nonsense")).unwrap_err();
        assert!(matches!(error, OpenError::Position(_)));
        assert!(error.to_string().starts_with("bad position, `nonsense`: "), "{error}");
    }
}

#[test]
fn specs_are_canonical_and_presets_are_spelt_out() {
    for spec in specs() {
        let session = open(&spec, None).unwrap();
        assert_eq!(open(&session.spec(), None).unwrap().position(), session.position(), "{spec}");
    }
    for info in ALL {
        assert_eq!(open(&format!("{}:official", info.id), None).unwrap().spec(), info.id);
    }
}

#[test]
fn a_start_that_is_written_out_is_the_start() {
    for spec in specs() {
        let start = open(&spec, None).unwrap();
        assert_eq!(open(&spec, Some(&start.position())).unwrap().start_position(), None, "{spec}");
        let later = random_game(&spec, 1, 3);
        let again = open(&spec, Some(&later.position())).unwrap();
        assert_eq!(again.start_position(), Some(later.position()), "{spec}");
        assert_eq!((again.first_to_move(), again.ply()), (later.to_move(), 0));
    }
}

#[test]
fn undo_and_redo_return_to_identical_positions() {
    for spec in specs() {
        let mut session = random_game(&spec, 2, 400);
        let mut positions = vec![session.position()];
        let (history, outcome) = (session.history(), session.outcome());
        for mv in history.iter().rev() {
            assert_eq!(session.undo(), Some(Undone::Move(mv.clone())), "{spec}");
            assert_eq!(session.outcome(), None, "{spec}");
            positions.push(session.position());
        }
        assert_eq!((session.undo(), session.position()), (None, open(&spec, None).unwrap().position()));
        positions.reverse();
        let mut rng = SmallRng::seeded(3);
        for (ply, mv) in history.iter().enumerate() {
            assert_eq!(session.redo(), Some(Undone::Move(mv.clone())), "{spec}");
            assert_eq!(session.position(), positions[ply + 1], "{spec}");
            assert_eq!(session.history(), history[..=ply], "{spec}");
            if rng.below(3) == 0 {
                session.undo();
                assert_eq!(session.position(), positions[ply], "{spec}");
                session.redo();
            }
        }
        assert_eq!((session.redo(), session.outcome()), (None, outcome), "{spec}");
    }
}

#[test]
fn a_move_clears_the_redo_history() {
    for spec in specs() {
        let mut session = random_game(&spec, 4, 4);
        session.undo().unwrap();
        let mv = session.legal_moves().swap_remove(0);
        session.play(&mv).unwrap();
        assert_eq!(session.redo(), None, "{spec}");
    }
}

#[test]
fn legal_moves_are_sorted_and_choices_agree_with_them() {
    fn explore(session: &dyn Session, taken: &mut Vec<Step>, found: &mut BTreeSet<String>) {
        let choices = session.board().choices(taken).unwrap();
        assert_eq!(choices.steps.is_empty(), choices.finished.is_some());
        found.extend(choices.finished);
        for step in choices.steps {
            taken.push(step);
            explore(session, taken, found);
            taken.pop();
        }
    }
    for spec in specs() {
        let mut session = open(&spec, None).unwrap();
        let mut rng = SmallRng::seeded(5);
        for _ in 0..8 {
            let moves = session.legal_moves();
            assert!(moves.is_sorted(), "{spec}");
            if !moves.is_empty() {
                let mut found = BTreeSet::new();
                explore(session.as_ref(), &mut Vec::new(), &mut found);
                assert!(found.iter().eq(&moves), "{spec} {}", session.position());
                assert_eq!(session.board().choices(&[Step::Count(200)]), None, "{spec}");
            }
            play_on(session.as_mut(), &mut rng, 7);
        }
    }
}

#[test]
fn the_last_move_is_marked() {
    for spec in specs() {
        let mut session = open(&spec, None).unwrap();
        assert!(session.board().scene().marks.is_empty());
        let mut taken: Vec<Step> = Vec::new();
        let finished = loop {
            let choices = session.board().choices(&taken).unwrap();
            if let Some(mv) = choices.finished {
                break mv;
            }
            taken.push(choices.steps[0]);
        };
        session.play(&finished).unwrap();
        let scene = session.board().scene();
        assert!(scene.marks.iter().all(|mark| mark.kind == MarkKind::Last), "{spec}");
        let marked: BTreeSet<_> = scene.marks.iter().map(|mark| Step::Site(mark.site)).collect();
        let before = open(&spec, None).unwrap().board().scene();
        let changed = (0..).zip(before.sites.iter().zip(&scene.sites)).filter(|(_, (old, new))| old != new);
        let touched = taken.into_iter().filter(|step| matches!(step, Step::Site(_)));
        let touched = touched.chain(changed.map(|(index, _)| Step::Site(Site(index))));
        assert_eq!(marked, touched.collect(), "{spec}");
        assert_eq!(session.board().touched(1).len(), marked.len(), "{spec}");
        assert!(session.board().touched(0).is_empty() && session.board().touched(2).is_empty(), "{spec}");
        // The marks remain while the user enters the next turn.
        let first = session.board().choices(&[]).unwrap().steps.first().copied();
        let preview = session.board().preview(first.as_slice()).unwrap();
        assert_eq!(preview.marks, scene.marks, "{spec}");
    }
}

/// Returns the names of the marked sites after these moves.
fn marked_after(spec: &str, position: Option<&str>, moves: &[&str]) -> Vec<String> {
    let mut session = open(spec, position).unwrap();
    for mv in moves {
        session.play(mv).unwrap();
    }
    let scene = session.board().scene();
    let mut names: Vec<_> =
        scene.marks.iter().map(|mark| scene.sites[usize::from(mark.site.0)].name.clone()).collect();
    names.sort();
    names
}

#[test]
fn all_of_the_last_move_is_marked() {
    // Marks the square that the pawn left.
    assert_eq!(marked_after("stac", None, &["a1-a4"]), ["a1", "a4"]);
    // Marks every move since the player's own, with more than two players.
    let mut session = open("staqs:players=4", None).unwrap();
    let mut moves = Vec::new();
    for _ in 0..5 {
        let mv = session.legal_moves().remove(0);
        moves.push(session.play(&mv).unwrap());
    }
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut last_three = moves[2..].to_vec();
    last_three.sort();
    assert_eq!(marked_after("staqs:players=4", None, &texts), last_three);
    assert_eq!(marked_after("staqs:players=4", None, &texts[..2]).len(), 2);
}

#[test]
fn finished_games_refuse_moves_and_scenes_say_so() {
    for spec in specs() {
        let session = &mut random_game(&spec, 6, 20_000);
        let Some(outcome) = session.outcome() else { continue };
        assert!(session.legal_moves().is_empty() && session.board().choices(&[]).unwrap().steps.is_empty());
        assert_eq!(session.board().scene().outcome, Some(outcome), "{spec}");
        assert_eq!(session.board().scene().to_move, None, "{spec}");
        let last = session.last_move().unwrap();
        assert_eq!(session.play(&last), Err(MoveError::Over { text: last }), "{spec}");
    }
}

#[test]
fn counts_are_those_behind_the_moves() {
    for spec in specs() {
        let session = random_game(&spec, 7, 9);
        let (mut moves, mut total) = (Vec::new(), 0);
        session.divide(1, &mut |mv, count| {
            moves.push(mv.to_owned());
            total += count;
            ControlFlow::Continue(())
        });
        assert_eq!((moves, total), (session.legal_moves(), session.perft(1)), "{spec}");
        assert_eq!(session.perft(0), 1);
        session.divide(0, &mut |mv, _| panic!("{spec}: {mv} at depth 0"));
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for info in ALL {
        let history = |seed| random_game(info.id, seed, 60).history();
        assert_eq!(history(8), history(8));
        assert_ne!(history(8), history(9));
    }
}

#[test]
fn moves_are_read_in_any_case_and_printed_canonically() {
    let mut session = open("staqs", None).unwrap();
    assert_eq!(session.play("  C3 ").as_deref(), Ok("c3"));
    let error = session.play("c3").unwrap_err().to_string();
    assert_eq!(error, "illegal move c3: c3 holds no uncovered neutral disc");
    assert_eq!(session.history(), ["c3"]);
    assert_eq!(session.perft(1), 24);
}

#[test]
fn repetition_is_a_draw_unless_it_is_switched_off() {
    for (game, round) in
        [("stac", ["a1-a2", "e5-e4", "a2-a1", "e4-e5"]), ("stacks", ["2a7-a6", "2a1-a2", "2a6-a7", "2a2-a1"])]
    {
        for (options, draw) in [("standard", true), ("repetition=off", false), ("seed", false)] {
            let mut session = open(&format!("{game}:{options}"), None).unwrap();
            for mv in round.repeat(2) {
                session.play(mv).unwrap();
            }
            let outcome = session.outcome().map(|outcome| outcome.to_string());
            assert_eq!(outcome.as_deref(), draw.then_some("draw (repetition)"), "{game}:{options}");
        }
    }
}

#[test]
fn sessions_are_shared_between_threads() {
    fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Box<dyn Session>>();
    assert_shared::<cairn_session::TypedSession<cairn_rules::games::staqs::Staqs>>();
    let session = open("stacks", None).unwrap();
    let choices = || session.board().choices(&[]).unwrap().steps;
    let all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(choices)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(all.iter().all(|steps| *steps == all[0] && !steps.is_empty()));
}

#[test]
fn every_legal_move_is_visited() {
    for spec in specs() {
        let session = random_game(&spec, 5, 6);
        let mut moves = Vec::new();
        session.for_each_move(&mut |mv| {
            moves.push(mv.to_owned());
            ControlFlow::Continue(())
        });
        moves.sort_unstable();
        assert_eq!(moves, session.legal_moves(), "{spec}");
        let mut visits = 0;
        session.for_each_move(&mut |_| {
            visits += 1;
            ControlFlow::Break(())
        });
        assert_eq!(visits, usize::from(!moves.is_empty()), "{spec}");
    }
}

#[test]
fn a_restarted_game_begins_where_the_first_one_began() {
    for spec in specs() {
        let mut session = random_game(&spec, 3, 5);
        session.set_tag("First", "Ana").unwrap();
        let restarted = session.restarted();
        assert_eq!((restarted.spec(), restarted.ply()), (session.spec(), 0));
        assert_eq!(restarted.position(), open(&spec, None).unwrap().position());
        assert_eq!(restarted.tag("First"), None);
        let later = open(&spec, Some(&session.position())).unwrap();
        assert_eq!(later.restarted().start_position(), later.start_position());
    }
}

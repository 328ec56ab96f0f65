//! A game defined outside the registry is played, searched, solved, recorded, matched and drawn.

use std::time::Duration;

use cairn_arena::{Match, MatchConfig};
use cairn_draw::svg;
use cairn_draw::text::Style;
use cairn_engine::bots::BotSpec;
use cairn_engine::{EngineSettings, Limits, SolveGoal, StopFlag};
use cairn_outside_game::Nim;
use cairn_rules::perft::perft;
use cairn_rules::{Game, GameSpec, Player, Reason, Wdl, conformance};
use cairn_session::{OpenError, Session, TypedSession, as_typed, open, record};
use cairn_table::{Table, TableEvent, TableSetup};
use cairn_texts::{Language, Texts};

fn nim() -> Box<dyn Session> {
    cairn_engine::register::<Nim>().unwrap();
    open("nim", None).unwrap()
}

#[test]
fn the_game_keeps_the_contract() {
    conformance::check::<Nim>();
    assert_eq!(perft(&Nim::start(&"nim:heaps=1".parse::<GameSpec<Nim>>().unwrap().options), 2), 3);
}

#[test]
fn it_is_played_without_being_registered() {
    let spec: GameSpec<Nim> = "nim:heaps=2".parse().unwrap();
    let mut session = TypedSession::open(spec, None).unwrap();
    while let Some(&mv) = session.moves().first() {
        session.play_move(mv).unwrap();
    }
    assert!(session.outcome().is_some());
    let restarted = session.restarted();
    let mut engine = cairn_engine::open_typed(spec, EngineSettings::default());
    let analysis = engine.analyze(&*restarted, &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!(analysis.best(), Some("b1"));
    assert_eq!(as_typed::<Nim>(&*restarted).unwrap().current().nim_sum(), 7);
}

#[test]
fn it_is_opened_by_its_spec_and_refuses_moves_in_its_own_words() {
    let mut session = nim();
    assert_eq!(session.position(), "3,4,5 w");
    let error = session.play("a4").unwrap_err();
    assert_eq!(error.to_string(), "illegal move a4: the heap has only 3 stones");
    assert_eq!(session.play("b2").as_deref(), Ok("b2"));
    let Err(OpenError::Spec(error)) = open("nym", None) else { panic!("nym was opened") };
    assert!(error.to_string().starts_with("unknown game `nym` (did you mean nim?)"), "{error}");
    assert!(open("nim:heaps=9", None).unwrap_err().to_string().contains("allowed: 1 to 5"));
}

#[test]
fn its_exact_values_are_known() {
    nim();
    let mut engine = cairn_engine::open("nim", EngineSettings::default()).unwrap();
    for (position, value) in [("3,4,5 w", Wdl::Win), ("1,4,5 b", Wdl::Loss), ("2,0,0 w", Wdl::Win)] {
        let session = open("nim", Some(position)).unwrap();
        let solution =
            engine.solve(&*session, SolveGoal::Moves, &Limits::default(), &mut |_| ()).unwrap().unwrap();
        assert_eq!(solution.bounds.value(), Some(value), "{position}");
    }
    let certificate = {
        let stop = StopFlag::default();
        let monitor = &mut cairn_engine::Monitor { stop: &stop, on_progress: &mut |_| () };
        engine.certify(&*nim(), &Limits::default(), monitor).unwrap()
    };
    assert_eq!(certificate.value, Wdl::Win);
}

#[test]
fn its_records_are_read_back() {
    let mut session = nim();
    for mv in ["a3", "b4", "c5"] {
        session.play(mv).unwrap();
    }
    assert_eq!(session.outcome().unwrap().reason, Reason::Special("last stone"));
    let text = record::write([&session.record()]);
    assert!(text.contains("[Reason \"last stone\"]"), "{text}");
    let read = record::read(&text).unwrap().swap_remove(0);
    assert_eq!(read.session().unwrap().snapshot(), session.snapshot());
    session.undo();
    let mut restored = session.snapshot().session().unwrap();
    assert_eq!(restored.redo().unwrap().to_string(), "c5");
}

#[test]
fn bots_play_matches_of_it() {
    nim();
    let [first, second]: [BotSpec; 2] = ["ab:depth=12", "random"].map(|bot| bot.parse().unwrap());
    let config = MatchConfig::new("nim", 1).unwrap();
    let report = Match { keep_records: true, ..Match::new(first, second, config, 8) }
        .run(None, &StopFlag::default(), &mut |_| ())
        .unwrap();
    assert_eq!((report.records.len(), report.forfeits.len()), (8, 0));
    assert!(report.results.score().mean > 0.5);
    let mut level = "level3".parse::<BotSpec>().unwrap().make();
    level.new_game(&*nim(), 1).unwrap();
    assert!(nim().check_move(&level.choose(&*nim()).unwrap()).is_ok());
}

#[test]
fn it_is_played_at_a_table_again_and_again() {
    let players = vec!["human".parse().unwrap(), "human".parse().unwrap()];
    let mut table = Table::new(TableSetup::new(nim(), players, 1));
    let mut handle = |event| table.handle(event, Duration::ZERO);
    for mv in ["a3", "b4", "c5"] {
        handle(TableEvent::Play(mv.to_owned()));
    }
    handle(TableEvent::Again { swap: false });
    assert_eq!((table.session().ply(), table.session().position()), (0, "3,4,5 w".to_owned()));
    assert_eq!(table.session().to_move(), Player::FIRST);
}

#[test]
fn it_is_drawn_and_described() {
    let session = nim();
    let scene = session.board().scene();
    assert_eq!(session.board().choices(&[]).unwrap().steps.len(), 3);
    let texts = Texts::new(Language::English);
    assert!(svg::page(&scene, svg::Options::new(texts)).contains("<svg"));
    assert!(cairn_draw::describe(&scene.sites[0], &scene, texts).contains("a1"));
    assert!(!cairn_draw::text::render(&scene, Style::default()).is_empty());
}

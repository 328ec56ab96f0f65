//! Options of a match: clocks, opening files, adjudication and comments, with their records and gauntlets.

use std::fs;
use std::time::Duration;

use cairn_arena::{Adjudication, ArenaError, Match, MatchConfig, Openings, Tournament};
use cairn_engine::bots::{Bot, BotFault, BotSpec, Clocks};
use cairn_engine::{StopFlag, bots::BotKind};
use cairn_session::Session;

use crate::{open_file, records, run, run_into, small_match};

/// A bot that plays at random, and spins until its clock has run out from its second move on.
#[derive(Debug, Default)]
struct Dawdler {
    moves: u32,
    clocks: Option<Clocks>,
}

impl Bot for Dawdler {
    fn name(&self) -> String {
        "dawdler".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        self.moves = 0;
        Ok(())
    }

    fn set_clocks(&mut self, clocks: Option<Clocks>) {
        self.clocks = clocks;
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        let clock = self.clocks.as_ref().unwrap().of(session.to_move()).unwrap();
        self.moves += 1;
        if self.moves > 1 {
            let started = std::time::Instant::now();
            while started.elapsed() <= clock.left {
                std::hint::spin_loop();
            }
        }
        Ok("random".parse::<BotKind>().unwrap().bot(1).choose_move(session)?.unwrap())
    }
}

#[test]
fn a_bot_whose_clock_has_run_out_loses_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut bots = small_match("greedy", "random", 4);
    bots.second = BotSpec::new("dawdler", || Box::new(Dawdler::default()));
    bots.config.clock = Some("0.05+0.01".parse().unwrap());
    let report = run_into(&path, &bots);
    assert_eq!(report.results.wins, 4);
    assert!(report.forfeits.iter().all(|(_, forfeit)| forfeit.on_time), "{:?}", report.forfeits);
    for record in records(&path) {
        assert_eq!((record.tag("Reason"), record.tag("TimeControl")), (Some("time"), Some("0.05+0.01")));
        assert!(record.tag("BotFault").unwrap().starts_with("lost on time: "), "{record}");
    }
    assert_eq!(run_into(&path, &bots).restored, 4);
    bots.config.clock = None;
    let error = open_file(&path, &bots).unwrap_err();
    assert!(matches!(error, ArenaError::Mismatch { tag: "TimeControl", .. }), "{error}");
}

#[test]
fn a_generous_clock_loses_no_game() {
    let mut bots = small_match("ab:depth=30", "mcts:playouts=100000000", 4);
    bots.config.clock = Some("0.2+0.02".parse().unwrap());
    bots.config.margin = Duration::from_secs(60);
    let report = run(&bots);
    assert_eq!((report.results.games(), report.forfeits), (4, vec![]));
}

#[test]
fn openings_are_played_from_both_sides_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut bots = small_match("greedy", "random", 6);
    let game = bots.config.game.clone();
    let mut start = cairn_session::open(&game, None).unwrap();
    start.play("b2").unwrap();
    let text = format!("startpos moves a1 c3\n{}\n", start.position());
    bots.config.openings = Some(Openings::read(&text, &game, None).unwrap());
    bots.config.comments = true;
    let report = run_into(&path, &bots);
    let games = records(&path);
    for (number, record) in games.iter().enumerate() {
        let moves: Vec<&str> = record.moves().iter().map(|mv| mv.text.as_str()).collect();
        match number / 2 % 2 {
            0 => assert_eq!((&moves[..2], record.tag("Position")), (&["a1", "c3"][..], None)),
            _ => assert_eq!(record.tag("Position"), Some(start.position().as_str())),
        }
        assert!(record.moves().iter().skip(2).all(|mv| mv.comment.as_ref().unwrap().ends_with('s')));
    }
    assert_eq!(games[0].tag("First"), games[1].tag("Second"));
    let whole = fs::read(&path).unwrap();
    let second = whole.windows(9).position(|window| window == b"\n\n[Game \"").unwrap();
    for cut in (second + 2..whole.len()).step_by(7).chain([whole.len()]) {
        fs::write(&path, &whole[..cut]).unwrap();
        let again = run_into(&path, &bots);
        assert_eq!((again.results, again.plies), (report.results, report.plies), "{cut}");
    }
    fs::write(&path, String::from_utf8(whole).unwrap().replace("s} ", "s too long} ")).unwrap();
    assert!(matches!(open_file(&path, &bots).unwrap_err(), ArenaError::Altered { .. }));
}

#[test]
fn games_are_adjudicated_where_the_result_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut bots = small_match("greedy", "random", 6);
    let played_out = run(&bots);
    bots.config.adjudication = Adjudication { exact_nodes: Some(100_000), ..Adjudication::default() };
    let report = run_into(&path, &bots);
    assert!(report.plies < played_out.plies && report.forfeits.is_empty());
    for record in records(&path) {
        assert_eq!(
            (record.tag("Adjudicated"), record.tag("Adjudication")),
            (Some("exact"), Some("exact 100000"))
        );
    }
    let again = run_into(&path, &bots);
    assert_eq!((again.results, again.restored), (report.results, 6));
    let single = run(&Match { threads: 1, ..bots });
    assert_eq!((single.results, single.plies), (report.results, report.plies));
}

#[test]
fn a_bot_resigns_and_two_bots_agree_by_their_scores() {
    let mut bots = small_match("ab:depth=4", "random", 4);
    bots.config = MatchConfig::new("stac", 1).unwrap();
    bots.keep_records = true;
    bots.config.adjudication.draw = Some("movenumber=1,movecount=1,score=1000000".parse().unwrap());
    let drawn = run(&bots);
    assert_eq!(drawn.results.draws, 0, "a bot without scores agrees to no draw");
    bots.second = "ab:depth=2".parse().unwrap();
    let drawn = run(&bots);
    assert_eq!(drawn.results.draws, 4);
    for record in &drawn.records {
        assert_eq!((record.tag("Adjudicated"), record.tag("Reason")), (Some("draw"), Some("agreement")));
    }
    bots.config.adjudication = Adjudication::default();
    bots.config.adjudication.resign = Some("movecount=2,score=600".parse().unwrap());
    let resigned = run(&bots);
    let by_rule: Vec<_> =
        resigned.records.iter().filter(|record| record.tag("Adjudicated").is_some()).collect();
    assert!(!by_rule.is_empty() && resigned.forfeits.is_empty());
    assert!(by_rule.iter().all(|record| record.tag("Reason") == Some("resignation")));
}

#[test]
fn in_a_gauntlet_the_first_bot_plays_all_others() {
    let bots = ["greedy", "random", "level1"].map(|bot| bot.parse().unwrap()).to_vec();
    let config = MatchConfig::new("staqs:size=3", 1).unwrap();
    let tournament = Tournament { threads: 2, gauntlet: true, ..Tournament::new(bots, config, 4) };
    let table = tournament.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!(table.games, 8);
    for row in &table.rows {
        let opponents = row.against.iter().flatten().count();
        assert_eq!(opponents, if row.name == "greedy" { 2 } else { 1 });
        assert!(row.rating.is_some());
    }
}

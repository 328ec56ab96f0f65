//! Matches: determinism across threads, paired openings, faults, and every way to stop.

use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_arena::{GameResult, Match, MatchConfig, Side, Tournament, Verdict};
use cairn_engine::StopFlag;
use cairn_engine::bots::{Bot, BotFault, BotSpec};
use cairn_rules::{Message, games};
use cairn_session::Session;

use crate::{StubBot, records, run, run_into, small_match};

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = None;
    for threads in [1, 2, 5, 64] {
        let path = folder.path().join(threads.to_string());
        let bots = Match { threads, ..small_match("greedy", "random", 31) };
        let report = run_into(&path, &bots);
        let outcome = (report.results, report.plies, records(&path));
        assert_eq!(report.results.games(), 31);
        assert_eq!(known.get_or_insert(outcome.clone()), &outcome);
    }
    let mut other = small_match("greedy", "random", 31);
    other.config.seed += 1;
    let path = folder.path().join("other");
    run_into(&path, &other);
    assert_ne!(known.unwrap().2, records(&path));
}

#[test]
fn sides_are_swapped_and_openings_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = small_match("greedy", "random", 20);
    run_into(&path, &bots);
    for pair in records(&path).chunks(2) {
        let opening = |game: usize| {
            pair[game].moves()[..bots.config.opening_plies].iter().map(|mv| &mv.text).collect::<Vec<_>>()
        };
        assert_eq!(opening(0), opening(1));
        let names = |game: usize| (pair[game].tag("First").unwrap(), pair[game].tag("Second").unwrap());
        assert_eq!((names(0), names(1)), (("greedy", "random"), ("random", "greedy")));
    }
}

#[test]
fn the_better_bot_wins_in_every_game() {
    for info in games::ALL.iter().filter(|info| info.id != "stlts") {
        let config = MatchConfig::new(info.id, 1).unwrap();
        let bots = Match { config, ..small_match("greedy", "random", 12) };
        let report = run(&bots);
        assert!(report.results.wins >= report.results.losses, "{}: {:?}", info.id, report.results);
        assert!(report.forfeits.is_empty());
    }
}

#[test]
fn three_and_four_players_are_supported() {
    for spec in ["staqs:players=3", "staqs:players=4,size=4"] {
        let mut bots = small_match("greedy", "random", 12);
        bots.config = MatchConfig::new(spec, 1).unwrap();
        let report = run(&bots);
        assert_eq!((report.results.games(), report.forfeits.len()), (12, 0), "{spec}");
    }
}

#[test]
fn an_sprt_ends_the_match_after_the_same_game_on_any_number_of_threads() {
    let mut known = None;
    for threads in [1, 4] {
        let mut bots = Match { threads, ..small_match("greedy", "random", 5000) };
        bots.config = MatchConfig::new("sight", 1).unwrap();
        bots.sprt = Some("0,200".parse().unwrap());
        let report = run(&bots);
        assert_eq!(bots.sprt.unwrap().verdict(&report.sprt_pairs), Verdict::AcceptElo1);
        assert!(report.results.games() < 100 && !report.interrupted);
        assert_eq!(known.get_or_insert(report.results), &report.results);
    }
}

#[test]
fn a_stopped_match_reports_the_games_so_far() {
    let stop = StopFlag::default();
    let report = small_match("random", "random", 10_000).run(None, &stop, &mut |progress| {
        if progress.games >= 10 {
            stop.stop();
        }
    });
    let report = report.unwrap();
    assert!(report.interrupted && (10..10_000).contains(&report.results.games()));
}

#[test]
fn games_that_reach_the_ply_limit_are_draws() {
    let mut bots = small_match("greedy", "random", 4);
    bots.config.max_plies = 5;
    let report = run(&bots);
    assert_eq!((report.results.draws, report.plies), (4, 20));
}

/// Presets without draws: the ply limit ends games that the rules do not end.
#[test]
fn games_that_may_never_end_are_capped() {
    for game in ["stlts:seed", "stac:seed", "stacks:seed"] {
        for bot in ["random", "greedy", "level1"] {
            let mut bots = small_match(bot, bot, 2);
            bots.config = MatchConfig::new(game, 7).unwrap();
            bots.config.max_plies = 24;
            let report = run(&bots);
            assert_eq!(report.results.games(), 2, "{game} {bot}");
            assert!(report.plies <= 48, "{game} {bot}: {}", report.plies);
        }
    }
}

fn no_idea() -> Result<String, BotFault> {
    Err(BotFault::Failed { problem: Message::new("no idea") })
}

/// The result of a bot, and the reported fault.
type Case = (fn() -> Result<String, BotFault>, &'static str);

#[test]
fn faults_lose_the_game_and_the_match_continues() {
    let cases: [Case; 4] = [
        (no_idea, "gave up: no idea"),
        (|| Ok("a9".to_owned()), "a9"),
        (|| Ok(String::new()), "unreadable move"),
        (|| panic!("meant to happen in this test"), "it panicked"),
    ];
    for (answer, fault) in cases {
        let mut bots = small_match("random", "random", 6);
        bots.second = StubBot::spec("broken", answer);
        let report = run(&bots);
        assert_eq!((report.results.wins, report.forfeits.len()), (6, 6));
        let forfeit = &report.forfeits[0].1;
        assert!(forfeit.side == Side::Second && forfeit.fault.contains(fault), "{forfeit:?}");
    }
}

/// A bot that counts its instances that hold memory: from the beginning of a game until they rest.
#[derive(Debug)]
struct Counted {
    holds: bool,
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    inner: Box<dyn Bot>,
}

impl Bot for Counted {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault> {
        if !replace(&mut self.holds, true) {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
        }
        self.inner.new_game(session, seed)
    }

    fn rest(&mut self) {
        if replace(&mut self.holds, false) {
            self.now.fetch_sub(1, Ordering::SeqCst);
        }
        self.inner.rest();
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        self.inner.choose(session)
    }
}

#[test]
fn two_bots_of_a_thread_hold_memory_however_many_play() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counted = |number: usize| {
        let (now, most) = (Arc::clone(&now), Arc::clone(&most));
        let random: BotSpec = "random".parse().unwrap();
        BotSpec::new(format!("bot{number}"), move || {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            Box::new(Counted { holds: false, now, most, inner: random.make() })
        })
    };
    let bots = (0..7).map(counted).collect();
    let config = MatchConfig::new("staqs:size=3", 1).unwrap();
    let table = Tournament { threads: 2, ..Tournament::new(bots, config, 2) }
        .run(None, &StopFlag::default(), &mut |_| {})
        .unwrap();
    assert_eq!(table.games, 42);
    assert!((2..=4).contains(&most.load(Ordering::SeqCst)), "{most:?}");
}

#[test]
fn a_crosstable_has_every_result_twice() {
    let lazy = StubBot::spec("lazy", no_idea);
    let bots = vec!["random".parse().unwrap(), "greedy".parse().unwrap(), lazy];
    let config = MatchConfig::new("sight:size=3", 1).unwrap();
    let tournament = Tournament { threads: 2, ..Tournament::new(bots, config, 6) };
    let mut seen = 0;
    let table = tournament.run(None, &StopFlag::default(), &mut |games| seen = games).unwrap();
    assert_eq!((table.games, seen, table.interrupted), (18, 18, false));
    assert_eq!(table.rows[2].name, "lazy");
    assert_eq!((table.rows[2].total.losses, table.rows[2].forfeits), (12, 12));
    for (row, one) in table.rows.iter().enumerate() {
        assert!(one.against[row].is_none());
        for (column, other) in table.rows.iter().enumerate().filter(|(column, _)| *column != row) {
            assert_eq!(one.against[column].unwrap().reversed(), other.against[row].unwrap());
        }
    }
    assert_eq!(GameResult::Win.half_points(), 2);
}

#[test]
fn bots_that_are_far_apart_in_the_list_need_not_play() {
    let bots = ["greedy", "random", "level1", "level2"].map(|bot| bot.parse().unwrap()).to_vec();
    let config = MatchConfig::new("sight:size=3", 1).unwrap();
    let tournament = Tournament { threads: 2, near: Some(1), anchor: 1, ..Tournament::new(bots, config, 4) };
    let pairings: Vec<String> =
        tournament.pairings().iter().map(|(one, two)| format!("{}-{}", one.name(), two.name())).collect();
    assert_eq!(pairings, ["greedy-random", "random-level1", "level1-level2"]);
    let table = tournament.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!(table.games, 12);
    let elos: Vec<f64> = table.rows.iter().map(|row| row.rating.unwrap().elo).collect();
    assert!(elos.is_sorted_by(|a, b| a >= b), "{elos:?}");
    let anchor = table.rows.iter().find(|row| row.name == "random").unwrap();
    assert_eq!(anchor.rating.unwrap().elo.to_bits(), 0.0_f64.to_bits());
}

#[test]
fn a_report_has_the_records_of_its_games() {
    let bots = Match { keep_records: true, ..small_match("greedy", "random", 6) };
    let report = run(&bots);
    let rounds: Vec<&str> = report.records.iter().map(|record| record.tag("Round").unwrap()).collect();
    assert_eq!(rounds, ["1", "2", "3", "4", "5", "6"]);
    assert!(report.records.iter().all(|record| record.outcome().is_some()));
    assert!(run(&small_match("greedy", "random", 2)).records.is_empty());
}

//! The same games for any number of threads, fair sides, and every way to stop.

use std::sync::atomic::{AtomicBool, Ordering};

use cairn_arena::{Match, Score, Side, Terms, Tournament, Verdict};
use cairn_rules::games;
use cairn_session::Session;
use cairn_session::players::{Bot, BotFault, BotSpec};

use crate::{records, run, run_into, versus};

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = None;
    for threads in [1, 2, 5, 64] {
        let path = folder.path().join(threads.to_string());
        let versus = Match { threads, ..versus("greedy", "random", 31) };
        let report = run_into(&path, &versus);
        let found = (report.tally, report.plies, records(&path));
        assert_eq!(report.tally.games(), 31);
        assert_eq!(known.get_or_insert(found.clone()), &found);
    }
    let mut other = versus("greedy", "random", 31);
    other.terms.seed += 1;
    let path = folder.path().join("other");
    run_into(&path, &other);
    assert_ne!(known.unwrap().2, records(&path));
}

#[test]
fn sides_are_swapped_and_openings_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let versus = versus("greedy", "random", 20);
    run_into(&path, &versus);
    for pair in records(&path).chunks(2) {
        let opening = |game: usize| {
            pair[game].moves()[..versus.terms.opening].iter().map(|mv| &mv.text).collect::<Vec<_>>()
        };
        assert_eq!(opening(0), opening(1));
        let names = |game: usize| (pair[game].tag("First").unwrap(), pair[game].tag("Second").unwrap());
        assert_eq!((names(0), names(1)), (("greedy", "random"), ("random", "greedy")));
    }
}

#[test]
fn the_better_bot_wins_in_every_game() {
    for info in games::ALL.iter().filter(|info| info.id != "stlts") {
        let terms = Terms::of(info.id, 1).unwrap();
        let (first, second) = ("greedy".parse().unwrap(), "random".parse().unwrap());
        let versus = Match { first, second, terms, games: 12, threads: 2, sprt: None };
        let report = run(&versus);
        assert!(report.tally.wins >= report.tally.losses, "{}: {:?}", info.id, report.tally);
        assert!(report.forfeits.is_empty());
    }
}

#[test]
fn three_and_four_can_sit_at_the_board() {
    for word in ["staqs:players=3", "staqs:players=4,size=4"] {
        let mut versus = versus("greedy", "random", 12);
        versus.terms = Terms::of(word, 1).unwrap();
        let report = run(&versus);
        assert_eq!((report.tally.games(), report.forfeits.len()), (12, 0), "{word}");
    }
}

#[test]
fn a_test_ends_the_match_after_the_same_game_on_any_number_of_threads() {
    let mut known = None;
    for threads in [1, 4] {
        let mut versus = Match { threads, ..versus("greedy", "random", 5000) };
        versus.terms = Terms::of("sight", 1).unwrap();
        versus.sprt = Some("0,200".parse().unwrap());
        let report = run(&versus);
        assert_eq!(versus.sprt.unwrap().verdict(&report.tested), Verdict::AcceptElo1);
        assert!(report.tally.games() < 100 && !report.interrupted);
        assert_eq!(known.get_or_insert(report.tally), &report.tally);
    }
}

#[test]
fn a_match_that_is_stopped_tells_what_is_known() {
    let stop = AtomicBool::new(false);
    let report = versus("random", "random", 10_000).run(None, &stop, &mut |now| {
        stop.store(now.games >= 10, Ordering::Relaxed);
    });
    let report = report.unwrap();
    assert!(report.interrupted && (10..10_000).contains(&report.tally.games()));
}

#[test]
fn games_that_are_too_long_are_draws() {
    let mut versus = versus("greedy", "random", 4);
    versus.terms.cap = 5;
    let report = run(&versus);
    assert_eq!((report.tally.draws, report.plies), (4, 20));
}

/// A bot that fails in every way that a bot of ours could.
struct Wreck(Answer);

/// What it chooses, if anything.
type Answer = Option<fn() -> String>;

impl Bot for Wreck {
    fn name(&self) -> String {
        "wreck".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
        match self.0 {
            Some(choose) => Ok(choose()),
            None => Err(BotFault::Failed { problem: "no idea".to_owned() }),
        }
    }
}

#[test]
fn faults_lose_the_game_and_the_match_goes_on() {
    let wrecks: [(Answer, &str); 4] = [
        (None, "gave up: no idea"),
        (Some(|| "a9".to_owned()), "a9"),
        (Some(String::new), "unreadable move"),
        (Some(|| panic!("meant to happen in this test")), "it panicked"),
    ];
    for (choose, fault) in wrecks {
        let mut versus = versus("random", "random", 6);
        versus.second = BotSpec::new("wreck", move || Box::new(Wreck(choose)));
        let report = run(&versus);
        assert_eq!((report.tally.wins, report.forfeits.len()), (6, 6));
        let forfeit = &report.forfeits[0].1;
        assert!(forfeit.side == Side::Second && forfeit.fault.contains(fault), "{forfeit:?}");
    }
}

#[test]
fn a_crosstable_has_every_result_twice() {
    let bots = ["random", "greedy"].map(|word| word.parse().unwrap()).to_vec();
    let lazy = BotSpec::new("lazy", || Box::new(Wreck(None)));
    let bots = [bots, vec![lazy]].concat();
    let tournament = Tournament { bots, terms: Terms::of("sight:size=3", 1).unwrap(), games: 6, threads: 2 };
    let mut seen = 0;
    let table = tournament.run(None, &AtomicBool::new(false), &mut |games| seen = games).unwrap();
    assert_eq!((table.games, seen, table.interrupted), (18, 18, false));
    assert_eq!(table.rows[2].name, "lazy");
    assert_eq!((table.rows[2].total.losses, table.rows[2].forfeits), (12, 12));
    for (row, one) in table.rows.iter().enumerate() {
        assert!(one.against[row].is_none());
        for (column, other) in table.rows.iter().enumerate().filter(|(column, _)| *column != row) {
            assert_eq!(one.against[column].unwrap().reversed(), other.against[row].unwrap());
        }
    }
    assert_eq!(Score::Win.halves(), 2);
}

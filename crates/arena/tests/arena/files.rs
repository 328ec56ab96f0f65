//! Matches in files: cut anywhere, they go on to the same end; other files are left alone.

use std::fs;

use cairn_arena::{ArenaError, Match, Store, Tournament};
use cairn_session::Session;
use cairn_session::players::{Bot, BotFault, BotSpec};

use crate::{records, run_into, versus};

#[test]
fn a_file_cut_anywhere_goes_on_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let versus = Match { threads: 1, ..versus("greedy", "random", 8) };
    let report = run_into(&path, &versus);
    let (whole, games) = (fs::read(&path).unwrap(), records(&path));
    assert_eq!((games.len(), report.restored), (8, 0));
    let second = whole.windows(7).enumerate().filter(|(_, window)| window == b"[Game \"").nth(1).unwrap().0;
    // From inside the second record to the end of the third, every byte; later ones here and there.
    let cuts = (second + 1..second + 420).chain((second + 420..=whole.len()).step_by(101));
    for cut in cuts.chain([0, second, whole.len() - 1, whole.len()]) {
        fs::write(&path, &whole[..cut.min(whole.len())]).unwrap();
        let again = run_into(&path, &versus);
        assert_eq!((again.tally, again.plies), (report.tally, report.plies), "{cut}");
        assert_eq!(records(&path), games, "{cut}");
    }
    assert_eq!(run_into(&path, &versus).restored, 8);
}

#[test]
fn forfeits_and_stopped_games_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut versus = versus("greedy", "random", 6);
    versus.terms.cap = 7;
    versus.second = BotSpec::new("random", || Box::new(Late));
    let report = run_into(&path, &versus);
    assert_eq!((report.tally.wins, report.forfeits.len()), (6, 6));
    let again = run_into(&path, &versus);
    assert_eq!((again.tally, again.forfeits, again.restored), (report.tally, report.forfeits, 6));
    assert!(records(&path).iter().all(|record| record.tag("Reason") == Some("time")));
}

/// A bot that takes too long.
struct Late;

impl Bot for Late {
    fn name(&self) -> String {
        "late".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
        let patience = std::time::Duration::from_millis(1);
        Err(BotFault::Late { asked: "go".to_owned(), patience })
    }
}

#[test]
fn a_match_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run_into(&path, &versus("greedy", "random", 5));
    let longer = run_into(&path, &versus("greedy", "random", 12));
    assert_eq!((longer.restored, longer.tally.games()), (5, 12));
    let direct = folder.path().join("direct");
    run_into(&direct, &versus("greedy", "random", 12));
    assert_eq!(records(&path), records(&direct));
    let shorter = run_into(&path, &versus("greedy", "random", 3));
    assert_eq!((shorter.restored, shorter.tally.games()), (3, 3));
}

#[test]
fn other_matches_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let right = versus("greedy", "random", 4);
    run_into(&path, &right);
    let contents = fs::read(&path).unwrap();
    let mut others = vec![versus("random", "greedy", 4); 4];
    others[1] = right.clone();
    others[1].terms.seed = 8;
    others[2] = right.clone();
    others[2].terms.opening += 2;
    others[3] = right.clone();
    others[3].terms.game = "staqs:size=4".to_owned();
    for (other, tag) in others.iter().zip(["Match", "Seed", "Opening", "Game"]) {
        let error = Store::open(&path, &other.terms, &[(&other.first, &other.second)]).unwrap_err();
        assert!(matches!(error, ArenaError::Mismatch { tag: found, .. } if found == tag), "{error}");
        assert!(error.is_request());
        assert_eq!(fs::read(&path).unwrap(), contents);
    }
}

#[test]
fn what_is_no_match_is_never_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let right = versus("greedy", "random", 4);
    let texts: [&[u8]; 7] = [
        b"Dear diary,\n",
        b"[Game \"staqs:size=3\"]\n\n1. a1 b2",
        b"[Game \"staqs:size=3\"]\n\n1. a1 b2\n\n",
        b"[Game \"staqs:size=3\"]\n\n1. a1 a1\n",
        b"[Game \"sta",
        b"\xff\xfe",
        b"[Game \"staqs:size=3\"]\n\n1. a1\n\n[Game \"staqs:size=3\"]\n\n1. a",
    ];
    for text in texts {
        fs::write(&path, text).unwrap();
        let error = Store::open(&path, &right.terms, &[(&right.first, &right.second)]).unwrap_err();
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    let nowhere = folder.path().join("no/such/folder");
    let error = Store::open(&nowhere, &right.terms, &[(&right.first, &right.second)]).unwrap_err();
    assert!(!error.is_request(), "{error}");
}

#[test]
fn tournaments_go_on_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let right = versus("greedy", "random", 4);
    let bots = vec![right.first.clone(), right.second.clone()];
    let tournament = Tournament { bots, terms: right.terms.clone(), games: 4, threads: 2 };
    let run = || {
        let mut store = Store::open(&path, &tournament.terms, &tournament.pairings()).unwrap();
        let never = std::sync::atomic::AtomicBool::new(false);
        let mut calls = 0;
        let table = tournament.run(Some(&mut store), &never, &mut |_| calls += 1).unwrap();
        (table.rows[0].total, calls)
    };
    let (first, second) = (run(), run());
    assert_eq!((first.0, first.1, second.1), (second.0, 5, 1));
}

//! Record files: a match resumes from a file truncated anywhere, and other files are left alone.

use std::fs;

use cairn_arena::{ArenaError, Match, RecordFile, Tournament};
use cairn_engine::bots::BotFault;

use crate::{StubBot, open_file, records, run_into, small_match};

#[test]
fn a_file_truncated_anywhere_resumes_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = Match { threads: 1, ..small_match("greedy", "random", 8) };
    let report = run_into(&path, &bots);
    let (whole, games) = (fs::read(&path).unwrap(), records(&path));
    assert_eq!((games.len(), report.restored), (8, 0));
    let second = whole.windows(7).enumerate().filter(|(_, window)| window == b"[Game \"").nth(1).unwrap().0;
    // From inside the second record to the end of the third, every byte; later ones here and there.
    let cuts = (second + 1..second + 420).chain((second + 420..=whole.len()).step_by(101));
    for cut in cuts.chain([0, second, whole.len() - 1, whole.len()]) {
        fs::write(&path, &whole[..cut.min(whole.len())]).unwrap();
        let again = run_into(&path, &bots);
        assert_eq!((again.results, again.plies), (report.results, report.plies), "{cut}");
        assert_eq!(records(&path), games, "{cut}");
    }
    assert_eq!(run_into(&path, &bots).restored, 8);
}

#[test]
fn forfeits_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut bots = small_match("greedy", "random", 6);
    bots.config.max_plies = 7;
    bots.second = StubBot::spec("random", || {
        let patience = std::time::Duration::from_millis(1);
        Err(BotFault::Late { asked: "go".to_owned(), patience })
    });
    let report = run_into(&path, &bots);
    assert_eq!((report.results.wins, report.forfeits.len()), (6, 6));
    let again = run_into(&path, &bots);
    assert_eq!((again.results, again.forfeits, again.restored), (report.results, report.forfeits, 6));
    assert!(records(&path).iter().all(|record| record.tag("Reason") == Some("time")));
}

#[test]
fn a_match_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run_into(&path, &small_match("greedy", "random", 5));
    let longer = run_into(&path, &small_match("greedy", "random", 12));
    assert_eq!((longer.restored, longer.results.games()), (5, 12));
    let direct = folder.path().join("direct");
    run_into(&direct, &small_match("greedy", "random", 12));
    assert_eq!(records(&path), records(&direct));
    let shorter = run_into(&path, &small_match("greedy", "random", 3));
    assert_eq!((shorter.restored, shorter.results.games()), (3, 3));
}

#[test]
fn other_matches_are_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let right = small_match("greedy", "random", 4);
    run_into(&path, &right);
    let contents = fs::read(&path).unwrap();
    let mut others = vec![small_match("random", "greedy", 4); 4];
    others[1] = right.clone();
    others[1].config.seed = 8;
    others[2] = right.clone();
    others[2].config.opening_plies += 2;
    others[3] = right.clone();
    others[3].config.game = "staqs:size=4".to_owned();
    for (other, tag) in others.iter().zip(["Match", "Seed", "Opening", "Game"]) {
        let error = open_file(&path, other).unwrap_err();
        assert!(matches!(error, ArenaError::Mismatch { tag: found, .. } if found == tag), "{error}");
        assert!(error.is_request());
        assert_eq!(fs::read(&path).unwrap(), contents);
    }
}

#[test]
fn a_file_that_is_no_match_is_never_truncated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let right = small_match("greedy", "random", 4);
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
        let error = open_file(&path, &right).unwrap_err();
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    let nowhere = folder.path().join("no/such/folder");
    let error = open_file(&nowhere, &right).unwrap_err();
    assert!(!error.is_request(), "{error}");
}

#[test]
fn tournaments_resume_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let right = small_match("greedy", "random", 4);
    let bots = vec![right.first.clone(), right.second.clone()];
    let tournament = Tournament { bots, config: right.config.clone(), games: 4, threads: 2 };
    let run = || {
        let mut file = RecordFile::open(&path, &tournament.config, &tournament.pairings()).unwrap();
        let never = std::sync::atomic::AtomicBool::new(false);
        let mut calls = 0;
        let table = tournament.run(Some(&mut file), &never, &mut |_| calls += 1).unwrap();
        (table.rows[0].total, calls)
    };
    let (first, second) = (run(), run());
    assert_eq!((first.0, first.1, second.1), (second.0, 5, 1));
}

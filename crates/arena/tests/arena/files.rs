//! Record files: a match resumes from a file truncated anywhere, and leaves other files unchanged.

use std::fs;
use std::path::Path;

use cairn_arena::{ArenaError, Match, RecordFile, Tournament};
use cairn_engine::StopFlag;
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
    let starts = whole.windows(9).enumerate().filter(|(_, window)| *window == b"\n\n[Game \"");
    let ends: Vec<usize> = starts.map(|(start, _)| start + 2).chain([whole.len()]).collect();
    // Cuts at every byte from inside the second record to the end of the third, and at some later ones.
    let cuts = (second + 1..second + 420).chain((second + 420..=whole.len()).step_by(101));
    for cut in cuts.chain([0, second, whole.len() - 1, whole.len()]) {
        fs::write(&path, &whole[..cut.min(whole.len())]).unwrap();
        let again = run_into(&path, &bots);
        assert_eq!((again.results, again.plies), (report.results, report.plies), "{cut}");
        assert_eq!(records(&path), games, "{cut}");
        assert_eq!(again.restored, ends.iter().filter(|end| **end <= cut).count(), "{cut}");
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
fn a_match_can_be_extended() {
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
fn foreign_files_are_never_truncated() {
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

/// Opens a file with this content for a match, and expects an error and an unchanged file.
fn expect_refusal(path: &Path, text: &str, bots: &Match) -> ArenaError {
    fs::write(path, text).unwrap();
    let error = open_file(path, bots).unwrap_err();
    assert_eq!(fs::read_to_string(path).unwrap(), text);
    error
}

#[test]
fn files_with_foreign_content_are_rejected_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = Match { threads: 1, ..small_match("greedy", "random", 3) };
    run_into(&path, &bots);
    let whole = fs::read_to_string(&path).unwrap();
    let last = &whole[whole.rfind("[Game").unwrap()..];
    let before = &whole[..whole.len() - last.len()];
    let tags = &last[..last.find("\n\n").unwrap()];
    let annotated = last.replacen("1. ", "1. {a fine move} ", 1);
    let cut_game = last.replace("[Round \"3\"]", "[Round \"4\"]");
    let cut_game = &cut_game[..cut_game.len() - 5];
    let foreign = "[Game \"sight:size=3\"]\n[First \"Ana\"]\n[Second \"Ben\"]\n\n1. ";
    let added = [
        "Dear diary,\n",
        "Dear diary",
        "\n",
        " ",
        "[Note \"to myself\"]\n",
        "{what a match}\n",
        "1. a1",
        "[Game \"sight:size=3\"]\n\n1. a1\n",
        "[Game \"staqs:size=3\"]\n\n1. a1 b2",
        "[Game \"staqs:size=3\"]\n[First \"Ana\"]\n[Second",
        foreign,
        last,
        &annotated,
        annotated.trim_end(),
        &cut_game.replacen("1. ", "1. {a fine move} ", 1),
        &cut_game.replacen("1. ", "1.  ", 1),
        &format!("{cut_game} {{cut off by hand"),
        &format!("{cut_game}\n\nDear diary"),
        &cut_game.replace("[Seed \"7\"]", "[Seed \"8\"]"),
        &cut_game.replace("[Cap ", "[Annotator \"Ana\"]\n[Cap "),
        &cut_game.replace("\n[Plies \"", "\n[Annotator \"Ana\"]\n[Plies \""),
        &format!("{tags}\n[Annotator \"Ana\"]\n"),
        &format!("{tags}\n[Annotator \"Ana"),
    ];
    for text in added {
        expect_refusal(&path, &format!("{whole}{text}"), &bots);
        expect_refusal(&path, &format!("{text}{whole}"), &bots);
    }
    let instead = [
        annotated.clone(),
        annotated.trim_end().to_owned(),
        format!("{}\n\n\n", last.trim_end()),
        last.replace('\n', "\r\n"),
        last.replace("[Cap ", "[Annotator \"Ana\"]\n[Cap "),
        last.replace("[First \"greedy\"]", "[First \"Ana\"]"),
        last.replace("1. ", "1.  "),
    ];
    for text in instead {
        assert_ne!(text, last);
        expect_refusal(&path, &format!("{before}{text}"), &bots);
        expect_refusal(&path, &format!("{text}{whole}"), &bots);
    }
    let twice = expect_refusal(&path, &format!("{whole}{last}"), &bots);
    assert!(matches!(twice, ArenaError::Twice { game: 4, .. }), "{twice}");
    let altered = expect_refusal(&path, &format!("{before}{annotated}"), &bots);
    assert!(matches!(altered, ArenaError::Altered { game: 3, .. }), "{altered}");
    // The same incomplete game without changes belongs to the match.
    fs::write(&path, format!("{whole}{cut_game}")).unwrap();
    assert_eq!(run_into(&path, &bots).restored, 3);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn files_of_other_kinds_are_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = Match { threads: 1, ..small_match("greedy", "random", 3) };
    run_into(&path, &bots);
    let whole = fs::read_to_string(&path).unwrap();
    let other = folder.path().join("other");
    run_into(&other, &Match { threads: 1, ..small_match("random", "greedy", 2) });
    let other = fs::read_to_string(other).unwrap();
    for text in [
        format!("\u{feff}{whole}"),
        whole.replace('\n', "\r\n"),
        whole[..whole.len() - 5].replace('\n', "\r\n"),
        format!("{whole}\n\n\n"),
        format!("{whole}\u{feff}"),
        format!("{whole}{other}"),
        format!("{other}{whole}"),
        format!("{whole}{}", &other[..other.len() - 9]),
    ] {
        let error = expect_refusal(&path, &text, &bots);
        assert!(error.is_request() && error.to_string().contains("games: "), "{error}");
    }
    let folder_itself = open_file(folder.path(), &bots).unwrap_err();
    assert!(!folder_itself.is_request(), "{folder_itself}");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["games", "link"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let bots = small_match("greedy", "random", 3);
    run_into(&link, &bots);
    let longer = small_match("greedy", "random", 5);
    assert_eq!(run_into(&link, &longer).restored, 3);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(records(&path).len(), 5);
    let open = open_file(&path, &longer).unwrap();
    let second = open_file(&link, &longer).unwrap_err();
    assert!(matches!(second, ArenaError::InUse { .. }), "{second}");
    drop(open);
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = small_match("greedy", "random", 3);
    run_into(&path, &bots);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    // An administrator may be able to write to it anyway.
    if fs::OpenOptions::new().append(true).open(&path).is_err() {
        let error = open_file(&path, &bots).unwrap_err();
        assert!(!error.is_request() && error.to_string().contains("games: "), "{error}");
    }
    assert_eq!(records(&path).len(), 3);
}

#[test]
fn games_without_a_move_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut bots = small_match("greedy", "random", 3);
    bots.config.opening_plies = 0;
    bots.first = StubBot::spec("say \"no\" \\ never", || {
        Err(BotFault::Failed { problem: cairn_rules::Message::new("[\"no\"]\n\nno") })
    });
    let report = run_into(&path, &bots);
    let whole = fs::read(&path).unwrap();
    let again = run_into(&path, &bots);
    assert_eq!((again.results, again.forfeits, again.restored), (report.results, report.forfeits, 3));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn two_matches_never_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let bots = small_match("greedy", "random", 4);
    let mut first = open_file(&path, &bots).unwrap();
    let second = open_file(&path, &bots).unwrap_err();
    assert!(matches!(second, ArenaError::InUse { .. }), "{second}");
    bots.run(Some(&mut first), &StopFlag::default(), &mut |_| {
        assert!(open_file(&path, &bots).is_err());
    })
    .unwrap();
    drop(first);
    assert_eq!(run_into(&path, &bots).restored, 4);
}

#[test]
fn tournaments_resume_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let right = small_match("greedy", "random", 4);
    let bots = vec![right.first.clone(), right.second.clone()];
    let tournament = Tournament { threads: 2, ..Tournament::new(bots, right.config.clone(), 4) };
    let run = || {
        let mut file = RecordFile::open(&path, &tournament.config, &tournament.pairings()).unwrap();
        let never = StopFlag::default();
        let mut calls = 0;
        let table = tournament.run(Some(&mut file), &never, &mut |_| calls += 1).unwrap();
        (table.rows[0].total, calls)
    };
    let (first, second) = (run(), run());
    assert_eq!((first.0, first.1, second.1), (second.0, 5, 1));
}

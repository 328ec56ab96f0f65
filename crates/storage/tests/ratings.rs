//! Ratings are stored, every game counts once, and a damaged line does not affect the others.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::thread;

use cairn_coach::rating::{PlayerRating, is_still_rated, level_elo};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Player;
use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_storage::{Autosaver, Storage};
use cairn_table::{Table, TableEvent, TableSetup, Time};
use cairn_texts::{Language, Texts};

/// Returns the rating after a win against an opponent of 500.
fn win(rating: PlayerRating) -> PlayerRating {
    rating.after(500, 1.0)
}

/// Returns the number of games that a rating rests on.
fn games(storage: &Storage, game: &str) -> u32 {
    storage.ratings().unwrap().0.get(game).map_or(0, |rating| rating.games)
}

#[test]
fn ratings_are_read_as_they_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path().join("new"));
    assert_eq!(storage.ratings().unwrap(), Default::default());
    assert!(!folder.path().join("new").exists(), "reading creates nothing");
    let counted = storage.count_game("one", None, win).unwrap();
    assert_eq!(
        (counted.before, counted.rating),
        (Some(PlayerRating::default()), win(PlayerRating::default()))
    );
    let change = counted.rating.elo.round() - 500.0;
    assert_eq!(counted.numbers(), format!("{} (+{change})", counted.rating));
    storage.count_game("two", None, |rating| rating.after(500, 0.0)).unwrap();
    let (ratings, damaged) = storage.ratings().unwrap();
    assert_eq!((ratings.get("one"), damaged), (Some(counted.rating), None));
    assert!(ratings.get("two").unwrap().elo < 500.0 && ratings.get("three").is_none());
}

#[test]
fn damaged_lines_are_reported_and_set_aside_and_the_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, file) = (Storage::at(folder.path()), folder.path().join("ratings.jsonl"));
    let line = |game: &str, rest: &str| format!(r#"{{"game":"{game}",{rest}}}"#);
    let first = line("one", r#""elo":612.5,"deviation":80,"volatility":0.06,"games":14"#);
    let last = line("last", r#""elo":-20,"deviation":350,"volatility":0.06,"games":1,"counted":["1-2-3"]"#);
    let good = format!("{first}\n{last}\n");
    for (number, bad) in [
        line("one", r#""elo":500,"deviation":80,"volatility":0.06,"games":2"#),
        line("two", r#""elo":500,"deviation":80,"volatility":0.06"#),
        line("two", r#""elo":"NaN","deviation":80,"volatility":0.06,"games":2"#),
        line("two", r#""elo":1e99,"deviation":80,"volatility":0.06,"games":2"#),
        line("two", r#""elo":500,"deviation":-80,"volatility":0.06,"games":2"#),
        line("two", r#""elo":500,"deviation":80,"volatility":0.06,"games":-2"#),
        line("two", r#""elo":500,"deviation":80,"volatility":0.06,"games":2,"counted":["a/b"]"#),
        "two 500 80 0.06 2".to_owned(),
        "\u{1b}[2J".to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("{first}\n{bad}\n{last}");
        fs::write(&file, &text).unwrap();
        let (ratings, damaged) = storage.ratings().unwrap();
        let damaged = damaged.unwrap();
        assert_eq!(damaged.problem.line, 2, "{bad}");
        assert_eq!(fs::read_to_string(&damaged.path).unwrap(), text, "{bad}");
        let suffix = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        assert!(
            damaged.path.ends_with(format!("ratings.jsonl.damaged{suffix}")),
            "{}",
            damaged.path.display()
        );
        assert_eq!((ratings.get("one").unwrap().games, ratings.get("last").unwrap().games), (14, 1), "{bad}");
        assert!(ratings.get("two").is_none(), "{bad}");
        assert_eq!(storage.ratings().unwrap(), (ratings, None), "said once");
        for language in Language::ALL {
            let said = damaged.tell(Texts::new(language));
            assert!(said.contains(&damaged.path.display().to_string()) && !said.contains('\u{1b}'), "{said}");
        }
    }
    // Bytes that are not text, and a concurrent result.
    fs::write(&file, [&b"\xff\xfe\n"[..], good.as_bytes()].concat()).unwrap();
    let counted = storage.count_game("one", None, win).unwrap();
    assert!(counted.damaged.is_some() && counted.rating.games == 15);
    assert_eq!(games(&storage, "last"), 1);
}

#[test]
fn paths_that_are_not_files_are_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    fs::create_dir(folder.path().join("ratings.jsonl")).unwrap();
    assert!(storage.ratings().is_err());
    assert!(storage.count_game("one", None, win).is_err());
    assert!(folder.path().join("ratings.jsonl").is_dir());
}

#[test]
fn results_that_come_at_once_are_all_counted() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    thread::scope(|scope| {
        for game in ["one", "two", "one", "two"] {
            let storage = &storage;
            scope.spawn(move || (0..25).for_each(|_| drop(storage.count_game(game, None, win).unwrap())));
        }
    });
    assert_eq!((games(&storage, "one"), games(&storage, "two")), (50, 50));
}

#[test]
fn a_save_counts_once_as_long_as_it_exists() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let save = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "").unwrap();
        path
    };
    let (a, b) = (save("1-1-0.game"), save("1-1-1.game"));
    for _ in 0..2 {
        for path in [&a, &b] {
            storage.count_game("one", Some(path), win).unwrap();
        }
    }
    assert_eq!(games(&storage, "one"), 2);
    let again = storage.count_game("one", Some(&a), win).unwrap();
    assert_eq!((again.before, again.numbers()), (None, again.rating.to_string()));
    // The file drops saves that no longer exist.
    fs::remove_file(&a).unwrap();
    storage.count_game("one", Some(&save("1-1-2.game")), win).unwrap();
    let text = fs::read_to_string(folder.path().join("ratings.jsonl")).unwrap();
    assert!(
        text.ends_with(
            r#""games":3,"counted":["1-1-1","1-1-2"]}
"#
        ),
        "{text}"
    );
}

/// Resumes the only saved game at a table.
fn resume(storage: &Storage) -> (Table, Autosaver) {
    let saved = storage.unfinished().unwrap().games[0].open().unwrap();
    let players: Vec<PlayerSpec> = saved.seats.iter().map(|who| who.parse().unwrap()).collect();
    let rated = is_still_rated(&*saved.session, &saved.seats, &players).unwrap();
    let autosaver = Autosaver::resumed(saved.slot, &*saved.session);
    let setup = TableSetup::new(saved.session, players, saved.seed).with_rating(rated);
    (Table::new(setup), autosaver)
}

#[test]
fn a_rated_game_counts_once_however_often_the_program_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let info = ALL[0];
    let players: Vec<PlayerSpec> = ["human", "level1"].map(|who| who.parse().unwrap()).into();
    let setup = TableSetup::new(open(info.id, None).unwrap(), players, 1).with_rating(true);
    let (mut table, mut autosaver) = (Table::new(setup), Autosaver::default());
    table.handle(TableEvent::Play(table.session().legal_moves().remove(0)), Time::ZERO);
    autosaver.save(Some(&storage), table.session(), &table.player_names(), table.seed());
    assert!(autosaver.count(Some(&storage), &table).is_none(), "it is not over");
    table.handle(TableEvent::Resign(Player::FIRST), Time::ZERO);
    autosaver.save(Some(&storage), table.session(), &table.player_names(), table.seed());
    drop((table, autosaver));

    // The program is killed before the game counts, and twice before its end is shown.
    let expected = PlayerRating::default().after(level_elo(info, 1).unwrap(), 0.0);
    for attempt in 0..3 {
        let (table, autosaver) = resume(&storage);
        let counted = autosaver.count(Some(&storage), &table).unwrap().unwrap();
        assert_eq!((counted.rating, counted.before.is_some()), (expected, attempt == 0));
    }
    let (table, mut autosaver) = resume(&storage);
    autosaver.was_shown(Some(&storage), table.session());
    drop(autosaver);
    assert_eq!((games(&storage, info.id), storage.unfinished().unwrap().games.len()), (1, 0));
}

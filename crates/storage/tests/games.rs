//! Unfinished games: kept, found again, never lost, never shared.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_storage::{Autosave, Storage, StorageError};
use cairn_texts::Texts;

fn seats(session: &dyn Session) -> Vec<String> {
    ["human", "ugi:time=1s,./an engine", "level3", "greedy"][..session.seats()]
        .iter()
        .map(|&who| who.to_owned())
        .collect()
}

/// A game some plies on.
fn game(word: &str, plies: usize) -> Box<dyn Session> {
    let mut session = open(word, None).unwrap();
    for ply in 0..plies {
        let moves = session.legal_moves();
        session.play(&moves[ply * 5 % moves.len()]).unwrap();
    }
    session
}

fn keep(home: &Storage, session: &dyn Session, seed: u64) -> Autosave {
    let mut autosave = home.autosave().unwrap();
    autosave.keep(session, &seats(session), seed).unwrap();
    autosave
}

fn files(home: &Storage) -> Vec<String> {
    let folder = home.data().join("unfinished");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.rsplit('.').next().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn games_of_all_kinds_come_back_as_they_were() {
    for info in ALL {
        let folder = tempfile::tempdir().unwrap();
        let home = Storage::at(folder.path());
        let session = game(info.id, 6);
        drop(keep(&home, &*session, u64::MAX));
        let found = home.unfinished().unwrap();
        assert!(found.damaged.is_empty(), "{:?}", found.damaged);
        let [unfinished] = &found.games[..] else { panic!("{}", found.games.len()) };
        assert_eq!(unfinished.session.record(), session.record());
        assert_eq!((&unfinished.seats, unfinished.seed), (&seats(&*session), u64::MAX));
    }
}

#[test]
fn a_game_that_somebody_plays_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    let session = game(ALL[0].id, 3);
    let autosave = keep(&home, &*session, 1);
    let other = keep(&home, &*game(ALL[1].id, 2), 2);
    assert_eq!(home.unfinished().unwrap().games.len(), 0);
    drop(autosave);
    let first = home.unfinished().unwrap();
    assert_eq!(first.games.len(), 1, "the other one is still played");
    assert_eq!(home.unfinished().unwrap().games.len(), 0, "taken over already");
    drop((first, other));
    assert_eq!(home.unfinished().unwrap().games.len(), 2);
}

#[test]
fn what_is_over_forgotten_or_not_begun_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    let mut session = game(ALL[0].id, 3);
    keep(&home, &*session, 1).forget().unwrap();
    assert_eq!(files(&home), Vec::<String>::new());

    let mut autosave = keep(&home, &*session, 1);
    assert_eq!(files(&home), ["game", "lock"]);
    session.resign(session.to_move()).unwrap();
    autosave.keep(&*session, &seats(&*session), 1).unwrap();
    assert_eq!(files(&home), ["lock"]);
    autosave.keep(&*game(ALL[0].id, 0), &seats(&*session), 1).unwrap();
    drop(autosave);
    assert_eq!(files(&home), Vec::<String>::new());
}

#[test]
fn locks_of_killed_programs_are_tidied_away() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    let playing = home.autosave().unwrap();
    fs::write(playing.path().with_file_name("1-2-3.lock"), "").unwrap();
    home.unfinished().unwrap();
    assert_eq!(files(&home), ["lock"], "that of the program that is about to play");
    drop(playing);
    assert_eq!(files(&home), Vec::<String>::new());
}

#[test]
fn the_last_game_comes_first_and_can_be_kept_on() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    drop(keep(&home, &*game(ALL[1].id, 2), 2));
    let earlier = keep(&home, &*game(ALL[0].id, 2), 1);
    let file = fs::File::options().write(true).open(earlier.path()).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    drop(earlier);
    let mut last = home.unfinished().unwrap().games.swap_remove(0);
    assert_eq!(last.seed, 2);
    let mv = last.session.legal_moves().remove(0);
    last.session.play(&mv).unwrap();
    last.autosave.keep(&*last.session, &last.seats, last.seed).unwrap();
    drop(last);
    assert_eq!(home.unfinished().unwrap().games[0].session.history().len(), 3);
}

/// What becomes of a file, given its text and its last move.
type Damage = fn(&str, &str) -> Vec<u8>;

#[test]
fn a_damaged_save_is_put_aside_and_reported() {
    let session = game(ALL[0].id, 4);
    let last = session.history().pop().unwrap();
    let damages: [(&str, Damage); 6] = [
        ("there is no record", |_, _| Vec::new()),
        ("moves are missing", |text, last| text.trim_end().strip_suffix(last).unwrap().into()),
        ("z9z9", |text, last| text.replace(last, "z9z9").into()),
        ("seats instead of", |text, _| text.replacen("seat = human\n", "", 1).into()),
        ("is not `name = value`", |text, _| text.replace("seed = ", "sed ").into()),
        ("invalid utf-8", |text, _| [text.as_bytes(), b"\xff"].concat()),
    ];
    for (said, damage) in damages {
        let folder = tempfile::tempdir().unwrap();
        let home = Storage::at(folder.path());
        let autosave = keep(&home, &*session, 1);
        let path = autosave.path().to_owned();
        drop(autosave);
        let bytes = damage(&fs::read_to_string(&path).unwrap(), &last);
        fs::write(&path, &bytes).unwrap();
        let found = home.unfinished().unwrap();
        let [damaged] = &found.damaged[..] else { panic!("{said}: nothing found") };
        let told = damaged.tell(Texts::default());
        assert!(found.games.is_empty() && told.contains(said), "{said}: {told}");
        assert!(told.contains(&damaged.path.display().to_string()), "{told}");
        assert_eq!(fs::read(&damaged.path).unwrap(), bytes, "it is kept");
        assert!(home.unfinished().unwrap().damaged.is_empty(), "and reported once");
    }
}

#[test]
fn a_save_that_is_cut_off_anywhere_is_whole_or_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    let session = game(ALL[0].id, 5);
    let autosave = keep(&home, &*session, 12);
    let path = autosave.path().to_owned();
    drop(autosave);
    let bytes = fs::read(&path).unwrap();
    let mut whole = 0;
    for end in 0..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let found = home.unfinished().unwrap();
        assert_eq!(found.games.len() + found.damaged.len(), 1, "{end}");
        for unfinished in &found.games {
            assert_eq!((unfinished.session.record(), unfinished.seed), (session.record(), 12), "{end}");
            whole += 1;
        }
    }
    assert_eq!(whole, 1, "only the last line break can be missing");
}

#[test]
fn no_folder_means_no_games_and_a_file_in_its_place_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path().join("not").join("there"));
    assert!(home.unfinished().unwrap().games.is_empty());
    assert_eq!(home.settings().unwrap().1, []);

    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error: StorageError = Storage::at(&file).autosave().unwrap_err();
    assert!(error.to_string().starts_with(&*file.join("unfinished").display().to_string()), "{error}");
}

#[test]
fn settings_survive_and_nothing_in_their_file_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let home = Storage::at(folder.path());
    fs::write(home.settings_file(), "# mine\nlanguage = klingon\ncolour = red\n").unwrap();
    let (mut settings, problems) = home.settings().unwrap();
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2, 3]);
    settings.ascii = true;
    home.save_settings(&settings).unwrap();
    let text = fs::read_to_string(home.settings_file()).unwrap();
    assert_eq!(text, "# mine\nlanguage = klingon\ncolour = red\nascii = yes\n");
    assert_eq!(home.settings().unwrap().0, settings);
    assert!(Path::new(folder.path()).read_dir().unwrap().count() == 1, "no temporary file stays");
}

//! A game in play is saved at every move, or the failure is reported.

use std::fs;

use cairn_rules::games::ALL;
use cairn_session::Session;
use cairn_storage::{Autosaver, SaveStatus, Settings, Storage};
use cairn_test_support::SmallDisk;
use cairn_texts::Texts;

use crate::{extensions, game, seats, temporary_storage};

/// Plays the first legal move and saves the game.
fn play_on(autosaver: &mut Autosaver, storage: &Storage, session: &mut Box<dyn Session>) -> SaveStatus {
    let mv = session.legal_moves().remove(0);
    session.play(&mv).unwrap();
    autosaver.save(Some(storage), &**session, &seats(&**session), 1)
}

#[test]
fn failed_saves_are_reported_once_and_retried_at_every_move() {
    let (_folder, storage) = temporary_storage();
    let in_the_way = storage.data().join("unfinished");
    fs::write(&in_the_way, "").unwrap();
    let (mut autosaver, mut session) = (Autosaver::default(), game(ALL[0].id, 0));
    let texts = Texts::default();
    assert_eq!(autosaver.save(Some(&storage), &*session, &seats(&*session), 1), SaveStatus::Unchanged);
    assert_eq!(autosaver.loss(&*session, texts), None, "there is nothing to lose yet");
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Failed);
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Unchanged);
    let loss = autosaver.loss(&*session, texts).unwrap();
    let (start, path) = (format!("{} after 2 moves is not saved: ", session.spec()), in_the_way.display());
    assert!(loss.starts_with(&start) && loss.contains(&path.to_string()), "{loss}");
    assert!(!autosaver.is_saved(&*session));
    autosaver.saved_elsewhere(&*session);
    assert_eq!(autosaver.loss(&*session, texts), None, "it is in a file");
    play_on(&mut autosaver, &storage, &mut session);
    let loss = autosaver.loss(&*session, texts).unwrap();
    assert!(loss.contains(" after 3 moves ") && loss.ends_with("could be written has 2"), "{loss}");

    fs::remove_file(&in_the_way).unwrap();
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Recovered);
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Unchanged);
    assert!(autosaver.is_saved(&*session) && autosaver.loss(&*session, texts).is_none());
    drop(autosaver);
    let found = storage.unfinished().unwrap();
    assert_eq!(found.games[0].open().unwrap().session.record(), session.record());
}

#[test]
fn without_a_folder_nothing_is_saved() {
    let (mut autosaver, session) = (Autosaver::default(), game(ALL[0].id, 1));
    assert_eq!(autosaver.save(None, &*session, &seats(&*session), 1), SaveStatus::Failed);
    assert!(autosaver.loss(&*session, Texts::default()).unwrap().contains("CAIRN_HOME"));
}

#[test]
fn on_a_full_disk_the_last_saved_version_remains() {
    let Some(disk) = SmallDisk::mount() else { return };
    let storage = Storage::at(disk.path());
    let (mut autosaver, mut session) = (Autosaver::default(), game(ALL[0].id, 1));
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Unchanged);
    let kept = session.record();
    storage.save_settings(&Settings { ascii: true, ..Settings::default() }).unwrap();

    disk.fill();
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Failed);
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Unchanged);
    let loss = autosaver.loss(&*session, Texts::default()).unwrap();
    assert!(loss.contains("No space left") && loss.ends_with("could be written has 2"), "{loss}");
    assert!(storage.save_settings(&Settings::default()).is_err());
    assert!(storage.settings().0.ascii, "the old settings stay");
    let save = fs::read_dir(disk.path().join("unfinished")).unwrap().map(|entry| entry.unwrap().path());
    let save = save.filter(|path| path.extension().is_some_and(|it| it == "game")).collect::<Vec<_>>();
    assert!(
        fs::read_to_string(&save[0]).unwrap().ends_with(&cairn_session::record::write([&kept])),
        "the old save remains"
    );
    assert_eq!(extensions(&storage), ["game", "lock"], "no incomplete file remains");

    disk.free();
    assert_eq!(play_on(&mut autosaver, &storage, &mut session), SaveStatus::Recovered);
    drop(autosaver);
    assert_eq!(storage.unfinished().unwrap().games[0].open().unwrap().session.record(), session.record());
}

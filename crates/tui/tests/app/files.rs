//! Stored files: unfinished games, records, settings.

use std::fs;

use cairn_rules::games;
use cairn_storage::{Storage, Theme};
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, menu_at, start, turn};

#[test]
fn an_unfinished_game_is_offered_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.misses("Continue ").key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    turn(&mut app);
    let moves = app.session().history();
    drop(app);

    let mut app = menu_at(folder.path());
    app.sees("Continue ").sees("4 moves").key(KeyCode::Enter);
    assert_eq!(app.session().history(), moves);
    turn(&mut app);
    app.keys("q").sees("Continue ").sees("6 moves");
    app.key(KeyCode::Enter).keys("xy").keys("q").misses("Continue ");
}

#[test]
fn several_unfinished_games_are_one_line_of_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    for number in ["1", "2", "3"] {
        let mut app = menu_at(folder.path());
        app.keys(number).key(KeyCode::Enter);
        turn(&mut app);
    }
    let mut app = menu_at(folder.path());
    assert_eq!(app.text().matches("Continue").count(), 1, "{}", app.text());
    app.sees("Continue (3): ").sees(" · random").sees("2 moves");
    app.key(KeyCode::Enter).sees("Unfinished games (3)");
    app.key(KeyCode::Down).key(KeyCode::Enter).sees("to move");
}

#[test]
fn deleting_a_game_needs_two_presses() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    app.keys("q").click_on("Saved games").key(KeyCode::Tab).sees("Unfinished games (1)");
    app.key(KeyCode::Delete).sees("again to delete").key(KeyCode::Up).key(KeyCode::Delete);
    app.sees("Unfinished games (1)").key(KeyCode::Delete).sees("Unfinished games (0)");
    app.keys("q").misses("Continue ");
    drop(app);
    menu_at(folder.path()).misses("Continue ");
}

#[test]
fn a_damaged_save_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let saves = folder.path().join("unfinished");
    fs::create_dir_all(&saves).unwrap();
    fs::write(saves.join("1-1-0.game"), "nothing").unwrap();
    menu_at(folder.path()).sees("1-1-0").misses("Continue ");
}

#[test]
fn failed_saves_are_reported_and_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    fs::write(&home, "").unwrap();
    let mut app = menu_at(&home);
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    for _ in 0..12 {
        app.key(KeyCode::Enter);
        if app.text().contains("is not saved") {
            break;
        }
    }
    app.sees("is not saved").key(KeyCode::Esc).misses("the game is saved");
    app.keys("q").sees("Question").keys("n").misses("Question");
    app.control('c').sees("Question").keys("n");
    assert!(app.is_open());

    // The folder of records is in the same place, so the app asks for another one.
    let record = folder.path().join("record.txt");
    app.keys("v").sees("Not saved").sees("Save the record as:");
    app.keys(home.to_str().unwrap()).key(KeyCode::Enter).sees("Not saved").key(KeyCode::Esc);
    assert_eq!(fs::read(&home).unwrap(), b"", "no file is replaced");
    app.keys("v").keys(record.to_str().unwrap()).key(KeyCode::Enter).sees("Saved as");
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.starts_with("[Game \"") && text.contains("\n\n1. "), "{text}");
    app.keys("q").misses("Question").sees("Settings");
}

#[test]
fn a_game_is_saved_again_as_soon_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("unfinished");
    fs::write(&in_the_way, "").unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    fs::remove_file(&in_the_way).unwrap();
    turn(&mut app);
    app.keys("q").sees("Continue ").key(KeyCode::Up).sees("4 moves");
}

#[test]
fn ctrl_c_twice_ends_the_app_despite_losses() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unfinished"), "").unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    app.control('c').sees("Question").control('c');
    assert!(!app.is_open());
}

#[test]
fn records_are_saved_and_looked_through() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    let moves = app.session().history();
    app.keys("vv").sees("Saved as");
    let games = folder.path().join("games");
    assert_eq!(fs::read_dir(&games).unwrap().count(), 1, "the same position is saved once");
    app.keys("xyvvq");
    assert_eq!(fs::read_dir(&games).unwrap().count(), 2, "the finished game is saved once");
    app.click_on("Saved games").sees("Saved games (2)").sees("lost").sees("unfinished").sees("random");
    app.key(KeyCode::Down).key(KeyCode::Enter).sees("after move 0 of 2");
    app.key(KeyCode::Right).sees("after move 1 of 2");
    app.key(KeyCode::End).sees("to move");
    assert_eq!(app.session().history(), moves);
}

/// Returns a record of the first game with these tags and moves.
fn record(tags: &str, moves: &str) -> String {
    format!("[Game \"staqs\"]\n{tags}\n\n{moves}\n")
}

#[test]
fn a_finished_game_is_kept_once_however_often_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let saved = || Storage::at(folder.path()).saved().unwrap().len();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    assert_eq!(saved(), 0);
    app.keys("xy");
    assert_eq!(saved(), 1);
    app.keys("u");
    turn(&mut app);
    app.keys("xy");
    assert_eq!(saved(), 1, "it is the same game");
    app.keys("3");
    turn(&mut app);
    app.keys("xyq");
    assert_eq!(saved(), 2, "it is another game");
    app.click_on("Saved games").sees("Saved games (2)").sees("4 moves").sees("Blue resigns: White wins");
}

#[test]
fn games_between_bots_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Down).key(KeyCode::Right).sees("random");
    app.key(KeyCode::Home).key(KeyCode::Enter).sees("Play again");
    assert!(Storage::at(folder.path()).saved().unwrap().is_empty());
}

#[test]
fn saved_games_are_sifted_exported_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let ana = "[First \"Ana\"]\n[Second \"level3\"]\n[Result \"0-1\"]\n[Reason \"resignation\"]";
    fs::write(games.join("a.txt"), record(ana, "1. c3 d4")).unwrap();
    fs::write(games.join("b.txt"), record("[First \"Rui\"]\n[Second \"Eva\"]", "1. c3")).unwrap();
    fs::write(games.join("c.txt"), "[Game \"sight\"]\n\n1. z99\n").unwrap();
    fs::write(games.join("d.txt"), format!("{0}\n{0}", record("", "1. c3"))).unwrap();
    let mut app = menu_at(folder.path());
    app.click_on("Saved games").sees("Saved games (5)").sees("c.txt  damaged: game 1, line 3: `z99`");
    app.keys("/ana").sees("Saved games (1)").sees("level 3").sees("lost").key(KeyCode::Enter);
    app.keys("v").keys(folder.path().join("copy.txt").to_str().unwrap()).key(KeyCode::Enter);
    app.sees("Written to");
    let copy = fs::read_to_string(folder.path().join("copy.txt")).unwrap();
    assert!(copy.ends_with("1. c3 d4\n"), "{copy}");
    app.keys("v").keys(games.join("b.txt").to_str().unwrap()).key(KeyCode::Enter).sees("Not saved");
    app.key(KeyCode::Esc).key(KeyCode::Delete).key(KeyCode::Delete).sees("Saved games (0)");
    assert!(!games.join("a.txt").exists());
    app.keys("/").key(KeyCode::Esc).sees("Saved games (4)");
    for _ in games::ALL {
        app.key(KeyCode::Right);
        if app.text().contains("Sight") {
            app.sees("Saved games (1)").key(KeyCode::Enter).sees("z99");
        }
    }
    app.key(KeyCode::Right).sees("Saved games (4)").keys("/d.txt").key(KeyCode::Enter);
    app.sees("Saved games (2)").key(KeyCode::Delete).key(KeyCode::Delete).sees("contains 2 games");
    assert!(games.join("d.txt").exists());
}

#[test]
fn the_first_start_offers_a_lesson_and_no_other_does() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let new = |language| Start { storage: Some(storage.clone()), language, ..start(Opening::Menu) };
    let mut app = Headless::open(new(Language::English), 80, 24);
    app.sees("› Lessons").sees("first time").key(KeyCode::Enter).key(KeyCode::Enter).sees("Place a disc");
    Headless::open(new(Language::Portuguese), 80, 24).sees("› Lições").sees("dez minutos");
    let mut app = menu_at(folder.path());
    app.sees("› Play STAQS").click_on("Lessons").misses("first time");
}

#[test]
fn the_menu_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    for entry in ["Puzzles", "Saved games", "Lessons", "Play Stac", "Analysis board"] {
        app.click_on(entry).misses(&format!("› {entry}")).key(KeyCode::Esc).sees(&format!("› {entry}"));
    }
    app.click_on("Play Sight").key(KeyCode::Enter);
    turn(&mut app);
    app.keys("q").sees("Continue (1)").sees("› Play Sight");
    // A finished game cannot be continued again.
    app.click_on("Continue").keys("xyq").misses("Continue").sees("› Play Sight");
}

#[test]
fn the_users_own_keys_are_read_shown_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::at(folder.path());
    let text = "speed = \"instant\"\nopponent = \"random\"\n\n[keys]\nhint = [\"f6\"]\nlegend = \"!\"\n";
    fs::write(storage.settings_file(), text).unwrap();
    let open = || {
        let (settings, problems) = storage.settings();
        assert!(problems.is_empty(), "{problems:?}");
        Headless::open(Start { settings, storage: Some(storage.clone()), ..start(Opening::Menu) }, 80, 24)
    };
    let mut app = open();
    app.key(KeyCode::Enter).key(KeyCode::Enter).sees("f6 hint").sees("! legend");
    app.keys("!").sees("What the board shows").key(KeyCode::Esc);
    app.key(KeyCode::F(6)).sees("Hint: ").keys("?").sees("f6            a hint");
    // Changing a setting does not affect the table.
    app.key(KeyCode::Esc).keys(",").key(KeyCode::Down).key(KeyCode::Right);
    let changed = fs::read_to_string(storage.settings_file()).unwrap();
    assert!(
        changed.contains("theme = \"contrast\"")
            && changed.contains("[keys]\nhint = [\"f6\"]\nlegend = \"!\"\n")
    );

    let text = "[keys]\nhint = \"x\"\nflip = \"ctrl-f\"\nfly = \"y\"\n";
    fs::write(storage.settings_file(), text).unwrap();
    let mut app = open();
    app.resize(240, 24);
    app.sees("line 2: `x`")
        .sees("it means resign")
        .sees("line 3: `ctrl-f`")
        .sees("line 4: there is no action `fly`");
    app.resize(80, 24);
    app.key(KeyCode::Enter).key(KeyCode::Enter).sees("t hint").keys("x").sees("resign this game?");
    assert_eq!(fs::read_to_string(storage.settings_file()).unwrap(), text);
}

#[test]
fn a_record_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let (file, started) = (folder.path().join("game.txt"), folder.path().join("started"));
    let tags = format!("[Game \"staqs\"]\n[First \"level1\"]\n[Second \"ugi:touch {}\"]", started.display());
    fs::write(&file, format!("{tags}\n[Date \"?\"]\n[Result \"*\"]\n\n1. c3\n")).unwrap();
    let mut app = menu_at(folder.path());
    app.click_on("Saved games").keys(":").keys(file.to_str().unwrap()).key(KeyCode::Enter);
    app.sees("(level 1)").sees("(ugi:touch").key(KeyCode::End).keys("p");
    assert!(!started.exists(), "what a record says is not run");
    app.sees("to move. ").misses("is thinking");
    turn(&mut app);
    assert_eq!(app.session().ply(), 2, "both seats are people's");
}

#[test]
fn a_saved_game_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    turn(&mut app);
    drop(app);
    let started = folder.path().join("started");
    for entry in fs::read_dir(folder.path().join("unfinished")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("seat = random", &format!("seat = ugi:touch {}", started.display())))
            .unwrap();
    }
    let mut app = menu_at(folder.path());
    app.key(KeyCode::Enter).sees("does not start programs: a person plays in place of ugi:touch");
    turn(&mut app);
    app.sees("White (human)");
    assert_eq!(app.session().ply(), 3);
    assert!(!started.exists());
}

#[test]
fn any_file_is_opened_by_its_path_and_faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.txt");
    let game = |mv: &str| {
        format!("[Game \"staqs\"]\n[First \"?\"]\n[Second \"?\"]\n[Date \"?\"]\n[Result \"*\"]\n\n1. {mv}\n")
    };
    fs::write(&file, format!("{}\n{}", game("c3"), game("d4"))).unwrap();
    let mut app = menu_at(folder.path());
    app.click_on("Saved games").sees("No game has been saved yet");
    app.keys(":").keys(file.to_str().unwrap()).key(KeyCode::Enter);
    app.sees("1 move").key(KeyCode::Down).key(KeyCode::Enter).key(KeyCode::End);
    assert_eq!(app.session().history(), ["d4"]);
    app.keys("q").click_on("Saved games").keys(":").keys("/no/such/file").key(KeyCode::Enter);
    app.sees("/no/such/file: ").key(KeyCode::Esc);
    fs::write(&file, game("z9")).unwrap();
    app.keys(":").keys(file.to_str().unwrap()).key(KeyCode::Enter).sees("z9");
}

#[test]
fn settings_last_and_take_effect_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    app.keys(",").key(KeyCode::Left).sees("Definições").sees("Português");
    app.key(KeyCode::Down).key(KeyCode::Right).key(KeyCode::Esc);
    let (settings, problems) = Storage::at(folder.path()).settings();
    assert!(problems.is_empty());
    assert_eq!((settings.language.unwrap().word(), settings.theme), ("pt", Theme::Contrast));
}

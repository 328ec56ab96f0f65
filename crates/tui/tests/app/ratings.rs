//! Rated games: the form offers them, the board offers no help, and the end shows the new rating.

use std::path::Path;

use cairn_coach::rating::{PlayerRating, level_elo};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Player;
use cairn_rules::games::ALL;
use cairn_session::{RATED_TAG, open};
use cairn_storage::Storage;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, game, menu_at, start, turn};

fn rating(folder: &Path) -> Option<PlayerRating> {
    Storage::at(folder).ratings().unwrap().0.get(ALL[0].id)
}

fn open_at(folder: &Path, opening: Opening, language: Language) -> Headless {
    let storage = Some(Storage::at(folder));
    Headless::open(Start { storage, language, ..start(opening) }, 80, 24)
}

/// Opens a rated game of the first kind against a level.
fn rated(level: &str) -> Opening {
    let players: Vec<PlayerSpec> = ["human", level].map(|who| who.parse().unwrap()).into();
    Opening::RatedGame(open(ALL[0].id, None).unwrap(), players, 1)
}

fn after_a_loss(level: usize) -> PlayerRating {
    PlayerRating::default().after(level_elo(ALL[0], level).unwrap(), 0.0)
}

#[test]
fn a_rated_game_is_set_up_played_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = menu_at(folder.path());
    // Changes the second seat from `random` through `greedy` to the first level.
    app.key(KeyCode::Enter).misses("rated").key(KeyCode::Down).key(KeyCode::Down).key(KeyCode::Right);
    app.misses("rated").key(KeyCode::Right);
    let elo = level_elo(ALL[0], 1).unwrap();
    app.sees(&format!("level 1 (Elo {elo}) ›")).sees("rated        ‹ no ›");
    app.key(KeyCode::Down).sees("counts for your").key(KeyCode::Right).sees("rated        ‹ yes ›");
    app.key(KeyCode::Home).key(KeyCode::Enter).sees("Rated game").misses("t hint");
    turn(&mut app);
    for key in ["u", "t", "e"] {
        app.misses("u undo").misses("t hint").keys(key).sees("This game is rated: no undo");
    }
    app.keys("xy");
    let expected = after_a_loss(1);
    let change = expected.elo.round() - 500.0;
    app.sees(&format!("Rating {expected} ({change})")).misses("u undo").keys("u").sees("This game is rated");
    assert_eq!(rating(folder.path()), Some(expected));

    // Help is available in an unrated game.
    let mut unrated = game(&["human", "level1"]);
    turn(&mut unrated);
    unrated.sees("t hint").sees("u undo").misses("Rated game");

    // From now on the form suggests the suitable level.
    let level = expected.suitable_level(ALL[0]);
    app.keys("q").sees(&format!("{expected} after 1 game")).sees(&format!("level {level} suits"));
    app.key(KeyCode::Enter).sees(&format!("‹ level {level} (Elo ")).sees("rated        ‹ no ›");
    // The levels were measured only with the standard options.
    app.key(KeyCode::End).key(KeyCode::Right).misses("rated  ");
}

#[test]
fn a_rated_game_stays_rated_and_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = open_at(folder.path(), rated("level1"), Language::English);
    turn(&mut app);
    drop(app);
    let mut app = open_at(folder.path(), Opening::SavedGame(None), Language::English);
    app.sees("Rated game").keys("u").sees("This game is rated");
    assert_eq!(rating(folder.path()), None);
    app.keys("xy");
    assert_eq!(rating(folder.path()), Some(after_a_loss(1)));
    drop(app);
    open_at(folder.path(), Opening::SavedGame(None), Language::English).misses("Rated game");

    // The program was killed after it saved the end, but before it counted the game.
    let mut session = open(ALL[0].id, None).unwrap();
    session.set_tag(RATED_TAG, "yes").unwrap();
    session.play(&session.legal_moves()[0]).unwrap();
    session.resign(Player::FIRST).unwrap();
    let mut slot = Storage::at(folder.path()).new_slot().unwrap();
    slot.save(&*session, &["human".to_owned(), "level1".to_owned()], 1).unwrap();
    drop(slot);
    open_at(folder.path(), Opening::SavedGame(None), Language::English).sees("Rating ");
    assert_eq!(rating(folder.path()).unwrap().games, 2);
}

#[test]
fn texts_are_in_portuguese() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = open_at(folder.path(), rated("level2"), Language::Portuguese);
    app.sees("Conta para o Elo").keys("t").sees("Esta partida conta para o Elo");
    app.keys("xs").sees(&format!("Elo {} (-", after_a_loss(2)));
    app.keys("q").sees("após 1 partida");
}

//! Games by keys: turns, take-backs, earlier positions, endings.

use cairn_rules::games::ALL;
use cairn_rules::{Player, Reason};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, game, game_of, menu, turn};

#[test]
fn three_keys_lead_into_a_game_and_the_next_plays() {
    let mut app = menu();
    app.key(KeyCode::Enter).key(KeyCode::Enter);
    app.sees("to move. Place a disc on a neutral disc (4 left).");
    app.key(KeyCode::Enter);
    assert_eq!(app.session().ply(), 2, "a move and its answer");
}

#[test]
fn tab_and_enter_alone_play_every_game() {
    for info in ALL {
        let mut app = game_of(info.id, vec!["human".parse().unwrap(), "random".parse().unwrap()]);
        for _ in 0..60 {
            if app.session().outcome().is_some() {
                break;
            }
            turn(&mut app);
        }
        if app.session().outcome().is_some() {
            app.sees("Play again").sees("Swap sides");
        } else {
            assert!(app.session().ply() > 10, "{}", info.id);
        }
    }
}

#[test]
fn cursor_keys_of_every_kind_lead_to_the_same_site() {
    for keys in ["wda", "klh"] {
        let mut app = game(&["human", "human"]);
        app.keys(keys).key(KeyCode::Enter);
        let mut other = game(&["human", "human"]);
        other.key(KeyCode::Up).key(KeyCode::Right).key(KeyCode::Left).key(KeyCode::Enter);
        assert_eq!(app.session().history(), other.session().history());
    }
}

#[test]
fn moves_can_be_typed_and_nonsense_is_explained() {
    let mut app = game(&["human", "human"]);
    let mv = app.session().legal_moves().remove(0);
    app.keys(":").keys("zz").key(KeyCode::Enter);
    app.sees("unreadable move `zz`").sees("Move: zz");
    app.key(KeyCode::Backspace).key(KeyCode::Backspace).keys(&mv).key(KeyCode::Enter);
    assert_eq!(app.session().history(), std::slice::from_ref(&mv));
    app.keys(":").keys(&mv).key(KeyCode::Enter);
    app.sees("illegal move").key(KeyCode::Esc);
    app.misses("Move:");
}

#[test]
fn undo_goes_back_to_the_own_turn_and_redo_forward() {
    let mut app = game(&["human", "level1"]);
    app.keys("u").sees("nothing to undo");
    turn(&mut app);
    turn(&mut app);
    let moves = app.session().history();
    app.keys("u");
    assert_eq!(app.session().history(), moves[..2]);
    app.keys("u");
    assert_eq!(app.session().ply(), 0);
    app.keys("rr");
    assert_eq!(app.session().history(), moves);
    app.keys("r").sees("nothing to redo");
}

#[test]
fn earlier_positions_are_looked_at_and_left_again() {
    let mut app = game(&["human", "human"]);
    for _ in 0..4 {
        turn(&mut app);
    }
    app.key(KeyCode::PageUp).sees("after move 3 of 4");
    app.key(KeyCode::Left).sees("after move 2 of 4");
    app.key(KeyCode::Right).sees("after move 3 of 4");
    app.key(KeyCode::Home).sees("after move 0 of 4");
    app.key(KeyCode::Esc).sees("to move. ");
    turn(&mut app);
    assert_eq!(app.session().ply(), 5, "the move continues the game from its current position");
}

#[test]
fn resigning_is_confirmed_and_can_be_undone() {
    let mut app = game(&["human", "level1"]);
    app.keys("x").sees("resign this game?").keys("n");
    assert!(app.session().outcome().is_none());
    app.keys("xy");
    let outcome = app.session().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason), (Some(Player::SECOND), Reason::Resignation));
    app.sees("Play again").keys("u");
    assert!(app.session().outcome().is_none());
}

#[test]
fn a_draw_is_agreed_by_people_and_declined_by_bots() {
    let mut app = game(&["human", "human"]);
    app.keys("o").sees("offers a draw").keys("n").sees("declines");
    app.keys("oy");
    assert_eq!(app.session().outcome().unwrap().reason, Reason::Agreement);
    let mut app = game(&["human", "greedy"]);
    app.keys("o").sees("declines the draw");
    assert!(app.session().outcome().is_none());
    let undrawn = ALL.iter().find(|info| !info.draws).unwrap();
    let mut app = game_of(undrawn.id, vec!["human".parse().unwrap(), "human".parse().unwrap()]);
    app.keys("o").sees("has no draws");
}

#[test]
fn after_the_end_people_play_again_swap_look_back_or_leave() {
    let end = || {
        let mut app = game(&["human", "greedy"]);
        turn(&mut app);
        app.keys("xy");
        app
    };
    let mut app = end();
    app.keys("3").sees("Blue (human)");
    assert_eq!(app.session().ply(), 0);
    let mut app = end();
    for _ in 0..4 {
        app.key(KeyCode::Down);
    }
    app.key(KeyCode::Enter).sees("White (human)");
    assert_eq!(app.session().ply(), 1, "the bot begins");
    let mut app = end();
    app.keys("1").sees("Looking back");
    let mut app = end();
    app.keys("2").sees("Accuracy: ");
    let mut app = end();
    app.keys("5").sees("stacking games");
}

#[test]
fn an_enter_too_many_does_not_wipe_the_end() {
    let mut app = game(&["human", "greedy"]);
    turn(&mut app);
    app.keys("xy").sees("Blue resigns: White wins");
    let moves = app.session().history();
    app.key(KeyCode::Enter).sees("Blue resigns: White wins").sees("› 1 Look back");
    app.key(KeyCode::Enter).sees("Looking back");
    assert_eq!(app.session().history(), moves, "nothing that can be done by Enter alone leaves the game");
}

#[test]
fn four_play_where_a_game_has_four_seats() {
    let mut app = menu();
    let number = ALL.iter().position(|info| info.seats.len() == 4).unwrap() + 1;
    app.keys(&number.to_string());
    let players = app.find("players");
    app.click(players.0, players.1);
    app.key(KeyCode::Right);
    app.sees(ALL[number - 1].seats[3].name);
    app.key(KeyCode::Home).key(KeyCode::Enter);
    turn(&mut app);
    assert_eq!(app.session().seats(), 4);
    assert_eq!(app.session().ply(), 4);
}

#[test]
fn options_and_players_follow_the_tables() {
    let mut app = menu();
    app.keys("1");
    let (column, row) = app.find("size");
    app.click(column, row);
    app.sees("‹ 6 ›").sees("side of the board");
    app.keys("99").key(KeyCode::Enter).sees("99 is not allowed here; allowed: 3 to 10");
    app.keys("7").key(KeyCode::Enter).sees("‹ 7 ›");
    app.key(KeyCode::Home).key(KeyCode::Down).key(KeyCode::Right).sees("‹ random ›");
    app.keys(":").keys("mcts:playouts=10").key(KeyCode::Enter).sees("mcts:playouts=10");
    app.keys(":").keys("nobody").key(KeyCode::Enter).sees("unknown player `nobody`");
    app.key(KeyCode::Up).key(KeyCode::Enter);
    assert!(app.session().spec().contains("size=7"));
}

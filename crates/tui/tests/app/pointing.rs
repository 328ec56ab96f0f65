//! Mouse only: everything visible can be clicked.

use ratatui::crossterm::event::{KeyCode, MouseEventKind};

use crate::stage::{AppDriver, game, game_of, menu, turn};

#[test]
fn a_game_is_started_and_played_by_clicks() {
    let mut app = menu();
    app.click_on("Play").click_on("Start").sees("to move");
    app.click_on("○");
    assert_eq!(app.session().ply(), 2);
    app.click_on("undo").click_on("menu").sees("stacking games");
}

#[test]
fn moves_in_the_list_lead_back_and_the_wheel_goes_through_them() {
    let mut app = game(&["human", "human"]);
    for _ in 0..4 {
        turn(&mut app);
    }
    let second = app.session().move_at(1).unwrap();
    let (column, row) = app.find(" 1. ");
    assert!(app.text().lines().nth(row.into()).unwrap().contains(&second));
    let at = app.text().lines().nth(row.into()).unwrap().rfind(&second).unwrap();
    let at = app.text().lines().nth(row.into()).unwrap()[..at].chars().count() as u16;
    assert!(at > column);
    app.click(at, row);
    app.sees("after move 2 of 4");
    app.mouse(MouseEventKind::ScrollUp, 5, 5);
    app.sees("after move 1 of 4");
    app.mouse(MouseEventKind::ScrollDown, 5, 5);
    app.mouse(MouseEventKind::ScrollDown, 5, 5);
    app.mouse(MouseEventKind::ScrollDown, 5, 5);
    app.sees("to move. ");
}

#[test]
fn lists_texts_and_settings_take_clicks_and_the_wheel() {
    let mut app = menu();
    app.mouse(MouseEventKind::ScrollDown, 5, 5);
    app.click_on("Settings").click_on("Light or dark").sees("‹ light ›");
    app.click_on("close").misses("Light or dark");
    app.key(KeyCode::Home).keys("b");
    let top = app.text();
    app.mouse(MouseEventKind::ScrollDown, 5, 5);
    assert_ne!(app.text(), top);
    app.mouse(MouseEventKind::ScrollUp, 5, 5);
    assert_eq!(app.text(), top);
}

#[test]
fn questions_take_clicks() {
    let mut app = game(&["human", "level1"]);
    app.keys("x").click_on("n no").misses("resign this game?");
    app.keys("x").click_on("y yes").sees("resigns: ");
    app.click_on("Play again").sees("to move");
}

#[test]
fn the_own_pawn_can_be_clicked_and_dragged() {
    let mut app = game_of("stac", vec!["human".parse().unwrap(), "human".parse().unwrap()]);
    let pawn = app.find("♙w");
    app.click(pawn.0, pawn.1);
    app.sees("Choose where your pawn goes").misses("cannot").misses("illegal");
    // Three squares up, the turn also needs a button.
    let up = app.find("♙b").1;
    app.drag(pawn, (pawn.0, up));
    assert_eq!(app.session().ply(), 0);
    let goal = (pawn.0, pawn.1 - 4);
    app.drag(pawn, goal);
    app.sees("Carry the disc to");
}

#[test]
fn a_stack_is_dragged_to_its_goal() {
    let mut app = game_of("stacks", vec!["human".parse().unwrap(), "human".parse().unwrap()]);
    let from = app.find("b2");
    let (far, goal) = ((from.0 + 14, from.1 + 15), (from.0, from.1 + 6));
    // A drop outside the board has no effect; a drop on an illegal square shows a reason.
    app.drag(from, (0, 0));
    app.sees("2 pieces");
    app.drag(from, far);
    app.sees("how many pieces of a7 move").sees("2 pieces");
    // Dragging a piece that is already picked up keeps it picked up, and moves the whole group.
    app.drag(from, goal);
    assert_eq!(app.session().history(), ["2a7-a5"]);
    // A click picks up, and another one drops.
    let idle = app.text();
    let from = app.find("r2");
    app.click(from.0, from.1);
    app.sees("2 pieces");
    app.click(from.0, from.1);
    app.misses("2 pieces");
    assert_eq!(app.text().lines().next(), idle.lines().next());
    assert_eq!(app.session().ply(), 1);
}

#[test]
fn the_cursor_stays_where_it_was() {
    let mut app = game(&["human", "random"]);
    app.key(KeyCode::Left).key(KeyCode::Down).key(KeyCode::Enter);
    assert_eq!(app.session().ply(), 2);
    // The square is now occupied, and the cursor is still on it.
    app.key(KeyCode::Enter).sees("b2 holds no uncovered neutral disc.");
    assert_eq!(app.session().ply(), 2);
    app.key(KeyCode::Tab).key(KeyCode::Enter);
    assert_eq!(app.session().ply(), 4);
}

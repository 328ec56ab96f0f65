//! An attack in Stacks, step by step: the board shows joiners and retreats before the attack is final.

use std::fmt::Write;

use cairn_session::open;
use cairn_texts::Language;
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, start};

/// Red's two on c3 need b3 or d3 against the two on c4, whose survivor has a choice.
const POSITION: &str = "b2,3,b2/5/5/2,b2,2/1,r1,r2,r1,1/5/r2,3,r2 r 0";

/// Clicks on a square of the board in a window of 80 x 24.
fn click(app: &mut Headless, square: &str) {
    let bytes = square.as_bytes();
    let (column, row) = (u16::from(bytes[0] - b'a'), u16::from(bytes[1] - b'1'));
    app.click(11 + 7 * column, 1 + 3 * (6 - row));
}

#[test]
fn an_attack_with_joiners_and_a_retreat() {
    for language in Language::ALL {
        let session = open("stacks", Some(POSITION)).unwrap();
        let people = vec!["human".parse().unwrap(), "human".parse().unwrap()];
        let opening = Opening::Game(session, people, 1);
        let mut app = Headless::open(Start { language, ..start(opening) }, 80, 24);
        let mut album = String::new();
        let mut show = |name: &str, app: &Headless| writeln!(album, "== {name}\n{}", app.text()).unwrap();
        show("the turn", &app);
        click(&mut app, "c7");
        show("a click on the wrong stack", &app);
        click(&mut app, "c3");
        app.keys("2");
        click(&mut app, "e6");
        show("a click out of reach", &app);
        click(&mut app, "c4");
        show("too few", &app);
        click(&mut app, "d3");
        show("a joiner", &app);
        app.key(KeyCode::Esc);
        click(&mut app, "b3");
        app.keys("1");
        show("the retreat", &app);
        click(&mut app, "b5");
        show("what it did", &app);
        insta::assert_snapshot!(format!("attack_{language}"), album);
    }
}

#[test]
fn the_first_of_two_singles_stays_where_it_went() {
    let session = open("stacks", None).unwrap();
    let people = vec!["human".parse().unwrap(), "human".parse().unwrap()];
    let mut app = Headless::open(start(Opening::Game(session, people, 1)), 80, 24);
    click(&mut app, "a7");
    app.keys("1");
    click(&mut app, "a5");
    app.sees("or end the turn");
    let one_moved = |app: &Headless| {
        let lines: Vec<String> = app.text().lines().map(ToOwned::to_owned).collect();
        lines[1].contains("b1") && lines[7].contains("b1")
    };
    assert!(one_moved(&app), "{}", app.text());
    click(&mut app, "e7");
    app.sees("The second piece moves up to two squares");
    assert!(one_moved(&app), "{}", app.text());
    click(&mut app, "e5");
    assert_eq!(app.session().history(), ["1a7-a5,1e7-e5"]);
}

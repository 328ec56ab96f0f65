//! The full-screen app, killed while moves are played and taken back: what was on the screen is saved.

use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use rustix::process::Signal;

use crate::home::Home;
use crate::kills::{Chance, repeat};
use crate::pty::{ENTER, Pty, wait_for_save};

/// Moves that are typed before the one in which the program is killed, at most.
const MOVES: usize = 4;

/// Types a move of the person.
fn type_move(app: &mut Pty, session: &mut dyn Session, chance: &mut Chance) {
    let mv = chance.pick(&session.legal_moves()).clone();
    session.play(&mv).unwrap();
    app.send(&format!(":{mv}{ENTER}"));
}

/// The moves of a round that are on the screen; the last one may be cut off.
fn moves_on(screen: &str, round: usize) -> Vec<&str> {
    let number = format!("{round:>2}. ");
    let line = screen.lines().find_map(|line| line.split_once(&number));
    line.map_or_else(Vec::new, |(_, moves)| moves.split_whitespace().take(2).collect())
}

/// Plays some moves against `random` and dies in the last; how often the program was killed.
fn play_and_die(chance: &mut Chance) -> usize {
    let home = Home::new();
    let spec = chance.pick(ALL).id;
    let seed = chance.below(1000).to_string();
    let mut app = Pty::open(home.path(), &["play", spec, "--second", "random", "--seed", &seed]);
    app.wait_for("to move");
    let mut session = open(spec, None).unwrap();
    for _ in 0..chance.below(MOVES) {
        type_move(&mut app, &mut *session, chance);
        let plies = session.history().len() + 1;
        let is_answered = || home.saved_games().pop().filter(|moves| moves.len() == plies);
        wait_for_save(home.path(), |_| is_answered().is_some());
        session.play(is_answered().unwrap().last().unwrap()).unwrap();
        if session.outcome().is_some() {
            return 0;
        }
    }
    let (before, round) = (session.history(), session.history().len() / 2 + 1);
    let seen = app.bytes().len();
    type_move(&mut app, &mut *session, chance);
    let bytes = seen + chance.below(1500);
    app.wait_output("the bot's answer", |output| {
        let screen = output.screen.screen().contents();
        output.bytes.len() > bytes || moves_on(&screen, round).len() == 2 || screen.contains("Play again")
    });
    chance.pause();
    app.signal(Signal::KILL);
    app.wait_end();
    let screen = app.wait_output("the end", |output| output.is_closed);

    let saved = home.saved_games().pop().unwrap_or_default();
    let shown = moves_on(&screen, round);
    let mine = session.history();
    assert!(saved == before || saved.starts_with(&mine), "{saved:?} instead of {mine:?}");
    for (ply, mv) in (before.len()..).zip(&shown) {
        let is_saved = saved.get(ply).is_some_and(|saved| saved.starts_with(mv));
        assert!(is_saved, "{mv} is lost: {saved:?}\n{screen}");
    }
    home.assert_others_unchanged();

    let mut next = Pty::open(home.path(), &[]);
    let offered =
        if saved.is_empty() { "Continue STAQS".to_owned() } else { format!("{} move", saved.len()) };
    next.wait_for(&offered);
    next.send("q");
    assert_eq!(next.wait_end(), 0);
    home.assert_others_unchanged();
    home.assert_no_leftovers("unfinished");
    1
}

#[test]
fn what_was_on_the_screen_is_saved_when_the_program_is_killed() {
    repeat(15, play_and_die);
}

//! The full-screen app, killed while moves are played and taken back: it has saved every position that it showed.

use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use rustix::process::Signal;

use crate::home::Home;
use crate::kills::{Chance, repeat};
use crate::pty::{ENTER, Pty, wait_for_save};

/// The maximum number of moves before the one during which the program is killed.
const MOVES: usize = 4;

/// Types a move of the person.
fn type_move(app: &mut Pty, session: &mut dyn Session, chance: &mut Chance) {
    let mv = chance.pick(&session.legal_moves()).clone();
    session.play(&mv).unwrap();
    app.send(&format!(":{mv}{ENTER}"));
}

/// Returns the moves of a round on the screen; the last one may be cut off. If both do not fit into a line, the second
/// is below the first.
fn moves_on(screen: &str, round: usize) -> Vec<String> {
    let number = format!("{round:>2}. ");
    let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    // The list is below the remarks on the last move, in which a sentence may end with a number.
    let found = lines.iter().enumerate().rev().find_map(|(index, line)| {
        let place = line.windows(number.len()).position(|part| part.iter().copied().eq(number.chars()))?;
        Some((index, place))
    });
    let Some((index, place)) = found else { return Vec::new() };
    let words = |part: &[char]| {
        let text: String = part.iter().collect();
        text.split_whitespace().map(str::to_owned).collect::<Vec<String>>()
    };
    let start = place + number.len();
    let mut moves = words(&lines[index][start..]);
    let below = lines.get(index + 1).map_or(&[][..], Vec::as_slice);
    if moves.len() == 1 && below.len() > start && words(&below[place..start]).is_empty() {
        moves.extend(words(&below[start..]));
    }
    moves.truncate(2);
    moves
}

/// Opens the app with some moves played against `random`; `None` if the game is already over.
fn play(home: &Home, chance: &mut Chance) -> Option<(Pty, Box<dyn Session>)> {
    let spec = chance.pick(ALL).id;
    let seed = chance.below(1000).to_string();
    let mut app = Pty::open(home.path(), &["play", spec, "--second", "random", "--seed", &seed]);
    app.wait_for("to move");
    let mut session = open(spec, None).unwrap();
    for _ in 0..chance.below(MOVES) {
        type_move(&mut app, &mut *session, chance);
        if session.outcome().is_some() {
            break;
        }
        let plies = session.ply() + 1;
        let is_answered = || home.saved_games().pop().filter(|moves| moves.len() == plies);
        wait_for_save(home.path(), |_| is_answered().is_some());
        session.play(is_answered().unwrap().last().unwrap()).unwrap();
        if session.outcome().is_some() {
            break;
        }
    }
    session.outcome().is_none().then_some((app, session))
}

/// Kills the app when it has written some more bytes, or when the screen satisfies a condition; returns the last
/// screen.
fn kill(app: &mut Pty, chance: &mut Chance, bytes: usize, is_there: impl Fn(&str) -> bool) -> String {
    let bytes = bytes + chance.below(1500);
    app.wait_output("what was typed", |output| output.bytes.len() > bytes || is_there(output.text()));
    chance.pause();
    app.signal(Signal::KILL);
    app.wait_end();
    app.wait_output("the end", |output| output.is_closed)
}

/// Asserts that the next start offers the game, and that all other files are unchanged.
fn assert_offered(home: &Home, saved: &[String]) {
    home.assert_others_unchanged();
    let mut next = Pty::open(home.path(), &[]);
    next.wait_for(&match saved.len() {
        0 => "Continue (1)".to_owned(),
        plies => format!("{plies} move"),
    });
    next.send("q");
    assert_eq!(next.wait_end(), 0);
    home.assert_others_unchanged();
    home.assert_no_leftovers("unfinished");
}

#[test]
fn displayed_positions_are_saved_when_the_program_is_killed() {
    repeat(12, |chance| {
        let home = Home::new();
        let Some((mut app, mut session)) = play(&home, chance) else { return 0 };
        let (before, round) = (session.history(), session.ply() / 2 + 1);
        let bytes = app.bytes().len();
        type_move(&mut app, &mut *session, chance);
        let is_answered = |screen: &str| moves_on(screen, round).len() == 2 || screen.contains("Play again");
        let screen = kill(&mut app, chance, bytes, is_answered);

        let saved = home.saved_games().pop().unwrap_or_default();
        let mine = session.history();
        assert!(saved == before || saved.starts_with(&mine), "{saved:?} instead of {mine:?}");
        for (ply, mv) in (before.len()..).zip(moves_on(&screen, round)) {
            let is_saved = saved.get(ply).is_some_and(|saved| saved.starts_with(&mv));
            assert!(is_saved, "{mv} is lost: {saved:?}\n{screen}");
        }
        assert_offered(&home, &saved);
        1
    });
}

#[test]
fn moves_that_were_taken_back_on_the_screen_are_taken_back_in_the_save() {
    repeat(3, |chance| {
        let home = Home::new();
        let Some((mut app, session)) = play(&home, chance) else { return 0 };
        let (before, round) = (session.history(), session.ply() / 2);
        if round == 0 {
            return 0;
        }
        app.wait_until("the last round", |screen| moves_on(screen, round).len() == 2);
        let bytes = app.bytes().len();
        app.send("u");
        let is_undone = |screen: &str| moves_on(screen, round).is_empty();
        let screen = kill(&mut app, chance, bytes, is_undone);

        let saved = home.saved_games().pop().unwrap_or_default();
        let undone = &before[..before.len() - 2];
        assert!(saved == undone || !is_undone(&screen) && saved == before, "{saved:?}\n{screen}");
        assert_offered(&home, &saved);
        1
    });
}

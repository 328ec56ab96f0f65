//! Bots at the board: pausing, hurrying, failures, advice.

use std::sync::{Arc, Mutex};

use cairn_engine::bots::{Bot, BotFault, BotSpec, PlayerSpec};
use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_tui::{Headless, Opening, Start};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, game, game_of, start, turn};

#[test]
fn bots_alone_play_to_the_end_unless_they_are_stopped() {
    let mut app = game(&["random", "greedy"]);
    app.wait(3);
    app.press(KeyCode::Char('p'));
    app.wait(10_000);
    app.sees("paused");
    let stopped = app.session().ply();
    assert!(app.session().outcome().is_none());
    app.keys("nn").sees("paused");
    assert_eq!(app.session().ply(), stopped + 2, "move by move");
    app.keys("u");
    assert_eq!(app.session().ply(), stopped + 1);
    app.keys("p").sees("Play again");
    assert!(app.session().outcome().is_some());
}

#[test]
fn speed_is_changed_by_keys_for_one_game() {
    let mut app = game(&["human", "level1"]);
    app.keys("---").sees("Bot speed in this game: slow").keys("+").sees("Bot speed in this game: normal");
    // The setting has not changed.
    app.keys(",").sees("‹ instant ›");
}

#[test]
fn escape_makes_a_bot_play_its_best_move_so_far() {
    let mut app = game(&["human", "ab:time=1000s"]);
    app.press(KeyCode::Enter);
    app.sees("is thinking");
    app.press(KeyCode::Esc);
    app.wait(10_000);
    assert_eq!(app.session().ply(), 2);
}

#[test]
fn control_c_makes_a_bot_move_pauses_bots_and_ends_the_app_otherwise() {
    let mut app = game(&["human", "ab:time=1000s"]);
    app.press(KeyCode::Enter);
    app.sees("is thinking").control('c').wait(10_000);
    assert!(app.is_open());
    assert_eq!(app.session().ply(), 2);
    app.control('c');
    assert!(!app.is_open());

    let mut app = game(&["ab:time=1000s", "ab:time=1000s"]);
    app.control('c').sees("paused");
    assert!(app.is_open());
    app.control('c');
    assert!(!app.is_open());

    // A second Ctrl-C leaves a bot that does not react.
    let lock = Arc::new(Mutex::new(()));
    let _held = lock.lock().unwrap();
    let mut app = game_of(ALL[0].id, vec![PlayerSpec::Human, slow(&lock)]);
    app.press(KeyCode::Enter);
    app.control('c');
    assert!(app.is_open());
    app.control('c');
    assert!(!app.is_open());
}

#[test]
fn undo_and_leaving_end_a_bots_thinking() {
    let mut app = game(&["human", "ab:time=1000s"]);
    app.press(KeyCode::Enter);
    app.keys("u").sees("to move. ");
    assert_eq!(app.session().ply(), 0);
    app.press(KeyCode::Enter);
    app.sees("is thinking");
    app.press(KeyCode::Char('q'));
    app.sees("stacking games");
}

/// A bot that panics, or one that returns illegal moves.
#[derive(Debug)]
struct Wreck(bool);

impl Bot for Wreck {
    fn name(&self) -> String {
        "wreck".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
        assert!(self.0, "out of ideas");
        Ok("nonsense".to_owned())
    }
}

#[test]
fn a_bot_that_fails_is_reported_and_can_be_taken_back() {
    for (lies, said) in [(false, "out of ideas"), (true, "unreadable move `nonsense`")] {
        let wreck = BotSpec::new("wreck", move || Box::new(Wreck(lies)));
        let mut app = game_of(ALL[0].id, vec!["human".parse().unwrap(), PlayerSpec::Bot(wreck)]);
        app.key(KeyCode::Enter).sees("wreck failed").sees(said);
        app.keys("p").sees("wreck failed");
        app.keys("u").sees("to move. ");
    }
}

/// A bot that plays its first legal move once it acquires a lock, and cannot be stopped.
#[derive(Debug)]
struct Slow(Arc<Mutex<()>>);

impl Bot for Slow {
    fn name(&self) -> String {
        "slow".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        let _lock = self.0.lock();
        Ok(session.legal_moves().swap_remove(0))
    }
}

/// Returns a slow bot that plays as soon as the lock is released.
fn slow(lock: &Arc<Mutex<()>>) -> PlayerSpec {
    let lock = Arc::clone(lock);
    PlayerSpec::Bot(BotSpec::new("slow", move || Box::new(Slow(Arc::clone(&lock)))))
}

#[test]
fn bot_moves_do_not_interrupt_looking_back() {
    let lock = Arc::new(Mutex::new(()));
    let held = lock.lock().unwrap();
    let mut app = game_of(ALL[0].id, vec![PlayerSpec::Human, slow(&lock)]);
    app.press(KeyCode::Enter);
    app.press(KeyCode::PageUp);
    app.sees("after move 0 of 1");
    drop(held);
    app.wait(10_000);
    app.sees("after move 0 of 2").key(KeyCode::Esc).sees("to move. ");
}

#[test]
fn late_moves_are_not_played_in_the_next_game() {
    let lock = Arc::new(Mutex::new(()));
    let held = lock.lock().unwrap();
    let players = vec![slow(&lock), PlayerSpec::Human];
    let opening = Opening::Game(open(ALL[0].id, None).unwrap(), players, 1);
    let [first, second] = ["ab:time=1000s", "human"].map(|player| Some(player.parse().unwrap()));
    let start = Start { player_specs: [first, second, None, None], ..start(opening) };
    let mut app = Headless::open(start, 80, 24);
    app.sees("is thinking").press(KeyCode::Char('q'));
    app.press(KeyCode::Enter);
    app.press(KeyCode::Enter);
    app.sees("(ab:time=1000").sees("is thinking");
    drop(held);
    app.wait(1);
    app.sees("is thinking");
    assert_eq!(app.session().ply(), 0);
}

#[test]
fn hints_and_evaluations_come_from_a_search() {
    let mut app = game_of("staqs:size=6", ["human", "level1"].map(|word| word.parse().unwrap()).to_vec());
    app.keys("t").sees("Hint: ");
    let text = app.text();
    let hint = text.split("Hint: ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    assert!(app.session().legal_moves().contains(&hint), "{hint}");
    app.keys("e").sees(" %").sees("depth");
    turn(&mut app);
    app.sees("depth").keys("e").misses("depth");
}

#[test]
fn the_evaluation_of_three_players_is_that_of_the_player_to_move() {
    let mut app = game_of("staqs:size=4,players=3", vec![PlayerSpec::Human; 3]);
    app.keys("e");
    for player in app.session().info().seats.iter().take(3) {
        let text = app.text();
        let percent = text
            .split(&format!("{} ", player.name))
            .find_map(|rest| rest.split_once(" %").and_then(|(number, _)| number.parse::<u32>().ok()));
        assert!(percent.is_some_and(|percent| percent < 50), "{}: {text}", player.name);
        turn(&mut app);
    }
}

#[test]
fn the_judge_of_a_puzzle_never_blocks_the_screen() {
    let info = cairn_coach::puzzle::find("staqs-1").unwrap();
    let mut app = cairn_tui::Headless::open(crate::stage::start(cairn_tui::Opening::Puzzle(info)), 80, 24);
    app.press(KeyCode::Char('t'));
    app.sees("Checking").press(KeyCode::Char('q'));
    app.sees("stacking games").keys(",").key(KeyCode::Esc);
    let mut app = cairn_tui::Headless::open(crate::stage::start(cairn_tui::Opening::Puzzle(info)), 80, 24);
    app.keys("t").sees("Solution: ").misses("Checking").keys("r").misses("Solution: ");
}

//! Measures how fast the screen responds while a bot thinks on all threads; asserts only that it responds.

use std::time::Instant;

use crate::pty::{ENTER, ESCAPE, Pty, home};

const THINKING: &str = "is thinking";
const HELP: &str = "the next place that can be chosen";
/// The number of measurements.
const MEASUREMENTS: usize = 20;

#[test]
fn keys_are_answered_while_a_bot_thinks() {
    let home = home();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(64);
    let bot = format!("ab:time=1000s,threads={threads}");
    let mut app = Pty::open(home.path(), &["play", "staqs:size=10", "--second", &bot]);
    app.wait_for("to move");
    app.send(ENTER);
    app.wait_for(THINKING);
    let mut slowest = 0.0_f64;
    let mut total = 0.0;
    for _ in 0..MEASUREMENTS {
        let start = Instant::now();
        app.send("?");
        app.wait_until("help", |screen| screen.contains(HELP) && !screen.contains(THINKING));
        let took = start.elapsed().as_secs_f64() * 1_000.0;
        slowest = slowest.max(took);
        total += took;
        app.send(ESCAPE);
        app.wait_until("the game", |screen| screen.contains(THINKING) && !screen.contains(HELP));
    }
    println!("key to screen: {:.1} ms on average, {slowest:.1} ms at most", total / MEASUREMENTS as f64);
}

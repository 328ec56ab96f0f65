//! Runs the real program in a pseudoterminal: sends keys and clicks, and reads the screen.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod endings;
mod games;
mod hostile;
#[path = "../program/online/impostor.rs"]
mod impostor;
mod latency;
mod line_mode;
mod online;
mod pty;
#[path = "../program/online/site.rs"]
#[expect(dead_code, reason = "the tests in line mode use the rest")]
mod site;
mod windows;

//! Faults: the real program is killed at random moments, its disk is full, its files are damaged and its
//! memory is short. Nothing that was shown is lost, and nothing else is damaged.
//!
//! `kills` decides how often and when; `program` runs and kills; `home` knows the files of a user.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod full_disk;
mod full_screen;
mod home;
mod kills;
mod line_mode;
mod matches;
mod memory;
mod program;
#[expect(dead_code, reason = "the tests of the terminal use all of it")]
#[path = "../terminal/pty.rs"]
mod pty;
mod puzzles;
mod reads;
mod solving;

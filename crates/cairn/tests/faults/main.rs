//! Faults: the tests kill the real program at random moments, fill its disk, damage its files and limit its memory. It
//! loses no move that it has shown, and damages no other file.
//!
//! `kills` decides how often and when; `program` runs and kills; `home` manages the files of a user.

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

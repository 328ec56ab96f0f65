//! The app without a terminal, driven by keys and clicks.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod analysis;
mod attack;
mod bots;
mod clocks;
mod files;
mod lessons;
mod online;
mod pictures;
mod play;
mod pointing;
mod puzzles;
mod ratings;
mod reading;
mod review;
mod screens;
mod stage;

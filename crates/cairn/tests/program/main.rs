//! Runs the real program as users and scripts do.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod arena;
mod autosave;
mod commands;
mod engine;
mod languages;
mod line_mode;
mod pictures;
mod review;
mod run;
mod solve;
mod ugi;

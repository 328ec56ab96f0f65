//! The real program, run as people and scripts run it.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod arena;
mod autosave;
mod engine;
mod languages;
mod line_mode;
mod pictures;
mod run;
mod solve;
mod ugi;
mod words;

//! Runs the real program as users and scripts do.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod arena;
mod autosave;
mod commands;
mod engine;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod interrupts;
mod json;
mod languages;
mod line_mode;
mod links;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod menu;
#[cfg(all(feature = "online", feature = "server"))]
mod online;
mod pictures;
mod prompts;
mod puzzles;
mod ratings;
mod review;
mod run;
mod saved;
#[cfg(feature = "server")]
mod serve;
mod solve;
#[cfg(target_os = "linux")]
mod streams;
mod transcripts;
#[cfg(unix)]
mod trust;
mod typing;
mod ugi;

//! What boards on the screen must show, whatever the game.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod boards;
mod gallery;

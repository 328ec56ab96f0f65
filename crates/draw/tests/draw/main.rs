//! Text, pictures and descriptions of boards of every game.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod boards;
mod descriptions;
mod graphs;
mod pictures;
mod texts;

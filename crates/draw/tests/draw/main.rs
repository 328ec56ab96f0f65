//! What pictures of boards must show, whatever the game.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod boards;
mod pictures;
mod texts;
mod wording;

//! Requirements for boards on the screen, in every game.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod boards;
mod colors;
mod gallery;
mod panels;
mod pictures;
mod pointing;
mod snapshots;
mod telling;

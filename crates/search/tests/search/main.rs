//! Properties of every search, in every game and in toy games written as text.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod determinism;
mod edges;
mod exact;
mod monte_carlo;
mod multi_pv;
#[path = "../common/random_game.rs"]
mod random_game;
mod repetition;
mod tactics;
mod test_positions;
mod toy;

//! Properties of every proven value.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod bounds;
mod cycles;
mod endgames;
mod finite;
mod graph;
mod invariance;
mod minimax;
mod puzzles;
#[path = "../common/random_game.rs"]
mod random_game;
mod reachable;
mod test_positions;

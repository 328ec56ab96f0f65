//! The options of STAQS.

use super::{MAX_SIZE, MIN_SIZE};
use crate::options;

/// When discs may be placed.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Placement {
    /// All placements first, then all steps.
    Setup,
    /// Place or step on every turn.
    Free,
}

/// The directions in which stacks step.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Steps {
    /// Up, down, left, right.
    Orthogonal,
    /// Also diagonally.
    All,
}

options! {
    /// The options of STAQS.
    pub struct StaqsOptions {
        /// The side of the board, from 3 to 10.
        size, with_size: u8 [MIN_SIZE to MAX_SIZE, default 5],
            "squares along each side of the board";
        /// When discs may be placed.
        placement, with_placement: Placement [Setup "setup", Free "free"],
            "setup: all discs are placed before any stack steps; free: place or step on every turn";
        /// The directions in which stacks step.
        steps, with_steps: Steps [Orthogonal "orthogonal", All "all"],
            "directions in which stacks step: orthogonal, or all (diagonally too)";
        /// The number of players, from 2 to 4.
        players, with_players: u8 [2 to 4, default 2],
            "number of players";
    }
}

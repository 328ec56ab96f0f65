//! The options of Stlts.

use super::MAX_PINS;
use crate::options;

/// Where the pieces start.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Setup {
    /// The symmetric starting position.
    Standard,
    /// The starting position of an early program, with one piece a square off.
    Seed,
}

/// Whether walks may turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Walks {
    /// They may turn at every step.
    Bent,
    /// Never: a walk keeps to one row or one column.
    Straight,
}

options! {
    /// The options of Stlts.
    pub struct StltsOptions {
        /// Where the pieces start.
        setup, with_setup: Setup [Standard "standard", Seed "seed"],
            "standard: the symmetric start; seed: the white piece on c11 starts on b11 instead";
        /// The most pins of one colour that a piece may hold, from 1 to 99.
        pins, with_pins: u8 [1 to MAX_PINS, default MAX_PINS],
            "most pins of one colour that a piece may hold";
        /// Whether walks may turn.
        walks, with_walks: Walks [Bent "bent", Straight "straight"],
            "bent: a walk may turn at every step; straight: it keeps to one row or one column";
        /// Plies without a capture that make a draw, up to 1000; 0 for never.
        quiet, with_quiet: u16 [0 to 1000, default 200],
            "draw after this many turns in a row without a capture; 0 means never";
    }
}

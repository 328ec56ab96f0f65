//! The options of Stacks.

use crate::Repetition;
use crate::options;

/// The obligations that come with stacks of four.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Fours {
    /// None.
    Free,
    /// To take a piece off one of them, or to remove one.
    Duty,
}

options! {
    /// The options of Stacks.
    pub struct StacksOptions {
        /// The obligations that come with stacks of four.
        fours, with_fours: Fours [Free "free", Duty "duty"],
            "duty: a player with stacks of four must take a piece off one of them or, \
             failing that, remove a whole stack; free: no such duty";
        /// Whether the third occurrence of a position is a draw.
        repetition, with_repetition: Repetition [On "on", Off "off"],
            "on: draw when a position comes up for the third time; off: no such draw";
        /// Turns without an attack or a piece reaching home that make a draw, up to 1000; 0 for never.
        quiet, with_quiet: u16 [0 to 1000, default 100],
            "draw after this many turns in a row without an attack or a piece reaching the enemy's home; 0 means never";
    }
}

//! The options of Stac.

use crate::Repetition;
use crate::options;

/// The effect of a tower on a walking pawn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Towers {
    /// No effect.
    Pass,
    /// The walk must end there.
    Stop,
}

options! {
    /// The options of Stac.
    pub struct StacOptions {
        /// The effect of a tower on a walking pawn.
        towers, with_towers: Towers [Pass "pass", Stop "stop"],
            "pass: a walking pawn passes over towers; stop: it goes no further than the first tower in its way";
        /// Whether the third occurrence of a position is a draw.
        repetition, with_repetition: Repetition [On "on", Off "off"],
            "on: draw when a position comes up for the third time; off: no such draw";
        /// Plies without a new pair or tower that make a draw, up to 1000; 0 for never.
        quiet, with_quiet: u16 [0 to 1000, default 100],
            "draw after this many turns in a row without a new pair or tower; 0 means never";
    }
}

//! The options of Stac.

use crate::{Domain, OptionSet, OptionSpec};

/// What a tower is to a walking pawn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Towers {
    /// Nothing in its way.
    Pass,
    /// The last square that it can reach.
    Stop,
}

/// The options of Stac.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) towers: Towers,
    /// Plies without a new pair or tower that end the game; 0 if none do.
    pub(super) quiet: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { towers: Towers::Pass, quiet: 100 }
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "towers",
            help: "pass: a walking pawn passes over towers; stop: it goes no further than the first tower in its way",
            domain: Domain::Words(&["pass", "stop"]),
            default: 0,
        },
        OptionSpec {
            name: "quiet",
            help: "draw after this many turns in a row without a new pair or tower; 0 means never",
            domain: Domain::Range(0, 1000),
            default: 100,
        },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => (self.towers == Towers::Stop).into(),
            _ => self.quiet,
        }
    }

    fn set(&mut self, index: usize, value: u16) {
        match index {
            0 => self.towers = if value == 0 { Towers::Pass } else { Towers::Stop },
            _ => self.quiet = value,
        }
    }
}

//! The options of Stac.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

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
    /// The limit of the halfmove clock; 0 for none.
    pub(super) quiet: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { towers: Towers::Pass, quiet: 100 }
    }
}

impl Options {
    /// What a tower is to a walking pawn.
    pub const fn towers(&self) -> Towers {
        self.towers
    }

    /// Sets what a tower is to a walking pawn.
    #[must_use]
    pub const fn with_towers(mut self, towers: Towers) -> Self {
        self.towers = towers;
        self
    }

    /// Plies without a new pair or tower that make a draw; 0 for never.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Sets the plies without a new pair or tower that make a draw, up to 1000; 0 for never.
    pub fn with_quiet(self, quiet: u16) -> Result<Self, OptionError> {
        self.with(1, quiet)
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

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.towers = if value == 0 { Towers::Pass } else { Towers::Stop },
            _ => self.quiet = value,
        }
    }
}

//! The options of Stacks.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

/// What stacks of four oblige their owner to.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Fours {
    /// Nothing.
    Free,
    /// To take a piece off one of them, or to remove one.
    Duty,
}

/// The options of Stacks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) fours: Fours,
    /// The limit of the halfmove clock; 0 for none.
    pub(super) quiet: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { fours: Fours::Free, quiet: 100 }
    }
}

impl Options {
    /// What stacks of four oblige their owner to.
    pub const fn fours(&self) -> Fours {
        self.fours
    }

    /// Sets what stacks of four oblige their owner to.
    #[must_use]
    pub const fn with_fours(mut self, fours: Fours) -> Self {
        self.fours = fours;
        self
    }

    /// Turns without an attack or a piece reaching home that make a draw; 0 for never.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Sets the turns without an attack or a piece reaching home that make a draw, up to 1000; 0 for never.
    pub fn with_quiet(self, quiet: u16) -> Result<Self, OptionError> {
        self.with(1, quiet)
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "fours",
            help: "duty: a player with stacks of four must take a piece off one of them or, \
                   failing that, remove a whole stack; free: no such duty",
            domain: Domain::Words(&["free", "duty"]),
            default: 0,
        },
        OptionSpec {
            name: "quiet",
            help: "draw after this many turns in a row without an attack or a piece reaching the enemy's home; 0 means never",
            domain: Domain::Range(0, 1000),
            default: 100,
        },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => (self.fours == Fours::Duty).into(),
            _ => self.quiet,
        }
    }

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.fours = if value == 0 { Fours::Free } else { Fours::Duty },
            _ => self.quiet = value,
        }
    }
}

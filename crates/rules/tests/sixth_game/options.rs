//! The options of Tump.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

/// The options of Tump.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) size: u8,
    pub(super) goal: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 4, goal: 4 }
    }
}

impl Options {
    /// Sets the side of the board, from 2 to 6.
    pub fn with_size(self, size: u8) -> Result<Self, OptionError> {
        self.with(0, size.into())
    }

    /// Sets the height that wins, from 3 to 9.
    pub fn with_goal(self, goal: u8) -> Result<Self, OptionError> {
        self.with(1, goal.into())
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "size",
            help: "side of the board",
            domain: Domain::Range(2, super::MAX_SIZE as u16),
            default: 4,
        },
        OptionSpec { name: "goal", help: "height that wins", domain: Domain::Range(3, 9), default: 4 },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => self.size.into(),
            _ => self.goal.into(),
        }
    }

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.size = value as u8,
            _ => self.goal = value as u8,
        }
    }
}

//! The options of Sight.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

/// What happens when none of the tallest stacks can move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Tallest {
    /// The player has no move.
    Strict,
    /// The next lower height that can move must move.
    Fallback,
}

/// The options of Sight.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) size: u8,
    pub(super) tallest: Tallest,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 5, tallest: Tallest::Strict }
    }
}

impl Options {
    /// The side of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Sets the side of the board, from 3 to 9.
    pub fn with_size(self, size: u8) -> Result<Self, OptionError> {
        self.with(0, size.into())
    }

    /// What happens when none of the tallest stacks can move.
    pub const fn tallest(&self) -> Tallest {
        self.tallest
    }

    /// Sets what happens when none of the tallest stacks can move.
    #[must_use]
    pub const fn with_tallest(mut self, tallest: Tallest) -> Self {
        self.tallest = tallest;
        self
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "size",
            help: "points along each side of the board",
            domain: Domain::Range(super::MIN_SIZE as u16, super::MAX_SIZE as u16),
            default: 5,
        },
        OptionSpec {
            name: "tallest",
            help: "if none of the tallest stacks can move: strict, the player loses; fallback, the \
                   tallest stack that can move must move",
            domain: Domain::Words(&["strict", "fallback"]),
            default: 0,
        },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => self.size.into(),
            _ => (self.tallest == Tallest::Fallback).into(),
        }
    }

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.size = value as u8,
            _ => self.tallest = if value == 0 { Tallest::Strict } else { Tallest::Fallback },
        }
    }
}

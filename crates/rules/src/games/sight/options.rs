//! The options of Sight.

use crate::{Domain, OptionSet, OptionSpec};

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

    fn set(&mut self, index: usize, value: u16) {
        match index {
            0 => self.size = value as u8,
            _ => self.tallest = if value == 0 { Tallest::Strict } else { Tallest::Fallback },
        }
    }
}

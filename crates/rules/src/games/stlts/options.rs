//! The options of Stlts.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

/// Where the pieces start.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Setup {
    /// The symmetric start.
    Standard,
    /// The start of an early program, with one piece a square off.
    Seed,
}

/// The options of Stlts.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) setup: Setup,
    pub(super) pins: u8,
    pub(super) quiet: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { setup: Setup::Standard, pins: super::MOST_PINS, quiet: 200 }
    }
}

impl Options {
    /// Where the pieces start.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Sets where the pieces start.
    #[must_use]
    pub const fn with_setup(mut self, setup: Setup) -> Self {
        self.setup = setup;
        self
    }

    /// The most pins of one colour that a piece may hold.
    pub const fn pins(&self) -> u8 {
        self.pins
    }

    /// Sets the most pins of one colour that a piece may hold, from 1 to 99.
    pub fn with_pins(self, pins: u8) -> Result<Self, OptionError> {
        self.with(1, pins.into())
    }

    /// Plies without a capture that make a draw; 0 for never.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Sets the plies without a capture that make a draw, up to 1000; 0 for never.
    pub fn with_quiet(self, quiet: u16) -> Result<Self, OptionError> {
        self.with(2, quiet)
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "setup",
            help: "standard: the symmetric start; seed: the white piece on c11 starts on b11 instead",
            domain: Domain::Words(&["standard", "seed"]),
            default: 0,
        },
        OptionSpec {
            name: "pins",
            help: "most pins of one colour that a piece may hold",
            domain: Domain::Range(1, super::MOST_PINS as u16),
            default: super::MOST_PINS as u16,
        },
        OptionSpec {
            name: "quiet",
            help: "draw after this many turns in a row without a capture; 0 means never",
            domain: Domain::Range(0, 1000),
            default: 200,
        },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => (self.setup == Setup::Seed).into(),
            1 => self.pins.into(),
            _ => self.quiet,
        }
    }

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.setup = if value == 0 { Setup::Standard } else { Setup::Seed },
            1 => self.pins = value as u8,
            _ => self.quiet = value,
        }
    }
}

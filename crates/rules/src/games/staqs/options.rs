//! The options of STAQS.

use crate::{Domain, OptionError, OptionSet, OptionSpec};

/// When discs may be placed.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Placement {
    /// All discs first, then all moves.
    Setup,
    /// Place or move on every turn.
    Free,
}

/// Which way stacks step.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Steps {
    /// Up, down, left, right.
    Orthogonal,
    /// Diagonally as well.
    All,
}

/// The options of STAQS.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Options {
    pub(super) size: u8,
    pub(super) placement: Placement,
    pub(super) steps: Steps,
    pub(super) players: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 5, placement: Placement::Setup, steps: Steps::Orthogonal, players: 2 }
    }
}

impl Options {
    /// The side of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Sets the side of the board, from 3 to 10.
    pub fn with_size(self, size: u8) -> Result<Self, OptionError> {
        self.with(0, size.into())
    }

    /// When discs may be placed.
    pub const fn placement(&self) -> Placement {
        self.placement
    }

    /// Sets when discs may be placed.
    #[must_use]
    pub const fn with_placement(mut self, placement: Placement) -> Self {
        self.placement = placement;
        self
    }

    /// Which way stacks step.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    /// Sets which way stacks step.
    #[must_use]
    pub const fn with_steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// The number of players.
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// Sets the number of players, from 2 to 4.
    pub fn with_players(self, players: u8) -> Result<Self, OptionError> {
        self.with(3, players.into())
    }
}

impl OptionSet for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "size",
            help: "squares along each side of the board",
            domain: Domain::Range(super::MIN_SIZE as u16, super::MAX_SIZE as u16),
            default: 5,
        },
        OptionSpec {
            name: "placement",
            help: "setup: all discs are placed before any stack steps; free: place or step on every turn",
            domain: Domain::Words(&["setup", "free"]),
            default: 0,
        },
        OptionSpec {
            name: "steps",
            help: "directions in which stacks step: orthogonal, or all (diagonally too)",
            domain: Domain::Words(&["orthogonal", "all"]),
            default: 0,
        },
        OptionSpec { name: "players", help: "number of players", domain: Domain::Range(2, 4), default: 2 },
    ];

    fn get(&self, index: usize) -> u16 {
        match index {
            0 => self.size.into(),
            1 => (self.placement == Placement::Free).into(),
            2 => (self.steps == Steps::All).into(),
            _ => self.players.into(),
        }
    }

    fn set_unchecked(&mut self, index: usize, value: u16) {
        match index {
            0 => self.size = value as u8,
            1 => self.placement = if value == 0 { Placement::Setup } else { Placement::Free },
            2 => self.steps = if value == 0 { Steps::Orthogonal } else { Steps::All },
            _ => self.players = value as u8,
        }
    }
}

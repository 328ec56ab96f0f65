//! Who chooses moves without a person: every kind of bot, by its word.

mod level;
mod player;
mod who;
mod word;

pub use level::Level;
pub use player::BotPlayer;
pub use who::{UnknownPlayer, Who};
pub use word::BotError;

use crate::Span;

/// A bot, as it is asked for by a word.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Bot {
    /// One of the two that every game came with.
    Seed(SeedBot),
    /// `level1` to `level8`: as strong as its level says, the same on every machine.
    Level(Level),
    /// `perfect`: the strongest there is.
    Perfect,
    /// `ab:depth=6`, `ab:nodes=50000`, `ab:time=100ms`: alpha-beta within limits.
    AlphaBeta(Budget),
    /// `mcts:playouts=1000`, `mcts:time=100ms`: Monte Carlo tree search within limits.
    MonteCarlo(Budget),
}

/// A bot that every game came with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum SeedBot {
    /// Plays at random.
    Random,
    /// Takes what looks best at once.
    Greedy,
}

/// What a searching bot may spend on a move: at least one limit, and how many threads.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Budget {
    /// So deep.
    pub depth: Option<u32>,
    /// So many positions, or games played out.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Span>,
    /// So many threads, if not one.
    pub threads: Option<u16>,
}

impl SeedBot {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// A second name that is understood.
    pub const fn other_name(self) -> &'static str {
        match self {
            Self::Random => "easy",
            Self::Greedy => "hard",
        }
    }
}

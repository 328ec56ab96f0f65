//! Who chooses moves without a person: every kind of bot, by its word.

mod level;
mod perfect;
mod player;
mod slip;
mod word;

pub use level::Level;
pub use player::BuiltinBot;
pub use word::BotError;
pub(crate) use word::bot_words;

use crate::Span;

/// A bot, as it is asked for by a word.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BotKind {
    /// One of the two that every game came with.
    Basic(BasicBot),
    /// `level1` to `level8`: as strong as its level says, the same on every machine.
    Level(Level),
    /// `perfect`: exact where the solver can be, the strongest search elsewhere.
    Perfect,
    /// `ab:depth=6`, `ab:nodes=50000`, `ab:time=100ms`: alpha-beta within limits. With `slips`,
    /// `among` and `margin` it is what a level is made of; `contempt` makes it avoid draws.
    AlphaBeta(Budget),
    /// `mcts:playouts=1000`, `mcts:time=100ms`: Monte Carlo tree search within limits.
    MonteCarlo(Budget),
}

/// A bot that every game came with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BasicBot {
    /// Plays at random.
    Random,
    /// Takes what looks best at once.
    Greedy,
}

/// What a searching bot may spend on a move, at least one limit, and how it makes use of it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Budget {
    /// So deep.
    pub depth: Option<u8>,
    /// So many positions, or games played out.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Span>,
    /// So many threads, if not one.
    pub threads: Option<u16>,
    /// How often it takes less than the best move, in percent.
    pub slips: Option<u8>,
    /// Among how many of the best moves it then chooses.
    pub among: Option<u16>,
    /// How much less such a move may be worth, in hundredths, if that matters.
    pub margin: Option<u16>,
    /// How many hundredths below nothing it counts a draw, if not as the game suggests.
    pub contempt: Option<u16>,
    /// Which devices of the search it uses, if not all.
    pub style: Option<Style>,
}

/// Which devices of alpha-beta a bot uses.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Style {
    /// Alpha-beta as textbooks have it: deeper and deeper, with a table of known positions.
    Plain,
}

impl BasicBot {
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

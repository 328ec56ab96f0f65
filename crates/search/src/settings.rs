//! How an engine searches, as far as its user decides it.

use cairn_rules::EVALUATION_LIMIT;

/// The two ways to search.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// Everything up to a depth, with the best lines first.
    #[default]
    AlphaBeta,
    /// Random games, more of them where they go well.
    MonteCarlo,
}

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The way to search.
    pub method: Method,
    /// Threads of alpha-beta, at least 1. Only one thread searches the same way every time.
    pub threads: usize,
    /// Memory of the table of known positions, or of the Monte Carlo tree.
    pub megabytes: usize,
    /// How many of the best lines to report, at least 1.
    pub lines: usize,
    /// Where the random games of Monte Carlo come from.
    pub seed: u64,
    /// What makes alpha-beta fast.
    pub features: Features,
    /// How many hundredths below nothing alpha-beta counts a draw, for the player to move; at most
    /// [`Settings::MOST_CONTEMPT`]. It is for playing: with 0 values are what they seem.
    pub contempt: u16,
}

/// The most threads that a search starts.
pub(crate) const MAX_THREADS: usize = 256;

impl Settings {
    /// The most contempt: more would count for a forced loss.
    pub const MOST_CONTEMPT: u16 = EVALUATION_LIMIT as u16 - 1;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::default(),
            threads: 1,
            megabytes: 64,
            lines: 1,
            seed: 1,
            features: Features::default(),
            contempt: 0,
        }
    }
}

/// The parts of alpha-beta that can be left out. The first four never change what a search of some
/// depth finds; the others look further along some lines than along others and do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Features {
    /// Remember positions and their values.
    pub table: bool,
    /// Try first what has been good elsewhere.
    pub learning: bool,
    /// Try to show that later moves are no better before asking how good they are.
    pub null_windows: bool,
    /// Expect about the same value as one ply before.
    pub aspiration: bool,
    /// Believe what a deeper search has found before.
    pub deeper: bool,
    /// Look less deeply at moves that come late.
    pub reductions: bool,
    /// Believe an evaluation that is far too good, near the horizon.
    pub pruning: bool,
    /// Follow captures and claims beyond the horizon.
    pub quiescence: bool,
    /// Ask a solver as well where the game must end.
    pub proofs: bool,
}

impl Features {
    /// Nothing that changes values, and everything that does not.
    pub const EXACT: Self = Self {
        table: true,
        learning: true,
        null_windows: true,
        aspiration: true,
        deeper: false,
        reductions: false,
        pruning: false,
        quiescence: false,
        proofs: false,
    };
    /// Bare alpha-beta.
    pub const BARE: Self = Self {
        table: false,
        learning: false,
        null_windows: false,
        aspiration: false,
        deeper: false,
        reductions: false,
        pruning: false,
        quiescence: false,
        proofs: false,
    };
    /// Alpha-beta as textbooks have it: deeper and deeper, with a table.
    pub const TEXTBOOK: Self = Self { table: true, deeper: true, ..Self::BARE };
}

impl Default for Features {
    fn default() -> Self {
        Self { deeper: true, reductions: true, pruning: true, quiescence: true, proofs: true, ..Self::EXACT }
    }
}

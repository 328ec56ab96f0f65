//! Settings of a searcher.

use cairn_rules::EVALUATION_LIMIT;

/// The search algorithm.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// Alpha-beta with iterative deepening.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search.
    MonteCarlo,
}

/// Settings of a searcher.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The search algorithm.
    pub method: Method,
    /// Lazy SMP: threads of alpha-beta, at least 1. Only a single thread is deterministic.
    pub threads: usize,
    /// Size of the transposition table, or of the Monte Carlo tree, in MiB.
    pub hash_mib: usize,
    /// Multi-PV: how many variations to report, at least 1.
    pub multi_pv: usize,
    /// Seed of the random playouts of Monte Carlo tree search.
    pub seed: u64,
    /// Enhancements of alpha-beta.
    pub enhancements: Enhancements,
    /// Contempt: the cost of a draw for the player to move, in centipawns; at most [`Settings::MAX_CONTEMPT`]. It is
    /// for playing: leave it at 0 for unbiased scores.
    pub contempt: u16,
    /// Runs the solver at every root, not only near the end of games that must end. Advice needs it, because it must
    /// agree with the solver's proofs.
    pub always_solve: bool,
}

/// The maximum number of threads of a search.
pub(crate) const MAX_THREADS: usize = 256;

impl Settings {
    /// The maximum contempt: a higher value would look like a forced loss.
    pub const MAX_CONTEMPT: u16 = EVALUATION_LIMIT as u16 - 1;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::default(),
            threads: 1,
            hash_mib: 64,
            multi_pv: 1,
            seed: 1,
            enhancements: Enhancements::default(),
            contempt: 0,
            always_solve: false,
        }
    }
}

/// Enhancements of alpha-beta, each of which can be switched off. The first four never change the
/// score of a fixed-depth search; the others are selective and do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent switch")]
pub struct Enhancements {
    /// Transposition table.
    pub transposition_table: bool,
    /// Move ordering by killer moves and the history heuristic.
    pub history: bool,
    /// Principal variation search: null windows for all moves but the first.
    pub null_windows: bool,
    /// Aspiration windows around the score of the previous iteration.
    pub aspiration_windows: bool,
    /// Accept transposition table entries of deeper searches too.
    pub deeper_entries: bool,
    /// Late move reductions and internal iterative reduction.
    pub reductions: bool,
    /// Reverse futility pruning and late move pruning.
    pub pruning: bool,
    /// Quiescence search of captures and claims beyond the horizon.
    pub quiescence: bool,
    /// Runs the solver at the root as well, in games that must end.
    pub root_solver: bool,
}

impl Enhancements {
    /// All enhancements that do not change scores.
    pub const EXACT: Self = Self {
        transposition_table: true,
        history: true,
        null_windows: true,
        aspiration_windows: true,
        ..Self::BARE
    };
    /// No enhancements.
    pub const BARE: Self = Self {
        transposition_table: false,
        history: false,
        null_windows: false,
        aspiration_windows: false,
        deeper_entries: false,
        reductions: false,
        pruning: false,
        quiescence: false,
        root_solver: false,
    };
    /// Textbook alpha-beta: iterative deepening with a transposition table.
    pub const TEXTBOOK: Self = Self { transposition_table: true, deeper_entries: true, ..Self::BARE };
}

impl Default for Enhancements {
    fn default() -> Self {
        Self {
            deeper_entries: true,
            reductions: true,
            pruning: true,
            quiescence: true,
            root_solver: true,
            ..Self::EXACT
        }
    }
}

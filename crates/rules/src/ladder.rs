//! The ladder of a game: what makes its levels, from a beginner's to the highest.

/// How many levels every game has.
pub const LEVELS: usize = 8;

/// The levels of a game, weakest first.
pub type Ladder = [LevelParams; LEVELS];

/// What makes a level: how much it looks at, and how often it takes less than the best.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct LevelParams {
    /// Positions that it looks at for a move.
    pub nodes: u64,
    /// How often it does not take the best move, in percent.
    pub slips: u8,
    /// Among how many of the best moves it then chooses.
    pub among: u16,
    /// How much less than the best a move may be worth to be taken all the same, in hundredths;
    /// [`LevelParams::ANY`] if that does not matter.
    pub margin: i32,
}

impl LevelParams {
    /// The margin of those who do not look what they lose.
    pub const ANY: i32 = i32::MAX;

    /// A level that always takes the best move it finds.
    pub const fn steady(nodes: u64) -> Self {
        Self { nodes, slips: 0, among: 1, margin: 0 }
    }
}

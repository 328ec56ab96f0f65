//! Data of a game for bots and programs, beyond its rules: levels, contempt, puzzles, openings, lessons.
//!
//! Compiled with the feature `engine-data`: the files are large, and the rules do not need them.

use crate::PuzzleInfo;

/// The number of levels of every game.
pub const LEVELS: usize = 8;

/// The levels of a game, weakest first.
pub type Ladder = [LevelParams; LEVELS];

/// Data of a game for bots and programs.
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineData {
    /// Contempt: the cost of a draw for a bot that plays to win, in centipawns.
    pub contempt: u16,
    /// The levels.
    pub ladder: Ladder,
    /// The strength of each level in Elo, with `random` at 0; docs/levels.md describes the measurement.
    pub level_elo: [i32; LEVELS],
    /// Hand-made puzzles.
    pub puzzles: &'static [PuzzleInfo],
    /// Generated puzzles, as the text of their file.
    pub generated_puzzles: &'static str,
    /// The opening book as text: proven values of positions.
    pub openings: &'static str,
    /// The lesson in English, as the text of its file.
    pub lesson: &'static str,
    /// The text of the lesson in other languages, by language code.
    pub lesson_translated: &'static [(&'static str, &'static str)],
}

impl EngineData {
    /// Returns whether the game has a lesson.
    pub const fn has_lesson(&self) -> bool {
        !self.lesson.is_empty()
    }

    /// Defaults for a new game: average levels of the other games, and nothing else.
    ///
    /// ```
    /// let data = cairn_rules::EngineData::NEW;
    /// assert_eq!((data.contempt, data.puzzles.len()), (0, 0));
    /// assert!(data.ladder.is_sorted_by_key(|level| level.nodes));
    /// ```
    pub const NEW: Self = Self {
        contempt: 0,
        ladder: NEW_LADDER,
        level_elo: [200, 400, 600, 800, 1000, 1200, 1400, 1600],
        puzzles: &[],
        generated_puzzles: "",
        openings: "",
        lesson: "",
        lesson_translated: &[],
    };
}

#[rustfmt::skip]
const NEW_LADDER: Ladder = [
    LevelParams { nodes:    200, slips: 95, among: 12, margin: LevelParams::ANY },
    LevelParams { nodes:    200, slips: 94, among: 12, margin: 900 },
    LevelParams { nodes:    200, slips: 90, among: 12, margin: 730 },
    LevelParams { nodes:    500, slips: 74, among: 12, margin: 610 },
    LevelParams { nodes:  1_500, slips: 60, among: 10, margin: 500 },
    LevelParams { nodes:  5_000, slips: 46, among:  8, margin: 400 },
    LevelParams { nodes: 20_000, slips: 33, among:  6, margin: 300 },
    LevelParams::steady(100_000),
];

/// The strength of a level: its search budget, and how often it plays a weaker move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct LevelParams {
    /// Nodes searched for a move.
    pub nodes: u64,
    /// The chance that the bot plays a move other than the best, in percent.
    pub slips: u8,
    /// The number of best moves from which it then chooses.
    pub among: u16,
    /// The maximum difference between the best score and that of a slip, in centipawns; [`LevelParams::ANY`] for no
    /// limit.
    pub margin: i32,
}

impl LevelParams {
    /// No limit on the cost of a slip.
    pub const ANY: i32 = i32::MAX;

    /// Creates a level that always plays the best move it finds.
    pub const fn steady(nodes: u64) -> Self {
        Self { nodes, slips: 0, among: 1, margin: 0 }
    }
}

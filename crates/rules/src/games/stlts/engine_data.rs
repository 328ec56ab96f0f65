//! Levels, contempt, puzzles and openings of Stlts.

use crate::{EngineData, Ladder, LevelParams};

pub(super) const ENGINE_DATA: EngineData = EngineData {
    ladder: LADDER,
    level_elo: [607, 785, 1090, 1698, 1875, 2053, 2230, 2408],
    generated_puzzles: include_str!("puzzles.txt"),
    lesson: include_str!("lesson.txt"),
    lesson_translated: &[("pt", include_str!("lesson.pt.txt"))],
    ..EngineData::NEW
};

/// docs/levels.md lists the scores of neighbouring levels against each other.
#[rustfmt::skip]
const LADDER: Ladder = [
    LevelParams { nodes:    200, slips: 70, among:  12, margin: LevelParams::ANY },
    LevelParams { nodes:    350, slips: 62, among:  11, margin: 760 },
    LevelParams { nodes:    690, slips: 54, among:  10, margin: 460 },
    LevelParams { nodes:  2_600, slips: 38, among:   8, margin: 340 },
    LevelParams { nodes:  7_200, slips: 26, among:   6, margin: 250 },
    LevelParams { nodes: 14_000, slips: 18, among:   5, margin: 190 },
    LevelParams { nodes: 28_000, slips: 10, among:   4, margin: 130 },
    LevelParams::steady(40_000),
];

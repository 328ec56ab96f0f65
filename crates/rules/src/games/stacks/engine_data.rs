//! Levels, contempt, puzzles and openings of Stacks.

use crate::{EngineData, Ladder, LevelParams};

pub(super) const ENGINE_DATA: EngineData = EngineData {
    ladder: LADDER,
    level_elo: [475, 950, 1114, 1257, 1547, 1780, 2070, 2278],
    generated_puzzles: include_str!("puzzles.txt"),
    lesson: include_str!("lesson.txt"),
    lesson_translated: &[("pt", include_str!("lesson.pt.txt"))],
    ..EngineData::NEW
};

/// docs/levels.md lists the scores of neighbouring levels against each other.
#[rustfmt::skip]
const LADDER: Ladder = [
    LevelParams { nodes:    750, slips: 90, among: 323, margin: LevelParams::ANY },
    LevelParams { nodes:  1_000, slips: 86, among: 290, margin: 1_200 },
    LevelParams { nodes:  1_800, slips: 74, among: 165, margin: 700 },
    LevelParams { nodes:  3_300, slips: 55, among:  72, margin: 500 },
    LevelParams { nodes: 14_000, slips: 30, among:  16, margin: 300 },
    LevelParams { nodes: 25_000, slips: 20, among:   9, margin: 220 },
    LevelParams { nodes: 45_000, slips: 10, among:   5, margin: 140 },
    LevelParams::steady(60_000),
];

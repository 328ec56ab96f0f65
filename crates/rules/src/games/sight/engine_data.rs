//! Levels, contempt, puzzles and openings of Sight.

use crate::{EngineData, Ladder, LevelParams};

pub(super) const ENGINE_DATA: EngineData = EngineData {
    ladder: LADDER,
    level_elo: [-143, 65, 298, 422, 712, 897, 1105, 1269],
    generated_puzzles: include_str!("puzzles.txt"),
    openings: include_str!("openings.txt"),
    lesson: include_str!("lesson.txt"),
    lesson_translated: &[("pt", include_str!("lesson.pt.txt"))],
    ..EngineData::NEW
};

/// docs/levels.md lists the scores of neighbouring levels against each other.
#[rustfmt::skip]
const LADDER: Ladder = [
    LevelParams { nodes:     200, slips: 98, among: 25, margin: LevelParams::ANY },
    LevelParams { nodes:     200, slips: 72, among: 12, margin: LevelParams::ANY },
    LevelParams { nodes:     290, slips: 70, among: 12, margin: 660 },
    LevelParams { nodes:     990, slips: 60, among: 11, margin: 580 },
    LevelParams { nodes:   3_700, slips: 47, among:  9, margin: 460 },
    LevelParams { nodes:  14_000, slips: 33, among:  7, margin: 340 },
    LevelParams { nodes:  53_000, slips: 18, among:  5, margin: 220 },
    LevelParams::steady(200_000),
];

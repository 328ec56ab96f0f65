//! Levels, contempt, puzzles and openings of Stac.

use crate::{EngineData, Ladder, LevelParams};

pub(super) const ENGINE_DATA: EngineData = EngineData {
    contempt: CONTEMPT,
    ladder: LADDER,
    level_elo: [-8, 632, 907, 1092, 1325, 2089, 2322, 2496],
    generated_puzzles: include_str!("puzzles.txt"),
    lesson: include_str!("lesson.txt"),
    lesson_translated: &[("pt", include_str!("lesson.pt.txt"))],
    ..EngineData::NEW
};

/// Contempt of about a third of a tower: two pawns can wander forever, and the bot that searches deeper should not
/// settle for that.
const CONTEMPT: u16 = 500;

/// docs/levels.md lists the scores of neighbouring levels against each other.
#[rustfmt::skip]
const LADDER: Ladder = [
    LevelParams { nodes:    200, slips: 95, among:  12, margin: LevelParams::ANY },
    LevelParams { nodes:    200, slips: 94, among:  12, margin: 880 },
    LevelParams { nodes:    200, slips: 90, among:  12, margin: 730 },
    LevelParams { nodes:    340, slips: 74, among:  12, margin: 610 },
    LevelParams { nodes:    670, slips: 66, among:  11, margin: 550 },
    LevelParams { nodes:  2_500, slips: 50, among:   9, margin: 430 },
    LevelParams { nodes:  9_000, slips: 40, among:   7, margin: 340 },
    LevelParams::steady(100_000),
];

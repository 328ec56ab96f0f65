//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, LevelParams};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    LevelParams { nodes:     200, slips: 95, among: 18, margin: LevelParams::ANY },
    LevelParams { nodes:     200, slips: 95, among: 15, margin: 1_330 },
    LevelParams { nodes:     200, slips: 90, among: 12, margin: 730 },
    LevelParams { nodes:     690, slips: 74, among: 12, margin: 610 },
    LevelParams { nodes:   2_600, slips: 58, among: 10, margin: 490 },
    LevelParams { nodes:  10_000, slips: 42, among:  8, margin: 370 },
    LevelParams { nodes:  38_000, slips: 26, among:  6, margin: 250 },
    LevelParams::steady(200_000),
];

//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, LevelParams};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    LevelParams { nodes:    200, slips: 95, among:  12, margin: LevelParams::ANY },
    LevelParams { nodes:    200, slips: 94, among:  12, margin: 880 },
    LevelParams { nodes:    200, slips: 90, among:  12, margin: 730 },
    LevelParams { nodes:    340, slips: 74, among:  12, margin: 610 },
    LevelParams { nodes:    670, slips: 66, among:  11, margin: 550 },
    LevelParams { nodes:  2_500, slips: 50, among:   9, margin: 430 },
    LevelParams { nodes:  9_000, slips: 40, among:   7, margin: 340 },
    LevelParams::steady(100_000),
];

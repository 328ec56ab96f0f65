//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, Rung};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    Rung { nodes:     500, slips: 90, among: 8, margin: Rung::ANY },
    Rung { nodes:     500, slips: 66, among: 6, margin: Rung::ANY },
    Rung { nodes:     600, slips: 58, among: 5, margin: 400 },
    Rung { nodes:   1_500, slips: 48, among: 5, margin: 300 },
    Rung { nodes:   4_500, slips: 39, among: 4, margin: 220 },
    Rung { nodes:  14_000, slips: 28, among: 4, margin: 180 },
    Rung { nodes:  40_000, slips: 15, among: 4, margin: 150 },
    Rung::steady(120_000),
];

//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, Rung};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    Rung { nodes:     200, slips: 95, among: 18, margin: Rung::ANY },
    Rung { nodes:     200, slips: 95, among: 15, margin: 1_330 },
    Rung { nodes:     200, slips: 90, among: 12, margin: 730 },
    Rung { nodes:     690, slips: 74, among: 12, margin: 610 },
    Rung { nodes:   2_600, slips: 58, among: 10, margin: 490 },
    Rung { nodes:  10_000, slips: 42, among:  8, margin: 370 },
    Rung { nodes:  38_000, slips: 26, among:  6, margin: 250 },
    Rung::steady(200_000),
];

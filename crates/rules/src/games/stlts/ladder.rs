//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, Rung};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    Rung { nodes:    200, slips: 70, among:  12, margin: Rung::ANY },
    Rung { nodes:    350, slips: 62, among:  11, margin: 760 },
    Rung { nodes:    690, slips: 54, among:  10, margin: 460 },
    Rung { nodes:  2_600, slips: 38, among:   8, margin: 340 },
    Rung { nodes:  7_200, slips: 26, among:   6, margin: 250 },
    Rung { nodes: 14_000, slips: 18, among:   5, margin: 190 },
    Rung { nodes: 28_000, slips: 10, among:   4, margin: 130 },
    Rung::steady(40_000),
];

//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, Rung};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    Rung { nodes:     200, slips: 95, among: 20, margin: Rung::ANY },
    Rung { nodes:     200, slips: 95, among: 18, margin: 2_050 },
    Rung { nodes:     260, slips: 86, among: 13, margin: 700 },
    Rung { nodes:     990, slips: 70, among: 11, margin: 580 },
    Rung { nodes:   3_700, slips: 54, among:  9, margin: 460 },
    Rung { nodes:  14_000, slips: 38, among:  7, margin: 340 },
    Rung { nodes:  53_000, slips: 22, among:  5, margin: 220 },
    Rung::steady(200_000),
];

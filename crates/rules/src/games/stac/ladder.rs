//! What makes the levels. The scores of neighbours against each other are in docs/levels.md.

use crate::{Ladder, Rung};

#[rustfmt::skip]
pub(super) const LADDER: Ladder = [
    Rung { nodes:    200, slips: 95, among:  12, margin: Rung::ANY },
    Rung { nodes:    200, slips: 94, among:  12, margin: 880 },
    Rung { nodes:    200, slips: 90, among:  12, margin: 730 },
    Rung { nodes:    340, slips: 74, among:  12, margin: 610 },
    Rung { nodes:    670, slips: 66, among:  11, margin: 550 },
    Rung { nodes:  2_500, slips: 50, among:   9, margin: 430 },
    Rung { nodes:  9_000, slips: 40, among:   7, margin: 340 },
    Rung::steady(100_000),
];

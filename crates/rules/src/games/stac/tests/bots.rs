//! Tests of the bots.

use super::position;
use crate::games::shared_tests::greedy_choices;

#[test]
fn greedy_claims_when_it_can() {
    // The pairs on a3 and d1 are in line with a1.
    let here = position("official", "5/5/d,4/3,s,1/s,s,1,d,1 w a1 e4 - 0");
    greedy_choices(&here, &["a1=a3", "a1=d1"]);
    // Now Black could claim on a3 if White claimed on d1.
    let here = position("official", "5/5/d,3,s/5/s,s,1,d,1 w a1 e3 - 0");
    greedy_choices(&here, &["a1=a3"]);
}

#[test]
fn greedy_leaves_nothing_to_claim() {
    // Black stands on a single disc in line with the pair on e1: only White's pawn can block it, on the pair or between
    // them.
    let here = position("official", "4,s/5/5/1,s,3/4,d w a1 e5 - 0");
    greedy_choices(&here, &["a1-e1"]);
}

#[test]
fn greedy_prepares_a_claim() {
    // There are single discs on a3 and c1; from a3 the pawn could claim c3, from c1 both c3 and c5.
    let here = position("official", "2,d,2/5/s,1,d,2/5/1,1,s,2 w a1 e4 - 0");
    greedy_choices(&here, &["a1-c1"]);
}

#[test]
fn greedy_makes_pairs_that_only_it_can_reach() {
    // From a1, White can make a pair on a2 or b1. Black reaches single discs in line with b1, none with a2.
    let here = position("official", "5/1,s,3/5/s,2,s,1/s,s,3 w a1 e4 - 0");
    greedy_choices(&here, &["a1=a2"]);
}

//! Tests of Stacks: counts, whole games, an independent move generator, and every sentence of RULES.md.

mod actions;
mod bots;
mod naive;
mod random;
mod rules;
mod text;

use super::{Stacks, StacksPosition};
use crate::games::shared_tests;

/// Returns a position of the game with these options.
fn position(options: &str, text: &str) -> StacksPosition {
    shared_tests::read::<Stacks>(options, text).unwrap()
}

fn start(options: &str) -> StacksPosition {
    shared_tests::start::<Stacks>(options)
}

#[test]
fn every_count_of_the_table() {
    shared_tests::perft_table::<Stacks>(include_str!("perft.tsv"));
}

#[test]
fn every_game_of_the_table() {
    shared_tests::game_table::<Stacks>(include_str!("games.tsv"));
}

#[test]
fn agrees_with_the_naive_generator() {
    for (options, games) in [("official", 5), ("fours=duty", 7), ("quiet=8", 3), ("fours=duty,quiet=0", 3)] {
        shared_tests::compare_with_naive::<Stacks>(options, games, naive::moves);
    }
}

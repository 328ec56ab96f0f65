//! Weights of the features in `eval.rs`, in centipawns, tuned by
//! `cargo run --release -p cairn-tune -- stlts --games 2000 --nodes 400 --rounds 2 --seed 1`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 28] = [
    249, // piece
    -63, -105, -59, 22, 129, 175, 203, 134, // pins
    127, // mobile
    -85, // idle
    13, // leader
    5, // centre
    -14, -2, -8, -25, -4, 14, // lacking
    -9, 4, // threat
    15, 15, // hanging
    17, 36, // prize
    54, 81, // outnumbered
    43, // turn
];

//! Weights of the features in `eval.rs`, in centipawns, tuned by
//! `cargo run --release -p cairn-tune -- stacks --games 1000 --nodes 3000 --rounds 2 --seed 1`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 39] = [
    -73, -136, -197, -420, -564, -861, -2_000, // lost
    80, 239, 533, 748, 2_000, // home
    -45, -11, 18, 50, 82, 21, 0, // row
    2, 12, 4, 6, // height
    -62, -35, -39, -9, // threatened
    5, -23, -20, -11, // in danger
    56, 50, 7, // near
    81, 69, 10, // arriving
    -22, // aside
    65, // turn
];

//! Weights of the features in `eval.rs`, in centipawns, tuned by
//! `cargo run --release -p cairn-tune -- stac --games 2000 --nodes 2000 --rounds 2 --seed 1`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 30] = [
    -1_553, -159, 1_166, 2_595, 2_000, // towers
    0, 0, -159, 159, 0, // late towers
    122, 58, // claim
    173, 25, // choice
    163, 310, // reachable
    -38, -18, // source
    95, 71, // armed
    110, -28, // in line
    73, -24, // carry
    9, -19, // ready
    75, 57, // pairing
    116, 92, // turn
];

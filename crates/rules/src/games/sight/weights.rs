//! Weights of the features in `eval.rs`, in centipawns, tuned by
//! `cargo run --release -p cairn-tune -- sight --games 8000 --nodes 400 --rounds 2 --seed 1`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 81] = [
    -2_000, 88, 30, -7, -15, -27, -7, -10, -1, // actions waiting
    -2_000, 48, 24, 29, -34, -9, -1, -5, -3, // actions moving
    68, 86, // free
    18, // room
    12, // own room
    -11, // stack
    26, // blocked
    -38, // mover
    -27, // burden
    -11, 4, // unseen
    16, 24, 11, 1, 6, -3, -12, -16, -58, -2, 11, 24, 14, 31, 13, 12, // safe places
    -21, 20, 33, -49, 29, 61, -31, -56, -26, 17, 0, 0, 14, -45, 43, // stand
    -42, -42, -20, 92, 58, 25, -31, -68, -40, 17, 0, 0, 14, -45, 43, // forced
    -14, -42, -39, 7, 104, // single
    21, // parity
    -1, // turn
];

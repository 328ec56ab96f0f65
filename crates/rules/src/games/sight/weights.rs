//! What the features in `eval.rs` are worth. Written by
//! `cargo run --release -p cairn-tune -- sight --games 8000 --nodes 400 --rounds 3 --seed 1 --blank`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 81] = [
    -2_000, 79, 39, 15, -51, -29, -20, -38, -43, // actions waiting
    -2_000, 99, 47, 40, -30, -23, -33, -31, -22, // actions moving
    236, 196, // free
    33, // room
    33, // own room
    -3, // stack
    3, // blocked
    -76, // mover
    -96, // burden
    2, 14, // unseen
    27, 57, 46, 15, 33, 13, 21, 23, 63, 77, 41, 28, 4, 17, 2, -36, // safe places
    12, 11, 12, 67, 32, -9, -131, -50, -35, 42, 0, 0, 13, 8, 25, // stand
    -56, -7, 33, 11, 70, 2, -130, -50, -35, 42, 0, 0, 13, 8, 25, // forced
    4, -64, -61, -16, 111, // single
    -13, // parity
    47, // turn
];

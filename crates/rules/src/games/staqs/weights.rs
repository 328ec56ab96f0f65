//! Weights of the features in `eval.rs`, in centipawns, tuned by
//! `cargo run --release -p cairn-tune -- staqs --games 8000 --nodes 400 --rounds 2 --seed 1`.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 56] = [
    26, 4, -11, // potential
    50, 12, -6, // second
    609, 109, -23, // safe
    69, 3, 10, // safe second
    101, 61, 25, // tallest
    -76, 130, 49, -33, -10, 45, 54, 63, 72, -108, 40, 57, 42, 29, 45, 54, 63, 72, -64, -36, 16, 47, 82, 45, 54, 63, 72, // outlets
    83, 44, 27, // sooner
    20, 15, 0, // contested
    24, // reserve
    2_005, // decided
    -110, -46, -75, 94, 14, 105, // turn
];

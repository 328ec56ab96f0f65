//! The weights of the features in `eval.rs`, chosen by hand.

#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 4] = [
    100, // tallest
    10, // stack
    15, // climb
    5, // turn
];

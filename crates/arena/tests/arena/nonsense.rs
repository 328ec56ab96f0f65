//! Nothing panics on the files and the words of a match.

use crate::feed;

#[test]
fn match_files() {
    cairn_nonsense::feed("match_file", 300, feed::match_file);
}

#[test]
fn sequential_tests() {
    cairn_nonsense::feed("sprt", 2_000, feed::sprt);
}

//! No input in the files or the arguments of a match causes a panic.

use crate::invariants;

#[test]
fn match_files() {
    cairn_test_support::check_corpus("match_file", 300, invariants::match_file);
}

#[test]
fn sequential_tests() {
    cairn_test_support::check_corpus("sprt", 2_000, invariants::sprt);
}

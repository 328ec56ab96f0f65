//! No file of puzzles makes the parser panic.

mod invariants;

#[test]
fn puzzle_files() {
    cairn_test_support::check_corpus("puzzle_file", 2_000, invariants::puzzle_file);
}

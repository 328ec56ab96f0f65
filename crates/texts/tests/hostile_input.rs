//! Any text is safe to display after escaping.

mod invariants;

#[test]
fn safe_texts() {
    cairn_test_support::check_corpus("safe_text", 2_000, invariants::safe_text_of);
}

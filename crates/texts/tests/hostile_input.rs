//! Whatever the text, what is shown of it is safe.

mod invariants;

#[test]
fn safe_texts() {
    cairn_test_support::check_corpus("safe_text", 2_000, invariants::safe_text_of);
}

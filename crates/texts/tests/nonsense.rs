//! Whatever the text, what is shown of it is safe.

mod feed;

#[test]
fn safe_texts() {
    cairn_nonsense::feed("safe_text", 2_000, feed::safe_text_of);
}

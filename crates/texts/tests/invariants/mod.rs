//! Properties of displayed text for any content.
//!
//! `hostile_input.rs` and the fuzz target of the same name call it.

use cairn_texts::{is_safe, safe_json, safe_line, safe_text};

/// No terminal control character is left, safe text stays unchanged, and nothing is escaped twice.
pub(crate) fn safe_text_of(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (line, block, json) = (safe_line(&text), safe_text(&text), safe_json(&text));
    assert!(line.chars().all(is_safe), "{line:?}");
    assert!(block.chars().all(|c| is_safe(c) || matches!(c, '\n' | '\t')), "{block:?}");
    assert!(json.chars().all(|c| is_safe(c) || matches!(c, '\n' | '\t' | '\r')), "{json:?}");
    assert_eq!(safe_line(&line), line);
    assert_eq!(safe_text(&block), block);
    if text.chars().all(is_safe) {
        assert_eq!((&*line, &*block, &*json), (&*text, &*text, &*text));
    }
}

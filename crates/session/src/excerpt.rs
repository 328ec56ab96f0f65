//! Excerpts of offending words for error messages.

const LONGEST: usize = 60;

/// A word for an error message: control characters escaped, and truncated if it is long.
pub fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let head: String = chars.by_ref().take(LONGEST).flat_map(char::escape_debug).collect();
    if chars.next().is_some() { head + "..." } else { head }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_words_are_cut_and_escaped() {
        assert_eq!(excerpt("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(excerpt(&"é".repeat(60)).chars().count(), 60);
        assert_eq!(excerpt(&"é".repeat(61)).chars().count(), 63);
    }
}

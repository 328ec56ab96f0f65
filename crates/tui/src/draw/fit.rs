//! Fits text: breaks it into lines, shortens it, or replaces characters that plain terminals lack.

use cairn_texts::safe_text;
use ratatui::text::Span;

/// Breaks text into lines of a width; lines after the first are indented.
pub(crate) fn wrap(text: &str, width: u16, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    // A move such as c3-c4 must not break at its hyphen.
    let options = textwrap::Options::new(usize::from(width).max(8))
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&safe_text(text), options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Returns the words that fit into this many columns; an ellipsis replaces the others.
pub(crate) fn fitting_words(words: &[String], width: u16) -> String {
    let all = words.join(" ");
    if Span::raw(&*all).width() <= width.into() {
        return all;
    }
    let mut fitting = String::new();
    for word in words {
        if Span::raw(&*fitting).width() + Span::raw(&**word).width() + 2 > width.into() {
            break;
        }
        fitting += word;
        fitting.push(' ');
    }
    shortened(&(fitting + "…"), width)
}

/// Shortens text to this many columns; an ellipsis replaces its end.
pub(crate) fn shortened(text: &str, width: u16) -> String {
    if Span::raw(text).width() <= width.into() {
        return text.to_owned();
    }
    let mut short = String::new();
    for sign in text.chars() {
        if Span::raw(&*short).width() + Span::raw(sign.to_string()).width() >= width.into() {
            break;
        }
        short.push(sign);
    }
    short + if width > 0 { "…" } else { "" }
}

/// Replaces symbols that plain terminals lack. Letters remain unchanged.
pub(super) fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '↑' => plain.push_str("Up"),
            '↓' => plain.push_str("Down"),
            '←' => plain.push_str("Left"),
            '→' => plain.push_str("Right"),
            '›' => plain.push('>'),
            '‹' => plain.push('<'),
            '±' => plain.push_str("+-"),
            '…' => plain.push_str("..."),
            '–' | '·' => plain.push('-'),
            '█' => plain.push('#'),
            '░' => plain.push('.'),
            sign => plain.push(sign),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_fits_in_columns() {
        assert_eq!(shortened("Ana", 3), "Ana");
        assert_eq!(shortened("Maria", 4), "Mar…");
        assert_eq!(shortened("日本語", 4), "日…");
        let moves = ["c3-c4".to_owned(), "d4".to_owned(), "e5-e4".to_owned()];
        for (width, text) in [(14, "c3-c4 d4 e5-e4"), (13, "c3-c4 d4 …"), (9, "c3-c4 …"), (6, "…"), (0, "")]
        {
            assert_eq!(fitting_words(&moves, width), text);
        }
        assert_eq!((shortened("Ana", 1), shortened("Ana", 0)), ("…".to_owned(), String::new()));
    }
}

//! Escapes text from files and other programs, so that it can neither control a terminal nor imitate other text.
//!
//! Interfaces escape all text that they display. Files are written back unescaped.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Escapes text for a single line: all characters that are not plainly visible, including line breaks and tabs.
pub fn safe_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !is_safe(c))
}

/// Escapes text of several lines like [`safe_line`], but preserves line breaks and tabs.
pub fn safe_text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !is_safe(c) && c != '\n' && c != '\t')
}

/// Escapes characters in JSON that are not plainly visible by JSON's own escapes, which preserve its meaning.
pub fn safe_json(json: &str) -> Cow<'_, str> {
    if json.chars().all(is_safe) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        // Outside strings, white space is the only one of these characters in JSON.
        if is_safe(c) || matches!(c, '\n' | '\t' | '\r') {
            safe.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{unit:04x}");
            }
        }
    }
    Cow::Owned(safe)
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| if is_escaped(c) { escape(c, &mut safe) } else { safe.push(c) });
    Cow::Owned(safe)
}

fn escape(c: char, out: &mut String) {
    match c {
        '\n' | '\r' | '\t' => out.extend(c.escape_default()),
        _ => out.extend(c.escape_unicode()),
    }
}

/// Writes to a string, with the escapes of [`safe_line`].
pub(crate) struct SafeLine<'a>(pub(crate) &'a mut String);

impl Write for SafeLine<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(&safe_line(text));
        Ok(())
    }
}

/// Returns whether a character is safe to display: neither a control character nor invisible, and without effect on the
/// order of the text or on lines.
pub fn is_safe(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    !c.is_control() && !is_invisible(c)
}

/// Returns whether a character is a format character of Unicode, a separator of lines or paragraphs, a filler, a
/// private character or a noncharacter. Variation selectors of the basic plane (U+FE00 to U+FE0F) affect the character
/// before them and are allowed.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}'
        | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controlling_and_deceptive_characters_are_escaped() {
        for (text, line) in [
            ("\u{1b}]0;pwned\u{7}", "\\u{1b}]0;pwned\\u{7}"),
            ("a\u{9b}2Jb\u{7f}", "a\\u{9b}2Jb\\u{7f}"),
            ("one\r\n\ttwo", "one\\r\\n\\ttwo"),
            ("\u{202e}txt.exe\u{2066}", "\\u{202e}txt.exe\\u{2066}"),
            ("a\u{200b}b\u{feff}\u{ad}\u{2028}", "a\\u{200b}b\\u{feff}\\u{ad}\\u{2028}"),
            ("\u{e0041}\u{3164}", "\\u{e0041}\\u{3164}"),
        ] {
            assert_eq!(safe_line(text), line);
        }
        assert_eq!(safe_text("a\u{1b}[2J\u{9b}b\r\n\tç"), "a\\u{1b}[2J\\u{9b}b\\r\n\tç");
    }

    #[test]
    fn ordinary_text_is_unchanged() {
        for text in ["", "Ação à mão, ñ ß Ω 中文 ❤\u{fe0f} — “…” \u{a0}!", "{1. c3 \\n}", "\u{fffd}"]
        {
            assert!(matches!(safe_line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn json_means_the_same() {
        let json = "{\"a\": \"\u{9b}\u{202e}\u{e0041}é\"}\n";
        assert_eq!(safe_json(json), "{\"a\": \"\\u009b\\u202e\\udb40\\udc41é\"}\n");
        assert!(matches!(safe_json("{\"a\": 1}"), Cow::Borrowed(_)));
    }
}

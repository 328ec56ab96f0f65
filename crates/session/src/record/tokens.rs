//! The lexer of records: tags, comments and words, each with its line.

use cairn_rules::Message;

use super::RecordError;
use crate::tags::is_name;

/// A token of a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Token<'a> {
    Tag { name: &'a str, value: String },
    Comment(&'a str),
    Word(&'a str),
}

/// A token with its line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct PlacedToken<'a> {
    pub(super) line: usize,
    /// Whether an empty line precedes it.
    pub(super) after_gap: bool,
    pub(super) token: Token<'a>,
}

/// Splits text into tokens, up to the first error.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

/// An error in the current game.
type TokenError = (usize, String, Message);

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// Returns the next token; `game` is for errors.
    pub(super) fn next(&mut self, game: usize) -> Result<Option<PlacedToken<'a>>, RecordError> {
        let lines = self.skip_space();
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '[' => self.tag(),
            '{' => self.comment(),
            _ => Ok(self.word()),
        };
        let token = token.map_err(|(line, word, problem)| RecordError::new(game, line, &word, problem))?;
        Ok(Some(PlacedToken { line, after_gap: lines > 1, token }))
    }

    /// Consumes a number of bytes and counts their lines.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += line_breaks(taken);
        self.rest = rest;
        taken
    }

    /// Skips white space; returns the number of line breaks in it.
    fn skip_space(&mut self) -> usize {
        let length = self.rest.len() - self.rest.trim_start().len();
        line_breaks(self.take(length))
    }

    fn word(&mut self) -> Token<'a> {
        let end = self.rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(self.rest.len());
        Token::Word(self.take(end))
    }

    fn comment(&mut self) -> Result<Token<'a>, TokenError> {
        let Some(end) = self.rest.find('}') else {
            return Err((
                self.line,
                first_word(self.rest),
                Message::new("the comment is never closed by {brace}").with("brace", "}"),
            ));
        };
        let text = self.take(end + 1);
        Ok(Token::Comment(&text[1..end]))
    }

    fn tag(&mut self) -> Result<Token<'a>, TokenError> {
        let form = Message::new("a tag is {form}, the value on one line").with("form", "[Name \"value\"]");
        let broken = || (self.line, first_word(self.rest), form.clone());
        let (name, after_name) = self.rest[1..].split_once('"').ok_or_else(broken)?;
        let name = name.trim();
        if !is_name(name) {
            return Err(broken());
        }
        let (value, after_value) = unescape(after_name).ok_or_else(broken)?;
        let after_tag = after_value.trim_start().strip_prefix(']').ok_or_else(broken)?;
        self.take(self.rest.len() - after_tag.len());
        Ok(Token::Tag { name, value })
    }
}

fn line_breaks(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or_default().to_owned()
}

/// Parses up to the closing quote; returns the value and the text after the quote.
fn unescape(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => return Some((value, &text[index + 1..])),
            '\n' => return None,
            '\\' => {
                let escaped = chars.next_if(|&(_, next)| next == '"' || next == '\\');
                value.push(escaped.map_or('\\', |(_, next)| next));
            }
            _ => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<PlacedToken<'_>> {
        let mut tokens = Tokens::new(text);
        std::iter::from_fn(|| tokens.next(1).unwrap()).collect()
    }

    fn tag(name: &'static str, value: &str) -> Token<'static> {
        Token::Tag { name, value: value.to_owned() }
    }

    #[test]
    fn pieces_know_their_lines() {
        let text = "\u{feff}[A \"b\"]\r\n\r\n 1.c3{two\nlines}d4\n[ C  \"d\" ][E \"f\"]";
        let found: Vec<_> =
            all(text).into_iter().map(|placed| (placed.line, placed.after_gap, placed.token)).collect();
        assert_eq!(
            found,
            [
                (1, false, tag("A", "b")),
                (3, true, Token::Word("1.c3")),
                (3, false, Token::Comment("two\nlines")),
                (4, false, Token::Word("d4")),
                (5, false, tag("C", "d")),
                (5, false, tag("E", "f")),
            ]
        );
    }

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(all(r#"[A "a \"b\" \\ \c ]"]"#)[0].token, tag("A", r#"a "b" \ \c ]"#));
    }

    #[test]
    fn broken_pieces_are_named_with_their_line() {
        for text in [
            "[",
            "[A]",
            "[A b]",
            "[A \"b]",
            "[A \"b\\\"]",
            "[A \"b\"",
            "[\"b\"]",
            "[A B \"c\"]",
            "[A \"b\n\"]",
        ] {
            let text = format!("\n{text}");
            let error = Tokens::new(&text).next(4).unwrap_err();
            assert_eq!((error.game, error.line), (4, 2), "{text}");
            assert!(
                error.to_string().ends_with("a tag is [Name \"value\"], the value on one line"),
                "{error}"
            );
        }
        let error = Tokens::new("{abc def\n\n").next(1).unwrap_err();
        assert_eq!((error.line, error.word.as_str()), (1, "{abc"));
    }
}

//! Writes records as text.

use std::fmt::{self, Display, Write};

use cairn_rules::Player;

use super::{Record, RecordedMove, Rounds};

/// The maximum length of a line of moves, unless a single word is longer.
const WIDTH: usize = 80;

/// Returns the text of several records, with an empty line between them.
pub fn write<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let mut text = String::new();
    for record in records {
        if !text.is_empty() {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{record}");
    }
    text
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.tags().enumerate() {
            let line_break = if index == 0 { "" } else { "\n" };
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            write!(f, "{line_break}[{name} \"{value}\"]")?;
        }
        let mut lines = Lines { out: f, column: 0 };
        lines.comment(self.opening_comment())?;
        let mut rounds = Rounds::default();
        for RecordedMove { player, text, comment } in self.moves() {
            match rounds.advance(*player) {
                Some(number) if *player == Player::FIRST => lines.word(&format!("{number}. {text}"))?,
                Some(number) => lines.word(&format!("{number}... {text}"))?,
                None => lines.word(text)?,
            }
            lines.comment(comment.as_deref())?;
        }
        Ok(())
    }
}

/// Words wrapped into lines, after an empty line.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// The current length of the line; 0 before the first word.
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column == 0 {
            self.out.write_str("\n\n")?;
        } else if self.column + 1 + width > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_str(word)
    }

    fn comment(&mut self, comment: Option<&str>) -> fmt::Result {
        let Some(comment) = comment else { return Ok(()) };
        format!("{{{comment}}}").split(' ').try_for_each(|word| self.word(word))
    }
}

//! A single-line text input.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The maximum length of an input; longer ones are mistakes.
const MAX_LENGTH: usize = 1_000;

/// Text with a cursor.
#[derive(Clone, Default, Debug)]
pub(crate) struct TextInput {
    text: Vec<char>,
    cursor: usize,
}

/// The result of a key.
#[derive(Eq, PartialEq, Debug)]
pub(crate) enum Typed {
    /// The text is being edited.
    Editing,
    /// The user has pressed Enter.
    Done(String),
    /// The user has pressed Esc, or Backspace in an empty input.
    Cancelled,
}

impl TextInput {
    /// Returns the text before and after the cursor.
    pub(crate) fn halves(&self) -> (String, String) {
        let (before, after) = self.text.split_at(self.cursor);
        (before.iter().collect(), after.iter().collect())
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Inserts text without its control characters.
    pub(crate) fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            if self.text.len() < MAX_LENGTH {
                self.text.insert(self.cursor, c);
                self.cursor += 1;
            }
        }
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter => return Typed::Done(self.text().trim().to_owned()),
            KeyCode::Esc => return Typed::Cancelled,
            KeyCode::Backspace if self.text.is_empty() => return Typed::Cancelled,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.insert(c.encode_utf8(&mut [0; 4]));
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => {}
        }
        Typed::Editing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> TextInput {
        let mut line = TextInput::default();
        line.insert(text);
        line
    }

    fn press(line: &mut TextInput, codes: &[KeyCode]) -> Typed {
        let press =
            |line: &mut TextInput, code: &KeyCode| line.press(KeyEvent::new(*code, KeyModifiers::NONE));
        codes.iter().map(|code| press(line, code)).last().unwrap_or(Typed::Editing)
    }

    #[test]
    fn text_is_edited_at_the_cursor() {
        let mut line = line("a3");
        let keys = [KeyCode::Left, KeyCode::Backspace, KeyCode::Char('é'), KeyCode::End, KeyCode::Char('!')];
        assert_eq!(press(&mut line, &keys), Typed::Editing);
        assert_eq!(line.halves(), ("é3!".to_owned(), String::new()));
        assert_eq!(press(&mut line, &[KeyCode::Home, KeyCode::Delete, KeyCode::Left]), Typed::Editing);
        assert_eq!(press(&mut line, &[KeyCode::Enter]), Typed::Done("3!".to_owned()));
    }

    #[test]
    fn backspace_in_an_empty_input_or_escape_cancels() {
        assert_eq!(press(&mut line("x"), &[KeyCode::Backspace, KeyCode::Backspace]), Typed::Cancelled);
        assert_eq!(press(&mut line("x"), &[KeyCode::Esc]), Typed::Cancelled);
    }

    #[test]
    fn control_characters_and_endless_text_stay_out() {
        let mut line = TextInput::default();
        line.insert("a\u{1b}[31m\nb");
        assert_eq!(line.halves().0, "a[31mb");
        line.insert(&"x".repeat(10 * MAX_LENGTH));
        assert_eq!(line.halves().0.len(), MAX_LENGTH);
    }
}

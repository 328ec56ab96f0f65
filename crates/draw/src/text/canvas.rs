//! A grid of styled characters, and its conversion into lines of text.

use std::fmt::Write as _;

use anstyle::Style;

/// A grid of characters that grows as needed.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Writes text at a position, over what was there.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        let end = x + text.chars().count();
        if line.len() < end {
            line.resize(end, (' ', Style::new()));
        }
        for (cell, char) in line[x..end].iter_mut().zip(text.chars()) {
            *cell = (char, style);
        }
    }

    /// The character at a position.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.lines.get(y).and_then(|line| line.get(x)).map_or(' ', |&(char, _)| char)
    }

    /// The number of lines.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The lines without trailing spaces, each ended by a line feed; with escape codes if `color` is set.
    pub(super) fn finish(self, color: bool) -> String {
        let mut text = String::new();
        for mut line in self.lines {
            while line.last().is_some_and(|&(char, style)| char == ' ' && !(color && is_visible(style))) {
                line.pop();
            }
            for span in line.chunk_by(|a, b| a.1 == b.1) {
                let style = if color { span[0].1 } else { Style::new() };
                // Writing to a string cannot fail.
                let _ = write!(text, "{style}");
                text.extend(span.iter().map(|&(char, _)| char));
                let _ = write!(text, "{style:#}");
            }
            text.push('\n');
        }
        text
    }
}

/// Whether a space in this style is visible.
fn is_visible(style: Style) -> bool {
    style.get_bg_color().is_some()
}

//! Decides how styled characters become lines of text.

use std::fmt::Write as _;

use anstyle::Style;

/// A sheet of characters that grows where it is written on.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Writes characters from a place on, over what was there.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        let end = x + text.chars().count();
        if line.len() < end {
            line.resize(end, (' ', Style::new()));
        }
        for (place, char) in line[x..end].iter_mut().zip(text.chars()) {
            *place = (char, style);
        }
    }

    /// The character at a place.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.lines.get(y).and_then(|line| line.get(x)).map_or(' ', |&(char, _)| char)
    }

    /// How many lines there are.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The lines, each ended by a line feed, without trailing spaces; with escape codes or not.
    pub(super) fn finish(self, color: bool) -> String {
        let mut text = String::new();
        for mut line in self.lines {
            while line.last().is_some_and(|&(char, style)| char == ' ' && !(color && is_solid(style))) {
                line.pop();
            }
            for run in line.chunk_by(|a, b| a.1 == b.1) {
                let style = if color { run[0].1 } else { Style::new() };
                // Writing to a string cannot fail.
                let _ = write!(text, "{style}");
                text.extend(run.iter().map(|&(char, _)| char));
                let _ = write!(text, "{style:#}");
            }
            text.push('\n');
        }
        text
    }
}

/// Whether a space in this style can be seen.
fn is_solid(style: Style) -> bool {
    style.get_bg_color().is_some()
}

//! The characters of discs, frames and brackets.

use cairn_draw::text::{Charset, brackets};
use cairn_rules::MarkKind;
use ratatui::symbols::line;

/// The characters of one set.
#[derive(Debug)]
pub(super) struct Glyphs {
    /// The upper and the lower edge of a disc: left, middle, right.
    pub(super) cap: [char; 3],
    pub(super) foot: [char; 3],
    pub(super) sides: [char; 2],
    /// The edge of a single piece, and one, two or more layers of a pile in a row.
    pub(super) thin: char,
    pub(super) layers: [char; 3],
    /// The top of a tower: merlons and gaps.
    pub(super) battlement: [char; 2],
    /// Pins for steps up and down, and for steps to the sides.
    pub(super) pins: [char; 2],
    /// An empty site that can be chosen, or was, in cells of one, two and three rows.
    pub(super) spots: [&'static [&'static str]; 3],
    /// A point without lines.
    pub(super) point: char,
    /// The cursor where no frame can be drawn.
    pub(super) pointers: [&'static str; 2],
    /// Diagonals that rise to the right, fall, and cross.
    pub(super) diagonals: [&'static str; 3],
    pub(super) frame: &'static line::Set<'static>,
    pub(super) cursor: &'static line::Set<'static>,
}

impl Glyphs {
    pub(super) const fn of(charset: Charset) -> &'static Self {
        match charset {
            Charset::Unicode => &UNICODE,
            Charset::Ascii => &ASCII,
        }
    }
}

const UNICODE: Glyphs = Glyphs {
    cap: ['▗', '▄', '▖'],
    foot: ['▝', '▀', '▘'],
    sides: ['▐', '▌'],
    thin: '▀',
    layers: ['─', '═', '≡'],
    battlement: ['█', '▄'],
    pins: ['↕', '↔'],
    spots: [&["•"], &["▗▖", "▝▘"], &["▐▌"]],
    point: '•',
    pointers: ["►", "◄"],
    diagonals: ["╱", "╲", "╳"],
    frame: &line::NORMAL,
    cursor: &line::THICK,
};

const ASCII: Glyphs = Glyphs {
    cap: ['.', '-', '.'],
    foot: ['\'', '-', '\''],
    sides: ['(', ')'],
    thin: '-',
    layers: ['_', '=', '%'],
    battlement: ['#', '_'],
    pins: ['|', '-'],
    spots: [&["*"], &["..", "''"], &["**"]],
    point: '+',
    pointers: [">", "<"],
    diagonals: ["/", "\\", "X"],
    frame: &ascii("+", "-", "|"),
    cursor: &ascii("#", "=", "#"),
};

const fn ascii(joint: &'static str, across: &'static str, up: &'static str) -> line::Set<'static> {
    line::Set {
        vertical: up,
        horizontal: across,
        top_right: joint,
        top_left: joint,
        bottom_right: joint,
        bottom_left: joint,
        vertical_left: joint,
        vertical_right: joint,
        horizontal_down: joint,
        horizontal_up: joint,
        cross: joint,
    }
}

/// The two brackets of a mark in row `row` of `rows`: round, square, diamonds or double.
pub(super) const fn bracket(
    kind: MarkKind,
    charset: Charset,
    row: u16,
    rows: u16,
) -> (&'static str, &'static str) {
    if rows == 1 || matches!(charset, Charset::Ascii) {
        return brackets(kind, charset);
    }
    let set = match kind {
        MarkKind::Last => &line::ROUNDED,
        MarkKind::Choice => &line::NORMAL,
        // Diamonds in the corners alone.
        MarkKind::Hint if row == 0 || row + 1 == rows => return brackets(kind, charset),
        MarkKind::Hint => return (" ", " "),
        MarkKind::Chosen => &line::DOUBLE,
    };
    if row == 0 {
        (set.top_left, set.top_right)
    } else if row + 1 == rows {
        (set.bottom_left, set.bottom_right)
    } else {
        (set.vertical, set.vertical)
    }
}

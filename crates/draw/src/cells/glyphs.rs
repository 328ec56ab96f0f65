//! The characters of discs, frames and brackets.

use cairn_rules::MarkKind;

use crate::text::{Charset, brackets};

/// The characters of one character set.
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
    /// The spot on an empty site that is or was a choice, in cells of one, two and three rows.
    pub(super) spots: [&'static [&'static str]; 3],
    /// A point without lines.
    pub(super) point: char,
    /// The cursor in cells without room for a frame.
    pub(super) pointers: [&'static str; 2],
    /// Diagonals that rise to the right, fall, and cross.
    pub(super) diagonals: [char; 3],
    pub(super) frame: &'static LineSet,
    pub(super) cursor: &'static LineSet,
}

/// The characters of a frame; the nine joints run from the top left to the bottom right.
#[derive(Debug)]
pub(super) struct LineSet {
    pub(super) horizontal: char,
    pub(super) vertical: char,
    pub(super) joints: [[char; 3]; 3],
}

const NORMAL: LineSet =
    LineSet {
        horizontal: '─', vertical: '│', joints: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']]
    };
const THICK: LineSet =
    LineSet {
        horizontal: '━', vertical: '┃', joints: [['┏', '┳', '┓'], ['┣', '╋', '┫'], ['┗', '┻', '┛']]
    };

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
    diagonals: ['╱', '╲', '╳'],
    frame: &NORMAL,
    cursor: &THICK,
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
    diagonals: ['/', '\\', 'X'],
    frame: &LineSet { horizontal: '-', vertical: '|', joints: [['+'; 3]; 3] },
    cursor: &LineSet { horizontal: '=', vertical: '#', joints: [['#'; 3]; 3] },
};

/// Returns the two brackets of a mark in row `row` of `rows`: round, square, diamonds or double.
pub(super) const fn bracket(
    kind: MarkKind,
    charset: Charset,
    row: u16,
    rows: u16,
) -> (&'static str, &'static str) {
    if rows == 1 || matches!(charset, Charset::Ascii) {
        return brackets(kind, charset);
    }
    let (is_first, is_last) = (row == 0, row + 1 == rows);
    match kind {
        MarkKind::Last if is_first => ("╭", "╮"),
        MarkKind::Last if is_last => ("╰", "╯"),
        MarkKind::Choice if is_first => ("┌", "┐"),
        MarkKind::Choice if is_last => ("└", "┘"),
        MarkKind::Last | MarkKind::Choice => ("│", "│"),
        // Diamonds are only in the corners.
        MarkKind::Hint if is_first || is_last => brackets(kind, charset),
        MarkKind::Hint => (" ", " "),
        MarkKind::Chosen if is_first => ("╔", "╗"),
        MarkKind::Chosen if is_last => ("╚", "╝"),
        MarkKind::Chosen => ("║", "║"),
    }
}

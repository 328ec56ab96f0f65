//! A grid of characters, whose styles have roles as colours: an interface chooses the colours.

use cairn_rules::{MarkKind, Player};

/// The colour of a character or of its background, by its role.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ColorRole {
    /// The page around the board.
    Page,
    /// The board.
    Board,
    /// The background of a player's home.
    Home(Player),
    /// Lines of the board.
    Line,
    /// The symbols of empty sites, and coordinates on the board.
    Faint,
    /// Coordinates beside the board.
    Muted,
    /// The cursor.
    Cursor,
    /// The brackets of a mark.
    Mark(MarkKind),
    /// The background of a marked site.
    MarkGround(MarkKind),
    /// A player's piece, or a neutral one.
    Face(Option<Player>),
    /// Text on a piece.
    Ink(Option<Player>),
    /// The lines between the pieces of a pile.
    Edge(Option<Player>),
    /// A white pin, or a black one.
    PinFace {
        /// Whether it is white.
        is_white: bool,
    },
    /// Text on a pin.
    PinInk {
        /// Whether the pin is white.
        is_white: bool,
    },
}

/// The style of a character. Unset parts leave the previous style unchanged.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct CellStyle {
    /// The colour of the character.
    pub fg: Option<ColorRole>,
    /// The colour of its background.
    pub bg: Option<ColorRole>,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether the two colours are swapped.
    pub reversed: bool,
}

impl CellStyle {
    /// Creates a style with this colour.
    pub(crate) const fn fg(role: ColorRole) -> Self {
        Self { fg: Some(role), bg: None, bold: false, reversed: false }
    }

    /// Creates a style with this background.
    pub(crate) const fn bg(role: ColorRole) -> Self {
        Self { fg: None, bg: Some(role), bold: false, reversed: false }
    }

    /// Sets the background.
    #[must_use]
    pub(crate) const fn on(self, role: ColorRole) -> Self {
        Self { bg: Some(role), ..self }
    }

    /// Makes the style bold.
    #[must_use]
    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns the style of text on a piece.
    pub(crate) const fn piece(owner: Option<Player>) -> Self {
        Self::fg(ColorRole::Ink(owner)).on(ColorRole::Face(owner)).bold()
    }

    fn patch(&mut self, style: Self) {
        self.fg = style.fg.or(self.fg);
        self.bg = style.bg.or(self.bg);
        self.bold |= style.bold;
        self.reversed |= style.reversed;
    }
}

/// An area of a grid.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Area {
    /// The first column.
    pub x: u16,
    /// The first row.
    pub y: u16,
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
}

impl Area {
    /// Returns the column after the last one.
    pub const fn right(self) -> u16 {
        self.x + self.width
    }

    /// Returns the row after the last one.
    pub const fn bottom(self) -> u16 {
        self.y + self.height
    }
}

/// A grid of characters that grows as needed.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    lines: Vec<Vec<(char, CellStyle)>>,
}

impl Grid {
    /// Writes text at a position, overwriting the cells there.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, style: CellStyle) {
        for (x, char) in (x..).zip(text.chars()) {
            let cell = self.cell(x, y);
            cell.0 = char;
            cell.1.patch(style);
        }
    }

    /// Changes the style of an area.
    pub(crate) fn set_style(&mut self, area: Area, style: CellStyle) {
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                self.cell(x, y).1.patch(style);
            }
        }
    }

    fn cell(&mut self, x: u16, y: u16) -> &mut (char, CellStyle) {
        let (x, y) = (usize::from(x), usize::from(y));
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        if line.len() <= x {
            line.resize(x + 1, (' ', CellStyle::default()));
        }
        &mut line[x]
    }

    /// Returns the number of lines.
    pub(crate) fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    /// Returns the characters and styles of each line.
    pub fn lines(&self) -> impl Iterator<Item = &[(char, CellStyle)]> {
        self.lines.iter().map(Vec::as_slice)
    }
}

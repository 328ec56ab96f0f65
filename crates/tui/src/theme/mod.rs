//! The colours and characters of the app.
//!
//! A [`Theme`] is a colour scheme, light or dark, a colour depth and a set of characters. Screens use it to style a
//! [`Role`], boards to colour pieces and sites. No information depends on colour alone. Reading order: `mod.rs`,
//! `roles.rs` (styles of text), `palette.rs` (the colours), `depth.rs` (the capabilities of a terminal) and `rgb.rs`.

mod depth;
mod palette;
mod rgb;
mod roles;

use std::fmt;
use std::str::FromStr;

use cairn_draw::text::{Charset, Signs};
use cairn_rules::{MarkKind, Player, Scene, SeatColor};
use ratatui::style::Color;

use palette::{ColorPair, Palette};

pub use depth::{Depth, Environment, Mode};
pub use rgb::Rgb;
pub use roles::Role;

/// A colour scheme.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Scheme {
    /// Slate, with blue and orange.
    #[default]
    Cairn,
    /// Black and white, for high contrast.
    Contrast,
    /// Wood and cream.
    Paper,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: [Self; 3] = [Self::Cairn, Self::Contrast, Self::Paper];

    /// Returns `cairn`, `contrast` or `paper`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cairn => "cairn",
            Self::Contrast => "contrast",
            Self::Paper => "paper",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Scheme {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == text).ok_or(())
    }
}

/// The look of the app.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Theme {
    /// The colour scheme.
    pub scheme: Scheme,
    /// Light or dark.
    pub mode: Mode,
    /// The colour depth.
    pub depth: Depth,
    /// The set of characters.
    pub charset: Charset,
}

/// The colours of a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct PieceColors {
    pub(crate) face: Color,
    pub(crate) ink: Color,
    /// The lines between the pieces of a pile.
    pub(crate) edge: Color,
}

impl Theme {
    fn palette(self) -> &'static Palette {
        Palette::of(self.scheme, self.mode)
    }

    /// Returns the symbols of boards and lists.
    pub fn signs(self) -> Signs {
        Signs::of(self.charset)
    }

    /// Returns whether only ASCII characters may be drawn.
    pub fn is_ascii(self) -> bool {
        self.charset == Charset::Ascii
    }

    fn show(self, color: Rgb, named: Color) -> Color {
        self.depth.show(color, named)
    }

    /// Returns the background colour of the page; the terminal's default if there are few colours.
    pub fn page(self) -> Color {
        self.show(self.palette().page, Color::Reset)
    }

    /// Returns the colour of text on the page.
    pub fn text(self) -> Color {
        self.show(self.palette().text, Color::Reset)
    }

    /// Returns the colour of the board.
    pub(crate) fn board(self) -> Color {
        self.show(self.palette().board, Color::Reset)
    }

    /// Returns the colour of lines on the board.
    pub(crate) fn line(self) -> Color {
        self.show(self.palette().line, self.named_gray())
    }

    /// Returns the colour of coordinates, and of the symbols of empty sites.
    pub(crate) fn faint(self) -> Color {
        self.show(self.palette().faint, self.named_gray())
    }

    /// Returns the colour of less important text.
    pub(crate) fn muted(self) -> Color {
        self.show(self.palette().muted, self.named_gray())
    }

    /// Returns the gray among sixteen colours that is readable on the terminal's default background.
    fn named_gray(self) -> Color {
        self.on_default_page(Color::DarkGray, Color::Gray)
    }

    /// Returns the same for titles and choices.
    fn named_accent(self) -> Color {
        self.on_default_page(Color::Blue, Color::Cyan)
    }

    /// Returns the same for warnings and the last move.
    fn named_warm(self) -> Color {
        self.on_default_page(Color::Red, Color::Yellow)
    }

    /// Returns a seat's colours among sixteen: pieces, and text on them. Green is bluish here too, and white is visible
    /// on a white page.
    fn named(self, color: SeatColor) -> (Color, Color) {
        match color {
            SeatColor::Blue => (Color::Blue, Color::White),
            SeatColor::White => (self.on_default_page(Color::Gray, Color::White), Color::Black),
            SeatColor::Red => (Color::Red, Color::White),
            SeatColor::Green => (Color::Cyan, Color::Black),
            SeatColor::Black => (Color::DarkGray, Color::White),
        }
    }

    fn on_default_page(self, light: Color, dark: Color) -> Color {
        match self.mode {
            Mode::Light => light,
            Mode::Dark => dark,
        }
    }

    /// Returns the colour of the cursor.
    pub(crate) fn cursor(self) -> Color {
        self.show(self.palette().cursor, Color::Reset)
    }

    fn mark_color(self, kind: MarkKind) -> (Rgb, Color) {
        let palette = self.palette();
        match kind {
            MarkKind::Last => (palette.last, self.named_warm()),
            MarkKind::Choice => (palette.choice, self.named_accent()),
            MarkKind::Hint => (palette.hint, self.on_default_page(Color::Black, Color::LightGreen)),
            MarkKind::Chosen => (palette.chosen, Color::Magenta),
        }
    }

    /// Returns the colour of a mark's brackets.
    pub(crate) fn mark(self, kind: MarkKind) -> Color {
        let (color, named) = self.mark_color(kind);
        self.show(color, named)
    }

    /// Returns the background colour of a marked site.
    pub(crate) fn mark_background(self, kind: MarkKind) -> Color {
        let strength = if kind == MarkKind::Chosen { 26 } else { 18 };
        self.show(self.palette().board.mix(self.mark_color(kind).0, strength), Color::Reset)
    }

    /// Returns the background colour of a player's home.
    pub(crate) fn home_background(self, scene: &Scene, player: Player) -> Color {
        let palette = self.palette();
        let tint = self.color_pair(seat_color(scene, Some(player))).face;
        self.show(palette.board.mix(tint, 14), Color::Reset)
    }

    /// Returns the colours of white pins, or of black ones.
    pub(crate) fn pin_colors(self, is_white: bool) -> PieceColors {
        self.seat_colors(Some(if is_white { SeatColor::White } else { SeatColor::Black }))
    }

    /// Returns the colours of a player's pieces, or of neutral ones.
    pub(crate) fn piece_colors(self, scene: &Scene, owner: Option<Player>) -> PieceColors {
        self.seat_colors(seat_color(scene, owner))
    }

    fn seat_colors(self, color: Option<SeatColor>) -> PieceColors {
        let ColorPair { face, ink } = self.color_pair(color);
        let (named_face, named_ink) = color.map_or((Color::Yellow, Color::Black), |color| self.named(color));
        PieceColors {
            face: self.show(face, named_face),
            ink: self.show(ink, named_ink),
            edge: self.show(face.mix(ink, 70), named_ink),
        }
    }

    fn color_pair(self, color: Option<SeatColor>) -> ColorPair {
        let palette = self.palette();
        color.map_or(palette.neutral, |color| palette.seats[seat_index(color)])
    }
}

fn seat_color(scene: &Scene, owner: Option<Player>) -> Option<SeatColor> {
    Some(scene.seats.get(owner?.index())?.color)
}

/// Returns the index of a seat's colour in palettes.
const fn seat_index(color: SeatColor) -> usize {
    match color {
        SeatColor::Blue => 0,
        SeatColor::White => 1,
        SeatColor::Red => 2,
        SeatColor::Green => 3,
        SeatColor::Black => 4,
    }
}

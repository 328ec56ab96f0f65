//! Decides the colours and characters of the whole app.
//!
//! A [`Theme`] is chosen by scheme, light or dark, depth of colour and set of characters. Screens
//! ask it for the style of a [`Role`], boards for the colours of pieces and places. Nothing that
//! is told by colour is told by colour alone.

mod depth;
mod palette;
mod rgb;
mod roles;

use std::fmt;
use std::str::FromStr;

use cairn_draw::text::{Charset, Signs};
use cairn_rules::{MarkKind, Paint, Player, Scene};
use ratatui::style::{Color, Style};

use palette::{Dye, Palette};

pub use depth::{Depth, Environment, Mode};
pub use rgb::Rgb;
pub use roles::Role;

/// A family of colours.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Scheme {
    /// Slate, with blue and orange.
    #[default]
    Cairn,
    /// Black and white, as far apart as can be.
    Contrast,
    /// Wood and cream.
    Paper,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: [Self; 3] = [Self::Cairn, Self::Contrast, Self::Paper];

    /// `cairn`, `contrast` or `paper`.
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

/// How everything looks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Theme {
    /// Which family of colours.
    pub scheme: Scheme,
    /// Light or dark.
    pub mode: Mode,
    /// How many colours.
    pub depth: Depth,
    /// Which characters.
    pub charset: Charset,
}

/// The colours of a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Skin {
    pub(crate) face: Color,
    pub(crate) ink: Color,
    /// The lines between the pieces of a pile.
    pub(crate) edge: Color,
}

impl Theme {
    fn palette(self) -> &'static Palette {
        Palette::of(self.scheme, self.mode)
    }

    /// The signs of boards and lists.
    pub fn signs(self) -> Signs {
        Signs::of(self.charset)
    }

    /// Whether only ASCII characters may be drawn.
    pub fn is_ascii(self) -> bool {
        self.charset == Charset::Ascii
    }

    fn show(self, color: Rgb, named: Color) -> Color {
        self.depth.show(color, named)
    }

    /// What everything stands on; the terminal's own background where colours are few.
    pub fn page(self) -> Color {
        self.show(self.palette().page, Color::Reset)
    }

    /// What is written on the page.
    pub fn text(self) -> Color {
        self.show(self.palette().text, Color::Reset)
    }

    /// The board.
    pub(crate) fn board(self) -> Color {
        self.show(self.palette().board, Color::Reset)
    }

    /// Lines on the board.
    pub(crate) fn line(self) -> Color {
        self.show(self.palette().line, self.named_gray())
    }

    /// Coordinates, and signs of empty places.
    pub(crate) fn faint(self) -> Color {
        self.show(self.palette().faint, self.named_gray())
    }

    /// The gray of sixteen colours that can be read on the terminal's own background.
    fn named_gray(self) -> Color {
        self.on_own_page(Color::DarkGray, Color::Gray)
    }

    /// The same for titles and what can be chosen.
    fn named_accent(self) -> Color {
        self.on_own_page(Color::Blue, Color::Cyan)
    }

    /// The same for warnings and the last move.
    fn named_warm(self) -> Color {
        self.on_own_page(Color::Red, Color::Yellow)
    }

    fn on_own_page(self, light: Color, dark: Color) -> Color {
        match self.mode {
            Mode::Light => light,
            Mode::Dark => dark,
        }
    }

    /// The frame of the site that the cursor is on.
    pub(crate) fn cursor(self) -> Color {
        self.show(self.palette().cursor, Color::Reset)
    }

    fn mark_color(self, kind: MarkKind) -> (Rgb, Color) {
        let palette = self.palette();
        match kind {
            MarkKind::Last => (palette.last, self.named_warm()),
            MarkKind::Choice => (palette.choice, self.named_accent()),
            MarkKind::Chosen => (palette.chosen, Color::Magenta),
        }
    }

    /// The signs of a mark.
    pub(crate) fn mark(self, kind: MarkKind) -> Color {
        let (color, named) = self.mark_color(kind);
        self.show(color, named)
    }

    /// The ground of a marked site.
    pub(crate) fn mark_ground(self, kind: MarkKind) -> Color {
        let strength = if kind == MarkKind::Chosen { 26 } else { 18 };
        self.show(self.palette().board.mix(self.mark_color(kind).0, strength), Color::Reset)
    }

    /// The ground of a player's home.
    pub(crate) fn home_ground(self, scene: &Scene, player: Player) -> Color {
        let palette = self.palette();
        let tint = self.dye(scene, Some(player)).face;
        self.show(palette.board.mix(tint, 14), Color::Reset)
    }

    fn dye(self, scene: &Scene, owner: Option<Player>) -> Dye {
        let palette = self.palette();
        paint(scene, owner).map_or(palette.neutral, |paint| palette.paints[order(paint)])
    }

    /// White pins, or black ones.
    pub(crate) fn pin(self, is_white: bool) -> Style {
        let paint = if is_white { Paint::White } else { Paint::Black };
        let Dye { face, ink } = self.palette().paints[order(paint)];
        let (named_face, named_ink) = named(paint);
        Style::new().fg(self.show(ink, named_ink)).bg(self.show(face, named_face)).bold()
    }

    /// The pieces of a player, or those that are nobody's.
    pub(crate) fn skin(self, scene: &Scene, owner: Option<Player>) -> Skin {
        let Dye { face, ink } = self.dye(scene, owner);
        let (named_face, named_ink) = paint(scene, owner).map_or((Color::Yellow, Color::Black), named);
        Skin {
            face: self.show(face, named_face),
            ink: self.show(ink, named_ink),
            edge: self.show(face.mix(ink, 45), named_ink),
        }
    }
}

fn paint(scene: &Scene, owner: Option<Player>) -> Option<Paint> {
    Some(scene.seats.get(owner?.index())?.paint)
}

/// The place of a paint in palettes.
const fn order(paint: Paint) -> usize {
    match paint {
        Paint::Blue => 0,
        Paint::White => 1,
        Paint::Red => 2,
        Paint::Green => 3,
        Paint::Black => 4,
    }
}

/// A paint among sixteen colours: green leans to blue here too.
const fn named(paint: Paint) -> (Color, Color) {
    match paint {
        Paint::Blue => (Color::Blue, Color::White),
        Paint::White => (Color::White, Color::Black),
        Paint::Red => (Color::Red, Color::White),
        Paint::Green => (Color::Cyan, Color::Black),
        Paint::Black => (Color::DarkGray, Color::White),
    }
}

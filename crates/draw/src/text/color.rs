//! Decides the colours of a board in a terminal: chips that stand out from light and dark alike.

use anstyle::{Ansi256Color, AnsiColor, Style};
use cairn_rules::{MarkKind, Paint};

/// A seat's pieces. The hues are the nearest of the terminal's 256 to the palette of Okabe and Ito,
/// which people tell apart however they see colours.
pub(super) fn chip(paint: Paint) -> Style {
    let (ground, ink) = match paint {
        Paint::Blue => (25, 231),
        Paint::White => (255, 16),
        Paint::Red => (166, 16),
        Paint::Green => (36, 16),
        Paint::Black => (235, 231),
    };
    Style::new().bg_color(Some(Ansi256Color(ground).into())).fg_color(Some(Ansi256Color(ink).into())).bold()
}

/// The brackets of a mark.
pub(super) fn mark(kind: MarkKind) -> Style {
    let color = match kind {
        MarkKind::Last => AnsiColor::Yellow,
        MarkKind::Choice => AnsiColor::Cyan,
        MarkKind::Chosen => AnsiColor::Magenta,
    };
    Style::new().fg_color(Some(color.into())).bold()
}

/// Frames, coordinates and other things that should stay behind.
pub(super) fn faint() -> Style {
    Style::new().dimmed()
}

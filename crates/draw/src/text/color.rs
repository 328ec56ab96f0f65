//! Terminal colours that stand out on light and dark backgrounds alike.

use anstyle::{Ansi256Color, AnsiColor, Style};
use cairn_rules::{MarkKind, SeatColor};

/// The style of a seat's pieces among 256 terminal colours. Green is bluish and lighter than red, so that
/// colour-blind people can tell them apart.
pub(super) fn chip(paint: SeatColor) -> Style {
    let (background, foreground) = match paint {
        SeatColor::Blue => (25, 231),
        SeatColor::White => (255, 16),
        SeatColor::Red => (160, 231),
        SeatColor::Green => (36, 16),
        SeatColor::Black => (235, 231),
    };
    Style::new()
        .bg_color(Some(Ansi256Color(background).into()))
        .fg_color(Some(Ansi256Color(foreground).into()))
        .bold()
}

/// The style of a mark's brackets.
pub(super) fn mark(kind: MarkKind) -> Style {
    let color = match kind {
        MarkKind::Last => AnsiColor::Yellow,
        MarkKind::Choice => AnsiColor::Cyan,
        MarkKind::Hint => AnsiColor::Green,
        MarkKind::Chosen => AnsiColor::Magenta,
    };
    Style::new().fg_color(Some(color.into())).bold()
}

/// The style of frames, coordinates and other background elements.
pub(super) fn dim() -> Style {
    Style::new().dimmed()
}

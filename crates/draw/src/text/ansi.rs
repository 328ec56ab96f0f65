//! Writes a grid as lines of text, in terminal colours that are visible on light and dark backgrounds.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, AnsiColor, Style};
use cairn_rules::{MarkKind, Scene, SeatColor};

use crate::cells::{CellStyle, ColorRole, Grid};

/// Returns the style of a seat's pieces among 256 terminal colours. Green is bluish and lighter than red, so that
/// colour-blind people can distinguish them.
fn chip(paint: SeatColor) -> Style {
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

/// Returns the style of a mark's brackets.
fn mark(kind: MarkKind) -> Style {
    let color = match kind {
        MarkKind::Last => AnsiColor::Yellow,
        MarkKind::Choice => AnsiColor::Cyan,
        MarkKind::Hint => AnsiColor::Green,
        MarkKind::Chosen => AnsiColor::Magenta,
    };
    Style::new().fg_color(Some(color.into())).bold()
}

/// Returns the terminal's style for a cell.
fn ansi(style: CellStyle, scene: &Scene) -> Style {
    let seat = match style.bg {
        Some(ColorRole::Face(owner)) => Some(owner.and_then(|player| scene.seats.get(player.index()))),
        _ => None,
    };
    match (seat, style.fg) {
        (Some(seat), _) => seat.map_or(Style::new(), |seat| chip(seat.color)),
        (None, Some(ColorRole::Mark(kind))) => mark(kind),
        (None, Some(_)) => Style::new().dimmed(),
        (None, None) if style.bold => Style::new().bold(),
        (None, None) => Style::new(),
    }
}

/// Returns the lines of a grid without trailing spaces, each ending with a line feed; with escape codes if `color` is
/// set.
pub(super) fn write(grid: &Grid, scene: &Scene, color: bool) -> String {
    let mut text = String::new();
    for line in grid.lines() {
        let style = |cell: CellStyle| if color { ansi(cell, scene) } else { Style::new() };
        let mut cells: Vec<(char, Style)> = line.iter().map(|&(char, cell)| (char, style(cell))).collect();
        while cells.last().is_some_and(|&(char, style)| char == ' ' && style.get_bg_color().is_none()) {
            cells.pop();
        }
        for span in cells.chunk_by(|a, b| a.1 == b.1) {
            let style = span[0].1;
            // Writing to a string cannot fail.
            let _ = write!(text, "{style}");
            text.extend(span.iter().map(|&(char, _)| char));
            let _ = write!(text, "{style:#}");
        }
        text.push('\n');
    }
    text
}

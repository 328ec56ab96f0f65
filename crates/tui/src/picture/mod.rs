//! Draws a screen of characters as an SVG picture.
//!
//! Letters are text, each with an explicit position, so that columns are straight in any font. Frames and lines
//! (`strokes.rs`) and blocks (`blocks.rs`) are paths, so that they meet.

mod blocks;
mod strokes;

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::theme::{Rgb, Theme};

/// The size of a character, and the margin around the screen.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const MARGIN: u16 = 12;

/// Draws the screen as an SVG picture, with the default colours of the theme.
pub fn svg(screen: &Buffer, theme: Theme) -> String {
    let defaults = DefaultColors::of(theme);
    let (width, height) = (screen.area.width * WIDTH + 2 * MARGIN, screen.area.height * HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <style>text{{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
         white-space:pre}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n",
        hex(defaults.page)
    );
    let lines = screen.content.chunks(screen.area.width.max(1).into());
    for (line, y) in lines.zip((0..).step_by(HEIGHT.into())) {
        let styles: Vec<CellStyle> = line.iter().map(|cell| CellStyle::of(cell, &defaults)).collect();
        draw_backgrounds(&styles, y, defaults.page, &mut svg);
        draw_symbols(line, &styles, y, &mut svg);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The default colours of the terminal.
struct DefaultColors {
    text: Rgb,
    page: Rgb,
}

impl DefaultColors {
    fn of(theme: Theme) -> Self {
        let full = Theme { depth: crate::theme::Depth::True, ..theme };
        let color = |color| Rgb::of(color).unwrap_or(Rgb(0, 0, 0));
        Self { text: color(full.text()), page: color(full.page()) }
    }
}

/// The appearance of a cell.
#[derive(Copy, Clone, Eq, PartialEq)]
struct CellStyle {
    ink: Rgb,
    background: Rgb,
    is_bold: bool,
    is_underlined: bool,
}

impl CellStyle {
    fn of(cell: &Cell, defaults: &DefaultColors) -> Self {
        let color = |color: Color, or: Rgb| Rgb::of(color).unwrap_or(or);
        let (mut ink, mut background) = (color(cell.fg, defaults.text), color(cell.bg, defaults.page));
        if cell.modifier.contains(Modifier::REVERSED) {
            (ink, background) = (background, ink);
        }
        if cell.modifier.contains(Modifier::DIM) {
            ink = ink.mix(background, 40);
        }
        let is_bold = cell.modifier.contains(Modifier::BOLD);
        Self { ink, background, is_bold, is_underlined: cell.modifier.contains(Modifier::UNDERLINED) }
    }
}

/// Draws the backgrounds of a row, run by run.
fn draw_backgrounds(styles: &[CellStyle], y: u16, page: Rgb, svg: &mut String) {
    let mut x = 0;
    for run in styles.chunk_by(|a, b| a.background == b.background) {
        let width = run.len() as u16 * WIDTH;
        if run[0].background != page {
            let fill = hex(run[0].background);
            write_to(
                svg,
                format_args!("<path d=\"M{x} {y}h{width}v{HEIGHT}h-{width}z\" fill=\"{fill}\"/>\n"),
            );
        }
        x += width;
    }
}

/// Draws the characters of a row, run by run.
fn draw_symbols(line: &[Cell], styles: &[CellStyle], y: u16, svg: &mut String) {
    let mut start = 0;
    for run in styles.chunk_by(|a, b| a == b) {
        // One text element per word, because some viewers position only the first letter of an element.
        let mut words = vec![Text::default()];
        let mut path = String::new();
        for (cell, at) in line[start..].iter().zip(start..start + run.len()) {
            let x = at as u16 * WIDTH;
            let sign = cell.symbol();
            if let Some(drawn) = sign.chars().next().and_then(|sign| draw(sign, x, y)) {
                path.push_str(&drawn);
            } else if !sign.trim().is_empty() {
                if let Some(word) = words.last_mut() {
                    word.push(sign, x);
                }
            } else {
                words.push(Text::default());
            }
        }
        let CellStyle { ink, is_bold, is_underlined, .. } = run[0];
        let fill = hex(ink);
        if !path.is_empty() {
            write_to(svg, format_args!("<path d=\"{path}\" fill=\"{fill}\"/>\n"));
        }
        if is_underlined {
            let (x, width, under) = (start as u16 * WIDTH, run.len() as u16 * WIDTH, y + HEIGHT - 2);
            write_to(svg, format_args!("<path d=\"M{x} {under}h{width}v1h-{width}z\" fill=\"{fill}\"/>\n"));
        }
        for text in words.iter().filter(|text| !text.signs.is_empty()) {
            let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
            let (positions, base) = (text.positions.join(" "), y + 14);
            write_to(
                svg,
                format_args!(
                    "<text x=\"{positions}\" y=\"{base}\" fill=\"{fill}\"{weight}>{}</text>\n",
                    text.signs
                ),
            );
        }
        start += run.len();
    }
}

/// Characters with their positions, as XML.
#[derive(Default)]
struct Text {
    signs: String,
    positions: Vec<String>,
}

impl Text {
    fn push(&mut self, sign: &str, x: u16) {
        for char in sign.chars() {
            match char {
                '&' => self.signs.push_str("&amp;"),
                '<' => self.signs.push_str("&lt;"),
                '>' => self.signs.push_str("&gt;"),
                // XML forbids control characters, even escaped.
                _ if char.is_control() => self.signs.push('\u{fffd}'),
                _ => self.signs.push(char),
            }
            self.positions.push(x.to_string());
        }
    }
}

/// Returns a character as a path, if it has to meet its neighbours.
fn draw(sign: char, x: u16, y: u16) -> Option<String> {
    blocks::draw(sign, x, y).or_else(|| strokes::draw(sign, x, y))
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn write_to(svg: &mut String, arguments: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = svg.write_fmt(arguments);
}

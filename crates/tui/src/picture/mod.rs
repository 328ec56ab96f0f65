//! Decides how a screen of characters becomes an SVG picture.
//!
//! Letters are text, one place for each of them, so that they stand in their columns whatever font
//! the viewer has. Frames, lines and blocks are drawn, so that they meet.

mod blocks;
mod strokes;

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::theme::{Rgb, Theme};

/// The size of a character, and the edge around all of them.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const EDGE: u16 = 12;

/// The screen as an SVG picture; the theme says what the terminal's own colours are.
pub fn svg(screen: &Buffer, theme: Theme) -> String {
    let own = Own::of(theme);
    let (width, height) = (screen.area.width * WIDTH + 2 * EDGE, screen.area.height * HEIGHT + 2 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <style>text{{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
         white-space:pre}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n\
         <g transform=\"translate({EDGE} {EDGE})\">\n",
        hex(own.page)
    );
    let lines = screen.content.chunks(screen.area.width.max(1).into());
    for (line, y) in lines.zip((0..).step_by(HEIGHT.into())) {
        let looks: Vec<Look> = line.iter().map(|cell| Look::of(cell, &own)).collect();
        grounds(&looks, y, own.page, &mut svg);
        signs(line, &looks, y, &mut svg);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// What stands for the terminal's own colours.
struct Own {
    text: Rgb,
    page: Rgb,
}

impl Own {
    fn of(theme: Theme) -> Self {
        let full = Theme { depth: crate::theme::Depth::True, ..theme };
        let color = |color| Rgb::of(color).unwrap_or(Rgb(0, 0, 0));
        Self { text: color(full.text()), page: color(full.page()) }
    }
}

/// How a character is drawn.
#[derive(Copy, Clone, Eq, PartialEq)]
struct Look {
    ink: Rgb,
    ground: Rgb,
    is_bold: bool,
    is_underlined: bool,
}

impl Look {
    fn of(cell: &Cell, own: &Own) -> Self {
        let color = |color: Color, or: Rgb| Rgb::of(color).unwrap_or(or);
        let (mut ink, mut ground) = (color(cell.fg, own.text), color(cell.bg, own.page));
        if cell.modifier.contains(Modifier::REVERSED) {
            (ink, ground) = (ground, ink);
        }
        if cell.modifier.contains(Modifier::DIM) {
            ink = ink.mix(ground, 40);
        }
        let is_bold = cell.modifier.contains(Modifier::BOLD);
        Self { ink, ground, is_bold, is_underlined: cell.modifier.contains(Modifier::UNDERLINED) }
    }
}

/// Fills what is behind the characters of a line, run by run.
fn grounds(looks: &[Look], y: u16, page: Rgb, svg: &mut String) {
    let mut x = 0;
    for run in looks.chunk_by(|a, b| a.ground == b.ground) {
        let width = run.len() as u16 * WIDTH;
        if run[0].ground != page {
            let fill = hex(run[0].ground);
            write_to(
                svg,
                format_args!("<path d=\"M{x} {y}h{width}v{HEIGHT}h-{width}z\" fill=\"{fill}\"/>\n"),
            );
        }
        x += width;
    }
}

/// Draws the characters of a line, run by run.
fn signs(line: &[Cell], looks: &[Look], y: u16, svg: &mut String) {
    let mut start = 0;
    for run in looks.chunk_by(|a, b| a == b) {
        // One text for each word, because some programs place only the first letter of a text.
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
        let Look { ink, is_bold, is_underlined, .. } = run[0];
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
            let (places, base) = (text.places.join(" "), y + 14);
            write_to(
                svg,
                format_args!(
                    "<text x=\"{places}\" y=\"{base}\" fill=\"{fill}\"{weight}>{}</text>\n",
                    text.signs
                ),
            );
        }
        start += run.len();
    }
}

/// Characters with their places, as XML.
#[derive(Default)]
struct Text {
    signs: String,
    places: Vec<String>,
}

impl Text {
    fn push(&mut self, sign: &str, x: u16) {
        for char in sign.chars() {
            match char {
                '&' => self.signs.push_str("&amp;"),
                '<' => self.signs.push_str("&lt;"),
                '>' => self.signs.push_str("&gt;"),
                // XML allows no control characters, not even escaped.
                _ if char.is_control() => self.signs.push('\u{fffd}'),
                _ => self.signs.push(char),
            }
            self.places.push(x.to_string());
        }
    }
}

/// A sign as a path, if it is one of those that have to meet their neighbours.
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

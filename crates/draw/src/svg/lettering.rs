//! Draws lines of text with the built-in stroke font.

use super::glyphs::{CAP, GAP, glyph};
use super::writer::SvgWriter;

/// The part of a line that its position refers to.
#[derive(Copy, Clone)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Colour, size and weight of text.
#[derive(Copy, Clone)]
pub(super) struct TextStyle<'a> {
    /// The stroke colour.
    pub(super) color: &'a str,
    /// The height of capitals and digits.
    pub(super) size: f32,
    /// The stroke width at a capital height of 14.
    pub(super) weight: f32,
}

impl TextStyle<'_> {
    /// Returns the width of a line.
    pub(super) fn width(&self, text: &str) -> f32 {
        let glyphs: f32 = text.chars().map(|char| glyph(char).width).sum();
        let gaps = text.chars().count().saturating_sub(1) as f32 * GAP;
        (glyphs + gaps) * self.size / CAP
    }

    /// Draws a line whose capitals are centred at `y`.
    pub(super) fn write(&self, svg: &mut SvgWriter, (x, y): (f32, f32), anchor: Anchor, text: &str) {
        let start = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - self.width(text) / 2.0,
            Anchor::End => x - self.width(text),
        };
        let tag = svg.tag("g").scaled(start, y + self.size / 2.0, self.size / CAP);
        tag.no_fill().stroke(self.color, self.weight).open();
        let mut x = 0.0;
        for char in text.chars() {
            let glyph = glyph(char);
            if !glyph.path.is_empty() {
                let path = svg.path(glyph.path);
                if x == 0.0 { path.done() } else { path.at(x, 0.0).done() }
            }
            x += glyph.width + GAP;
        }
        svg.close("g");
    }
}

//! Decides how glyphs stand in a line of lettering.

use super::glyphs::{CAP, GAP, glyph};
use super::paper::Paper;

/// Where a line is held.
#[derive(Copy, Clone)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How lettering looks.
#[derive(Copy, Clone)]
pub(super) struct Hand<'a> {
    /// The colour of the strokes.
    pub(super) color: &'a str,
    /// The height of capitals and digits.
    pub(super) size: f32,
    /// The width of the strokes where capitals are 14 high.
    pub(super) weight: f32,
}

impl Hand<'_> {
    /// How wide a line is.
    pub(super) fn width(&self, text: &str) -> f32 {
        let glyphs: f32 = text.chars().map(|char| glyph(char).width).sum();
        let gaps = text.chars().count().saturating_sub(1) as f32 * GAP;
        (glyphs + gaps) * self.size / CAP
    }

    /// Writes a line whose capitals have their middle at `y`.
    pub(super) fn write(&self, paper: &mut Paper, (x, y): (f32, f32), anchor: Anchor, text: &str) {
        let start = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - self.width(text) / 2.0,
            Anchor::End => x - self.width(text),
        };
        let tag = paper.tag("g").scaled(start, y + self.size / 2.0, self.size / CAP);
        tag.hollow().stroke(self.color, self.weight).open();
        let mut x = 0.0;
        for char in text.chars() {
            let glyph = glyph(char);
            if !glyph.path.is_empty() {
                let path = paper.path(glyph.path);
                if x == 0.0 { path.done() } else { path.at(x, 0.0).done() }
            }
            x += glyph.width + GAP;
        }
        paper.close("g");
    }
}

//! Decides how SVG is spelt: tags, attributes, and numbers of at most two decimals.

use std::fmt::{self, Write as _};

/// A number as short as it can be written.
#[derive(Copy, Clone)]
pub(super) struct Num(pub(super) f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// A drawing as it grows.
#[derive(Default)]
pub(super) struct Paper {
    text: String,
}

impl Paper {
    /// Begins a tag.
    pub(super) fn tag(&mut self, name: &str) -> Tag<'_> {
        self.text.push('<');
        self.text.push_str(name);
        Tag { text: &mut self.text }
    }

    /// An ellipse, or a circle.
    pub(super) fn ellipse(&mut self, (x, y): (f32, f32), (rx, ry): (f32, f32)) -> Tag<'_> {
        let tag = self.tag("ellipse");
        let tag = if x == 0.0 { tag } else { tag.num("cx", x) };
        let tag = if y == 0.0 { tag } else { tag.num("cy", y) };
        tag.num("rx", rx).num("ry", ry)
    }

    /// A rectangle with round corners.
    pub(super) fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), round: f32) -> Tag<'_> {
        let tag = self.tag("rect").num("x", x).num("y", y).num("width", width).num("height", height);
        if round == 0.0 { tag } else { tag.num("rx", round) }
    }

    /// A path.
    pub(super) fn path(&mut self, data: &str) -> Tag<'_> {
        self.tag("path").attr("d", data)
    }

    /// An element that holds nothing but words.
    pub(super) fn words(&mut self, name: &str, words: &str) {
        self.tag(name).open();
        escape(words, &mut self.text);
        self.close(name);
    }

    /// Ends an element that was opened.
    pub(super) fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    /// The text of the drawing.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A tag that is being written.
#[must_use = "a tag is ended by `open` or `done`"]
pub(super) struct Tag<'a> {
    text: &'a mut String,
}

impl Tag<'_> {
    /// Adds an attribute.
    pub(super) fn attr(self, name: &str, value: &str) -> Self {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        escape(value, self.text);
        self.text.push('"');
        self
    }

    /// Adds a number.
    pub(super) fn num(self, name: &str, value: f32) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.text, " {name}=\"{}\"", Num(value));
        self
    }

    /// Fills it.
    pub(super) fn fill(self, color: &str) -> Self {
        self.attr("fill", color)
    }

    /// Draws its outline.
    pub(super) fn stroke(self, color: &str, width: f32) -> Self {
        self.attr("stroke", color).num("stroke-width", width)
    }

    /// Leaves it without a filling.
    pub(super) fn hollow(self) -> Self {
        self.fill("none")
    }

    /// Moves it.
    pub(super) fn at(self, x: f32, y: f32) -> Self {
        let _ = write!(self.text, " transform=\"translate({} {})\"", Num(x), Num(y));
        self
    }

    /// Moves and scales it.
    pub(super) fn scaled(self, x: f32, y: f32, scale: f32) -> Self {
        let _ = write!(self.text, " transform=\"translate({} {}) scale({})\"", Num(x), Num(y), Num(scale));
        self
    }

    /// Ends the tag; what follows is inside the element.
    pub(super) fn open(self) {
        self.text.push('>');
    }

    /// Ends the tag and the element.
    pub(super) fn done(self) {
        self.text.push_str("/>\n");
    }
}

fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (12.0, "12"),
            (2.5, "2.5"),
            (-0.25, "-0.25"),
            (1.05, "1.05"),
            (9.999, "10"),
        ] {
            assert_eq!(Num(number).to_string(), text);
        }
    }

    #[test]
    fn words_are_escaped() {
        let mut paper = Paper::default();
        paper.words("title", "a < b & \"c\"");
        assert_eq!(paper.finish(), "<title>a &lt; b &amp; &quot;c&quot;</title>\n");
    }
}

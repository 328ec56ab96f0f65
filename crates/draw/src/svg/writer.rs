//! SVG syntax: tags, attributes, and numbers of at most two decimals.

use std::fmt::{self, Write as _};

/// A number in its shortest form.
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

/// Writes an SVG document.
#[derive(Default)]
pub(super) struct SvgWriter {
    text: String,
}

impl SvgWriter {
    /// Starts a tag.
    pub(super) fn tag(&mut self, name: &str) -> Tag<'_> {
        self.text.push('<');
        self.text.push_str(name);
        Tag { text: &mut self.text }
    }

    /// Starts an ellipse; omits coordinates of 0.
    pub(super) fn ellipse(&mut self, (x, y): (f32, f32), (rx, ry): (f32, f32)) -> Tag<'_> {
        let tag = self.tag("ellipse");
        let tag = if x == 0.0 { tag } else { tag.num("cx", x) };
        let tag = if y == 0.0 { tag } else { tag.num("cy", y) };
        tag.num("rx", rx).num("ry", ry)
    }

    /// Starts a rectangle with rounded corners.
    pub(super) fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), round: f32) -> Tag<'_> {
        let tag = self.tag("rect").num("x", x).num("y", y).num("width", width).num("height", height);
        if round == 0.0 { tag } else { tag.num("rx", round) }
    }

    /// Starts a path.
    pub(super) fn path(&mut self, data: &str) -> Tag<'_> {
        self.tag("path").attr("d", data)
    }

    /// Writes an element that contains only text.
    pub(super) fn text_element(&mut self, name: &str, text: &str) {
        self.tag(name).open();
        escape(text, &mut self.text);
        self.close(name);
    }

    /// Writes the end tag of an element.
    pub(super) fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    /// Returns the document.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A tag in progress.
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

    /// Adds a numeric attribute.
    pub(super) fn num(self, name: &str, value: f32) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.text, " {name}=\"{}\"", Num(value));
        self
    }

    /// Sets the fill colour.
    pub(super) fn fill(self, color: &str) -> Self {
        self.attr("fill", color)
    }

    /// Sets the stroke.
    pub(super) fn stroke(self, color: &str, width: f32) -> Self {
        self.attr("stroke", color).num("stroke-width", width)
    }

    /// Sets no fill.
    pub(super) fn no_fill(self) -> Self {
        self.fill("none")
    }

    /// Translates the element.
    pub(super) fn at(self, x: f32, y: f32) -> Self {
        let _ = write!(self.text, " transform=\"translate({} {})\"", Num(x), Num(y));
        self
    }

    /// Translates and scales the element.
    pub(super) fn scaled(self, x: f32, y: f32, scale: f32) -> Self {
        let _ = write!(self.text, " transform=\"translate({} {}) scale({})\"", Num(x), Num(y), Num(scale));
        self
    }

    /// Ends the start tag; what follows is inside the element.
    pub(super) fn open(self) {
        self.text.push('>');
    }

    /// Ends the tag of an empty element.
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
    fn text_is_escaped() {
        let mut svg = SvgWriter::default();
        svg.text_element("title", "a < b & \"c\"");
        assert_eq!(svg.finish(), "<title>a &lt; b &amp; &quot;c&quot;</title>\n");
    }
}

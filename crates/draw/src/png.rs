//! PNG output: the SVG of a scene, rasterized at a given width.

use cairn_rules::{Message, Scene};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

use crate::svg;

/// The maximum width of a picture in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// The reason why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum PngError {
    /// The width is out of range.
    Width(u32),
    /// The board is so tall that the picture would be too large: its width and height.
    Size(u32, u32),
    /// The SVG could not be parsed.
    Drawing(#[from] resvg::usvg::Error),
    /// The pixels could not be encoded.
    Encoding(String),
}

impl PngError {
    /// The message for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Width(width) => Message::new("a picture is from 1 to {max} pixels wide, not {width}")
                .with("max", MAX_WIDTH)
                .with("width", width),
            Self::Size(width, height) => Message::new("a picture of {width} by {height} pixels is too large")
                .with("width", width)
                .with("height", height),
            Self::Drawing(error) => Message::new("the picture cannot be drawn: {error}").with("error", error),
            Self::Encoding(error) => {
                Message::new("the picture cannot be written as PNG: {error}").with("error", error)
            }
        }
    }
}

/// Renders the scene as a PNG of this width in pixels; the height follows from the board.
pub fn render(scene: &Scene, options: svg::Options<'_>, width: u32) -> Result<Vec<u8>, PngError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(PngError::Width(width));
    }
    let tree = Tree::from_str(&svg::render(scene, options), &usvg::Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    if height > 4 * MAX_WIDTH {
        return Err(PngError::Size(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    // The height is rounded to whole pixels, so the vertical scale differs slightly.
    let stretch = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, stretch), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

//! Decides how a picture becomes pixels: the SVG of the scene, scaled to a width.

use cairn_rules::Scene;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::svg::{self, Theme};

/// The widest picture that is made, in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The width cannot be drawn.
    #[error("a picture is from 1 to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The board is so tall that the picture would be too large.
    #[error("a picture of {0} by {1} pixels is too large")]
    Size(u32, u32),
    /// The drawing could not be read back.
    #[error("the drawing could not be turned into pixels: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// The pixels could not be packed.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(String),
}

/// The scene as a PNG of `width` pixels; the height follows from the board.
pub fn render(scene: &Scene, theme: Theme, width: u32) -> Result<Vec<u8>, PngError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(PngError::Width(width));
    }
    let tree = Tree::from_str(&svg::render(scene, theme), &Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    if height > 4 * MAX_WIDTH {
        return Err(PngError::Size(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    // The height is whole pixels: the last row must be as full as the others.
    let stretch = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, stretch), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

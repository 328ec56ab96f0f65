//! Decides how a screen of characters becomes an SVG picture.

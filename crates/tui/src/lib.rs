//! The full-screen terminal app: boards, themes and screens.

pub mod board;
pub mod picture;
pub mod theme;

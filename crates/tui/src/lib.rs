//! The full-screen terminal app: boards, themes and screens.
//!
//! State (`app`, screens), what events do to it (`act`), and drawing (`draw`) are apart; work that
//! takes long is done on threads of its own, and what they find comes back as events.

mod app;
pub mod board;
mod context;
mod draw;
mod event;
mod game;
mod headless;
mod hit_areas;
mod keys;
mod list;
mod overlays;
pub mod picture;
mod players;
mod puzzle;
mod runtime;
mod screens;
mod start;
mod terminal;
mod text_input;
pub mod theme;
mod turn;
mod work;

pub use headless::Headless;
pub use runtime::run;
pub use start::{Opening, Start};

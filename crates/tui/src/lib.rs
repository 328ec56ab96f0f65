//! The full-screen terminal app: boards, themes and screens.
//!
//! State (`app`, screens), what events do to it (`act`), and drawing (`draw`) are apart; work that
//! takes long is done on threads of its own, and what they find comes back as events.

mod app;
pub mod board;
mod covers;
mod draw;
mod event;
mod game;
mod headless;
mod keys;
mod kit;
mod line;
mod list;
pub mod picture;
mod players;
mod riddle;
mod runtime;
mod screens;
mod spots;
mod start;
mod terminal;
pub mod theme;
mod turn;
mod work;

pub use headless::Headless;
pub use runtime::run;
pub use start::{Opening, Start};

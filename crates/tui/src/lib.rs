//! The full-screen terminal app: boards, themes and screens.
//!
//! The app follows The Elm Architecture: an `AppEvent` updates the state of the `App`, which is drawn from scratch
//! after every event; an `AppEffect` is a task for the terminal. Games are played at tables (`cairn_table`); long work
//! runs on threads, and its results arrive as events.
//!
//! A game may also be remote (`remote.rs`): its updates arrive over a channel, and the commands of the user leave over
//! another.
//!
//! Reading order: `event.rs`, `app.rs`, `context.rs` (what all screens share), `screens/`, `game/`, `puzzle/`,
//! `analysis/`, `overlays/` and `keys/`; `turn.rs` (a turn in progress), `text_input.rs` and `list.rs`; then drawing
//! with `draw/`, `board/`, `theme/` and `picture/`; and finally `runtime.rs` over `terminal.rs`, which runs the app, or
//! `headless.rs` in tests.

mod analysis;
mod app;
pub mod board;
mod context;
mod draw;
mod event;
mod game;
mod headless;
mod hit_areas;
mod keys;
mod lesson;
mod list;
mod overlays;
pub mod picture;
mod puzzle;
mod remote;
mod runtime;
mod screens;
mod start;
mod study;
mod terminal;
mod text_input;
pub mod theme;
mod turn;

pub use headless::Headless;
pub use remote::{
    Offer, RemoteClock, RemoteCommand, RemoteGame, RemoteGames, RemoteNotification, RemoteSeat, RemoteTable,
};
pub use runtime::run;
pub use start::{Opening, Start};

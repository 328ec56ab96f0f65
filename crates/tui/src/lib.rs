//! The full-screen terminal app: boards, themes and screens.
//!
//! The app follows The Elm Architecture: an `AppEvent` updates the state of the `App`, which is drawn from
//! scratch after every event; an `AppEffect` is a task for the terminal. Games are played at the table
//! core (`cairn_table`); what takes long runs on threads, and their results come back as events.
//!
//! A game may also be remote (`remote.rs`): its updates come over a channel, and the commands of the user
//! go over another.
//!
//! Reading order: `event.rs`, `app.rs`, `context.rs` (what all screens share), `screens/`, `game/`, `puzzle/`, `analysis/`,
//! `overlays/` and `keys/`; `turn.rs` (a turn that is being built), `text_input.rs` and `list.rs`; then drawing
//! with `draw/`, `board/`, `theme/` and `picture/`; and what runs it all: `runtime.rs` over `terminal.rs`, or
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
    Offer, RemoteClock, RemoteCommand, RemoteGame, RemoteNotification, RemoteSeat, RemoteTable,
};
pub use runtime::run;
pub use start::{Opening, Start};

//! The web server: live games over HTTP and WebSocket, the databases that store them, and the pages of `cairn_site`.
//!
//! The table implements the logic of a game; the server adds identity, transport, storage and limits. It acknowledges a
//! move only after it is stored; a game in memory is a cache of its stored entries.
//!
//! Reading order: `store` (stored games and their databases), `game` (a running game: the replay of its entries),
//! `pool` (work on bounded threads, fair between clients), `api` (the protocol), `pages` (the web pages),
//! `server.rs` (start, serve, stop), `health.rs` (health checks and metrics).

mod api;
mod app;
mod game;
mod health;
mod pages;
mod permits;
mod pool;
mod server;
pub mod store;
pub mod transfer;

pub use app::{Config, Database, FrameAncestor, Limits};
pub use server::{ServeError, Server, stop_signal};

//! The web app: pages for people, a protocol for programs, live games, and the databases that keep them.
//!
//! The logic of a game is the table core's; the server adds identity, transport, storage and limits. A move is
//! acknowledged only after it is stored, and a running game is nothing but a cache of what is stored.
//!
//! Reading order: `store` (what is kept, and where), `game` (a running game: the replay of what is kept),
//! `pool` (work on bounded threads, fair between visitors), `api` (the protocol), `pages` (what people see),
//! `server.rs` (start, serve, stop), `health.rs` (health checks and metrics).

mod api;
mod app;
mod game;
mod health;
mod locale;
mod metrics;
mod pages;
mod places;
mod pool;
mod problem;
mod server;
pub mod store;
pub mod transfer;

pub use app::{Config, Database, Limits};
pub use server::{ServeError, Server, stop_signal};

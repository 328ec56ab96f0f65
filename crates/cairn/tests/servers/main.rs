//! `cairn serve` as a process of its own, killed with -9 while people and bots play: one instance on a file, and
//! two on one PostgreSQL. Nothing that was acknowledged is lost, no ply is taken twice, and all games go on.
//!
//! `CAIRN_KILLS` is how often an instance is killed in each test, and `CAIRN_KILL_SEED` repeats the choices of one
//! that failed. `instance` starts and kills, `client` speaks the protocol and expects to be cut off, `players`
//! plays on whatever happens.

#![cfg(all(unix, feature = "server"))]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod client;
mod clocks;
mod instance;
mod kills;
mod players;
#[path = "../../../server/tests/store/postgres/private_server.rs"]
#[expect(dead_code, reason = "the tests of the store use all of it")]
mod private_server;
mod tls;
mod two_instances;

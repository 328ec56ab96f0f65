//! `cairn serve` as a separate process, killed with -9 while people and bots play: one instance on a file, and two on
//! one PostgreSQL. No acknowledged move is lost, no ply is played twice, and all games continue.
//!
//! `CAIRN_KILLS` sets how often each test kills an instance, and `CAIRN_KILL_SEED` repeats the choices of a failed
//! test. `instance` starts and kills, `client` implements the protocol and tolerates lost connections, and `players`
//! contains players who retry until they succeed.

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

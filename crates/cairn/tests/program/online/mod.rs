//! Games on a server, from the terminal: the real server and the real program, and servers that violate the protocol.
//!
//! `site.rs` starts the server and `player.rs` a player; `games.rs` tests games in line mode, `requests.rs` invalid
//! requests, `impostors.rs` fake servers (from `impostor.rs`), and `secure.rs` encrypted connections.

mod games;
mod impostor;
mod impostors;
mod player;
mod requests;
mod secure;
#[expect(dead_code, reason = "the tests in terminals use the rest")]
mod site;

//! Games on a server, from the terminal: the real server and the real program, and servers that answer nonsense.
//!
//! `site.rs` is the server, `player.rs` somebody at a terminal that is none; `games.rs` has games in line mode,
//! `requests.rs` what makes no sense, `impostors.rs` servers that are none (by `impostor.rs`), and `secure.rs` encrypted connections.

mod games;
mod impostor;
mod impostors;
mod player;
mod requests;
mod secure;
#[expect(dead_code, reason = "the tests in terminals use the rest")]
mod site;

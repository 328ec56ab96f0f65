//! A running game: the replay of what is stored, and how new entries are judged.
//!
//! `running.rs` has one game, `state.rs` how it is told in the protocol, `view.rs` how it is shown to people,
//! `games.rs` all games that are in memory, with those who listen to them, and `bots.rs` who moves the bots.

mod bots;
mod change;
mod create;
mod games;
mod running;
mod seat;
mod state;
mod view;

pub(crate) use create::NewGame;
pub(crate) use games::{Games, Listener};
pub(crate) use running::{Running, Wish};
pub(crate) use seat::{BOTS, HUMAN, OPEN, Token, id_of_record, is_id, kept_name};
pub(crate) use state::State;
pub(crate) use view::{View, status};

//! A running game: the replay of what is stored, and how new entries are judged.
//!
//! `running.rs` has one game, `state.rs` how it is told in the protocol, `view.rs` how it is shown to people,
//! `slot.rs` its place in memory with those who listen, `games.rs` all games that are in memory, `news.rs` what
//! other instances do to them, `follow_up.rs` what follows from a change, and `bots.rs` who moves the bots.

mod bots;
mod change;
mod create;
mod follow_up;
mod games;
mod judge;
mod news;
mod offers;
mod running;
mod seat;
mod slot;
mod state;
mod view;

pub(crate) use create::NewGame;
pub(crate) use games::Games;
pub(crate) use judge::Command;
pub(crate) use running::Running;
pub(crate) use seat::{BOTS, HUMAN, OPEN, Token, id_of_record, is_id, kept_name};
pub(crate) use slot::Listener;
pub(crate) use state::State;
pub(crate) use view::{View, status};

//! A running game: the replay of its stored entries, and the judgement of new ones.
//!
//! `running.rs` has one game, `judge.rs` the judgement of commands, `error.rs` the reasons to reject them, `snapshot.rs` a copy
//! for work without the game's lock, `state.rs` the STATE of the protocol, `view.rs` what people see, `slot.rs` a
//! game's place in memory with its listeners, `games.rs` all games in memory, `news.rs` entries of other instances,
//! `follow_up.rs` what follows from a change, `bots.rs` the moves of bots, and
//! `creator.rs` how the creators of games share the bots' time.

mod bots;
mod change;
mod create;
mod creator;
mod error;
mod follow_up;
mod games;
mod judge;
mod news;
mod running;
mod seat;
mod slot;
mod snapshot;
mod state;
mod view;

pub(crate) use create::NewGame;
pub(crate) use error::CommandError;
pub(crate) use games::Games;
pub(crate) use judge::Command;
pub(crate) use running::Running;
pub(crate) use seat::{BOTS, HUMAN, OPEN, Token, id_of_record, is_id, kept_name};
pub(crate) use slot::Listener;
pub(crate) use state::State;
pub(crate) use view::{View, status};

//! A running game: the replay of its stored entries, and the judgement of new ones.
//!
//! A command goes through `games.rs` (lock, judge, store), `judge.rs` (accept or reject, with the reasons of `error.rs`),
//! `running.rs` (one game: apply an entry), `broadcast.rs` (messages to listeners) and `schedule.rs` (rematch, clocks,
//! bots). `slot.rs` is a game's place in memory, `notifications.rs` reads entries of other instances, `presence.rs` notes who is
//! at the board, `snapshot.rs` is a copy for work without the game's lock, `create.rs` validates new games, and `seat.rs` has seats and tokens.

mod broadcast;
mod create;
mod error;
mod games;
mod judge;
mod notifications;
mod presence;
mod running;
mod schedule;
mod seat;
mod slot;
mod snapshot;

pub(crate) use broadcast::Listener;
pub(crate) use error::CommandError;
pub(crate) use games::Games;
pub(crate) use judge::Command;
pub(crate) use presence::Presence;
pub(crate) use running::RunningGame;
pub(crate) use seat::{Token, clean_name, id_of_record, is_id, new_id};

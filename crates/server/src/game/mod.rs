//! A running game: the replay of its stored entries, and the judgement of new ones.
//!
//! A command passes through `games.rs` (lock, judge, store), `judge.rs` (accept or reject, with the reasons of
//! `error.rs`), `running.rs` (one game: apply an entry), `broadcast.rs` (messages to listeners) and `schedule.rs`
//! (rematch, clocks, bots). `slot.rs` is the place of a game in memory, `notifications.rs` reads entries of other
//! instances, `presence.rs` records which players are present, `snapshot.rs` copies a game for work without its lock,
//! `create.rs` validates new games, and `seat.rs` defines seats and tokens.

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

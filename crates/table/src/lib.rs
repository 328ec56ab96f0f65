//! The table core: the logic of a game between people and bots, independent of any user interface.
//!
//! A [`Table`] is state. [`Table::handle`] takes a [`TableEvent`] (a person's move, a bot's answer, the passage of
//! time, an offer) and returns [`TableEffect`]s for the user interface to carry out in order: save, show, run a bot.
//! This crate does no I/O, reads no clock and starts no thread: every event includes the time, and a bot runs wherever
//! the user interface runs its [`ThinkJob`].
//!
//! ```
//! use std::time::Duration;
//! use cairn_table::{Table, TableEffect, TableEvent, TableSetup};
//!
//! let session = cairn_session::open("staqs:size=4", None)?;
//! let mut table = Table::new(TableSetup::new(session, vec!["human".parse()?, "level1".parse()?], 7));
//! let mut now = Duration::ZERO;
//! let mut events = vec![TableEvent::Tick];
//! while table.session().outcome().is_none() {
//!     let event = events.pop().unwrap_or_else(|| TableEvent::Play(table.session().legal_moves().swap_remove(0)));
//!     now += Duration::from_secs(1);
//!     for effect in table.handle(event, now) {
//!         if let TableEffect::Think(job) = effect {
//!             events.push(TableEvent::Thought(job.run()));
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod clock;
mod event;
mod offers;
mod seat;
mod setup;
mod table;
mod turn;
mod turns;

use std::time::Duration;

pub use advice::{AnalysisJob, AnalysisUpdate};
pub use clock::{Clock, TimeControl, TimeControlError};
pub use event::{Notice, Question, Refusal, TableEffect, TableEvent};
pub use seat::{Seat, ThinkJob, Thought, resumed_players};
pub use setup::{TableSetup, TakebackPolicy};
pub use table::{BotHost, Table};
pub use turn::{PartialTurn, TurnProgress};

/// A point in time: the duration since a fixed moment chosen by the user interface.
pub type Time = Duration;

/// Identifies a game among all games played by this process at any table.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct GameId(u64);

impl GameId {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

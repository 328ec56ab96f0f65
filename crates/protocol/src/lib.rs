//! The messages and reports that Cairn programs exchange: the server, its clients, and scripts that read `--json`.
//!
//! Writers and readers share one definition of every type. The crate depends on no transport. [`game`] contains games
//! on a server, [`live`] the messages of their sockets, [`study`] and [`learn`] the requests that need no game,
//! [`studies`] variations with comments, [`catalog`] the games with their options, [`report`] the objects of `--json`,
//! and [`problem`] rejected requests.

pub mod catalog;
pub mod game;
pub mod learn;
pub mod live;
pub mod problem;
pub mod report;
pub mod studies;
pub mod study;

pub use catalog::*;
pub use game::{
    ActionRequest, BOTS, Clock, ClockRangeError, ClockState, CreatedGame, DeclinedOffer, GameList,
    GameProgress, GameState, HUMAN, JoinRequest, JoinedGame, MAX_LEGAL_MOVES, Millis, MoveRequest, NewGame,
    OPEN, OfferKind, SeatKind, SeatState,
};
pub use learn::*;
pub use live::{Action, Answer, ClientMessage, ServerMessage, UnknownAction};
pub use problem::{PROBLEM_MEDIA_TYPE, Problem, ProblemBody};
pub use report::*;
pub use studies::*;
pub use study::*;

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

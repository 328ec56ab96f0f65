//! The rules of abstract stacking games, and the contract that every game implements.
//!
//! A [`Game`] is a type without state: it defines the options, the starting position and the position parser. A
//! [`Position`] is a small value that callers copy, query for moves and play on. [`GameSpec`] parses text such as
//! `staqs:size=7` for one game, [`games::with_game`] for any registered game.
//!
//! Nothing here prints, reads a clock, generates random numbers or starts a thread. Errors and lists that may grow,
//! such as [`Reason`], are `#[non_exhaustive]`; types that an interface has to handle completely, such as [`Ground`],
//! are not.
//!
//! ```
//! use cairn_rules::games::staqs::Staqs;
//! use cairn_rules::{perft::perft, prelude::*};
//!
//! let start = Staqs::start(&Default::default());
//! assert_eq!(perft(&start, 3), 13_800);
//! assert_eq!(start.to_string(), "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 4/4");
//! ```

mod builder;
pub mod conformance;
mod encode;
#[cfg(feature = "engine-data")]
mod engine_data;
mod error;
mod game;
pub mod games;
pub mod grid;
mod guide;
mod linear_eval;
mod message;
pub mod notation;
mod options;
pub mod perft;
mod player;
mod position;
#[cfg(feature = "engine-data")]
mod puzzle;
mod random;
mod repetition;
mod scene;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod solvable;
mod spec;
mod step;
mod suggest;
mod wording;
pub mod zobrist;

pub use builder::PositionBuilder;
pub use encode::{ActionSet, Chosen, Encode};
#[cfg(feature = "engine-data")]
pub use engine_data::{EngineData, LEVELS, Ladder, LevelParams};
pub use error::{
    ForbiddenMove, GameSpecError, MoveError, OptionError, ParsePlayerError, ParseReasonError,
    ParseSquareError, PositionError, UnreadableMove, excerpt,
};
pub use game::{Game, GameInfo, Preset, SeatInfo};
pub use guide::Guide;
pub use linear_eval::{Feature, FeatureCounts, FeatureSink, LinearEval, NegatedSink, WeightedSum};
pub use message::Message;
pub use options::{Domain, OptionSet, OptionSpec, Repetition};
pub use player::{Outcome, Player, Players, Reason, SeatColor};
pub use position::{BasicBots, EVALUATION_LIMIT, Evaluate, Notation, Position, Present, Symmetric};
#[cfg(feature = "engine-data")]
pub use puzzle::{PuzzleGoal, PuzzleInfo, PuzzleWords};
pub use random::{RandomSource, SmallRng};
pub use repetition::Repetitions;
pub use scene::{
    Ground, Layer, Mark, MarkKind, Pieces, Pile, PileState, Pins, Scene, SeatView, SiteView, Surface,
};
pub use setup::{SetupEffect, SetupTool};
pub use solvable::{Solvable, StaticBounds, Wdl, WdlBounds};
pub use spec::GameSpec;
pub use step::{Button, Site, Step, TurnBuilder};
pub use suggest::{folded, nearest, nearest_moves};
pub use wording::Wording;

/// The contract and the types that most programs need: `use cairn_rules::prelude::*`.
pub mod prelude {
    pub use crate::games::{self, Visitor, with_game};
    pub use crate::{
        BasicBots, Encode, Evaluate, Game, GameSpec, Guide, LinearEval, Message, MoveError, Notation,
        OptionSet, Outcome, Player, Players, Position, Present, RandomSource, Reason, Scene, Site, Solvable,
        Step, Symmetric,
    };
}

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Reviews: judges every move of a game, by exact values where they can be proven and by search elsewhere.
//!
//! A [`ReviewJob`] judges the moves of a session on any thread, the last one first: a proof about the end of a game
//! helps with the moves before it. It reports a [`Review`] after every move, and if it is stopped, the moves judged so
//! far remain. A [`ReviewRun`] judges one move per call. Nothing here reads a clock: times come from the engine's
//! reports.

mod assess;
mod game_review;
mod job;
mod judgement;
mod practical;
mod reviewer;
mod words;

pub use game_review::{Curve, MoveReview, Review};
pub use job::{ReviewBudget, ReviewJob, ReviewRun, ReviewUpdate};
pub use judgement::{Chance, Judgement};
pub use reviewer::Reviewer;
pub use words::annotated;

//! Review: every move of a game judged, by exact values where they are known and by search elsewhere.
//!
//! A [`ReviewJob`] judges the moves of a session on any thread, the last one first: what is proven about the
//! end of a game helps with the moves before it. It reports a [`Review`] after every move, can be stopped, and
//! keeps what it has. As a [`ReviewRun`] it can also be interrupted between moves. Nothing here reads a clock: times come from the engine's reports.
//!
//! Reading order: `judgement.rs` (what a chance is, and what is called a mistake), `assess.rs` (one position),
//! `job.rs` (all of them), `game_review.rs` (the result: accuracy, turning points, curves), `words.rs` (it in
//! messages and in a record), `reviewer.rs` (it beside a game in play).

mod assess;
mod game_review;
mod job;
mod judgement;
mod reviewer;
mod words;

pub use game_review::{Curve, MoveReview, Review};
pub use job::{ReviewBudget, ReviewJob, ReviewRun, ReviewUpdate};
pub use judgement::{Chance, Judgement};
pub use reviewer::Reviewer;
pub use words::annotated;

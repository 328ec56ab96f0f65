//! Helps a person learn a game: reviews of games, lessons, puzzles and ratings.
//!
//! [`review`] judges every move of a game, [`lesson`] teaches the rules, [`puzzle`] contains positions to solve and
//! tracks progress, and [`rating`] measures the strength of a person. The modules are independent of each other, of
//! tables and of user interfaces. Nothing here does I/O, reads the time or starts a thread.

pub mod lesson;
pub mod puzzle;
pub mod rating;
pub mod review;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

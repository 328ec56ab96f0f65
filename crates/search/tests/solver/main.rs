//! What must hold for every value that is called proven.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod bounds;
mod closed;
mod cycles;
mod endings;
mod finite;
mod graph;
mod plain;
mod puzzles;
mod sameness;
mod walks;

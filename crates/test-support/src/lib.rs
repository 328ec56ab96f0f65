//! Shared by the tests of all crates: waits for conditions, starts programs, feeds readers with hostile input, and skips
//! tests whose tools are missing.

#![expect(clippy::unwrap_used, clippy::panic, clippy::missing_panics_doc, reason = "tests fail by panicking")]

mod command;
mod corpus;
mod port;
mod small_disk;
mod tools;
mod wait;

pub use command::{command, variables_to_remove};
pub use corpus::check_corpus;
pub use port::random_port;
pub use small_disk::SmallDisk;
pub use tools::{SKIPPED_TESTS, long_tests, skip};
pub use wait::{POLL_INTERVAL, TIMEOUT, wait_for, wait_until};

/// The examples of docs/library.md are tested here, because no library depends on all crates.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod library_page {}

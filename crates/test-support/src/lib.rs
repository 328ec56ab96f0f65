//! Shared by the tests of all crates: how they wait, start programs, and skip what needs a missing tool.

#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "tests fail by panicking")]

mod command;
mod port;
mod small_disk;
mod tools;
mod wait;

pub use command::{command, variables_to_remove};
pub use port::random_port;
pub use small_disk::SmallDisk;
pub use tools::{SKIPPED_TESTS, long_tests, skip};
pub use wait::{POLL_INTERVAL, TIMEOUT, wait_for, wait_until};

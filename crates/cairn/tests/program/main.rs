//! The real program, run as people and scripts run it.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod line_mode;
mod pictures;
mod run;
mod words;

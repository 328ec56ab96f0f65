//! The real program in a real terminal, as people see it: keys and clicks in, a screen out.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod endings;
mod games;
mod latency;
mod lines;
mod pty;
mod windows;

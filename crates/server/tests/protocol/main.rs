//! The protocol, spoken with a real server over the loopback interface.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod bounds;
mod client;
mod games;
mod hostile;
mod instances;
mod live;
mod openapi;
mod study;

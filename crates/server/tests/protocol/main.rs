//! The protocol, tested with a real server over the loopback interface.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod bounds;
mod client;
mod games;
mod hostile;
mod imports;
mod instances;
mod live;
mod offers;
mod openapi;
mod people;
mod studies;
mod study;
mod test_store;
#[cfg(target_os = "linux")]
mod visitors;

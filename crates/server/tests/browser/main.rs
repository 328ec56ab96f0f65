//! The web app in a real browser: headless Chromium, driven over its protocol for developers.
//!
//! `chromium.rs` finds and starts it, `devtools.rs` speaks with it, `page.rs` is a visitor with eyes and hands,
//! `person.rs` plays whatever the board offers, and `wire.rs` is a line that breaks. Without Chromium the tests say
//! that they are skipped, and pass. With `CAIRN_SCREENSHOTS` set, pictures go to `target/screenshots`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod chromium;
#[path = "../protocol/client.rs"]
#[expect(dead_code, reason = "the tests of the protocol use the rest")]
mod client;
mod devtools;
mod page;
mod person;
mod wire;

mod after;
mod board;
mod failures;
mod friends;
mod games;
mod hands;
mod looks;
mod reach;
mod study;
mod three;

//! The web app in a real browser: headless Chromium, driven over the DevTools protocol.
//!
//! `chromium.rs` finds and starts it, `devtools.rs` implements its protocol, `page.rs` is a visitor's page, `person.rs`
//! plays random moves that the board offers, and `wire.rs` is a connection that breaks. Without Chromium the tests are
//! skipped. With `CAIRN_SCREENSHOTS` set, they write pictures to `target/screenshots`.

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
mod embed;
mod empty;
mod failures;
mod friends;
mod games;
mod hands;
mod looks;
mod meeting;
mod reach;
mod screen;
mod studies;
mod study;
mod tasks;
mod three;

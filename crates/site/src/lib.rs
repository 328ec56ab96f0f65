//! The web app without a server: [`pages`] for people and the [`study`] API for programs, as functions from requests to
//! responses.
//!
//! No function reads a file, a clock or a socket, starts a thread or waits. The server routes requests to them, runs the
//! slow ones on its own threads, and adds games, accounts and limits. The scripts and styles of the pages are in
//! [`assets`].

pub mod assets;
mod context;
mod minify;
pub mod pages;
mod rule_words;
pub mod study;

pub use context::{EmbedLooks, FrameAncestors, PageContext, texts_for};

/// Tests the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Ports for servers that a test stops and starts again.

use std::hash::{BuildHasher, RandomState};

/// A random port, which may be taken. The system does not give such a port to a client, so that it stays free while a
/// server that used it is stopped.
pub fn random_port() -> u16 {
    10_000 + (RandomState::new().hash_one(0) % 20_000) as u16
}

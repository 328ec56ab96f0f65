//! The protocol, for programs and for the pages.

pub(crate) mod study;

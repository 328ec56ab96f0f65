//! Whole games at a table, without any interface.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod advice;
mod bots;
mod clocks;
mod hostile_input;
mod invariants;
mod offers;
mod test_table;
mod undo;

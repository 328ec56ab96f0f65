//! Which move is tried first: the one that was best before, then noisy ones, then those that
//! refuted neighbours of this position, then by what they have achieved elsewhere.

mod history;
mod lists;

pub(crate) use history::History;
pub(crate) use lists::{Lists, Others, Picker};

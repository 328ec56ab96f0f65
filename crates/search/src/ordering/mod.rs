//! Move ordering: the table move first, then noisy moves, then killer moves, then the rest by the
//! history heuristic.
//!
//! `history` scores moves; `move_picker` generates them in stages and yields them best first.

mod history;
mod move_picker;

pub(crate) use history::History;
pub(crate) use move_picker::{LateGeneration, MovePicker, MoveStack};

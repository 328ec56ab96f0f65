//! Python bindings: the native part of the module `cairn`.
//!
//! Everything is a thin layer over the session, the engine and the arena. The Python files beside it have the documented
//! functions, and the interfaces of other libraries.

#![expect(clippy::needless_pass_by_value, reason = "functions of Python own their arguments")]
#![expect(clippy::doc_link_with_quotes, reason = "documentation of Python shows lists")]

mod analysis;
mod arena;
mod bots;
mod errors;
mod game;
mod game_state;
mod json;
mod state;
mod vector;
mod work;

use pyo3::prelude::*;

/// The native part of `cairn`.
#[pymodule]
mod _cairn {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::{Effort, analyze, puzzles, puzzles_in_game, review, solve};
    #[pymodule_export]
    use super::arena::{Records, Terms, play_games, play_match, play_tournament};
    #[pymodule_export]
    use super::bots::{Bot, bot};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::state::{_restore_state, State};
    #[pymodule_export]
    use super::vector::VectorGame;

    /// The names of all games, in the order of menus.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        cairn_rules::games::ALL.iter().map(|info| info.id).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

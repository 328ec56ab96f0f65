//! The registry: a game is a folder here and a line in each of the two lists below.

use crate::{Game, GameInfo, GameSpec, GameSpecError, spec};

#[cfg(test)]
mod shared_tests;
pub mod sight;
pub mod stac;
pub mod stacks;
pub mod staqs;
pub mod stlts;

/// Something to be done with a game's type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// Every game, in the order of menus.
        pub const ALL: &[&GameInfo] = &[$(&<$game>::INFO),+];

        /// Reads a game with its options, such as `staqs:size=7`, and visits it.
        pub fn with_game<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, GameSpecError> {
            let (id, options) = spec::split(text);
            $(if id == <$game>::INFO.id {
                return Ok(visitor.visit(GameSpec::<$game>::read_options(options)?));
            })+
            Err(spec::unknown_game(id))
        }
    };
}

registry![staqs::Staqs, stlts::Stlts, stac::Stac, sight::Sight, stacks::Stacks];

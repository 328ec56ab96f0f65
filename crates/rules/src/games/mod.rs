//! The registry: a game is a folder here and one line in each of the two lists below.

use crate::{Game, GameInfo, GameSpec, GameSpecError, spec};

#[cfg(test)]
mod shared_tests;
pub mod sight;
pub mod stac;
pub mod stacks;
pub mod staqs;
pub mod stlts;
#[cfg(feature = "test-game")]
#[path = "../../tests/sixth_game/mod.rs"]
pub mod tump;

/// A generic function that [`with_game`] runs with the type of the game that a spec names.
///
/// ```
/// use cairn_rules::games::{Visitor, with_game};
/// use cairn_rules::{Game, GameSpec, perft::perft};
///
/// struct Perft(u32);
///
/// impl Visitor for Perft {
///     type Output = u64;
///
///     fn visit<G: Game>(self, spec: GameSpec<G>) -> u64 {
///         perft(&G::start(&spec.options), self.0)
///     }
/// }
///
/// assert_eq!(with_game("staqs:size=3", Perft(2)), Ok(72));
/// ```
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs the function for one game.
    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output;
}

macro_rules! registry {
    ($($(#[$cfg:meta])? $game:ty),+ $(,)?) => {
        /// Every game, in menu order.
        pub const ALL: &[&GameInfo] = &[$($(#[$cfg])? <$game>::INFO),+];

        /// Parses a game with its options, such as `staqs:size=7`, and visits it.
        pub fn with_game<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, GameSpecError> {
            let (id, options) = spec::split(text);
            $($(#[$cfg])? if id == <$game>::INFO.id {
                return Ok(visitor.visit(GameSpec::<$game>::read_options(options)?));
            })+
            Err(spec::unknown_game(id))
        }
    };
}

registry![
    staqs::Staqs,
    stlts::Stlts,
    stac::Stac,
    sight::Sight,
    stacks::Stacks,
    #[cfg(feature = "test-game")]
    tump::Tump
];

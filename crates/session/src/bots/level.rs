//! The levels by number. What makes them is a table of each game.

use cairn_rules::{GameInfo, LEVELS, LevelParams};

/// A level, from 1 (loses to somebody who has just read the rules) to 8.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The highest level.
    pub const HIGHEST: u8 = LEVELS as u8;

    /// The level with a number from 1 to [`Level::HIGHEST`].
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::HIGHEST { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::HIGHEST).map(Self)
    }

    /// What makes this level in a game.
    pub(super) const fn params(self, game: &GameInfo) -> LevelParams {
        game.ladder[self.0 as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_rules::games;

    #[test]
    fn higher_levels_look_at_more_and_stray_less() {
        for game in games::ALL {
            for (low, high) in Level::all().zip(Level::all().skip(1)) {
                let (low, high) = (low.params(game), high.params(game));
                assert!(low.nodes <= high.nodes && low.among >= high.among, "{}: {high:?}", game.id);
                assert!(low.slips >= high.slips && low.margin >= high.margin, "{}: {high:?}", game.id);
                assert_ne!(low, high, "{}", game.id);
            }
            assert_eq!(Level(Level::HIGHEST).params(game).slips, 0, "{}: the highest slips", game.id);
        }
        assert!(Level::new(0).is_none() && Level::new(9).is_none());
    }
}

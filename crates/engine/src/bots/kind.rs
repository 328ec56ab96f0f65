//! The kinds of built-in bots, and the levels.

use cairn_rules::{GameInfo, LEVELS, LevelParams};

use crate::Span;

/// A kind of built-in bot.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BotKind {
    /// One of the two simple bots that every game has.
    Basic(BasicBot),
    /// `level1` to `level8`: increasing strength, the same on every machine.
    Level(Level),
    /// `perfect`: exact where the position can be solved, the strongest search elsewhere.
    Perfect,
    /// `ab:depth=6`, `ab:nodes=50000`, `ab:time=100ms`: alpha-beta within limits. With `slips`,
    /// `among` and `margin` it is the building block of levels; `contempt` makes it avoid draws.
    AlphaBeta(SearchBudget),
    /// `mcts:playouts=1000`, `mcts:time=100ms`: Monte Carlo tree search within limits.
    MonteCarlo(SearchBudget),
}

/// A simple bot that every game has.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BasicBot {
    /// Plays random moves.
    Random,
    /// Plays the move that looks best one ply ahead.
    Greedy,
}

/// The limits of a searching bot, at least one, and its style of play.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct SearchBudget {
    /// Depth limit in plies.
    pub depth: Option<u8>,
    /// Limit on nodes, or on playouts.
    pub nodes: Option<u64>,
    /// Time limit.
    pub time: Option<Span>,
    /// Number of threads; 1 by default.
    pub threads: Option<u16>,
    /// The chance that the bot plays a move other than the best, in percent.
    pub slips: Option<u8>,
    /// The number of best moves from which it then chooses.
    pub among: Option<u16>,
    /// The maximum cost of such a move, in centipawns; unlimited by default.
    pub margin: Option<u16>,
    /// Contempt: the cost of a draw, in centipawns; the game's default if `None`.
    pub contempt: Option<u16>,
    /// The search techniques it uses; all by default.
    pub style: Option<Style>,
}

/// The techniques of alpha-beta that a bot uses.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Style {
    /// Textbook alpha-beta: iterative deepening with a transposition table.
    Plain,
}

impl BasicBot {
    /// Both basic bots.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// Returns the canonical name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// Returns the alias.
    pub const fn other_name(self) -> &'static str {
        match self {
            Self::Random => "easy",
            Self::Greedy => "hard",
        }
    }
}

/// A level from 1, which loses to players who have just read the rules, to 8.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The highest level.
    pub const HIGHEST: u8 = LEVELS as u8;

    /// Creates the level with a number from 1 to [`Level::HIGHEST`].
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::HIGHEST { Some(Self(number)) } else { None }
    }

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns every level, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::HIGHEST).map(Self)
    }

    /// Returns the search budget of this level in a game.
    pub(super) const fn params(self, game: &GameInfo) -> LevelParams {
        game.engine.ladder[self.0 as usize - 1]
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

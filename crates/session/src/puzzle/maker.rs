//! Makes puzzles out of games that levels play against each other.

use cairn_rules::games::with_game;
use cairn_rules::{RandomSource, Wdl};

use super::entry::Draft;
use super::examine::Examine;
use crate::study::{Analyst, Limits, Settings};
use crate::{BasicBot, BotKind, Level, OpenError, Rng, open};

/// Games begin with up to so many random plies.
const RANDOM_PLIES: u32 = 6;
/// Games are cut off after so many.
const MOST_PLIES: usize = 300;
/// Puzzles are looked for among so many positions before the end.
const LATE_PLIES: usize = 16;
/// The levels that play: weak enough to leave puzzles, strong enough to make them.
const LEVELS: (u8, u32) = (2, 4);
/// How many positions a search may look at: the number of the first budget from which on every one
/// finds the move is how difficult a puzzle is.
const BUDGETS: [u64; 8] = [150, 500, 1_500, 4_500, 14_000, 40_000, 120_000, 400_000];
const MEGABYTES: usize = 4;

/// Somebody who makes puzzles of one game. The same seed makes the same puzzles.
#[derive(Debug)]
pub struct Maker {
    spec: String,
    rng: Rng,
}

impl Maker {
    /// A maker of puzzles of a game, given with its options in one word.
    pub fn new(spec: &str, seed: u64) -> Result<Self, OpenError> {
        Ok(Self { spec: open(spec, None)?.spec(), rng: Rng::seeded(seed) })
    }

    /// Plays a game and gives the puzzles in it, at most the easiest and the hardest.
    pub fn play(&mut self) -> Vec<Draft> {
        let mut drafts: Vec<Draft> =
            self.late_positions().iter().filter_map(|late| self.examine(late)).collect();
        drafts.sort_by_key(|draft| draft.difficulty);
        if drafts.len() > 2 {
            drafts.drain(1..drafts.len() - 1);
        }
        drafts
    }

    /// Positions near the end of a game.
    fn late_positions(&mut self) -> Vec<String> {
        let Ok(mut session) = open(&self.spec, None) else { return Vec::new() };
        for _ in 0..self.rng.below(RANDOM_PLIES + 1) {
            let mv = session.basic_move(BasicBot::Random, &mut self.rng);
            if mv.is_none_or(|mv| session.play(&mv).is_err()) {
                break;
            }
        }
        let mut players: Vec<_> = (0..session.seats()).filter_map(|_| self.player()).collect();
        let mut positions = Vec::new();
        while positions.len() < MOST_PLIES {
            positions.push(session.position());
            let player = players.get_mut(session.to_move().index());
            let mv = player.and_then(|player| player.choose(&*session));
            if mv.is_none_or(|mv| session.play(&mv).is_err()) {
                break;
            }
        }
        positions.split_off(positions.len().saturating_sub(LATE_PLIES))
    }

    fn player(&mut self) -> Option<crate::BuiltinBot> {
        let (lowest, levels) = LEVELS;
        let level = Level::new(lowest + self.rng.below(levels) as u8)?;
        Some(BotKind::Level(level).player(self.rng.below(u32::MAX).into()))
    }

    fn examine(&self, position: &str) -> Option<Draft> {
        let mut draft = with_game(&self.spec, Examine { position, turns: None }).ok()??;
        draft.difficulty = difficulty(&draft)?;
        Some(draft)
    }
}

/// From 1, found at first sight, to 9, found by none of the budgets.
fn difficulty(draft: &Draft) -> Option<u8> {
    let session = open(&draft.spec, Some(&draft.position)).ok()?;
    let (_, right) =
        draft.values.iter().max_by_key(|&(value, _)| *value).filter(|(value, _)| *value > Wdl::Loss)?;
    let finds = |nodes: u64| {
        let mut analyst = Analyst::new(Settings { megabytes: MEGABYTES, ..Settings::default() });
        analyst
            .analyze(&*session, &Limits::nodes(nodes), &mut |_| ())
            .best()
            .is_some_and(|best| right.iter().any(|mv| mv == best))
    };
    let steady = BUDGETS.iter().rev().take_while(|&&nodes| finds(nodes)).count();
    Some((1 + BUDGETS.len() - steady) as u8)
}

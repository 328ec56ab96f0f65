//! Generates puzzles from games between levels.

use cairn_rules::{GameSpecError, RandomSource, Wdl};
use cairn_search::{Limits, OutOfMemory, Settings};
use cairn_session::{Session, open};

use super::Draft;
use crate::bots::{BasicBot, BotFault, BotKind, BuiltinBot, Level};
use crate::engine::{self, Engine, EngineSettings};
use crate::rng::Rng;

/// The maximum number of random plies at the start of a game.
const RANDOM_PLIES: u32 = 6;
/// The length at which games are stopped.
const MAX_PLIES: usize = 300;
/// The number of examined positions before the end.
const LATE_PLIES: usize = 16;
/// The levels that play: weak enough to miss puzzles, strong enough to create them.
const LEVELS: (u8, u32) = (2, 4);
/// Node budgets. The difficulty of a puzzle is the number of the first budget such that searches with it and with all
/// larger ones find the move.
const BUDGETS: [u64; 8] = [150, 500, 1_500, 4_500, 14_000, 40_000, 120_000, 400_000];
const MEGABYTES: usize = 4;

/// Generates puzzles for one game. The same seed gives the same puzzles.
#[derive(Debug)]
pub struct PuzzleGenerator {
    engine: Box<dyn Engine>,
    rng: Rng,
}

impl PuzzleGenerator {
    /// Creates a puzzle generator for a game, given by its spec.
    pub fn new(spec: &str, seed: u64) -> Result<Self, GameSpecError> {
        let search = Settings { hash_mib: MEGABYTES, ..Settings::default() };
        let engine = engine::open(spec, EngineSettings::search(search))?;
        Ok(Self { engine, rng: Rng::seeded(seed) })
    }

    /// Plays a game and returns the puzzles in it, at most the easiest and the hardest.
    pub fn play(&mut self) -> Result<Vec<Draft>, OutOfMemory> {
        let mut drafts = Vec::new();
        for position in self.late_positions()? {
            drafts.extend(self.examine(&position)?);
        }
        drafts.sort_by_key(|draft| draft.difficulty);
        if drafts.len() > 2 {
            drafts.drain(1..drafts.len() - 1);
        }
        Ok(drafts)
    }

    /// Returns positions near the end of a game.
    fn late_positions(&mut self) -> Result<Vec<String>, OutOfMemory> {
        let Ok(mut session) = open(&self.engine.spec(), None) else { return Ok(Vec::new()) };
        for _ in 0..self.rng.below(RANDOM_PLIES + 1) {
            let mv = self.engine.basic_move(&*session, BasicBot::Random, &mut self.rng);
            if !play(&mut *session, mv.ok().flatten()) {
                break;
            }
        }
        let mut bots: Vec<_> = (0..session.seats()).filter_map(|_| self.bot()).collect();
        let mut positions = Vec::new();
        while positions.len() < MAX_PLIES {
            positions.push(session.position());
            let bot = bots.get_mut(session.to_move().index());
            let mv = match bot.map(|bot| bot.choose_move(&*session)) {
                Some(Err(BotFault::OutOfMemory(error))) => return Err(error),
                mv => mv.and_then(Result::ok).flatten(),
            };
            if !play(&mut *session, mv) {
                break;
            }
        }
        Ok(positions.split_off(positions.len().saturating_sub(LATE_PLIES)))
    }

    fn bot(&mut self) -> Option<BuiltinBot> {
        let (lowest, levels) = LEVELS;
        let level = Level::new(lowest + self.rng.below(levels) as u8)?;
        Some(BotKind::Level(level).bot(self.rng.below(u32::MAX).into()))
    }

    fn examine(&mut self, position: &str) -> Result<Option<Draft>, OutOfMemory> {
        // Resets the table for the difficulty searches.
        self.engine.set_search_settings(self.engine.search_settings().clone())?;
        let Some(mut draft) = self.engine.find_puzzle(position, None)? else { return Ok(None) };
        let Some(difficulty) = self.difficulty(&draft) else { return Ok(None) };
        draft.difficulty = difficulty;
        Ok(Some(draft))
    }

    /// Rates the puzzle from 1, for the smallest budget, to 9, if no budget finds the move.
    fn difficulty(&mut self, draft: &Draft) -> Option<u8> {
        let session = open(&draft.spec, Some(&draft.position)).ok()?;
        let best = draft.values.iter().max_by_key(|&(value, _)| *value);
        let (_, right) = best.filter(|(value, _)| *value > Wdl::Loss)?;
        let mut finds = |nodes: u64| {
            // Each search starts with empty tables, so that it does not profit from the previous one.
            self.engine.clear();
            let analysis = self.engine.analyze(&*session, &Limits::nodes(nodes), &mut |_| ());
            analysis
                .is_ok_and(|analysis| analysis.best().is_some_and(|best| right.iter().any(|mv| mv == best)))
        };
        let steady = BUDGETS.iter().rev().take_while(|&&nodes| finds(nodes)).count();
        Some((1 + BUDGETS.len() - steady) as u8)
    }
}

/// Plays the move if it is legal; returns whether it was.
fn play(session: &mut dyn Session, mv: Option<String>) -> bool {
    mv.is_some_and(|mv| session.play(&mv).is_ok())
}

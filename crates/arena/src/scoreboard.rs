//! Collects the results of a match by game number, in any order of games.

use std::collections::BTreeMap;

use crate::game::{Forfeit, GameResult, PlayedGame};
use crate::{Results, Sprt, Verdict};

/// The result of a game in a few bytes, because a match may have millions.
#[derive(Copy, Clone, Debug)]
struct GameEntry {
    result: GameResult,
    plies: u32,
}

/// The finished games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Scoreboard {
    entries: Vec<Option<GameEntry>>,
    /// Games lost by a bot's fault, by number.
    forfeits: BTreeMap<usize, Forfeit>,
    /// All games that have ended.
    results: Results,
    sprt: Option<Sprt>,
    /// The complete pairs before the first incomplete one, by half points.
    sprt_pairs: [u64; 5],
    /// The number of those pairs.
    sprt_pair_count: usize,
    /// The number of games after which the SPRT was decided.
    decided_after: Option<usize>,
}

impl Scoreboard {
    pub(crate) fn new(games: usize, sprt: Option<Sprt>) -> Self {
        Self {
            entries: vec![None; games],
            forfeits: BTreeMap::new(),
            results: Results::default(),
            sprt,
            sprt_pairs: [0; 5],
            sprt_pair_count: 0,
            decided_after: None,
        }
    }

    /// Adds a game, once. The SPRT uses only complete pairs in the order of their numbers, so that it stops after the
    /// same game for any number of threads.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        let partner = self.entries.get(game.number ^ 1).copied().flatten();
        let Some(entry @ None) = self.entries.get_mut(game.number) else { return };
        *entry = Some(GameEntry { result: game.result, plies: game.plies() as u32 });
        self.results.add(game.result, partner.map(|partner| partner.result));
        if let Some(forfeit) = &game.forfeit {
            self.forfeits.insert(game.number, forfeit.clone());
        }
        while self.decided_after.is_none()
            && let Some([Some(one), Some(two)]) = self.entries.chunks_exact(2).nth(self.sprt_pair_count)
        {
            self.sprt_pairs[one.result.half_points() + two.result.half_points()] += 1;
            self.sprt_pair_count += 1;
            if self.sprt.is_some_and(|sprt| sprt.verdict(&self.sprt_pairs) != Verdict::Open) {
                self.decided_after = Some(2 * self.sprt_pair_count);
            }
        }
    }

    /// Returns whether a game has ended.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.entries.get(number).is_some_and(Option::is_some)
    }

    /// Returns the number of finished games.
    pub(crate) fn games(&self) -> usize {
        self.results.games() as usize
    }

    /// Returns the results of all finished games, including those after the decision of the SPRT.
    pub(crate) fn interim_results(&self) -> Results {
        self.results
    }

    /// Returns whether the SPRT is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.decided_after.is_some()
    }

    /// Returns the pairs in the SPRT, by half points.
    pub(crate) fn sprt_pairs(&self) -> &[u64; 5] {
        &self.sprt_pairs
    }

    /// Returns the games that count: all of them, or those up to the decision of the SPRT.
    fn counted(&self) -> &[Option<GameEntry>] {
        &self.entries[..self.decided_after.unwrap_or(self.entries.len())]
    }

    /// Returns the results of the games that count.
    pub(crate) fn final_results(&self) -> Results {
        let mut results = Results::default();
        for pair in self.counted().chunks(2) {
            let mut partner = None;
            for entry in pair.iter().flatten() {
                results.add(entry.result, partner.replace(entry.result));
            }
        }
        results
    }

    /// Returns the total length of the games that count.
    pub(crate) fn plies(&self) -> usize {
        self.counted().iter().flatten().map(|entry| entry.plies as usize).sum()
    }

    /// Returns the games that count and were lost by a bot's fault, by number.
    pub(crate) fn forfeits(&self) -> Vec<(usize, Forfeit)> {
        let counted = self.forfeits.range(..self.counted().len());
        counted.map(|(number, forfeit)| (*number, forfeit.clone())).collect()
    }
}

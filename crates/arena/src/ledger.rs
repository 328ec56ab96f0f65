//! The results of a match in the order of its games, whatever the order in which they end.

use std::collections::BTreeMap;

use crate::game::{Forfeit, Game, Score};
use crate::{Sprt, Tally, Verdict};

/// What is kept of a game: few bytes, since a match may have millions.
#[derive(Copy, Clone, Debug)]
struct Entry {
    score: Score,
    plies: u32,
}

/// The results of a match.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    entries: Vec<Option<Entry>>,
    /// The games that were lost by a fault.
    forfeits: BTreeMap<usize, Forfeit>,
    /// All games that are known.
    tally: Tally,
    known: usize,
    /// Pairs that are complete, up to the first that is not, by twice their points.
    prefix: [u64; 5],
    /// How many those are.
    whole: usize,
    /// After how many games the test was decided.
    decided: Option<usize>,
    sprt: Option<Sprt>,
}

impl Ledger {
    pub(crate) fn new(games: usize, sprt: Option<Sprt>) -> Self {
        Self {
            entries: vec![None; games],
            forfeits: BTreeMap::new(),
            tally: Tally::default(),
            known: 0,
            prefix: [0; 5],
            whole: 0,
            decided: None,
            sprt,
        }
    }

    /// Notes a game, once. Only complete pairs count for the test, in their order, so that it ends
    /// after the same game however many threads play.
    pub(crate) fn enter(&mut self, game: &Game) {
        let partner = self.entries.get(game.number ^ 1).copied().flatten();
        let Some(entry @ None) = self.entries.get_mut(game.number) else { return };
        *entry = Some(Entry { score: game.score, plies: game.plies() as u32 });
        self.tally.add(game.score, partner.map(|partner| partner.score));
        self.known += 1;
        if let Some(forfeit) = &game.forfeit {
            self.forfeits.insert(game.number, forfeit.clone());
        }
        while self.decided.is_none()
            && let Some([Some(one), Some(two)]) = self.entries.chunks_exact(2).nth(self.whole)
        {
            self.prefix[one.score.halves() + two.score.halves()] += 1;
            self.whole += 1;
            if self.sprt.is_some_and(|sprt| sprt.verdict(&self.prefix) != Verdict::Open) {
                self.decided = Some(2 * self.whole);
            }
        }
    }

    /// Whether a game was noted.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.entries.get(number).is_some_and(Option::is_some)
    }

    /// How many games were noted.
    pub(crate) fn known(&self) -> usize {
        self.known
    }

    /// All games so far, whether or not they will count.
    pub(crate) fn so_far(&self) -> Tally {
        self.tally
    }

    /// Whether the test is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// The pairs that the test has seen.
    pub(crate) fn tested(&self) -> &[u64; 5] {
        &self.prefix
    }

    /// The games that count: all that are known, or those up to the decision.
    fn counted(&self) -> &[Option<Entry>] {
        &self.entries[..self.decided.unwrap_or(self.entries.len())]
    }

    /// The results of the games that count.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for pair in self.counted().chunks(2) {
            let mut partner = None;
            for entry in pair.iter().flatten() {
                tally.add(entry.score, partner.replace(entry.score));
            }
        }
        tally
    }

    pub(crate) fn plies(&self) -> usize {
        self.counted().iter().flatten().map(|entry| entry.plies as usize).sum()
    }

    /// The games that were lost by a fault, by number.
    pub(crate) fn forfeits(&self) -> Vec<(usize, Forfeit)> {
        self.forfeits.range(..self.counted().len()).map(|(number, fault)| (*number, fault.clone())).collect()
    }
}

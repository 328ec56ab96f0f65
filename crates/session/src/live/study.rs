//! The position of a game in play with its history, to be searched apart from it.

use cairn_rules::{Game, Solvable};
use cairn_search::Limits;

use super::Live;
use crate::study::{Analysis, Analyst, Study};

/// What a search has to know of a game in play.
pub(super) struct Moment<P> {
    word: String,
    position: P,
    /// The positions before it, oldest first.
    history: Vec<P>,
    over: bool,
}

impl<G: Game> Live<G> {
    /// The moment that the game has come to.
    pub(super) fn moment(&self) -> Moment<G::Position> {
        let mut history: Vec<G::Position> =
            std::iter::once(self.start).chain(self.plies.iter().map(|ply| ply.after)).collect();
        history.pop();
        Moment { word: self.word.to_string(), position: *self.current(), history, over: self.is_over() }
    }
}

impl<P: Solvable> Study for Moment<P> {
    fn search(&self, analyst: &mut Analyst, limits: &Limits, hear: &mut dyn FnMut(&Analysis)) -> Analysis {
        if self.over {
            return Analysis::default();
        }
        analyst.search(&self.word, &self.position, &self.history, limits, hear)
    }

    fn count_moves(&self) -> u64 {
        if self.over { 0 } else { self.position.count_moves() }
    }
}

//! Plain values to compare with: every line to its end, nothing left out but what was seen before.

use std::collections::HashMap;

use cairn_rules::{Game, GameSpec, Position};
use cairn_search::solver::Wdl;

use crate::walks::late;

/// What every position is worth to the player to move, as far as somebody has asked.
pub(crate) struct Plain<P>(HashMap<P, Wdl>);

pub(crate) fn outcome<P: Position>(position: &P) -> Option<Wdl> {
    Some(match position.outcome()?.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == position.to_move() => Wdl::Win,
        Some(_) => Wdl::Loss,
    })
}

impl<P: Position> Plain<P> {
    /// Looks at everything below a position of a game in which none comes back; gives up if that
    /// is more than so many positions.
    pub(crate) fn of(position: &P, most: usize) -> Option<Self> {
        let mut plain = Self(HashMap::new());
        plain.look(position, most)?;
        Some(plain)
    }

    fn look(&mut self, position: &P, most: usize) -> Option<Wdl> {
        if let Some(&known) = self.0.get(position) {
            return Some(known);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut value = outcome(position);
        for mv in moves {
            value = value.max(Some(self.look(&position.after(mv), most)?.for_opponent()));
        }
        self.0.insert(*position, value?);
        if self.0.len() > most { None } else { value }
    }

    /// The value of a position that was looked at.
    pub(crate) fn value(&self, position: &P) -> Wdl {
        self.0[position]
    }

    /// All positions that were looked at, with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&P, Wdl)> {
        self.0.iter().map(|(position, &truth)| (position, truth))
    }
}

/// Positions of random games with no more than so many plies left, if there are not too many, with the plain values below them.
pub(crate) fn late_and_plain<G: Game>(
    word: &GameSpec<G>,
    count: u64,
    left: u16,
) -> impl Iterator<Item = (G::Position, Plain<G::Position>)> {
    const MOST: usize = 3_000;
    let late = late(word, count, left).into_iter();
    late.filter_map(|position| Some((position, Plain::of(&position, MOST)?)))
}

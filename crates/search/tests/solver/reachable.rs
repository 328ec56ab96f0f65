//! Reference values where positions can repeat: retrograde analysis of everything reachable.

use std::collections::HashMap;

use cairn_rules::Position;
use cairn_search::solver::Wdl;

use crate::minimax::outcome;

/// The maximum number of positions for a test.
const MAX_POSITIONS: usize = 400_000;

/// Everything reachable from some positions, with values for the player to move.
pub(crate) struct Reachable<P> {
    /// The positions in the order of discovery.
    positions: Vec<P>,
    indices: HashMap<Identity, usize>,
    values: Vec<Wdl>,
}

/// The identity of a position: plies since progress count only where they can end the game.
type Identity = (u64, Option<u16>);

fn identity<P: Position>(position: &P) -> Identity {
    (position.key(), position.quiet_plies_left())
}

impl<P: Position> Reachable<P> {
    pub(crate) fn from(starts: impl IntoIterator<Item = P>) -> Self {
        let mut all = Self { positions: Vec::new(), indices: HashMap::new(), values: Vec::new() };
        for start in starts {
            all.index_of(start);
        }
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut moves = Vec::new();
        while let Some(&position) = all.positions.get(next.len()) {
            assert!(all.positions.len() <= MAX_POSITIONS, "too much can be reached: {position}");
            moves.clear();
            position.legal_moves(&mut moves);
            next.push(moves.iter().map(|&mv| all.index_of(position.after(mv))).collect());
        }
        all.values = retrograde(all.positions.iter().map(outcome).collect(), &next);
        all
    }

    /// Returns the index of a position, and adds it if it is new.
    fn index_of(&mut self, position: P) -> usize {
        *self.indices.entry(identity(&position)).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    pub(crate) fn value(&self, position: &P) -> Wdl {
        self.values[self.indices[&identity(position)]]
    }

    /// Returns all positions that are not over, with their values.
    pub(crate) fn open(&self) -> impl Iterator<Item = (&P, Wdl)> {
        let all = self.positions.iter().zip(self.values.iter().copied());
        all.filter(|(position, _)| position.outcome().is_none())
    }
}

/// Computes values from the terminal positions backwards, given the successors of each position. A position in which
/// neither player can force a win is a draw, on the board or by repeating forever.
fn retrograde(mut known: Vec<Option<Wdl>>, next: &[Vec<usize>]) -> Vec<Wdl> {
    loop {
        let mut changed = false;
        for place in (0..next.len()).rev().filter(|&place| !next[place].is_empty()) {
            if known[place].is_none() {
                let mut after = next[place].iter().map(|&next| known[next]);
                known[place] = if after.clone().any(|value| value == Some(Wdl::Loss)) {
                    Some(Wdl::Win)
                } else {
                    after.all(|value| value == Some(Wdl::Win)).then_some(Wdl::Loss)
                };
                changed |= known[place].is_some();
            }
        }
        if !changed {
            return known.into_iter().map(|value| value.unwrap_or(Wdl::Draw)).collect();
        }
    }
}

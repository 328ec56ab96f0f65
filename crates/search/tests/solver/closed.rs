//! Values to compare with where positions can come back: all that can be reached, judged from the
//! ends backwards.

use std::collections::HashMap;

use cairn_rules::Position;
use cairn_search::solver::Wdl;

use crate::plain::outcome;

/// More positions are too many for a test.
const MOST: usize = 400_000;

/// Everything that can be reached from some positions, and what it is worth to the player to move.
pub(crate) struct Closed<P> {
    /// In the order in which they were found.
    positions: Vec<P>,
    places: HashMap<Name, usize>,
    values: Vec<Wdl>,
}

/// What tells positions apart: quiet plies only where they can end the game.
type Name = (u64, Option<u16>);

fn name<P: Position>(position: &P) -> Name {
    (position.key(), position.quiet_plies_left())
}

impl<P: Position> Closed<P> {
    pub(crate) fn from(starts: impl IntoIterator<Item = P>) -> Self {
        let mut all = Self { positions: Vec::new(), places: HashMap::new(), values: Vec::new() };
        for start in starts {
            all.place(start);
        }
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut moves = Vec::new();
        while let Some(&position) = all.positions.get(next.len()) {
            assert!(all.positions.len() <= MOST, "too much can be reached: {position}");
            moves.clear();
            position.legal_moves(&mut moves);
            next.push(moves.iter().map(|&mv| all.place(position.after(mv))).collect());
        }
        all.values = judge(all.positions.iter().map(outcome).collect(), &next);
        all
    }

    /// The place of a position in the list, at its end if it is new.
    fn place(&mut self, position: P) -> usize {
        *self.places.entry(name(&position)).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    pub(crate) fn value(&self, position: &P) -> Wdl {
        self.values[self.places[&name(position)]]
    }

    /// All positions in which the game goes on, with their values.
    pub(crate) fn open(&self) -> impl Iterator<Item = (&P, Wdl)> {
        let all = self.positions.iter().zip(self.values.iter().copied());
        all.filter(|(position, _)| position.outcome().is_none())
    }
}

/// Values from those of the games that are over and from where the moves of each position lead.
/// What neither player can force is a draw, be it on the board or because both come back to the
/// same positions for ever.
fn judge(mut known: Vec<Option<Wdl>>, next: &[Vec<usize>]) -> Vec<Wdl> {
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

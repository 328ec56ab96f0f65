//! The positions after the moves of one, those left out whose answer is known, the most promising
//! first.

use cairn_rules::{Player, Solvable};

use super::answer::Answer;
use super::worker::Worker;

/// A position after a move.
#[derive(Copy, Clone)]
pub(super) struct Child<P> {
    pub(super) position: P,
    pub(super) key: u64,
    pub(super) rank: i32,
    /// The move by its place among the legal ones.
    pub(super) index: u16,
}

/// What a look at the moves of a position has come to.
pub(super) enum Expanded {
    /// The answer, and the place of the move that gives it.
    Answered(Answer, Option<usize>),
    /// From this place on the children are listed that have to be looked at.
    Listed(usize),
}

/// The rank of the move that was best before.
const BEST: i32 = i32::MAX;

/// Of a position and its images the one that stands for all.
pub(super) fn folded<P: Solvable>(position: P) -> P {
    if !position.folds() {
        return position;
    }
    let images = (1..position.symmetries()).map(|symmetry| position.transformed(symmetry));
    // A symmetry that exchanges the players would turn the question around.
    let images = images.filter(|image| image.to_move() == position.to_move());
    images.fold(position, |least, image| if image.key() < least.key() { image } else { least })
}

impl<P: Solvable> Worker<'_, P> {
    /// Looks at all moves of a position. `best` was the best one before.
    pub(super) fn expand(
        &mut self,
        position: &P,
        attacker: Player,
        ply: usize,
        best: Option<u8>,
    ) -> Expanded {
        let attacks = position.to_move() == attacker;
        let start = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.legal_moves(&mut moves);
        let mut decided = None;
        for (index, &mv) in moves.iter().enumerate() {
            let next = folded(position.after(mv));
            let key = self.key(&next);
            match self.known(&next, key, attacker, ply + 1) {
                Answer::Open => {}
                answer if (answer == Answer::Yes) == attacks => {
                    decided = Some((answer, Some(index)));
                    break;
                }
                _ => continue,
            }
            if next.folds() && self.children[start..].iter().any(|child| child.key == key) {
                continue;
            }
            let rank = if best.map(usize::from) == Some(index) { BEST } else { next.promise() };
            self.children.push(Child { position: next, key, rank, index: index as u16 });
        }
        if let Some((answer, index)) = decided {
            self.children.truncate(start);
            self.moves = moves;
            return Expanded::Answered(answer, index);
        }
        let any = !moves.is_empty();
        self.moves = moves;
        if self.children.len() == start {
            let answer = match position.outcome() {
                Some(outcome) => Answer::from_outcome(outcome, attacker),
                None => Answer::of(!attacks),
            };
            return Expanded::Answered(answer, any.then_some(0));
        }
        self.children[start..].sort_by_key(|child| -i64::from(child.rank));
        Expanded::Listed(start)
    }

    /// What is known of a position without a search.
    #[inline]
    fn known(&self, position: &P, key: u64, attacker: Player, ply: usize) -> Answer {
        let attacks = position.to_move() == attacker;
        if self.shared.past.draws(position.key()) && position.outcome().is_none() {
            return Answer::No;
        }
        let answer = Answer::from_bounds(position.bounds(), attacks);
        if answer != Answer::Open {
            return answer;
        }
        let known = self.shared.table.get(key).map(|entry| entry.bounds);
        known
            .or_else(|| self.ask_oracle(position, ply))
            .map_or(Answer::Open, |bounds| Answer::from_bounds(bounds, attacks))
    }
}

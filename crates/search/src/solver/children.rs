//! The positions after the moves of one, those left out whose answer is known, the most promising
//! first.

use cairn_rules::{Player, Position, Solvable, StaticBounds, WdlBounds};

use super::answer::Answer;
use super::worker::Worker;
use crate::score::MAX_PLY;

/// A position after a move.
#[derive(Copy, Clone)]
pub(super) struct Child<P: Position> {
    pub(super) position: P,
    pub(super) key: u64,
    pub(super) rank: i32,
    pub(super) mv: P::Move,
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

/// Oracles are asked about positions up to so many plies from the root.
const ORACLE_PLIES: usize = 8;
/// The rank of the move that was best before.
const BEST: i32 = i32::MAX;

/// What moves have achieved elsewhere counts for less than what they promise...
const MERITS_PER_POINT: i32 = 32;
/// ...and this much more if they were an answer to a neighbour of the position.
const KILLER: i32 = 300;

/// Where killers of a ply are kept; those of very long lines share a place.
pub(super) fn level(ply: usize) -> usize {
    ply.min(MAX_PLY - 1)
}

/// A key that a position shares with its images where they are looked for, and else with those
/// that differ from it in nothing that matters.
pub(super) fn shared_key<P: Solvable>(position: &P, glance: StaticBounds) -> u64 {
    if !position.should_canonicalize() {
        return glance.key;
    }
    let images = (1..position.symmetries()).map(|symmetry| position.transformed(symmetry));
    // A symmetry that exchanges the players would turn the question around.
    let images = images.filter(|image| image.to_move() == position.to_move());
    images.map(|image| image.key()).fold(position.key(), u64::min)
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
        let any = !moves.is_empty();
        let decided = self.list(position, &moves, attacker, ply).or_else(|| self.look_up(start, attacker));
        self.moves = moves;
        if let Some(index) = decided {
            self.children.truncate(start);
            return Expanded::Answered(Answer::of(attacks), Some(index));
        }
        if self.children.len() == start {
            let answer = match position.outcome() {
                Some(outcome) => Answer::from_outcome(outcome, attacker),
                None => Answer::of(!attacks),
            };
            return Expanded::Answered(answer, any.then_some(0));
        }
        self.rank(position, start, ply, best);
        self.children[start..].sort_by_key(|child| -i64::from(child.rank));
        Expanded::Listed(start)
    }

    /// Says of the children from a place on which to look at first.
    fn rank(&mut self, position: &P, start: usize, ply: usize, best: Option<u8>) {
        if self.children.len() - start < 2 {
            return;
        }
        let (seat, level) = (position.to_move().index(), level(ply));
        for child in &mut self.children[start..] {
            if best.map(u16::from) == Some(child.index) {
                child.rank = BEST;
                continue;
            }
            let killer = if self.history.is_killer(level, child.mv) { KILLER } else { 0 };
            let merit = self.history.merit(seat, child.mv) / MERITS_PER_POINT;
            child.rank = child.position.order_hint() + merit + killer;
        }
    }

    /// Lists the children whose answer the rules do not tell at once. If one has the answer that
    /// the player to move wants, gives its place instead.
    fn list(&mut self, position: &P, moves: &[P::Move], attacker: Player, ply: usize) -> Option<usize> {
        let attacks = position.to_move() == attacker;
        let start = self.children.len();
        for (index, &mv) in moves.iter().enumerate() {
            let next = position.after(mv);
            let glance = next.static_bounds();
            match self.told(&next, glance.bounds, attacker, ply + 1) {
                Answer::Open => {}
                answer if answer == Answer::of(attacks) => return Some(index),
                _ => continue,
            }
            let key = self.salted(shared_key(&next, glance), &next);
            if next.should_canonicalize() && self.children[start..].iter().any(|child| child.key == key) {
                continue;
            }
            self.children.push(Child { position: next, key, rank: 0, mv, index: index as u16 });
        }
        None
    }

    /// What is known of a position without a search and without the table.
    #[inline]
    fn told(&self, position: &P, bounds: WdlBounds, attacker: Player, ply: usize) -> Answer {
        let attacks = position.to_move() == attacker;
        if self.shared.past.draws(position.key()) && position.outcome().is_none() {
            return Answer::No;
        }
        let answer = Answer::from_bounds(bounds, attacks);
        if answer != Answer::Open || ply > ORACLE_PLIES {
            return answer;
        }
        let truth = self.shared.oracle.and_then(|oracle| oracle(position));
        truth.map_or(Answer::Open, |truth| Answer::from_bounds(WdlBounds::exactly(truth), attacks))
    }

    /// Drops the children from a place on whose answer the table knows. If one has the answer that
    /// the player to move wants, gives its place. Nothing else is done in between, so that the
    /// processor waits for several of these far places at once.
    fn look_up(&mut self, start: usize, attacker: Player) -> Option<usize> {
        let mut kept = start;
        for place in start..self.children.len() {
            let child = &self.children[place];
            let attacks = child.position.to_move() == attacker;
            let answer = match self.shared.table.get(child.key) {
                Some(entry) => Answer::from_bounds(entry.bounds, attacks),
                None => Answer::Open,
            };
            if answer == Answer::Open {
                self.children.swap(kept, place);
                kept += 1;
            } else if answer == Answer::of(!attacks) {
                return Some(child.index.into());
            }
        }
        self.children.truncate(kept);
        None
    }
}

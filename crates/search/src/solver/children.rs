//! Expands a node: drops children with a known status, and sorts the others by promise.

use cairn_rules::{Player, Position, Solvable, StaticBounds, WdlBounds};

use super::status::ProofStatus;
use super::worker::Worker;
use crate::score::MAX_PLY;

/// A position after a move.
#[derive(Copy, Clone)]
pub(super) struct Child<P: Position> {
    pub(super) position: P,
    pub(super) key: u64,
    pub(super) ordering_score: i32,
    pub(super) mv: P::Move,
    /// The index of the move among the legal ones.
    pub(super) index: u16,
}

/// The result of expanding a node.
pub(super) enum Expansion {
    /// The status of the node, and the index of the move that proves it.
    Decided(ProofStatus, Option<usize>),
    /// The children to search are in the list from here on.
    Children(usize),
}

/// The solver queries the oracle about positions up to this many plies from the root.
const ORACLE_PLIES: usize = 8;
/// The ordering score of the move that was best before.
const TABLE_MOVE: i32 = i32::MAX;
/// The history score counts for less than the game's order hint...
const HISTORY_DIVISOR: i32 = 32;
/// ...and a killer move gets this bonus.
const KILLER_BONUS: i32 = 300;

/// Returns the ply under which killers are stored; very long lines share the last one.
pub(super) fn killer_ply(ply: usize) -> usize {
    ply.min(MAX_PLY - 1)
}

/// Returns the key of the canonical position under the game's symmetries where looking it up pays off, and the game's
/// own key of relevant facts elsewhere.
pub(super) fn canonical_key<P: Solvable>(position: &P, static_bounds: StaticBounds) -> u64 {
    if !position.should_canonicalize() {
        return static_bounds.key;
    }
    let images = (1..position.symmetries()).map(|symmetry| position.transformed(symmetry));
    // A symmetry that exchanges the players would exchange attacker and defender.
    let images = images.filter(|image| image.to_move() == position.to_move());
    images.map(|image| image.key()).fold(position.key(), u64::min)
}

impl<P: Solvable> Worker<'_, P> {
    /// Expands a node. `best` was the best move before.
    pub(super) fn expand(
        &mut self,
        position: &P,
        attacker: Player,
        ply: usize,
        best: Option<u8>,
    ) -> Expansion {
        let attacks = position.to_move() == attacker;
        let start = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.legal_moves(&mut moves);
        let any = !moves.is_empty();
        let decisive =
            self.push_children(position, &moves, attacker, ply).or_else(|| self.probe(start, attacker));
        self.moves = moves;
        if let Some(index) = decisive {
            self.children.truncate(start);
            return Expansion::Decided(ProofStatus::of(attacks), Some(index));
        }
        if self.children.len() == start {
            let status = match position.outcome() {
                Some(outcome) => ProofStatus::from_outcome(outcome, attacker),
                None => ProofStatus::of(!attacks),
            };
            return Expansion::Decided(status, any.then_some(0));
        }
        self.score_children(position, start, ply, best);
        self.children[start..].sort_by_key(|child| -i64::from(child.ordering_score));
        Expansion::Children(start)
    }

    /// Move ordering: scores the children from `start` on.
    fn score_children(&mut self, position: &P, start: usize, ply: usize, best: Option<u8>) {
        if self.children.len() - start < 2 {
            return;
        }
        let (seat, ply) = (position.to_move().index(), killer_ply(ply));
        for child in &mut self.children[start..] {
            if best.map(u16::from) == Some(child.index) {
                child.ordering_score = TABLE_MOVE;
                continue;
            }
            let killer = if self.history.is_killer(ply, child.mv) { KILLER_BONUS } else { 0 };
            let history = self.history.score(seat, child.mv) / HISTORY_DIVISOR;
            child.ordering_score = child.position.order_hint() + history + killer;
        }
    }

    /// Pushes the children that the rules do not decide at once. If one decides the node for the
    /// player to move, returns its index instead.
    fn push_children(
        &mut self,
        position: &P,
        moves: &[P::Move],
        attacker: Player,
        ply: usize,
    ) -> Option<usize> {
        let attacks = position.to_move() == attacker;
        let start = self.children.len();
        for (index, &mv) in moves.iter().enumerate() {
            let next = position.after(mv);
            let static_bounds = next.static_bounds();
            match self.static_status(&next, static_bounds.bounds, attacker, ply + 1) {
                ProofStatus::Unknown => {}
                status if status == ProofStatus::of(attacks) => return Some(index),
                _ => continue,
            }
            let key = self.table_key(canonical_key(&next, static_bounds), &next);
            if next.should_canonicalize() && self.children[start..].iter().any(|child| child.key == key) {
                continue;
            }
            self.children.push(Child { position: next, key, ordering_score: 0, mv, index: index as u16 });
        }
        None
    }

    /// Returns the status that follows without search or table.
    #[inline]
    fn static_status(&self, position: &P, bounds: WdlBounds, attacker: Player, ply: usize) -> ProofStatus {
        let attacks = position.to_move() == attacker;
        if self.shared.drawn_keys.contains(position.key()) && position.outcome().is_none() {
            return ProofStatus::Disproven;
        }
        let status = ProofStatus::from_bounds(bounds, attacks);
        if status != ProofStatus::Unknown || ply > ORACLE_PLIES {
            return status;
        }
        let value = self.shared.oracle.and_then(|oracle| oracle(position));
        value.map_or(ProofStatus::Unknown, |value| {
            ProofStatus::from_bounds(WdlBounds::exactly(value), attacks)
        })
    }

    /// Drops the children from `start` on that the proof table decides. If one decides the node for the player to move,
    /// returns its index. The loop does nothing else, so that the processor overlaps several table lookups.
    fn probe(&mut self, start: usize, attacker: Player) -> Option<usize> {
        let mut kept = start;
        for place in start..self.children.len() {
            let child = &self.children[place];
            let attacks = child.position.to_move() == attacker;
            let status = match self.shared.table.probe(child.key) {
                Some(entry) => ProofStatus::from_bounds(entry.bounds, attacks),
                None => ProofStatus::Unknown,
            };
            if status == ProofStatus::Unknown {
                self.children.swap(kept, place);
                kept += 1;
            } else if status == ProofStatus::of(!attacks) {
                return Some(child.index.into());
            }
        }
        self.children.truncate(kept);
        None
    }
}

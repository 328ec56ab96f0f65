//! A second solver, as plain as can be: it looks at every line and remembers whole positions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_rules::{Evaluate, Outcome, Player, Wdl};

use super::legal;

/// Finds out whether a player gets at least so much in a game for two that must end.
pub(super) struct Plain<P> {
    player: Player,
    least: Wdl,
    known: HashMap<P, bool>,
    /// So many positions are remembered before it begins to remember anew.
    remembered: usize,
    /// Positions looked at.
    pub(super) nodes: u64,
}

/// Why there is no answer.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum GivenUp {
    /// Too many positions.
    TooMany,
    /// Somebody has stopped it.
    Stopped,
}

/// How much work may be done.
#[derive(Copy, Clone)]
pub(super) struct Allowance<'a> {
    /// The count of nodes at which it ends.
    pub(super) until: u64,
    pub(super) stop: &'a AtomicBool,
}

impl<P: Evaluate> Plain<P> {
    pub(super) fn new(player: Player, least: Wdl, remembered: usize) -> Self {
        Self { player, least, known: HashMap::new(), remembered, nodes: 0 }
    }

    /// Whether the player gets enough from here.
    pub(super) fn holds(&mut self, position: &P, allowance: Allowance<'_>) -> Result<bool, GivenUp> {
        if let Some(outcome) = position.outcome() {
            return Ok(is_enough(outcome, self.player, self.least));
        }
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        if self.nodes >= allowance.until {
            return Err(GivenUp::TooMany);
        }
        if self.nodes.is_multiple_of(1_024) && allowance.stop.load(Ordering::Relaxed) {
            return Err(GivenUp::Stopped);
        }
        self.nodes += 1;
        let chooses = position.to_move() == self.player;
        let mut holds = !chooses;
        for next in hopeful(position) {
            if self.holds(&next, allowance)? == chooses {
                holds = chooses;
                break;
            }
        }
        if self.known.len() >= self.remembered {
            self.known.clear();
        }
        self.known.insert(*position, holds);
        Ok(holds)
    }
}

/// Whether a game that is over gave a player at least so much.
pub(super) fn is_enough(outcome: Outcome, player: Player, least: Wdl) -> bool {
    match outcome.winner() {
        None => least <= Wdl::Draw,
        Some(winner) => winner == player || least == Wdl::Loss,
    }
}

/// The positions after all moves, those first that look best for who moves.
fn hopeful<P: Evaluate>(position: &P) -> Vec<P> {
    let mover = position.to_move();
    let mut next: Vec<P> = legal(position).into_iter().map(|mv| position.after(mv)).collect();
    next.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { -next.evaluate(mover) });
    next
}

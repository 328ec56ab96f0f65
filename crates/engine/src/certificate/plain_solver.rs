//! A second solver, as simple as possible: full-width search with a table of whole positions.

use std::collections::HashMap;

use cairn_rules::{Evaluate, Outcome, Player, Wdl};
use cairn_search::StopFlag;

/// Decides whether a player can force a result in a two-player game that must end.
pub(super) struct PlainSolver<P> {
    player: Player,
    least: Wdl,
    known: HashMap<P, bool>,
    /// The size at which the table is cleared.
    capacity: usize,
    /// Nodes visited.
    pub(super) nodes: u64,
}

/// The reason why the solver gave up.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum GiveUp {
    /// The node limit was reached.
    TooMany,
    /// The caller stopped it.
    Stopped,
}

/// The limits of a search.
#[derive(Copy, Clone)]
pub(super) struct Budget<'a> {
    /// The node count at which it gives up.
    pub(super) until: u64,
    pub(super) stop: &'a StopFlag,
}

impl<P: Evaluate> PlainSolver<P> {
    pub(super) fn new(player: Player, least: Wdl, capacity: usize) -> Self {
        Self { player, least, known: HashMap::new(), capacity, nodes: 0 }
    }

    /// Returns whether the player can force the result from here.
    pub(super) fn holds(&mut self, position: &P, budget: Budget<'_>) -> Result<bool, GiveUp> {
        if let Some(outcome) = position.outcome() {
            return Ok(is_enough(outcome, self.player, self.least));
        }
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        if self.nodes >= budget.until {
            return Err(GiveUp::TooMany);
        }
        if self.nodes.is_multiple_of(1_024) && budget.stop.is_stopped() {
            return Err(GiveUp::Stopped);
        }
        self.nodes += 1;
        let chooses = position.to_move() == self.player;
        let mut holds = !chooses;
        for next in ordered_children(position) {
            if self.holds(&next, budget)? == chooses {
                holds = chooses;
                break;
            }
        }
        if self.known.len() >= self.capacity {
            self.known.clear();
        }
        self.known.insert(*position, holds);
        Ok(holds)
    }
}

/// Returns whether a finished game gave a player at least this result.
pub(super) fn is_enough(outcome: Outcome, player: Player, least: Wdl) -> bool {
    match outcome.winner() {
        None => least <= Wdl::Draw,
        Some(winner) => winner == player || least == Wdl::Loss,
    }
}

/// Returns the positions after all moves, best for the mover first.
fn ordered_children<P: Evaluate>(position: &P) -> Vec<P> {
    let mover = position.to_move();
    let mut next: Vec<P> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
    next.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { -next.evaluate(mover) });
    next
}

//! Mate search: whether a player can force a goal within a number of own turns.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Solvable};

/// The goal.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Goal {
    /// The opponent can only pass, or the game is over.
    Block,
    /// The game is won.
    Win,
}

/// A full-width search, deepening by own turns.
#[derive(Debug)]
pub(super) struct MateSearch<P> {
    pub(super) goal: Goal,
    player: Player,
    /// The number of positions that it may still visit.
    left: u64,
    /// For positions after a turn of the player, with the turns left including that one: whether the player can force
    /// the goal.
    known: HashMap<(P, u8), bool>,
}

impl<P: Solvable> MateSearch<P> {
    /// Creates a search for a player's goal.
    pub(super) fn new(goal: Goal, player: Player) -> Self {
        Self { goal, player, left: u64::MAX, known: HashMap::new() }
    }

    /// Limits the number of positions; see [`MateSearch::has_given_up`].
    pub(super) fn with_nodes(self, left: u64) -> Self {
        Self { left, ..self }
    }

    /// Returns whether the limit was reached; the results are then meaningless.
    pub(super) const fn has_given_up(&self) -> bool {
        self.left == 0
    }

    /// Returns whether the goal is reached after a turn of the player.
    pub(super) fn is_reached(&self, after: &P) -> bool {
        match self.goal {
            Goal::Block => after.moves().into_iter().all(P::is_pass),
            Goal::Win => after.outcome().is_some_and(|outcome| self.is_good(outcome)),
        }
    }

    /// Returns whether a finished game counts as reaching the goal.
    pub(super) fn is_good(&self, outcome: Outcome) -> bool {
        self.goal == Goal::Block || outcome.winner() == Some(self.player)
    }

    /// Returns the number of own turns, at most `turns`, in which the player to move can force the goal.
    pub(super) fn turns_needed(&mut self, position: &P, turns: u8) -> Option<u8> {
        (1..=turns).find(|&turns| self.within(position, turns))
    }

    /// Returns whether the player to move can force the goal within `turns` own turns.
    fn within(&mut self, position: &P, turns: u8) -> bool {
        if turns <= 1 {
            let moves = position.moves();
            self.left = self.left.saturating_sub(1 + moves.len() as u64);
            return turns == 1 && moves.into_iter().any(|mv| self.is_reached(&position.after(mv)));
        }
        ordered_children(position).iter().any(|next| self.within_after(next, turns))
    }

    /// Does the same after the first of these turns.
    pub(super) fn within_after(&mut self, after: &P, turns: u8) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.is_reached(after) {
            return turns > 0;
        }
        if self.has_given_up() || turns < 2 || after.outcome().is_some() {
            return false;
        }
        if let Some(&known) = self.known.get(&(*after, turns)) {
            return known;
        }
        let is_enough = ordered_children(after).iter().all(|next| match next.outcome() {
            Some(outcome) => self.is_good(outcome),
            None => self.within(next, turns - 1),
        });
        self.known.insert((*after, turns), is_enough);
        is_enough
    }
}

/// Returns the positions after all moves, most promising for the mover first.
fn ordered_children<P: Solvable>(position: &P) -> Vec<P> {
    let mut next: Vec<P> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
    next.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { -next.order_hint() });
    next
}

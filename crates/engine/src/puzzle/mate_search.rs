//! Mate search: whether a player can reach a goal within a number of own turns against every defence.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Solvable};

/// What is to be reached.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Goal {
    /// The opponent has nothing but a pass, or the game is over.
    Block,
    /// The game is won.
    Win,
}

/// A full-width search by own turns.
#[derive(Debug)]
pub(super) struct MateSearch<P> {
    pub(super) goal: Goal,
    player: Player,
    /// How many more positions it may visit.
    left: u64,
    /// Positions after a turn of the player, with the turns left including that one, and whether the goal
    /// can be reached.
    known: HashMap<(P, u8), bool>,
}

impl<P: Solvable> MateSearch<P> {
    /// A search for what a player can reach.
    pub(super) fn new(goal: Goal, player: Player) -> Self {
        Self { goal, player, left: u64::MAX, known: HashMap::new() }
    }

    /// Limits how many positions it visits; see [`MateSearch::has_given_up`].
    pub(super) fn with_nodes(self, left: u64) -> Self {
        Self { left, ..self }
    }

    /// Whether it has reached its limit: its answers then mean nothing.
    pub(super) const fn has_given_up(&self) -> bool {
        self.left == 0
    }

    /// Whether the goal is reached by a turn of the player.
    pub(super) fn is_reached(&self, after: &P) -> bool {
        match self.goal {
            Goal::Block => after.moves().into_iter().all(P::is_pass),
            Goal::Win => after.outcome().is_some_and(|outcome| self.is_good(outcome)),
        }
    }

    /// Whether a game that has ended counts as reached.
    pub(super) fn is_good(&self, outcome: Outcome) -> bool {
        self.goal == Goal::Block || outcome.winner() == Some(self.player)
    }

    /// In how many own turns, at most `turns`, the player, who is to move, can reach it.
    pub(super) fn turns_needed(&mut self, position: &P, turns: u8) -> Option<u8> {
        (1..=turns).find(|&turns| self.within(position, turns))
    }

    /// Whether the player, who is to move, can reach it within so many turns.
    fn within(&mut self, position: &P, turns: u8) -> bool {
        if turns <= 1 {
            let moves = position.moves();
            self.left = self.left.saturating_sub(1 + moves.len() as u64);
            return turns == 1 && moves.into_iter().any(|mv| self.is_reached(&position.after(mv)));
        }
        ordered_children(position).iter().any(|next| self.within_after(next, turns))
    }

    /// The same after a turn of the player, which is the first of them.
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

/// The positions after all moves, the most promising for the mover first.
fn ordered_children<P: Solvable>(position: &P) -> Vec<P> {
    let mut next: Vec<P> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
    next.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { -next.order_hint() });
    next
}

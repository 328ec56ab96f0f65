//! Whether a player can reach something within so many turns, whatever the opponent does.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Position, Solvable};

/// What is to be reached.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Aim {
    /// The opponent has nothing but a pass, or the game is over.
    Block,
    /// The game is won.
    Win,
}

/// Looks at every line of so many turns.
#[derive(Debug)]
pub(super) struct Force<P> {
    pub(super) aim: Aim,
    player: Player,
    /// How many more positions it may look at.
    left: u64,
    /// Positions after a turn of the player, how many turns there were left, that one included,
    /// and whether that is enough.
    known: HashMap<(P, u8), bool>,
}

impl<P: Solvable> Force<P> {
    /// Looks for what a player can reach.
    pub(super) fn new(aim: Aim, player: Player) -> Self {
        Self { aim, player, left: u64::MAX, known: HashMap::new() }
    }

    /// Looks at so many positions and no more; see [`Force::has_given_up`].
    pub(super) fn looking_at(self, left: u64) -> Self {
        Self { left, ..self }
    }

    /// Whether there was more to look at than allowed: then what it has said means nothing.
    pub(super) const fn has_given_up(&self) -> bool {
        self.left == 0
    }

    /// Whether the aim is reached by a turn of the player.
    pub(super) fn is_reached(&self, after: &P) -> bool {
        match self.aim {
            Aim::Block => legal(after).into_iter().all(P::is_pass),
            Aim::Win => after.outcome().is_some_and(|outcome| self.is_good(outcome)),
        }
    }

    /// Whether a game that has ended counts as reached.
    pub(super) fn is_good(&self, outcome: Outcome) -> bool {
        self.aim == Aim::Block || outcome.winner() == Some(self.player)
    }

    /// In how many own turns, at most `turns`, the player, who is to move, can reach it.
    pub(super) fn turns_needed(&mut self, position: &P, turns: u8) -> Option<u8> {
        (1..=turns).find(|&turns| self.within(position, turns))
    }

    /// Whether the player, who is to move, can reach it within so many turns.
    fn within(&mut self, position: &P, turns: u8) -> bool {
        if turns <= 1 {
            let moves = legal(position);
            self.left = self.left.saturating_sub(1 + moves.len() as u64);
            return turns == 1 && moves.into_iter().any(|mv| self.is_reached(&position.after(mv)));
        }
        promising(position).iter().any(|next| self.within_after(next, turns))
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
        let is_enough = promising(after).iter().all(|next| match next.outcome() {
            Some(outcome) => self.is_good(outcome),
            None => self.within(next, turns - 1),
        });
        self.known.insert((*after, turns), is_enough);
        is_enough
    }
}

pub(super) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The positions after all moves, those first that look best for who has moved: most answers are
/// found among them.
fn promising<P: Solvable>(position: &P) -> Vec<P> {
    let mut next: Vec<P> = legal(position).into_iter().map(|mv| position.after(mv)).collect();
    next.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { -next.order_hint() });
    next
}

//! A node of the tree, and its proven outcome.

use std::ops::Range;

use cairn_rules::{Outcome, Player, Players};

use crate::Score;

/// The number of playouts that the prior of a move is worth.
const PRIOR_PLAYOUTS: f64 = 4.0;

/// A node: the position after a move.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here.
    pub(super) mv: M,
    /// Playouts through this node.
    pub(super) visits: u32,
    /// The children; none before the node is expanded.
    first_child: u32,
    child_count: u32,
    /// The total payoff of those playouts for the player who moved here.
    pub(super) total: f64,
    /// The payoff that the static evaluation expects for that player.
    pub(super) prior: f32,
    pub(super) proven: Option<ProvenOutcome>,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M, prior: f32, proven: Option<ProvenOutcome>) -> Self {
        Self { mv, visits: 0, first_child: 0, child_count: 0, total: 0.0, prior, proven }
    }

    pub(super) const fn children(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.child_count) as usize
    }

    pub(super) const fn set_children(&mut self, children: &Range<usize>) {
        self.first_child = children.start as u32;
        self.child_count = (children.end - children.start) as u32;
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.child_count > 0
    }

    /// Returns the mean payoff for the player who moved here, the prior included.
    pub(super) fn mean_payoff(&self) -> f64 {
        (self.total + PRIOR_PLAYOUTS * f64::from(self.prior)) / (f64::from(self.visits) + PRIOR_PLAYOUTS)
    }
}

/// The outcome with best play, once it is proven.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct ProvenOutcome {
    /// The players who share first place.
    best: Players,
    /// An upper bound on the plies it takes.
    plies: u16,
}

impl ProvenOutcome {
    /// Returns the outcome of a game that is over.
    pub(super) const fn from_outcome(outcome: Outcome) -> Self {
        Self { best: outcome.best, plies: 0 }
    }

    /// Returns the payoff of a player: 1 is shared among those in first place.
    pub(super) fn payoff(self, player: Player) -> f64 {
        if self.best.contains(player) { 1.0 / self.best.len() as f64 } else { 0.0 }
    }

    fn is_win(self, player: Player) -> bool {
        self.best.len() == 1 && self.best.contains(player)
    }

    const fn later(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }

    /// Backs up the outcomes of all children to their parent, where `mover` chooses. One win is enough; otherwise all
    /// children must be proven. Returns nothing where equally good choices lead to different outcomes for others.
    pub(super) fn back_up(mover: Player, children: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let mut best: Option<Self> = None;
        let (mut all_proven, mut unique) = (true, true);
        for child in children {
            let Some(child) = child else {
                all_proven = false;
                continue;
            };
            let Some(held) = best else {
                best = Some(child);
                continue;
            };
            let (new, old) = (child.payoff(mover), held.payoff(mover));
            if new > old {
                (best, unique) = (Some(child), true);
            } else if new >= old {
                unique &= child.best == held.best;
                let sooner = child.plies < held.plies;
                // Prefers the shortest win, or the longest path to any other outcome.
                if sooner == child.is_win(mover) {
                    best = Some(child);
                }
            }
        }
        let best = best.filter(|best| best.is_win(mover) || all_proven && unique)?;
        Some(best.later())
    }

    /// Returns the score for a player, this many plies before.
    pub(super) fn score(self, player: Player, plies_before: u16) -> Score {
        let plies = u32::from(self.plies.saturating_add(plies_before));
        if self.is_win(player) {
            Score::WinIn(plies)
        } else if self.best.contains(player) {
            Score::ProvenDraw
        } else {
            Score::LossIn(plies)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_rules::Reason;

    fn proven(best: &[Player], plies: u16) -> ProvenOutcome {
        ProvenOutcome { best: best.iter().copied().collect(), plies }
    }

    #[test]
    fn proven_outcomes_are_backed_up() {
        let [a, b, c, _] = Player::ALL;
        let back_up =
            |children: &[Option<ProvenOutcome>]| ProvenOutcome::back_up(a, children.iter().copied());
        let (win, late_win) = (proven(&[a], 2), proven(&[a], 6));
        let (loss, late_loss) = (proven(&[b], 3), proven(&[b], 5));
        let draw = proven(&[a, b], 4);
        assert_eq!(back_up(&[None, Some(win)]), Some(win.later()));
        assert_eq!(back_up(&[Some(late_win), Some(win), Some(loss)]), Some(win.later()));
        assert_eq!(back_up(&[Some(win), Some(late_win)]), Some(win.later()));
        assert_eq!(back_up(&[Some(loss), None]), None);
        assert_eq!(back_up(&[Some(loss), Some(late_loss)]), Some(late_loss.later()));
        assert_eq!(back_up(&[Some(late_loss), Some(draw), Some(loss)]), Some(draw.later()));
        assert_eq!(
            back_up(&[Some(loss), Some(proven(&[c], 3))]),
            None,
            "a player who has lost decides who wins"
        );
        assert_eq!(back_up(&[]), None);
        let over = ProvenOutcome::from_outcome(Outcome::win(b, Reason::NoLegalMove));
        assert_eq!(over.score(a, 0), Score::LossIn(0));
        assert_eq!(over.score(b, 1), Score::WinIn(1));
        assert_eq!(draw.score(b, 0), Score::ProvenDraw);
    }
}

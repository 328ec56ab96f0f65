//! What is known for certain of a position, and how that follows from the positions after it.

use cairn_rules::{Outcome, Player, Players};

use crate::Score;

/// How the game ends with best play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Proof {
    /// Who shares the first place.
    best: Players,
    /// How many plies it takes at most.
    plies: u16,
}

impl Proof {
    /// The game is over.
    pub(super) const fn over(outcome: Outcome) -> Self {
        Self { best: outcome.best, plies: 0 }
    }

    /// What a player gets: 1 is shared among those who come first.
    pub(super) fn payoff(self, player: Player) -> f64 {
        if self.best.contains(player) { 1.0 / self.best.len() as f64 } else { 0.0 }
    }

    fn is_win(self, player: Player) -> bool {
        self.best.len() == 1 && self.best.contains(player)
    }

    const fn later(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }

    /// What follows for the position before, where `mover` chooses among these. A win is enough;
    /// otherwise everything has to be known. Where equally good choices lead others to different
    /// ends, nothing is certain.
    pub(super) fn of_choice(mover: Player, choices: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let mut best: Option<Self> = None;
        let (mut all_known, mut certain) = (true, true);
        for choice in choices {
            let Some(choice) = choice else {
                all_known = false;
                continue;
            };
            let Some(held) = best else {
                best = Some(choice);
                continue;
            };
            let (new, old) = (choice.payoff(mover), held.payoff(mover));
            if new > old {
                (best, certain) = (Some(choice), true);
            } else if new >= old {
                certain &= choice.best == held.best;
                let sooner = choice.plies < held.plies;
                // Wins come as soon as possible, everything else as late.
                if sooner == choice.is_win(mover) {
                    best = Some(choice);
                }
            }
        }
        let best = best.filter(|best| best.is_win(mover) || all_known && certain)?;
        Some(best.later())
    }

    /// The score for a player, seen from so many plies before.
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

    fn proof(best: &[Player], plies: u16) -> Proof {
        Proof { best: best.iter().copied().collect(), plies }
    }

    #[test]
    fn choices_are_proven_exactly() {
        let [a, b, c, _] = Player::ALL;
        let choose = |choices: &[Option<Proof>]| Proof::of_choice(a, choices.iter().copied());
        let (win, late_win) = (proof(&[a], 2), proof(&[a], 6));
        let (loss, late_loss) = (proof(&[b], 3), proof(&[b], 5));
        let draw = proof(&[a, b], 4);
        assert_eq!(choose(&[None, Some(win)]), Some(win.later()));
        assert_eq!(choose(&[Some(late_win), Some(win), Some(loss)]), Some(win.later()));
        assert_eq!(choose(&[Some(win), Some(late_win)]), Some(win.later()));
        assert_eq!(choose(&[Some(loss), None]), None);
        assert_eq!(choose(&[Some(loss), Some(late_loss)]), Some(late_loss.later()));
        assert_eq!(choose(&[Some(late_loss), Some(draw), Some(loss)]), Some(draw.later()));
        assert_eq!(
            choose(&[Some(loss), Some(proof(&[c], 3))]),
            None,
            "who wins is up to a player who has lost"
        );
        assert_eq!(choose(&[]), None);
        let over = Proof::over(Outcome::win(b, Reason::NoLegalMove));
        assert_eq!(over.score(a, 0), Score::LossIn(0));
        assert_eq!(over.score(b, 1), Score::WinIn(1));
        assert_eq!(draw.score(b, 0), Score::ProvenDraw);
    }
}

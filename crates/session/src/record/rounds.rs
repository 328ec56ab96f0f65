//! Move numbers: one for each round of the seats.

use cairn_rules::Player;

/// Counts rounds move by move.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Rounds {
    last: Option<(u32, Player)>,
}

impl Rounds {
    /// The number of the round in which `mover` plays next. A round ends when the turn returns to the same
    /// seat or an earlier one.
    pub(super) fn number(&self, mover: Player) -> u32 {
        match self.last {
            None => 1,
            Some((number, last)) if mover > last => number,
            Some((number, _)) => number + 1,
        }
    }

    /// Counts a move of `mover`; returns the number of the round if it is the first move in it.
    pub(super) fn advance(&mut self, mover: Player) -> Option<u32> {
        let number = self.number(mover);
        let before = self.last.replace((number, mover));
        before.is_none_or(|(last, _)| last != number).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_ends_when_the_turn_comes_back() {
        let numbers = |movers: &[usize]| {
            let mut rounds = Rounds::default();
            movers.iter().map(|&mover| rounds.advance(Player::ALL[mover])).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&[0, 1, 0, 1]), [Some(1), None, Some(2), None]);
        assert_eq!(numbers(&[1, 0, 1]), [Some(1), Some(2), None]);
        assert_eq!(numbers(&[2, 3, 0, 2, 3, 0]), [Some(1), None, Some(2), None, None, Some(3)]);
        assert_eq!(numbers(&[0, 0, 1, 1]), [Some(1), Some(2), None, Some(3)]);
    }
}

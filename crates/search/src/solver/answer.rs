//! The question whether an attacker can force a win, and what an answer to it rests on.

use cairn_rules::{Outcome, Player, Wdl, WdlBounds};

/// Whether the attacker can force a win.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Answer {
    Yes,
    No,
    /// The lines that were looked at were too short.
    Open,
}

impl Answer {
    pub(super) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    /// What is known of a position as an answer.
    pub(super) const fn from_bounds(bounds: WdlBounds, attacks: bool) -> Self {
        let for_attacker = if attacks { bounds } else { bounds.for_opponent() };
        match for_attacker {
            WdlBounds { low: Wdl::Win, .. } => Self::Yes,
            WdlBounds { high: Wdl::Win, .. } => Self::Open,
            _ => Self::No,
        }
    }

    /// What an answer says of a position's value, given whether the player to move attacks.
    pub(super) const fn to_bounds(self, attacks: bool, draws: bool) -> WdlBounds {
        let for_attacker = match self {
            Self::Open => WdlBounds::OPEN,
            Self::Yes => WdlBounds::exactly(Wdl::Win),
            Self::No if draws => WdlBounds { low: Wdl::Loss, high: Wdl::Draw },
            Self::No => WdlBounds::exactly(Wdl::Loss),
        };
        if attacks { for_attacker } else { for_attacker.for_opponent() }
    }

    /// The answer of a game that is over.
    pub(super) fn from_outcome(outcome: Outcome, attacker: Player) -> Self {
        Self::of(outcome.winner() == Some(attacker))
    }
}

/// An answer, and the earliest ply of the path that it rests on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) answer: Answer,
    pub(super) rests_on: usize,
}

/// The answer holds on every path.
pub(super) const NOTHING: usize = usize::MAX;

impl Found {
    pub(super) const fn new(answer: Answer) -> Self {
        Self { answer, rests_on: NOTHING }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_bounds_say_the_same() {
        for (answer, attacks, draws) in [
            (Answer::Yes, true, true),
            (Answer::Yes, false, true),
            (Answer::No, true, true),
            (Answer::No, false, true),
            (Answer::No, true, false),
            (Answer::No, false, false),
            (Answer::Open, true, true),
        ] {
            let bounds = answer.to_bounds(attacks, draws);
            assert_eq!(Answer::from_bounds(bounds, attacks), answer);
            assert_eq!(Answer::from_bounds(bounds.for_opponent(), !attacks), answer);
        }
    }
}

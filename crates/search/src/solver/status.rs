//! The AND/OR question whether the attacker can force a win, and the state of its answer.

use cairn_rules::{Outcome, Player, Wdl, WdlBounds};

/// Whether it is proven that the attacker can force a win.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum ProofStatus {
    /// The attacker can force a win.
    Proven,
    /// The attacker cannot.
    Disproven,
    /// The searched lines were too short to decide.
    Unknown,
}

impl ProofStatus {
    pub(super) const fn of(wins: bool) -> Self {
        if wins { Self::Proven } else { Self::Disproven }
    }

    /// Returns the status that follows from bounds on a position's value; `attacks` tells whether the attacker is to
    /// move.
    pub(super) const fn from_bounds(bounds: WdlBounds, attacks: bool) -> Self {
        let for_attacker = if attacks { bounds } else { bounds.for_opponent() };
        match for_attacker {
            WdlBounds { low: Wdl::Win, .. } => Self::Proven,
            WdlBounds { high: Wdl::Win, .. } => Self::Unknown,
            _ => Self::Disproven,
        }
    }

    /// Returns the bounds that follow from the status; `attacks` tells whether the attacker is to move.
    pub(super) const fn to_bounds(self, attacks: bool, draws: bool) -> WdlBounds {
        let for_attacker = match self {
            Self::Unknown => WdlBounds::OPEN,
            Self::Proven => WdlBounds::exactly(Wdl::Win),
            Self::Disproven if draws => WdlBounds { low: Wdl::Loss, high: Wdl::Draw },
            Self::Disproven => WdlBounds::exactly(Wdl::Loss),
        };
        if attacks { for_attacker } else { for_attacker.for_opponent() }
    }

    /// Returns the status of a game that is over.
    pub(super) fn from_outcome(outcome: Outcome, attacker: Player) -> Self {
        Self::of(outcome.winner() == Some(attacker))
    }
}

/// The status of a node, and whether it depends on the path (graph history interaction).
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct NodeResult {
    pub(super) status: ProofStatus,
    /// The earliest ply of the path that the status relies on returning to.
    pub(super) repetition_ply: usize,
}

/// The status relies on no repetition.
pub(super) const PATH_INDEPENDENT: usize = usize::MAX;

impl NodeResult {
    pub(super) const fn new(status: ProofStatus) -> Self {
        Self { status, repetition_ply: PATH_INDEPENDENT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_and_bounds_agree() {
        for (status, attacks, draws) in [
            (ProofStatus::Proven, true, true),
            (ProofStatus::Proven, false, true),
            (ProofStatus::Disproven, true, true),
            (ProofStatus::Disproven, false, true),
            (ProofStatus::Disproven, true, false),
            (ProofStatus::Disproven, false, false),
            (ProofStatus::Unknown, true, true),
        ] {
            let bounds = status.to_bounds(attacks, draws);
            assert_eq!(ProofStatus::from_bounds(bounds, attacks), status);
            assert_eq!(ProofStatus::from_bounds(bounds.for_opponent(), !attacks), status);
        }
    }
}

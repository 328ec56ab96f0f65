//! The chance of a player in a position, and the judgement of a move that loses some of it.

use cairn_engine::Score;
use cairn_rules::{Outcome, Player, Wdl};

use super::practical::PracticalChances;

/// The minimum significant loss: two searches of the same position differ by as much.
const MIN_GOOD_LOSS: f64 = 0.01;
/// The minimum loss of an inaccuracy. This limit and the next two are those of Lichess, whose chances run from -1 to 1.
const MIN_INACCURACY_LOSS: f64 = 0.05;
/// The minimum loss of a mistake.
const MIN_MISTAKE_LOSS: f64 = 0.10;
/// The minimum loss of a blunder.
const MIN_BLUNDER_LOSS: f64 = 0.15;

/// The chance of a player: 1 for a win, 0 for a loss, half for a draw.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Chance {
    value: f64,
    exact: Option<Wdl>,
    /// Plies to the end of a forced win or loss, if they are known.
    plies: Option<u32>,
}

impl Chance {
    /// Creates a proven chance.
    pub const fn exactly(value: Wdl) -> Self {
        let chance = match value {
            Wdl::Loss => 0.0,
            Wdl::Draw => 0.5,
            Wdl::Win => 1.0,
        };
        Self { value: chance, exact: Some(value), plies: None }
    }

    /// Returns the chance of a player when the game is over. A shared win is a draw.
    pub(super) fn at_end(outcome: Outcome, player: Player) -> Self {
        let shares = outcome.best.contains(player);
        let value = match outcome.winner() {
            Some(winner) if winner == player => Wdl::Win,
            None if shares => Wdl::Draw,
            _ => Wdl::Loss,
        };
        Self { plies: Some(0), ..Self::exactly(value) }
    }

    /// Converts a score to a chance, in a game with this many players. Rounds estimates to thousandths.
    pub(super) fn of(score: Score, seats: usize) -> Self {
        let plies = match score {
            Score::WinIn(plies) | Score::LossIn(plies) => Some(plies),
            Score::Centipawns(_) | Score::WinWithin(_) | Score::LossWithin(_) | Score::ProvenDraw => None,
        };
        let estimate = (score.win_percent(seats) * 10.0).round() / 1_000.0;
        let estimate = Self { value: estimate, exact: None, plies: None };
        score.wdl().map_or(estimate, |value| Self { plies, ..Self::exactly(value) })
    }

    /// Adds the length of the search's forced line, if the search agrees.
    pub(super) fn with_plies_of(self, other: Self) -> Self {
        if self.exact == other.exact { other } else { self }
    }

    /// Returns the chance one ply earlier.
    pub(super) fn one_ply_earlier(self) -> Self {
        Self { plies: self.plies.map(|plies| plies.saturating_add(1)), ..self }
    }

    /// Returns the chance of the only opponent.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        // Rounding keeps thousandths exact.
        let value = ((1.0 - self.value) * 1_000.0).round() / 1_000.0;
        Self { value, exact: self.exact.map(Wdl::for_opponent), plies: self.plies }
    }

    /// Returns the number from 0 to 1; 0, 0.5 or 1 if it is exact.
    pub const fn value(self) -> f64 {
        self.value
    }

    /// Returns the proven value, if there is one.
    pub const fn exact(self) -> Option<Wdl> {
        self.exact
    }

    /// Returns the plies to the end of a forced win or loss, if they are known.
    pub const fn plies(self) -> Option<u32> {
        self.plies
    }

    /// Returns the loss from here to `after`, at least 0.
    pub(super) fn lost(self, after: Self) -> f64 {
        (self.value - after.value).max(0.0)
    }

    /// Returns whether the second-best move would be much worse, so that there is only one good move.
    pub(super) fn is_far_above(self, second: Self) -> bool {
        // A move whose own value is only an estimate may preserve a proven value, especially if the search has not
        // found how.
        let doubt = match (self.exact, second.exact, self.plies) {
            (Some(_), None, None) => return false,
            (Some(_), None, Some(_)) => 2.0,
            _ => 1.0,
        };
        self.lost(second) >= doubt * MIN_BLUNDER_LOSS
    }

    /// Returns whether a proven value is proven to be better than another.
    fn is_proven_above(self, other: Self) -> bool {
        matches!((self.exact, other.exact), (Some(value), Some(other)) if value > other)
    }

    /// Returns whether a move to `after` preserves a proven value by a shortest win or a longest loss, as far as the
    /// lengths are known; `None` if it does not preserve the value.
    fn is_kept_by(self, after: Self) -> Option<bool> {
        let value = self.exact.filter(|_| self.exact == after.exact)?;
        let (Some(before), Some(after)) = (self.plies, after.plies) else { return Some(true) };
        Some(match value {
            Wdl::Win => after <= before,
            Wdl::Draw => true,
            Wdl::Loss => after >= before,
        })
    }
}

/// The judgement on a move.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Judgement {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    /// All of them, from good to bad.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Judges a move other than the engine's choice, and returns its loss of chance: at most the practical loss, and
    /// exactly that where a value is proven.
    pub(super) fn of(before: Chance, after: Chance, practical: PracticalChances) -> (Self, f64) {
        if let Some(is_shortest) = before.is_kept_by(after) {
            return (if is_shortest { Self::Best } else { Self::Good }, 0.0);
        }
        let seen = practical.best - practical.played;
        let is_proven = before.exact.is_some() || after.exact.is_some();
        let lost = if is_proven { seen } else { seen.min(before.lost(after)) };
        // The search was more optimistic than the proof.
        let falls = before.exact.is_none() && after.exact.is_some() && before.lost(after) >= MIN_GOOD_LOSS;
        let judgement = match lost {
            lost if lost < MIN_GOOD_LOSS && !before.is_proven_above(after) && !falls => Self::Best,
            lost if lost < MIN_INACCURACY_LOSS => Self::Good,
            lost if lost < MIN_MISTAKE_LOSS => Self::Inaccuracy,
            lost if lost < MIN_BLUNDER_LOSS => Self::Mistake,
            _ => Self::Blunder,
        };
        (judgement, lost)
    }

    /// Returns whether there was a better move that deserves a remark.
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// Returns whether such a move can be a turning point.
    pub(super) fn turns_the_game(self) -> bool {
        self >= Self::Mistake
    }

    /// Returns its name in JSON: `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64) -> Chance {
        Chance { value, exact: None, plies: None }
    }

    fn win_in(plies: u32) -> Chance {
        Chance::of(Score::WinIn(plies), 2)
    }

    fn judge(before: Chance, after: Chance) -> Judgement {
        Judgement::of(before, after, PracticalChances { best: 1.0, ..PracticalChances::default() }).0
    }

    #[test]
    fn the_loss_decides_the_judgement() {
        for (after, judgement) in [
            (0.7, Judgement::Best),
            (0.6, Judgement::Best),
            (0.595, Judgement::Best),
            (0.58, Judgement::Good),
            (0.54, Judgement::Inaccuracy),
            (0.49, Judgement::Mistake),
            (0.44, Judgement::Blunder),
        ] {
            assert_eq!(judge(estimate(0.6), estimate(after)), judgement, "{after}");
        }
    }

    #[test]
    fn a_move_that_keeps_a_proven_value_is_good() {
        for same in [Wdl::Loss, Wdl::Draw, Wdl::Win].map(Chance::exactly) {
            assert_eq!(judge(same, same), Judgement::Best);
        }
        assert_eq!(judge(win_in(5), win_in(7)), Judgement::Good);
        assert_eq!(judge(win_in(5), Chance::exactly(Wdl::Win)), Judgement::Best);
        let loss_in = |plies| Chance::of(Score::LossIn(plies), 2);
        assert_eq!(judge(loss_in(6), loss_in(4)), Judgement::Good);
        assert_eq!(judge(loss_in(6), loss_in(6)), Judgement::Best);
    }

    #[test]
    fn the_practical_loss_decides_about_a_lost_proven_value() {
        let [loss, win] = [Wdl::Loss, Wdl::Win].map(Chance::exactly);
        let even = PracticalChances { best: 0.6, played: 0.6, worst: 0.0 };
        assert_eq!(Judgement::of(estimate(0.6), loss, even).0, Judgement::Good);
        assert_eq!(Judgement::of(estimate(0.6), estimate(0.2), even).0, Judgement::Best, "it cannot be seen");
        for (played, after, judgement) in [
            (0.6, loss, Judgement::Good),
            (0.6, estimate(0.5), Judgement::Best),
            (0.54, loss, Judgement::Inaccuracy),
            (0.49, estimate(0.5), Judgement::Mistake),
            (0.1, loss, Judgement::Blunder),
        ] {
            let practical = PracticalChances { best: 0.6, played, worst: 0.0 };
            assert_eq!(Judgement::of(win, after, practical).0, judgement, "{played}");
        }
        assert!(!win.is_far_above(estimate(0.1)) && win.is_far_above(Chance::exactly(Wdl::Draw)));
        assert!(!win_in(5).is_far_above(estimate(0.8)) && win_in(5).is_far_above(estimate(0.6)));
    }

    #[test]
    fn chances_of_opponents_add_up() {
        let chance = Chance::of(Score::Centipawns(137), 2);
        assert!((chance.value() + chance.for_opponent().value() - 1.0).abs() < 1e-12);
        assert_eq!(win_in(3).for_opponent().exact(), Some(Wdl::Loss));
        assert_eq!(win_in(3).for_opponent().for_opponent(), win_in(3));
    }
}

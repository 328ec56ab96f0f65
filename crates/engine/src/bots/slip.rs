//! Slips: weak levels sometimes play a weaker move, as careless people do.

use cairn_rules::{LevelParams, RandomSource};
use cairn_search::Score;

use crate::analysis::Variation;

/// The frequency and size of a bot's slips.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Slips {
    /// The chance that the bot plays a move other than the best, in percent.
    pub(super) percent: u8,
    /// The number of best moves from which it then chooses.
    pub(super) among: u16,
    /// The maximum cost of a slip, in centipawns.
    pub(super) margin: i32,
}

impl Slips {
    /// Always plays the best move.
    pub(super) const NEVER: Self = Self { percent: 0, among: 1, margin: 0 };

    /// Chooses among the best lines. Always draws the same number of random numbers. With a margin, it never misses a
    /// win in one.
    pub(super) fn choose<'a>(
        self,
        lines: &'a [Variation],
        rng: &mut impl RandomSource,
    ) -> Option<&'a Variation> {
        let slips = rng.below(100) < self.percent.into();
        let choice = rng.below(u32::MAX);
        let (best, others) = lines.split_first()?;
        if !slips || (self.margin < LevelParams::ANY && best.score == Score::WinIn(1)) {
            return Some(best);
        }
        let enough = best.score.rank().saturating_sub(self.margin);
        let near: Vec<&Variation> = others.iter().filter(|line| line.score.rank() >= enough).collect();
        let index = (choice as usize).checked_rem(near.len());
        Some(index.map_or(best, |index| near[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, score: Score) -> Variation {
        Variation { score, moves: vec![name.to_owned()] }
    }

    fn choices(percent: u8, margin: i32, lines: &[Variation]) -> Vec<String> {
        let mut rng = crate::Rng::seeded(1);
        let slips = Slips { percent, among: 8, margin };
        let mut all: Vec<String> =
            (0..1_000).map(|_| slips.choose(lines, &mut rng).unwrap().moves[0].clone()).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn only_lines_within_the_margin_are_taken() {
        let lines = [
            line("best", Score::Centipawns(40)),
            line("near", Score::Centipawns(20)),
            line("far", Score::Centipawns(-300)),
            line("lost", Score::LossIn(2)),
        ];
        assert_eq!(choices(50, LevelParams::ANY, &lines), ["best", "far", "lost", "near"]);
        assert_eq!(choices(50, 300, &lines), ["best", "near"]);
        assert_eq!(choices(100, 300, &lines), ["near"]);
        assert_eq!(choices(100, 10, &lines), ["best"]);
        assert_eq!(choices(0, LevelParams::ANY, &lines), ["best"]);
        assert!(Slips::NEVER.choose(&[], &mut crate::Rng::seeded(1)).is_none());
    }

    #[test]
    fn a_win_in_one_is_passed_by_only_without_a_margin() {
        let lines =
            [line("now", Score::WinIn(1)), line("later", Score::WinIn(3)), line("no", Score::Centipawns(0))];
        assert_eq!(choices(50, LevelParams::ANY, &lines), ["later", "no", "now"]);
        assert_eq!(choices(50, 400, &lines), ["now"]);
        assert_eq!(choices(100, 400, &lines[1..]), ["later"]);
    }
}

//! How strong a level is: how much it looks at, and how often it takes less than the best.

use cairn_rules::Dice;
use cairn_search::Score;

use crate::study::Variation;

/// A level, from 1 (loses to somebody who has just read the rules) to 8.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
pub(super) struct Strength {
    /// Positions that it looks at in any case.
    base: u64,
    /// Positions more for each legal move: where there are many, a little is not even one ply.
    per_move: u64,
    /// How many of the best lines it chooses among.
    pub(super) lines: usize,
    /// How often it does not take the best one, in percent.
    slips: u32,
    /// How much less a line may be worth to be taken all the same, in hundredths.
    margin: i32,
}

/// The levels, weakest first.
///
/// The upper ones differ by how much they look at, about three times as much each; the lower ones,
/// which see little more than the next move, by how often and how far they stray from the best. The
/// numbers were tried in matches between neighbours; docs/levels.md has the scores.
#[rustfmt::skip]
const LEVELS: [Strength; Level::HIGHEST as usize] = [
    Strength { base:     500, per_move:  2, lines: 8, slips: 90, margin: i32::MAX },
    Strength { base:     500, per_move:  2, lines: 6, slips: 66, margin: i32::MAX },
    Strength { base:     600, per_move:  3, lines: 5, slips: 58, margin: 400 },
    Strength { base:   1_500, per_move:  4, lines: 5, slips: 48, margin: 300 },
    Strength { base:   4_500, per_move: 12, lines: 4, slips: 39, margin: 220 },
    Strength { base:  14_000, per_move: 18, lines: 4, slips: 28, margin: 180 },
    Strength { base:  40_000, per_move: 24, lines: 4, slips: 15, margin: 150 },
    Strength { base: 120_000, per_move: 32, lines: 1, slips:  0, margin: 0 },
];

/// From this level on a win in one is never passed by.
const SEES_WINS: u8 = 3;
/// Above every evaluation.
const DECIDED: i32 = 20_000;

impl Level {
    /// The highest level.
    pub const HIGHEST: u8 = 8;

    /// The level with a number from 1 to [`Level::HIGHEST`].
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::HIGHEST { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::HIGHEST).map(Self)
    }

    pub(super) const fn strength(self) -> &'static Strength {
        &LEVELS[self.0 as usize - 1]
    }

    /// How many positions it looks at where there are so many legal moves.
    pub(super) const fn nodes(self, moves: u64) -> u64 {
        let strength = self.strength();
        strength.base + strength.per_move * moves
    }

    /// Chooses among the best lines. The dice are thrown the same number of times whatever they show.
    pub(super) fn choose<'a>(self, lines: &'a [Variation], dice: &mut impl Dice) -> Option<&'a Variation> {
        let strength = self.strength();
        let slips = dice.below(100) < strength.slips;
        let choice = dice.below(u32::MAX);
        let (best, others) = lines.split_first()?;
        if !slips || (self.0 >= SEES_WINS && best.score == Score::WinIn(1)) {
            return Some(best);
        }
        let enough = worth(best.score).saturating_sub(strength.margin);
        let near: Vec<&Variation> = others.iter().filter(|line| worth(line.score) >= enough).collect();
        let index = (choice as usize).checked_rem(near.len());
        Some(index.map_or(best, |index| near[index]))
    }
}

/// A score as a number: nearer wins are worth more, nearer losses less.
fn worth(score: Score) -> i32 {
    match score {
        Score::Value(value) => value,
        Score::WinIn(plies) => DECIDED - plies as i32,
        Score::LossIn(plies) => plies as i32 - DECIDED,
        Score::ProvenDraw => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, score: Score) -> Variation {
        Variation { score, moves: vec![name.to_owned()] }
    }

    fn choices(level: u8, lines: &[Variation]) -> Vec<String> {
        let mut dice = crate::Rng::seeded(1);
        let level = Level::new(level).unwrap();
        let mut all: Vec<String> =
            (0..1_000).map(|_| level.choose(lines, &mut dice).unwrap().moves[0].clone()).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn higher_levels_look_at_more_and_stray_less() {
        for (low, high) in Level::all().zip(Level::all().skip(1)) {
            for moves in [1, 25, 1_500] {
                assert!(low.nodes(moves) <= high.nodes(moves) && low.nodes(moves) > moves);
            }
            let (low, high) = (low.strength(), high.strength());
            assert!(low.slips > high.slips && low.margin >= high.margin && low.lines >= high.lines);
        }
        assert!(Level::new(0).is_none() && Level::new(9).is_none());
    }

    #[test]
    fn only_lines_within_the_margin_are_taken() {
        let lines = [
            line("best", Score::Value(40)),
            line("near", Score::Value(20)),
            line("far", Score::Value(-300)),
            line("lost", Score::LossIn(2)),
        ];
        assert_eq!(choices(1, &lines), ["best", "far", "lost", "near"]);
        assert_eq!(choices(4, &lines), ["best", "near"]);
        assert_eq!(choices(8, &lines), ["best"]);
        assert!(Level(1).choose(&[], &mut crate::Rng::seeded(1)).is_none());
    }

    #[test]
    fn a_win_in_one_is_taken_from_level_three_on() {
        let lines =
            [line("now", Score::WinIn(1)), line("later", Score::WinIn(3)), line("no", Score::Value(0))];
        assert_eq!(choices(2, &lines), ["later", "no", "now"]);
        assert_eq!(choices(3, &lines), ["now"]);
        assert_eq!(choices(4, &lines[1..]), ["later"]);
    }
}

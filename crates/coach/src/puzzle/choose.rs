//! Chooses puzzles: filters, the next one, and the puzzle of the day.

use cairn_rules::{GameInfo, PuzzleInfo};

use super::{Day, PuzzleProgress, all, of};

/// The number of days from the easiest puzzles to the hardest.
const WEEK: usize = 7;

/// A filter for the list of puzzles; an unset field accepts all.
#[derive(Copy, Clone, Default, Debug)]
pub struct PuzzleFilter {
    /// Accepts puzzles of this game.
    pub game: Option<&'static GameInfo>,
    /// Accepts puzzles of this difficulty.
    pub difficulty: Option<u8>,
    /// Accepts solved puzzles, or unsolved ones.
    pub solved: Option<bool>,
}

impl PuzzleFilter {
    /// Returns the accepted puzzles, in their order.
    pub fn puzzles(&self, progress: &PuzzleProgress) -> Vec<&'static PuzzleInfo> {
        let mut puzzles = self.game.map_or_else(all, of);
        puzzles.retain(|puzzle| {
            self.difficulty.is_none_or(|difficulty| difficulty == puzzle.difficulty)
                && self.solved.is_none_or(|solved| solved == progress.is_solved(puzzle.id))
        });
        puzzles
    }
}

/// Returns the next unsolved puzzle by difficulty, those with non-default options last: of the game with this id, and
/// if there is none, of any game.
pub fn next_unsolved(progress: &PuzzleProgress, game: Option<&str>) -> Option<&'static PuzzleInfo> {
    let mut unsolved = PuzzleFilter { solved: Some(false), ..PuzzleFilter::default() }.puzzles(progress);
    // The sort is stable: puzzles of the same difficulty stay in their order.
    unsolved.sort_by_key(|puzzle| (Some(puzzle.game()) != game, rank(puzzle)));
    unsolved.first().copied()
}

/// Returns the next unsolved puzzle after this one: of its game by difficulty, wrapping around at the end, and if there
/// is none, of any game.
pub fn next_after(puzzle: &PuzzleInfo, progress: &PuzzleProgress) -> Option<&'static PuzzleInfo> {
    let mut same_game = all();
    same_game.retain(|other| other.game() == puzzle.game());
    same_game.sort_by_key(|other| rank(other));
    let at = same_game.iter().position(|other| other.id == puzzle.id).map_or(0, |at| at + 1);
    same_game.rotate_left(at);
    let is_next = |other: &&PuzzleInfo| other.id != puzzle.id && !progress.is_solved(other.id);
    let next = same_game.into_iter().find(is_next);
    next.or_else(|| {
        let mut others = all();
        others.sort_by_key(|other| rank(other));
        others.into_iter().find(is_next)
    })
}

/// Returns the key for sorting puzzles.
fn rank(puzzle: &PuzzleInfo) -> (bool, u8) {
    (puzzle.options().is_some(), puzzle.difficulty)
}

/// Returns the puzzle of a day, the same for all players: easy on Mondays, hard on Sundays. A puzzle returns only after
/// all others of its difficulty.
pub fn of_day(day: Day) -> Option<&'static PuzzleInfo> {
    let mut puzzles = all();
    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
    let (count, weekday) = (puzzles.len(), day.weekday());
    let start = weekday * count / WEEK;
    let end = ((weekday + 1) * count / WEEK).max(start + 1).min(count);
    let candidates = puzzles.get_mut(start..end)?;
    // Sorting by hashes mixes the games.
    candidates.sort_by_key(|puzzle| hash(puzzle.id));
    candidates.get(day.week() % candidates.len().max(1)).copied()
}

/// Returns a hash of a text (FNV-1a).
pub(super) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cairn_rules::games::ALL;

    use super::*;
    use crate::puzzle::{Note, find};

    const SOLVED: Note = Note::Solved { shown: false };

    fn today() -> Day {
        "2026-11-16".parse().unwrap()
    }

    #[test]
    fn filters_narrow_the_list() {
        let mut progress = PuzzleProgress::default();
        progress.note("staqs-2", SOLVED, today());
        progress.note("staqs-3", Note::Wrong, today());
        let game = Some(ALL[0]);
        let count = |filter: PuzzleFilter| filter.puzzles(&progress).len();
        let all_of = PuzzleFilter { game, ..PuzzleFilter::default() };
        assert_eq!(count(PuzzleFilter::default()), all().len());
        assert_eq!(count(all_of), of(ALL[0]).len());
        assert_eq!(count(PuzzleFilter { solved: Some(true), ..all_of }), 1);
        assert_eq!(count(PuzzleFilter { solved: Some(false), ..all_of }), of(ALL[0]).len() - 1);
        let hard = PuzzleFilter { difficulty: Some(3), solved: Some(true), ..all_of }.puzzles(&progress);
        assert_eq!(hard.iter().map(|puzzle| puzzle.id).collect::<Vec<_>>(), ["staqs-2"]);
        assert_eq!(count(PuzzleFilter { difficulty: Some(9), solved: Some(true), ..all_of }), 0);
    }

    #[test]
    fn next_follows_difficulty_within_a_game_and_then_others() {
        let mut progress = PuzzleProgress::default();
        let mut last = (false, 0);
        let count = of(ALL[0]).len();
        for _ in 0..count {
            let next = next_unsolved(&progress, Some(ALL[0].id)).unwrap();
            assert_eq!(next.game(), ALL[0].id);
            assert!(rank(next) >= last, "{}", next.id);
            last = rank(next);
            progress.note(next.id, SOLVED, today());
        }
        let other = next_unsolved(&progress, Some(ALL[0].id)).unwrap();
        assert_ne!(other.game(), ALL[0].id);
        assert_eq!(rank(next_after(find("staqs-1").unwrap(), &progress).unwrap()), rank(other));
        for puzzle in all() {
            progress.note(puzzle.id, SOLVED, today());
        }
        assert!(next_unsolved(&progress, None).is_none());
        assert!(next_after(other, &progress).is_none());
    }

    #[test]
    fn next_skips_a_puzzle_and_returns_to_it() {
        let mut progress = PuzzleProgress::default();
        let first = next_unsolved(&progress, Some("stac")).unwrap();
        let second = next_after(first, &progress).unwrap();
        assert_ne!(first.id, second.id);
        for puzzle in all().into_iter().filter(|puzzle| puzzle.game() == "stac" && puzzle.id != first.id) {
            progress.note(puzzle.id, SOLVED, today());
        }
        assert_eq!(next_after(second, &progress).unwrap().id, first.id);
        assert_ne!(next_after(first, &progress).unwrap().game(), "stac");
    }

    #[test]
    fn the_week_gets_harder_and_puzzles_do_not_recur_for_months() {
        let mut day = today();
        assert_eq!(day.weekday(), 0);
        let mut seen = HashSet::new();
        let mut games = HashSet::new();
        for _ in 0..12 {
            let mut last = 0;
            for _ in 0..7 {
                let puzzle = of_day(day).unwrap();
                assert_eq!(of_day(day).unwrap().id, puzzle.id);
                assert!(puzzle.difficulty >= last, "{day}");
                assert!(seen.insert(puzzle.id), "{day}: {}", puzzle.id);
                games.insert(puzzle.game());
                (last, day) = (puzzle.difficulty, day.next());
            }
        }
        assert_eq!(games.len(), ALL.len());
    }
}

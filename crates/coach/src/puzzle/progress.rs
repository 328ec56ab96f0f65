//! Progress with puzzles: results and streaks.
//!
//! The first result of a puzzle is final: solving it again changes nothing. Records are ordered by when the first
//! attempt succeeded or failed, which the streak counts.

use std::collections::BTreeSet;

use super::{Day, find};

/// An event in a puzzle that affects the result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Note {
    /// The player tried a wrong move.
    Wrong,
    /// The player saw the solution before solving the puzzle.
    Shown,
    /// The player solved the puzzle.
    Solved {
        /// Whether the player had seen the solution.
        shown: bool,
    },
}

/// The record of one puzzle that the player has tried.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PuzzleRecord {
    /// The puzzle.
    pub id: String,
    /// The number of wrong moves before it was solved.
    pub wrong: u32,
    /// Whether the solution was shown before it was solved.
    pub shown: bool,
    /// Whether it was solved.
    pub solved: bool,
    /// The day on which it was first solved, or last tried.
    pub day: Day,
}

/// The result of a player in a puzzle.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Standing {
    /// Not tried yet.
    New,
    /// Tried, and not solved.
    Tried,
    /// Solved at the first attempt, without help.
    First,
    /// Solved without help after wrong moves.
    Later {
        /// The number of attempts, including the last.
        attempts: u32,
    },
    /// Solved after the solution was shown.
    Shown,
}

impl Standing {
    /// Returns whether the puzzle was solved, with or without help.
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::First | Self::Later { .. } | Self::Shown)
    }

    /// Returns its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Tried => "tried",
            Self::First => "first",
            Self::Later { .. } => "later",
            Self::Shown => "shown",
        }
    }
}

impl PuzzleRecord {
    /// Returns the result.
    pub const fn standing(&self) -> Standing {
        match self {
            Self { solved: false, .. } => Standing::Tried,
            Self { shown: true, .. } => Standing::Shown,
            Self { wrong: 0, .. } => Standing::First,
            Self { wrong, .. } => Standing::Later { attempts: wrong.saturating_add(1) },
        }
    }
}

/// Successes in a row.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Streak {
    /// Puzzles solved at the first attempt, up to the last one tried.
    pub first: usize,
    /// The longest run ever.
    pub best_first: usize,
    /// Days with a puzzle solved without help, up to today or yesterday.
    pub days: usize,
    /// The longest run ever.
    pub best_days: usize,
}

/// The puzzles that a player has tried or solved.
///
/// ```
/// use cairn_coach::puzzle::{Day, Note, PuzzleProgress, Standing};
///
/// let mut progress = PuzzleProgress::default();
/// let today = Day::after_epoch(20_772);
/// progress.note("staqs-1", Note::Wrong, today);
/// progress.note("staqs-1", Note::Solved { shown: false }, today);
/// assert_eq!(progress.standing("staqs-1"), Standing::Later { attempts: 2 });
/// progress.note("staqs-2", Note::Solved { shown: false }, today);
/// assert_eq!((progress.streak(today).first, progress.streak(today).days), (1, 1));
/// ```
#[derive(Clone, Eq, PartialEq, Default, Debug)]
pub struct PuzzleProgress {
    records: Vec<PuzzleRecord>,
    /// Days on which the player solved only puzzles that had been solved before.
    extra_days: BTreeSet<Day>,
}

impl PuzzleProgress {
    /// Returns the records, in the order in which the first attempts succeeded or failed.
    pub fn records(&self) -> &[PuzzleRecord] {
        &self.records
    }

    /// Returns the days on which the player solved only puzzles that had been solved before.
    pub fn extra_days(&self) -> impl Iterator<Item = Day> {
        self.extra_days.iter().copied()
    }

    /// Returns the record of a puzzle.
    pub fn record(&self, id: &str) -> Option<&PuzzleRecord> {
        self.records.iter().find(|record| record.id == id)
    }

    /// Returns the result of a player in a puzzle.
    pub fn standing(&self, id: &str) -> Standing {
        self.record(id).map_or(Standing::New, PuzzleRecord::standing)
    }

    /// Returns whether a puzzle was solved, with or without help.
    pub fn is_solved(&self, id: &str) -> bool {
        self.standing(id).is_solved()
    }

    /// Returns the id of the game of the last attempted puzzle.
    pub fn last_game(&self) -> Option<&'static str> {
        self.records.iter().rev().find_map(|record| find(&record.id)).map(cairn_rules::PuzzleInfo::game)
    }

    /// Records an event of a puzzle. The result of a solved puzzle does not change.
    pub fn note(&mut self, id: &str, note: Note, today: Day) {
        let at = self.records.iter().position(|record| record.id == id).unwrap_or_else(|| {
            let id = id.to_owned();
            self.records.push(PuzzleRecord { id, wrong: 0, shown: false, solved: false, day: today });
            self.records.len() - 1
        });
        let record = &mut self.records[at];
        if record.solved {
            if note == (Note::Solved { shown: false }) {
                self.add_day(today);
            }
            return;
        }
        record.day = today;
        match note {
            Note::Wrong => record.wrong = record.wrong.saturating_add(1),
            Note::Shown => record.shown = true,
            Note::Solved { shown } => {
                record.solved = true;
                record.shown |= shown;
            }
        }
    }

    /// Adds a stored record. If the puzzle already has one, keeps the worse result and the earlier day.
    pub fn add_record(&mut self, record: PuzzleRecord) {
        let Some(known) = self.records.iter_mut().find(|known| known.id == record.id) else {
            self.records.push(record);
            return;
        };
        known.day = if known.solved == record.solved {
            known.day.min(record.day)
        } else if known.solved {
            known.day
        } else {
            record.day
        };
        known.wrong = known.wrong.max(record.wrong);
        known.shown |= record.shown;
        known.solved |= record.solved;
    }

    /// Adds a day on which a puzzle was solved again.
    pub fn add_day(&mut self, day: Day) {
        self.extra_days.insert(day);
    }

    /// Returns how many puzzles were solved, and how many of them at the first attempt.
    pub fn counts(&self) -> (usize, usize) {
        let count = |counts: fn(&&PuzzleRecord) -> bool| self.records.iter().filter(counts).count();
        (count(|record| record.solved), count(|record| record.standing() == Standing::First))
    }

    /// Returns the current and the longest streaks.
    pub fn streak(&self, today: Day) -> Streak {
        let firsts = self.records.iter().map(|record| record.standing() == Standing::First);
        let (first, best_first) = runs(firsts);
        let helpless = self.records.iter().filter(|record| record.solved && !record.shown);
        let days: BTreeSet<Day> = helpless.map(|record| record.day).chain(self.extra_days()).collect();
        let mut run = 0;
        let (mut best_days, mut last) = (0, None);
        for &day in &days {
            run = if last.map(Day::next) == Some(day) { run + 1 } else { 1 };
            (best_days, last) = (best_days.max(run), Some(day));
        }
        let lasts = last.is_some_and(|last| last >= today || last.next() == today);
        Streak { first, best_first, days: if lasts { run } else { 0 }, best_days }
    }
}

/// Returns the length of the last run of `true`, and of the longest one.
fn runs(values: impl Iterator<Item = bool>) -> (usize, usize) {
    values.fold((0, 0), |(run, best), value| {
        let run = if value { run + 1 } else { 0 };
        (run, best.max(run))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: Note = Note::Solved { shown: false };

    fn day(number: u64) -> Day {
        Day::after_epoch(20_000 + number)
    }

    #[test]
    fn a_first_attempt_is_one_without_wrong_moves_and_without_help() {
        for (notes, standing) in [
            (vec![], Standing::New),
            (vec![SOLVED], Standing::First),
            (vec![Note::Wrong], Standing::Tried),
            (vec![Note::Wrong, Note::Wrong, SOLVED], Standing::Later { attempts: 3 }),
            (vec![Note::Shown], Standing::Tried),
            (vec![Note::Shown, SOLVED], Standing::Shown),
            (vec![Note::Wrong, Note::Shown, SOLVED], Standing::Shown),
            (vec![Note::Solved { shown: true }], Standing::Shown),
            // Events after the solution change nothing.
            (vec![SOLVED, Note::Wrong, Note::Shown, Note::Solved { shown: true }], Standing::First),
            (vec![Note::Shown, SOLVED, SOLVED], Standing::Shown),
        ] {
            let mut progress = PuzzleProgress::default();
            for &note in &notes {
                progress.note("staqs-1", note, day(0));
            }
            assert_eq!(progress.standing("staqs-1"), standing, "{notes:?}");
        }
    }

    #[test]
    fn a_wrong_move_of_another_day_is_not_forgotten() {
        let mut progress = PuzzleProgress::default();
        progress.note("a", Note::Wrong, day(0));
        progress.note("a", SOLVED, day(5));
        let record = progress.record("a").unwrap();
        assert_eq!((record.standing(), record.day), (Standing::Later { attempts: 2 }, day(5)));
        progress.note("a", SOLVED, day(9));
        assert_eq!(progress.record("a").unwrap().day, day(5), "the first time counts");
    }

    #[test]
    fn the_streak_ends_with_the_first_mistake() {
        let mut progress = PuzzleProgress::default();
        for id in ["a", "b", "c"] {
            progress.note(id, SOLVED, day(0));
        }
        assert_eq!(progress.streak(day(0)).first, 3);
        progress.note("d", Note::Wrong, day(0));
        assert_eq!((progress.streak(day(0)).first, progress.streak(day(0)).best_first), (0, 3));
        progress.note("e", SOLVED, day(0));
        // Solving the puzzle later changes nothing, nor does solving another one again.
        progress.note("d", SOLVED, day(0));
        progress.note("a", SOLVED, day(0));
        assert_eq!((progress.streak(day(0)).first, progress.streak(day(0)).best_first), (1, 3));
        progress.note("f", Note::Shown, day(0));
        assert_eq!(progress.streak(day(0)).first, 0);
        assert_eq!(progress.counts(), (5, 4));
    }

    #[test]
    fn days_in_a_row_need_a_puzzle_without_help() {
        let mut progress = PuzzleProgress::default();
        for (id, note, number) in [("a", SOLVED, 0), ("b", SOLVED, 1), ("a", SOLVED, 2), ("c", SOLVED, 3)] {
            progress.note(id, note, day(number));
        }
        assert_eq!((progress.streak(day(3)).days, progress.streak(day(4)).days), (4, 4));
        assert_eq!((progress.streak(day(5)).days, progress.streak(day(5)).best_days), (0, 4));
        progress.note("d", Note::Solved { shown: true }, day(4));
        progress.note("a", Note::Solved { shown: true }, day(4));
        progress.note("e", Note::Wrong, day(4));
        assert_eq!(progress.streak(day(5)).days, 0);
        progress.note("f", SOLVED, day(6));
        assert_eq!((progress.streak(day(6)).days, progress.streak(day(6)).best_days), (1, 4));
    }

    #[test]
    fn records_of_one_puzzle_become_one() {
        let record = |wrong, shown, solved, number| PuzzleRecord {
            id: "a".to_owned(),
            wrong,
            shown,
            solved,
            day: day(number),
        };
        let mut progress = PuzzleProgress::default();
        for kept in [record(0, false, true, 5), record(2, false, false, 3), record(1, false, true, 4)] {
            progress.add_record(kept);
        }
        assert_eq!(progress.records(), [record(2, false, true, 4)]);
    }

    #[test]
    fn the_last_game_is_that_of_the_last_puzzle_that_still_exists() {
        let mut progress = PuzzleProgress::default();
        assert_eq!(progress.last_game(), None);
        for id in ["stac-1", "sight-2", "gone-1"] {
            progress.note(id, SOLVED, day(0));
        }
        assert_eq!(progress.last_game(), Some("sight"));
    }
}

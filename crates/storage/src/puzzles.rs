//! The solved puzzles, in the order in which their results were decided.
//!
//! Every change reads the file again under its lock, so that two programs do not overwrite each other's results.
//! Changes that cannot be written are retried with the next one.

use cairn_coach::puzzle::{Day, Note, PuzzleProgress, PuzzleRecord, Standing, all};
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};

use crate::json_lines::{BadLine, Entry, JsonLines};
use crate::{BadLines, Damaged, DataKind, Storage, StorageError};

/// Stores which puzzles the user has solved.
#[derive(Debug)]
pub struct PuzzleStore {
    storage: Option<Storage>,
    progress: PuzzleProgress,
    /// Notes that are not yet written.
    pending: Vec<(String, Note, Day)>,
    /// Whether the user has seen the error that the file is not writable.
    is_reported: bool,
}

impl PuzzleStore {
    /// Reads the file. Without a storage, stores nothing.
    pub fn open(storage: Option<&Storage>) -> (Self, Option<StorageError>) {
        let (progress, problem) = match storage.map(read) {
            None => (PuzzleProgress::default(), None),
            Some(Ok((progress, damaged))) => (progress, damaged.map(StorageError::DamagedLines)),
            Some(Err(error)) => (PuzzleProgress::default(), Some(StorageError::Puzzles(error.into()))),
        };
        let is_reported = matches!(problem, Some(StorageError::Puzzles(_)));
        (Self { storage: storage.cloned(), progress, pending: Vec::new(), is_reported }, problem)
    }

    /// Returns the user's progress.
    pub fn progress(&self) -> &PuzzleProgress {
        &self.progress
    }

    /// Describes the user's progress with a puzzle in a language.
    pub fn tell_standing(&self, id: &str, texts: Texts) -> String {
        let standing = self.progress.standing(id);
        let attempts = if let Standing::Later { attempts } = standing { attempts } else { 0 };
        texts.standing(standing.name(), attempts)
    }

    /// Describes in a language how a puzzle was just solved; `before` is its earlier standing.
    pub fn tell_solved(&self, id: &str, before: Standing, texts: Texts) -> String {
        let how = self.tell_standing(id, texts);
        if before.is_solved() { texts.format("puzzles.again", &[("how", &how)]) } else { how }
    }

    /// Describes in a language how many puzzles the user has solved.
    pub fn tell_summary(&self, texts: Texts) -> String {
        let (solved, first) = self.progress.counts();
        let all = all().len().max(solved);
        texts.format("puzzles.summary", &[("solved", &solved), ("all", &all), ("first", &first)])
    }

    /// Describes the user's streaks in a language.
    pub fn tell_streak(&self, today: Day, texts: Texts) -> String {
        let streak = self.progress.streak(today);
        texts.format(
            "puzzles.streak",
            &[
                ("n", &streak.first),
                ("best", &streak.best_first),
                ("days", &streak.days),
                ("best_days", &streak.best_days),
            ],
        )
    }

    /// Adds notes on a puzzle and writes them. Returns a problem only once.
    pub fn note(&mut self, id: &str, notes: &[Note], today: Day) -> Option<StorageError> {
        if notes.is_empty() {
            return None;
        }
        for &note in notes {
            self.progress.note(id, note, today);
            self.pending.push((id.to_owned(), note, today));
        }
        let storage = self.storage.as_ref().ok_or(StorageError::NoFolder);
        match storage.and_then(|storage| update(storage, &self.pending)) {
            Ok((progress, damaged)) => {
                self.progress = progress;
                self.pending.clear();
                self.is_reported = false;
                damaged.map(StorageError::DamagedLines)
            }
            Err(error) => {
                let is_new = !std::mem::replace(&mut self.is_reported, true);
                is_new.then(|| StorageError::Puzzles(error.into()))
            }
        }
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum PuzzleEntry {
    /// The result of a puzzle that was tried.
    Result {
        puzzle: String,
        solved: bool,
        /// Whether the user saw the solution first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shown: bool,
        /// The number of wrong moves before the solution.
        wrong: u32,
        #[serde(with = "day_text")]
        day: Day,
    },
    /// A day on which the user solved only puzzles that had been solved before.
    Day {
        #[serde(with = "day_text")]
        day: Day,
    },
}

/// Days as text, for serde.
mod day_text {
    use cairn_coach::puzzle::Day;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
    pub(super) fn serialize<S: Serializer>(day: &Day, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(day)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Entry for PuzzleEntry {
    const KIND: DataKind = DataKind::Puzzles;
    const KEYS: &'static [&'static str] = &["puzzle", "day"];

    fn is_valid(&self, _: &[Self]) -> bool {
        match self {
            Self::Result { puzzle, .. } => is_id(puzzle),
            Self::Day { .. } => true,
        }
    }

    /// Parses `puzzle staqs-4 solved-shown 0 2026-11-16` or `day 2026-11-17`.
    fn from_legacy_words(words: &[&str]) -> Result<Option<Self>, BadLine> {
        let day = |word: &str| word.parse().map_err(|_| BadLine);
        match *words {
            ["puzzle", id, state, wrong, on] => {
                let (state, shown) =
                    state.strip_suffix("-shown").map_or((state, false), |state| (state, true));
                if !matches!(state, "solved" | "tried") {
                    return Err(BadLine);
                }
                let (puzzle, wrong) = (id.to_owned(), wrong.parse().map_err(|_| BadLine)?);
                Ok(Some(Self::Result { puzzle, solved: state == "solved", shown, wrong, day: day(on)? }))
            }
            ["day", on] => Ok(Some(Self::Day { day: day(on)? })),
            ["puzzle" | "day", ..] | [] | [_] => Err(BadLine),
            // Lines of other kinds stay in the old file.
            [word, ..] if !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c == b'-') => {
                Ok(None)
            }
            _ => Err(BadLine),
        }
    }
}

/// Returns whether a word is a valid puzzle id in any version.
fn is_id(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

fn progress_of(entries: Vec<PuzzleEntry>) -> PuzzleProgress {
    let mut progress = PuzzleProgress::default();
    for entry in entries {
        match entry {
            PuzzleEntry::Result { puzzle: id, solved, shown, wrong, day } => {
                progress.add_record(PuzzleRecord { id, wrong, shown, solved, day });
            }
            PuzzleEntry::Day { day } => progress.add_day(day),
        }
    }
    progress
}

fn entries_of(progress: &PuzzleProgress) -> Vec<PuzzleEntry> {
    let results = progress.records().iter().map(|record| {
        let PuzzleRecord { id: puzzle, wrong, shown, solved, day } = record.clone();
        PuzzleEntry::Result { puzzle, solved, shown, wrong, day }
    });
    results.chain(progress.extra_days().map(|day| PuzzleEntry::Day { day })).collect()
}

/// Reads the file.
fn read(storage: &Storage) -> Result<(PuzzleProgress, Option<Damaged<BadLines>>), StorageError> {
    let (entries, damaged) = JsonLines::in_folder(storage.data()).read()?;
    Ok((progress_of(entries), damaged))
}

/// Adds notes to the current contents of the file.
fn update(
    storage: &Storage,
    notes: &[(String, Note, Day)],
) -> Result<(PuzzleProgress, Option<Damaged<BadLines>>), StorageError> {
    let updated = JsonLines::in_folder(storage.data()).update(|entries| {
        let mut progress = progress_of(std::mem::take(entries));
        for (id, note, day) in notes {
            progress.note(id, *note, *day);
        }
        *entries = entries_of(&progress);
    })?;
    Ok((progress_of(updated.entries), updated.damaged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_lines::parse_legacy_line;

    #[test]
    fn damaged_lines_of_old_files_are_found() {
        for line in [
            "puzzle staqs-9 solved 0",
            "puzzle staqs-9 solved -1 2026-11-15",
            "puzzle staqs-9 solved 0 2026-11-31",
            "puzzle staqs-9 dreamt 0 2026-11-15",
            "day yesterday",
            "puzz",
            "rating \u{1b}[31m",
            "\u{0}\u{0}\u{0} \u{0}",
        ] {
            assert!(parse_legacy_line::<PuzzleEntry>(line).is_err(), "{line:?}");
        }
        for line in ["", "# mine", "rating stac 1200"] {
            assert!(matches!(parse_legacy_line::<PuzzleEntry>(line), Ok(None)), "{line:?}");
        }
    }
}

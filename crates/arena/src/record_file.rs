//! The file of a match: stores every game as it ends, and provides the games when the match resumes.
//!
//! A killed program can leave an incomplete last record. It is removed, but only if it certainly belongs to this match;
//! a file with any other content is rejected and left unchanged. The file is locked while it is open, so that two
//! matches never write to it at once.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cairn_engine::bots::BotSpec;
use cairn_session::{Record, open, record};

use crate::game::{PlayedGame, match_name, optional_tags, tag};
use crate::written::{END, is_cut_off, is_written};
use crate::{ArenaError, MatchConfig};

/// The beginning of every record.
const START: &str = "[Game \"";

/// A file of game records.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: LockedFile,
    /// The number of seats of the game.
    seats: usize,
    /// The games that it holds, by the name of their match, except those that [`append`](Self::append) wrote.
    games: HashMap<String, Vec<PlayedGame>>,
}

/// An open file, locked if it is a regular one.
#[derive(Debug)]
struct LockedFile(File);

impl Drop for LockedFile {
    /// Releases the lock explicitly: while a child process starts, it briefly holds all files and their locks.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl RecordFile {
    /// Opens or creates the file for matches between these pairs of bots. Rejects a file that contains anything else,
    /// or that another match is using, and leaves it unchanged; removes an incomplete last record.
    pub fn open(
        path: &Path,
        config: &MatchConfig,
        pairings: &[(&BotSpec, &BotSpec)],
    ) -> Result<Self, ArenaError> {
        let failed = |error: io::Error| ArenaError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut locked = LockedFile(file);
        let file = &mut locked.0;
        let mut bytes = Vec::new();
        if file.metadata().map_err(failed)?.is_file() {
            match file.try_lock() {
                Ok(()) => (),
                Err(TryLockError::WouldBlock) => return Err(ArenaError::InUse { path: path.to_owned() }),
                // Some network file systems do not support locks.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => (),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            file.read_to_end(&mut bytes).map_err(failed)?;
        }
        let named = pairings.iter().map(|&(first, second)| (match_name(first, second), [first, second]));
        let seats = open(&config.game, None)?.seats();
        let mut reader =
            Reader { path, config, pairings, named: named.collect(), seats, seen: HashSet::new() };
        let (found, complete) = reader.read(&bytes)?;
        if complete < bytes.len() {
            file.set_len(complete as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut games: HashMap<String, Vec<PlayedGame>> = HashMap::new();
        for (name, game) in found {
            games.entry(name).or_default().push(game);
        }
        Ok(Self { path: path.to_owned(), file: locked, seats, games })
    }

    /// Removes the games of a match that were in the file, and returns them.
    pub(crate) fn take(&mut self, match_name: &str) -> Vec<PlayedGame> {
        self.games.remove(match_name).unwrap_or_default()
    }

    /// The numbers from 0 of the games between two bots that the file held when it was opened, and of those
    /// [added](Self::add) since.
    pub fn numbers(&self, first: &BotSpec, second: &BotSpec) -> Vec<usize> {
        let games = self.games.get(&match_name(first, second));
        games.into_iter().flatten().map(|game| game.number).collect()
    }

    /// Appends a game of these matches that was played elsewhere, and counts it among those of the file.
    pub fn add(&mut self, record: Record) -> Result<(), ArenaError> {
        self.append(&record)?;
        let name = record.tag(tag::MATCH).unwrap_or_default().to_owned();
        if let Some(number) = number_of(&record) {
            self.games.entry(name).or_default().push(PlayedGame::read(number, record, self.seats));
        }
        Ok(())
    }

    /// Appends a game of these matches in a single write.
    pub fn append(&mut self, record: &Record) -> Result<(), ArenaError> {
        let text = format!("{record}{END}");
        let written = self.file.0.write_all(text.as_bytes()).and_then(|()| self.file.0.flush());
        written.map_err(|error| ArenaError::File { path: self.path.clone(), error })
    }
}

/// A game in the file, with the name of its match.
type NamedGame = (String, PlayedGame);

struct Reader<'a> {
    path: &'a Path,
    config: &'a MatchConfig,
    pairings: &'a [(&'a BotSpec, &'a BotSpec)],
    /// The bots by the name of their match.
    named: HashMap<String, [&'a BotSpec; 2]>,
    seats: usize,
    /// The games read so far: the name of the match and the number.
    seen: HashSet<(String, usize)>,
}

impl Reader<'_> {
    /// Parses the games of a file; returns them and the number of bytes of complete records.
    fn read(&mut self, bytes: &[u8]) -> Result<(Vec<NamedGame>, usize), ArenaError> {
        let (complete, last) = split_last(bytes);
        // Remove only text that is certainly the incomplete end of this match.
        let is_cut = !last.is_empty() && is_cut_off(last, self.config, self.pairings, complete.is_empty())?;
        let kept = if is_cut { complete } else { bytes };
        Ok((self.read_complete(kept)?, kept.len()))
    }

    /// Parses a text that must consist of complete records.
    fn read_complete(&mut self, bytes: &[u8]) -> Result<Vec<NamedGame>, ArenaError> {
        let path = || self.path.to_owned();
        let records = match record::read_bytes(bytes) {
            Ok(records) => records,
            Err(_) if !bytes.starts_with(START.as_bytes()) => {
                return Err(ArenaError::NoRecords { path: path() });
            }
            Err(error) => return Err(ArenaError::Record { path: path(), error }),
        };
        let mut rest = bytes;
        let mut games = Vec::new();
        for (game, record) in (1..).zip(records) {
            let text = format!("{record}{END}");
            let named = self.check(game, record)?;
            rest = rest.strip_prefix(text.as_bytes()).ok_or_else(|| self.altered(game))?;
            games.push(named);
        }
        match (rest.is_empty(), games.len()) {
            (true, _) => Ok(games),
            (false, 0) => Err(ArenaError::NoRecords { path: self.path.to_owned() }),
            (false, count) => Err(self.altered(count)),
        }
    }

    fn altered(&self, game: usize) -> ArenaError {
        ArenaError::Altered { path: self.path.to_owned(), game }
    }

    /// Checks that a record belongs to one of these matches; `game` is its number in the file, from 1.
    fn check(&mut self, game: usize, record: Record) -> Result<NamedGame, ArenaError> {
        let mismatch = |tag, expected: String| {
            let found = record.tag(tag).unwrap_or("not there").to_owned();
            Err(ArenaError::Mismatch { path: self.path.to_owned(), game, tag, found, expected })
        };
        let name = record.tag(tag::MATCH).unwrap_or_default().to_owned();
        let Some(&bots) = self.named.get(&name) else {
            let names = self.pairings.iter().map(|(first, second)| match_name(first, second));
            return mismatch(tag::MATCH, names.collect::<Vec<_>>().join("` or `"));
        };
        let expected = [
            ("Game", self.config.game.clone()),
            (tag::SEED, self.config.seed.to_string()),
            (tag::OPENING, self.config.opening_plies.to_string()),
            (tag::CAP, self.config.max_plies.to_string()),
            (tag::PLIES, record.moves().len().to_string()),
        ];
        let expected = expected.map(|(tag, value)| (tag, Some(value)));
        for (tag, value) in expected.into_iter().chain(optional_tags(self.config)) {
            if record.tag(tag) != value.as_deref() {
                return mismatch(tag, value.unwrap_or_else(|| "not there".to_owned()));
            }
        }
        let Some(number) = number_of(&record) else {
            return mismatch(tag::ROUND, "a number from 1".to_owned());
        };
        if !is_written(&record, self.config, number, bots)? {
            return Err(self.altered(game));
        }
        if !self.seen.insert((name.clone(), number)) {
            return Err(ArenaError::Twice { path: self.path.to_owned(), game });
        }
        Ok((name, PlayedGame::read(number, record, self.seats)))
    }
}

/// The number of a game in its match, from 0.
fn number_of(record: &Record) -> Option<usize> {
    record.tag(tag::ROUND)?.parse::<usize>().ok()?.checked_sub(1)
}

/// Splits a file before its last record, of which there may be no more than the first characters.
fn split_last(bytes: &[u8]) -> (&[u8], &[u8]) {
    let start = format!("{END}{START}");
    let (shortest, start) = (END.len() + 1, start.as_bytes());
    let cut = (shortest..start.len()).find(|&length| bytes.ends_with(&start[..length]));
    let place = match cut {
        Some(length) => Some(bytes.len() - length),
        None => bytes.windows(start.len()).rposition(|window| window == start),
    };
    bytes.split_at(place.map_or(0, |place| place + END.len()))
}

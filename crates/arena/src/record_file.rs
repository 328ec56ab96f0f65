//! The file of a match: every game is appended as it ends, and read back when the match resumes.
//!
//! A program that is killed can leave an incomplete last record. It is removed, but only if it surely
//! belongs to this match; any other content is refused and left alone.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cairn_engine::bots::BotSpec;
use cairn_session::{Record, open, record};

use crate::game::{PlayedGame, match_name, tag};
use crate::{ArenaError, MatchConfig};

/// The beginning of every record.
const START: &str = "[Game \"";
/// What follows every record: without it, the record is incomplete.
const END: &str = "\n\n";

/// A file of game records.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    /// The games that it held when it was opened, by the name of their match.
    games: HashMap<String, Vec<PlayedGame>>,
}

impl RecordFile {
    /// Opens or creates the file for matches between these pairs of bots. A file that holds anything
    /// else is refused and left unchanged; an incomplete last record is removed.
    pub fn open(
        path: &Path,
        config: &MatchConfig,
        pairings: &[(&BotSpec, &BotSpec)],
    ) -> Result<Self, ArenaError> {
        let failed = |error: io::Error| ArenaError::File { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        if file.metadata().map_err(failed)?.is_file() {
            file.read_to_end(&mut bytes).map_err(failed)?;
        }
        let reader = Reader { path, config, pairings, seats: open(&config.game, None)?.seats() };
        let (found, complete) = reader.read(&bytes)?;
        if complete < bytes.len() {
            file.set_len(complete as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut games: HashMap<String, Vec<PlayedGame>> = HashMap::new();
        for (name, game) in found {
            games.entry(name).or_default().push(game);
        }
        Ok(Self { path: path.to_owned(), file, games })
    }

    /// Takes out the games of a match that were in the file.
    pub(crate) fn take(&mut self, match_name: &str) -> Vec<PlayedGame> {
        self.games.remove(match_name).unwrap_or_default()
    }

    /// Appends a game in a single write.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), ArenaError> {
        let text = format!("{record}{END}");
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| ArenaError::File { path: self.path.clone(), error })
    }
}

/// A game in the file, with the name of its match.
type NamedGame = (String, PlayedGame);

struct Reader<'a> {
    path: &'a Path,
    config: &'a MatchConfig,
    pairings: &'a [(&'a BotSpec, &'a BotSpec)],
    seats: usize,
}

impl Reader<'_> {
    /// Reads the games of a file, and how many of its bytes are complete records.
    fn read(&self, bytes: &[u8]) -> Result<(Vec<NamedGame>, usize), ArenaError> {
        let (complete, last) = split_last(bytes);
        let invalid = |error| ArenaError::Record { path: self.path.to_owned(), error };
        let records = record::read_bytes(complete).map_err(invalid)?;
        let mut games = Vec::new();
        for (index, record) in records.into_iter().enumerate() {
            games.push(self.check(index + 1, record)?);
        }
        match complete_record(last) {
            _ if last.is_empty() => Ok((games, bytes.len())),
            Some(record) => {
                games.push(self.check(games.len() + 1, record)?);
                Ok((games, bytes.len()))
            }
            // Only what is certainly the incomplete end of this match may be removed.
            None if !games.is_empty() || self.is_ours(last) => Ok((games, complete.len())),
            None => match record::read_bytes(last) {
                Ok(records) if !records.is_empty() => {
                    let record = records.into_iter().next();
                    let checked = record.map(|record| self.check(1, record)).transpose()?;
                    Ok((checked.into_iter().collect(), bytes.len()))
                }
                _ => Err(ArenaError::NoRecords { path: self.path.to_owned() }),
            },
        }
    }

    /// Whether an incomplete record belongs to one of these matches.
    fn is_ours(&self, bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(bytes);
        let game = text.starts_with(&format!("{START}{}\"]\n", self.config.game));
        let seed = text.contains(&format!("\n[{} \"{}\"]\n", tag::SEED, self.config.seed));
        game && seed
            && self.match_names().any(|name| text.contains(&format!("\n[{} \"{name}\"]\n", tag::MATCH)))
    }

    fn match_names(&self) -> impl Iterator<Item = String> {
        self.pairings.iter().map(|(first, second)| match_name(first, second))
    }

    /// Checks that a record belongs to one of these matches; `game` is its place in the file, from 1.
    fn check(&self, game: usize, record: Record) -> Result<NamedGame, ArenaError> {
        let mismatch = |tag, expected: String| {
            let found = record.tag(tag).unwrap_or("not there").to_owned();
            Err(ArenaError::Mismatch { path: self.path.to_owned(), game, tag, found, expected })
        };
        let name = record.tag(tag::MATCH).unwrap_or_default().to_owned();
        if !self.match_names().any(|known| known == name) {
            return mismatch(tag::MATCH, self.match_names().collect::<Vec<_>>().join("` or `"));
        }
        let expected = [
            ("Game", self.config.game.clone()),
            (tag::SEED, self.config.seed.to_string()),
            (tag::OPENING, self.config.opening_plies.to_string()),
            (tag::CAP, self.config.max_plies.to_string()),
            (tag::PLIES, record.moves().len().to_string()),
        ];
        for (tag, value) in expected {
            if record.tag(tag) != Some(&value) {
                return mismatch(tag, value);
            }
        }
        let round = record.tag(tag::ROUND).and_then(|round| round.parse::<usize>().ok());
        match round.and_then(|round| round.checked_sub(1)) {
            Some(number) => Ok((name, PlayedGame::read(number, record, self.seats))),
            None => mismatch(tag::ROUND, "a number from 1".to_owned()),
        }
    }
}

/// Splits a file before its last record.
fn split_last(bytes: &[u8]) -> (&[u8], &[u8]) {
    let start = format!("\n{START}");
    let last = bytes.windows(start.len()).rposition(|window| window == start.as_bytes());
    bytes.split_at(last.map_or(0, |place| place + 1))
}

/// The single record of a text, if it is complete: with its end, and as many moves as it claims.
fn complete_record(bytes: &[u8]) -> Option<Record> {
    let mut records = record::read_bytes(bytes.strip_suffix(END.as_bytes())?).ok()?;
    let record = records.pop()?;
    let is_complete = records.is_empty() && record.tag(tag::PLIES) == Some(&record.moves().len().to_string());
    is_complete.then_some(record)
}

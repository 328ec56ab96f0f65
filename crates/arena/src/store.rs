//! The file of a match's games: each is added whole as it ends, and read back when the match goes on.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cairn_session::players::BotSpec;
use cairn_session::{Record, open, record};

use crate::game::{Game, label, tag};
use crate::{ArenaError, Terms};

/// How every record begins.
const BEGINNING: &str = "[Game \"";
/// What stands behind every record: without it, the record is not whole.
const END: &str = "\n\n";

/// A file of games.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// The games that were there, by the name of their match.
    games: HashMap<String, Vec<Game>>,
}

impl Store {
    /// Opens or makes the file for matches on these terms between these pairs of bots. A file that
    /// holds anything else is refused and left as it is; a last record that was cut off is removed.
    pub fn open(path: &Path, terms: &Terms, pairings: &[(&BotSpec, &BotSpec)]) -> Result<Self, ArenaError> {
        let failed = |error: io::Error| ArenaError::File { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        if file.metadata().map_err(failed)?.is_file() {
            file.read_to_end(&mut bytes).map_err(failed)?;
        }
        let reader = Reader { path, terms, pairings };
        let seats = open(&terms.game, None)?.seats();
        let (records, whole) = reader.read(&bytes)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut games: HashMap<String, Vec<Game>> = HashMap::new();
        for (name, number, record) in records {
            games.entry(name).or_default().push(Game::read(number, record, seats));
        }
        Ok(Self { path: path.to_owned(), file, games })
    }

    /// The games of a match that were in the file; they are handed out once.
    pub(crate) fn take(&mut self, label: &str) -> Vec<Game> {
        self.games.remove(label).unwrap_or_default()
    }

    /// Adds a game in one go.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), ArenaError> {
        let text = format!("{record}{END}");
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| ArenaError::File { path: self.path.clone(), error })
    }
}

/// A game as it stands in a file: the name of its match, its number from 0, the record.
type Found = (String, usize, Record);

struct Reader<'a> {
    path: &'a Path,
    terms: &'a Terms,
    pairings: &'a [(&'a BotSpec, &'a BotSpec)],
}

impl Reader<'_> {
    /// Reads the games of a file, and how many bytes are whole records.
    fn read(&self, bytes: &[u8]) -> Result<(Vec<Found>, usize), ArenaError> {
        let (whole, rest) = split_last(bytes);
        let refused = |error| ArenaError::Record { path: self.path.to_owned(), error };
        let records = record::read_bytes(whole).map_err(refused)?;
        let mut found = Vec::new();
        for (index, record) in records.into_iter().enumerate() {
            found.push(self.check(index + 1, record)?);
        }
        match is_whole(rest) {
            _ if rest.is_empty() => Ok((found, bytes.len())),
            Some(record) => {
                found.push(self.check(found.len() + 1, record)?);
                Ok((found, bytes.len()))
            }
            // Only what certainly is the torn end of this match may be removed.
            None if !found.is_empty() || self.is_ours(rest) => Ok((found, whole.len())),
            None => match record::read_bytes(rest) {
                Ok(records) if !records.is_empty() => {
                    let record = records.into_iter().next();
                    let checked = record.map(|record| self.check(1, record)).transpose()?;
                    Ok((checked.into_iter().collect(), bytes.len()))
                }
                _ => Err(ArenaError::NoRecords { path: self.path.to_owned() }),
            },
        }
    }

    /// Whether a record that was cut off is of one of these matches.
    fn is_ours(&self, bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(bytes);
        let game = text.starts_with(&format!("{BEGINNING}{}\"]\n", self.terms.game));
        let seed = text.contains(&format!("\n[{} \"{}\"]\n", tag::SEED, self.terms.seed));
        game && seed && self.labels().any(|label| text.contains(&format!("\n[{} \"{label}\"]\n", tag::MATCH)))
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        self.pairings.iter().map(|(first, second)| label(first, second))
    }

    /// Compares a record with what is to be played; `game` is its place in the file, from 1.
    fn check(&self, game: usize, record: Record) -> Result<Found, ArenaError> {
        let mismatch = |tag, expected: String| {
            let found = record.tag(tag).unwrap_or("not there").to_owned();
            Err(ArenaError::Mismatch { path: self.path.to_owned(), game, tag, found, expected })
        };
        let name = record.tag(tag::MATCH).unwrap_or_default().to_owned();
        if !self.labels().any(|label| label == name) {
            return mismatch(tag::MATCH, self.labels().collect::<Vec<_>>().join("` or `"));
        }
        let expected = [
            ("Game", self.terms.game.clone()),
            (tag::SEED, self.terms.seed.to_string()),
            (tag::OPENING, self.terms.opening.to_string()),
            (tag::CAP, self.terms.cap.to_string()),
            (tag::PLIES, record.moves().len().to_string()),
        ];
        for (tag, value) in expected {
            if record.tag(tag) != Some(&value) {
                return mismatch(tag, value);
            }
        }
        let round = record.tag(tag::ROUND).and_then(|round| round.parse::<usize>().ok());
        match round.and_then(|round| round.checked_sub(1)) {
            Some(number) => Ok((name, number, record)),
            None => mismatch(tag::ROUND, "a number from 1".to_owned()),
        }
    }
}

/// Splits a file before its last record.
fn split_last(bytes: &[u8]) -> (&[u8], &[u8]) {
    let beginning = format!("\n{BEGINNING}");
    let last = bytes.windows(beginning.len()).rposition(|window| window == beginning.as_bytes());
    bytes.split_at(last.map_or(0, |place| place + 1))
}

/// The one record of a text, if all of it is there: its end, and as many moves as it says.
fn is_whole(bytes: &[u8]) -> Option<Record> {
    let mut records = record::read_bytes(bytes.strip_suffix(END.as_bytes())?).ok()?;
    let record = records.pop()?;
    let whole = records.is_empty() && record.tag(tag::PLIES) == Some(&record.moves().len().to_string());
    whole.then_some(record)
}

//! The file of ratings: one line a game, replaced whole under a lock, so that two programs that finish a game
//! at once lose no result.
//!
//! A line also names the saves of games that it has counted already, as long as those saves exist: a game whose
//! end is shown again after the program was killed does not count twice.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_coach::rating::PlayerRating;
use cairn_texts::{Texts, safe_line};

use crate::StorageError;

const LOCK_EXTENSION: &str = "lock";
const DAMAGED_EXTENSION: &str = "damaged";
/// Longer files are no ratings.
const LONGEST: u64 = 1 << 20;
/// How much of a damaged line is shown.
const EXCERPT: usize = 60;
/// What the file begins with.
const HEAD: &str = "# game, rating, deviation, volatility, games; then finished games that are still kept\n";

/// The ratings of a user.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ratings {
    /// By the game's id.
    lines: BTreeMap<String, Line>,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Line {
    rating: PlayerRating,
    /// The names of saves that have been counted.
    counted: Vec<String>,
}

/// What was wrong in the file of ratings, which was set aside.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DamagedRatings {
    /// The file as it was.
    pub aside: PathBuf,
    /// The first line that is no rating, from 1.
    pub line: usize,
    /// What stands there, shortened and escaped.
    pub text: String,
}

impl DamagedRatings {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let path = self.aside.display();
        texts.format("rating.damaged", &[("line", &self.line), ("word", &self.text), ("path", &path)])
    }
}

/// What a game has done to a rating.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedGame {
    /// The rating now.
    pub rating: PlayerRating,
    /// The rating before; `None` if the game had been counted already.
    pub before: Option<PlayerRating>,
    /// What was wrong in the file.
    pub damaged: Option<DamagedRatings>,
}

impl CountedGame {
    /// The rating and how much it has changed: `812 ± 95 (+34)`.
    pub fn numbers(&self) -> String {
        let whole = |rating: PlayerRating| rating.elo.round();
        match self.before {
            Some(before) => format!("{} ({:+})", self.rating, whole(self.rating) - whole(before) + 0.0),
            None => self.rating.to_string(),
        }
    }
}

impl Ratings {
    /// The rating in a game, by its id.
    pub fn get(&self, game: &str) -> Option<PlayerRating> {
        self.lines.get(game).map(|line| line.rating)
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (game, Line { rating, counted }) in &self.lines {
            let PlayerRating { elo, deviation, volatility, games } = rating;
            // Writing to a string does not fail.
            let _ = write!(text, "{game} {elo} {deviation} {volatility} {games}");
            for save in counted {
                text.extend([" ", save]);
            }
            text.push('\n');
        }
        text
    }

    /// Adds a line of the file; `None` if it is damaged.
    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let game = words.next().filter(|word| is_name(word))?;
        let [elo, deviation, volatility] =
            [(-9999.0, 9999.0), (1.0, 999.0), (0.0, 1.0)].map(|(low, high)| {
                let number = words.next()?.parse::<f64>().ok()?;
                (low..=high).contains(&number).then_some(number)
            });
        let (elo, deviation, volatility) = (elo?, deviation?, volatility?);
        let games = words.next()?.parse::<u32>().ok().filter(|&games| games > 0)?;
        let counted = words.map(|word| is_name(word).then(|| word.to_owned())).collect::<Option<_>>()?;
        let line = Line { rating: PlayerRating { elo, deviation, volatility, games }, counted };
        // Of two lines for one game nobody knows which is right; the first one counts, and is kept.
        match self.lines.entry(game.to_owned()) {
            Entry::Occupied(_) => None,
            Entry::Vacant(place) => {
                place.insert(line);
                Some(())
            }
        }
    }
}

/// Whether a word can be the id of a game or the name of a save.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The name by which a save is remembered.
fn save_name(save: &Path) -> String {
    let name = save.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// Reads a file: the ratings, and the first damaged line with its number.
fn read(path: &Path) -> Result<(Ratings, Option<(usize, String)>), StorageError> {
    let bytes = match read_bytes(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        read => read.map_err(|error| StorageError::file(path, error))?,
    };
    let (mut ratings, mut damage) = (Ratings::default(), None);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let read = str::from_utf8(line).ok().and_then(|line| ratings.add(line));
        if read.is_none() && damage.is_none() {
            let text: String = String::from_utf8_lossy(line).chars().take(EXCERPT).collect();
            damage = Some((number, safe_line(&text).into_owned()));
        }
    }
    Ok((ratings, damage))
}

/// Reads a file that is not too long.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        // A pipe or a device might never end.
        return Err(io::Error::other("not a file"));
    }
    // All of a file that is too long is one damaged line.
    if found.len() > LONGEST { Ok(b"?".to_vec()) } else { fs::read(path) }
}

/// Reads the ratings. If lines are damaged, the file is set aside, and replaced by one with the others.
pub(crate) fn open(path: &Path) -> Result<(Ratings, Option<DamagedRatings>), StorageError> {
    // The file is always whole, so that nothing is locked or written as long as all is well.
    let (ratings, damage) = read(path)?;
    if damage.is_none() {
        return Ok((ratings, None));
    }
    let _lock = lock(path)?;
    repaired(path)
}

/// The same, for whoever holds the lock.
fn repaired(path: &Path) -> Result<(Ratings, Option<DamagedRatings>), StorageError> {
    let (ratings, damage) = read(path)?;
    let Some((line, text)) = damage else { return Ok((ratings, None)) };
    let aside = cairn_engine::files::quarantine(path, &path.with_extension(DAMAGED_EXTENSION))
        .map_err(|error| StorageError::file(path, error))?;
    write(path, &ratings)?;
    Ok((ratings, Some(DamagedRatings { aside, line, text })))
}

/// Counts a game unless its save has been counted. `after` says what the result makes of the rating.
pub(crate) fn count(
    path: &Path,
    game: &str,
    save: Option<&Path>,
    after: impl FnOnce(PlayerRating) -> PlayerRating,
) -> Result<CountedGame, StorageError> {
    let _lock = lock(path)?;
    let (mut ratings, damaged) = repaired(path)?;
    let line = ratings.lines.entry(game.to_owned()).or_default();
    let name = save.map(save_name);
    if name.as_ref().is_some_and(|name| line.counted.contains(name)) {
        return Ok(CountedGame { rating: line.rating, before: None, damaged });
    }
    let before = line.rating;
    line.rating = after(before);
    let rating = line.rating;
    if let Some(save) = save {
        // One that is gone cannot be finished again.
        line.counted.retain(|name| save.with_file_name(format!("{name}.{}", extension(save))).exists());
    }
    line.counted.extend(name);
    write(path, &ratings)?;
    Ok(CountedGame { rating, before: Some(before), damaged })
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

fn write(path: &Path, ratings: &Ratings) -> Result<(), StorageError> {
    let written = cairn_engine::files::replace(path, ratings.text().as_bytes());
    written.map_err(|error| StorageError::file(path, error))
}

/// Waits until no other program changes a file. The system releases the lock however the program ends;
/// where there are no locks, there is nothing to wait for.
pub(crate) fn lock(path: &Path) -> Result<File, StorageError> {
    let path = path.with_extension(LOCK_EXTENSION);
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let lock = lock.map_err(|error| StorageError::file(&path, error))?;
    let _ = lock.lock();
    Ok(lock)
}

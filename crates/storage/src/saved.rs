//! The saved games: every game of every file in the folder of records. Listing them replays none, because the tags
//! suffice for a list. [`SavedRecord::problem`] replays a game to check it.

use std::cell::OnceCell;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cairn_engine::bots::PlayerSpec;
use cairn_rules::Message;
use cairn_session::record::{self, Outline};
use cairn_session::{Record, SEAT_TAGS};
use cairn_texts::{Texts, folded};

use crate::{Damage, Storage, StorageError, slot};

/// A saved game in the list.
#[derive(Debug)]
pub struct SavedRecord {
    path: PathBuf,
    /// Its number in the file, from 1.
    number: usize,
    /// The number of games in the file.
    count: usize,
    saved: SystemTime,
    outline: Result<Outline, Damage>,
    /// The problem with its moves, if any; set by the first call of [`Self::problem`].
    fault: OnceCell<Option<Damage>>,
}

/// The columns of a saved game in a list, in a language.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SavedRow {
    /// The date of the game, as in the record.
    pub date: String,
    /// The game, with its non-default options.
    pub game: String,
    /// The person's opponent, or all players.
    pub opponent: String,
    /// Whether the person won or lost, or who won.
    pub result: String,
    /// The number of moves.
    pub plies: usize,
}

/// A filter for the list of saved games.
#[derive(Clone, Default, Debug)]
pub struct SavedFilter {
    /// The id of the game, to list one game only.
    pub game: Option<&'static str>,
    /// Words that must all occur in the date, the game, the result, the players' names or the file's name.
    pub words: String,
}

impl SavedRecord {
    /// Returns the games of any file, in its order. A file that cannot be read, or contains no game, counts as a
    /// damaged game, so that no game disappears from the list without a reason.
    pub fn all_of(path: &Path) -> Vec<Self> {
        let saved = fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        games_of(path, saved)
    }

    /// Returns its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its number among the games of the file, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns whether the file contains only this game.
    pub const fn is_alone(&self) -> bool {
        self.count == 1
    }

    /// Returns when the file was last written.
    pub const fn saved(&self) -> SystemTime {
        self.saved
    }

    /// Returns the outline of the record; `None` if it is too damaged to read.
    pub fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref().ok()
    }

    /// Returns the problem with the game, if there is one. The first call replays the game.
    pub fn problem(&self) -> Option<&Damage> {
        match &self.outline {
            Err(problem) => Some(problem),
            Ok(_) => self.fault.get_or_init(|| self.read().err()).as_ref(),
        }
    }

    /// Reads the game.
    pub fn read(&self) -> Result<Record, Damage> {
        let record = record::read_game(&fs::read(&self.path)?, self.number)?;
        let none = || Message::new("there is no game {number} in it").with("number", self.number);
        Ok(record.ok_or_else(none)?)
    }

    /// Returns the columns of a list; `None` if the record is damaged.
    pub fn row(&self, texts: Texts) -> Option<SavedRow> {
        let outline = self.outline()?;
        let spec = outline.tag("Game").unwrap_or_default();
        let game = if spec == outline.info.id { outline.info.name } else { spec };
        Some(SavedRow {
            date: outline.tag("Date").unwrap_or("?").to_owned(),
            game: game.to_owned(),
            opponent: opponents(players(outline, texts), person(outline)),
            result: result(outline, texts),
            plies: outline.plies,
        })
    }

    /// Returns whether the filter accepts it.
    pub fn matches(&self, filter: &SavedFilter, texts: Texts) -> bool {
        if filter.game.is_some_and(|id| self.outline().is_none_or(|outline| outline.info.id != id)) {
            return false;
        }
        if filter.words.trim().is_empty() {
            return true;
        }
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let mut shown = name.into_owned();
        if let (Some(row), Some(outline)) = (self.row(texts), self.outline()) {
            for words in [row.date, row.game, row.result].into_iter().chain(players(outline, texts)) {
                shown = shown + " " + &words;
            }
        }
        let shown = folded(&shown);
        folded(&filter.words).split_whitespace().all(|word| shown.contains(word))
    }

    /// Deletes the file, unless it contains other games.
    pub fn delete(&self) -> Result<(), StorageError> {
        if !self.is_alone() {
            return Err(StorageError::SeveralGames { path: self.path.clone(), count: self.count });
        }
        slot::remove(&self.path).map_err(|error| StorageError::file(&self.path, error))
    }
}

/// Returns the names of the players; an unknown player has the name of the seat's colour.
fn players(outline: &Outline, texts: Texts) -> Vec<String> {
    let seats = outline.info.seats.iter().zip(SEAT_TAGS).take(outline.seats);
    let name = |tag: &str| outline.tag(tag).map(|name| texts.who(name));
    seats.map(|(seat, tag)| name(tag).unwrap_or_else(|| texts.seat(seat.name).to_owned())).collect()
}

/// Returns the seat of the only person. A player whose name is not a bot counts as a person.
fn person(outline: &Outline) -> Option<usize> {
    only_person(SEAT_TAGS[..outline.seats.min(SEAT_TAGS.len())].iter().map(|tag| outline.tag(tag)))
}

/// Returns the seat of the only person among players with these names.
fn only_person<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Option<usize> {
    let is_bot = |name: &str| name.parse::<PlayerSpec>().is_ok_and(|spec| !spec.is_human());
    let mut people = names.enumerate().filter(|(_, name)| !name.is_some_and(is_bot));
    let (seat, _) = people.next()?;
    people.next().is_none().then_some(seat)
}

/// Returns the opponent of the only person, or all players.
fn opponents(mut players: Vec<String>, person: Option<usize>) -> String {
    match person.filter(|&seat| seat < players.len()) {
        Some(seat) => {
            players.remove(seat);
            players.join(", ")
        }
        None => players.join(" – "),
    }
}

/// Does the same for the player specs of a save.
pub(crate) fn opponents_at(seats: &[String], texts: Texts) -> String {
    let person = only_person(seats.iter().map(|seat| Some(seat.as_str())));
    opponents(seats.iter().map(|seat| texts.who(seat)).collect(), person)
}

fn result(outline: &Outline, texts: Texts) -> String {
    let points: Vec<&str> = match outline.tag("Result") {
        None | Some("*") => return texts.text("saved.unfinished").to_owned(),
        Some(result) => result.split('-').collect(),
    };
    let key = match person(outline).and_then(|seat| points.get(seat)) {
        Some(&"1") => "saved.won",
        Some(&"0") => "saved.lost",
        Some(_) => "saved.draw",
        None => match points.iter().position(|point| *point == "1") {
            Some(seat) => {
                let names = players(outline, texts);
                let is_shared = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
                let colour = outline.info.seats.get(seat).map_or("?", |seat| texts.seat(seat.name));
                let name = names.get(seat).filter(|name| !is_shared(name)).map_or(colour, String::as_str);
                return texts.format("saved.winner", &[("player", &name)]);
            }
            None => "saved.draw",
        },
    };
    texts.text(key).to_owned()
}

impl Storage {
    /// Lists the saved games, those of the newest file first, without replaying them.
    pub fn saved(&self) -> Result<Vec<SavedRecord>, StorageError> {
        let folder = &self.records();
        let failed = |error| StorageError::file(folder, error);
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if let Ok(data) = fs::metadata(&path)
                && data.is_file()
                && !is_hidden
            {
                files.push((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
            }
        }
        files.sort_by(|a, b| b.cmp(a));
        Ok(files.into_iter().flat_map(|(saved, path)| games_of(&path, saved)).collect())
    }
}

/// Lists the games of a file that was last written at this time.
fn games_of(path: &Path, saved: SystemTime) -> Vec<SavedRecord> {
    let mut outlines: Vec<Result<Outline, Damage>> = match fs::read(path) {
        Ok(bytes) => {
            let outlines = record::outlines(&bytes);
            outlines.into_iter().map(|game| game.map_err(Damage::from)).collect()
        }
        Err(error) => vec![Err(error.into())],
    };
    if outlines.is_empty() {
        outlines.push(Err(Message::new("there is no game in it").into()));
    }
    let count = outlines.len();
    let game = |(number, outline)| {
        let path = path.to_owned();
        SavedRecord { path, number, count, saved, outline, fault: OnceCell::new() }
    };
    (1..).zip(outlines).map(game).collect()
}

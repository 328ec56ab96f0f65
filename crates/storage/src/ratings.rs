//! The user's ratings, one entry per game.
//!
//! An entry also names the saves of games that it has counted, as long as those saves exist: a game whose end is shown
//! again after the program was killed does not count twice.

use std::path::Path;

use cairn_coach::rating::PlayerRating;
use serde::{Deserialize, Serialize};

use crate::json_lines::{BadLine, Entry, JsonLines};
use crate::{BadLines, Damaged, DataKind, Storage, StorageError};

/// The ratings of a user.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ratings(Vec<RatingEntry>);

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct RatingEntry {
    /// The game's id.
    game: String,
    elo: f64,
    deviation: f64,
    volatility: f64,
    games: u32,
    /// The names of counted saves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counted: Vec<String>,
}

/// The effect of a game on a rating.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedGame {
    /// The rating now.
    pub rating: PlayerRating,
    /// The rating before; `None` if the game had already been counted.
    pub before: Option<PlayerRating>,
    /// The damaged lines of the file, if any.
    pub damaged: Option<Damaged<BadLines>>,
}

impl CountedGame {
    /// Formats the rating and its change: `812 ± 95 (+34)`.
    pub fn numbers(&self) -> String {
        let whole = |rating: PlayerRating| rating.elo.round();
        match self.before {
            Some(before) => format!("{} ({:+})", self.rating, whole(self.rating) - whole(before) + 0.0),
            None => self.rating.to_string(),
        }
    }
}

impl Ratings {
    /// Returns the rating in a game, by its id.
    pub fn get(&self, game: &str) -> Option<PlayerRating> {
        self.0.iter().find(|entry| entry.game == game).map(RatingEntry::rating)
    }
}

impl RatingEntry {
    fn new(game: &str, rating: PlayerRating) -> Self {
        let mut entry = Self { game: game.to_owned(), ..Self::default() };
        entry.set_rating(rating);
        entry
    }

    fn rating(&self) -> PlayerRating {
        let Self { elo, deviation, volatility, games, .. } = *self;
        PlayerRating { elo, deviation, volatility, games }
    }

    fn set_rating(&mut self, rating: PlayerRating) {
        let PlayerRating { elo, deviation, volatility, games } = rating;
        (self.elo, self.deviation, self.volatility, self.games) = (elo, deviation, volatility, games);
    }
}

impl Entry for RatingEntry {
    const KIND: DataKind = DataKind::Ratings;
    const KEYS: &'static [&'static str] = &["game", "elo"];

    /// Rejects the second entry for a game.
    fn is_valid(&self, earlier: &[Self]) -> bool {
        is_name(&self.game)
            && (-9999.0..=9999.0).contains(&self.elo)
            && (1.0..=999.0).contains(&self.deviation)
            && (0.0..=1.0).contains(&self.volatility)
            && self.games > 0
            && self.counted.iter().all(|name| is_name(name))
            && earlier.iter().all(|entry| entry.game != self.game)
    }

    /// Parses `staqs 612.5 80 0.06 14 1-2-3`.
    fn from_legacy_words(words: &[&str]) -> Result<Option<Self>, BadLine> {
        let [game, elo, deviation, volatility, games, counted @ ..] = words else { return Err(BadLine) };
        let number = |word: &str| word.parse::<f64>().map_err(|_| BadLine);
        Ok(Some(Self {
            game: (*game).to_owned(),
            elo: number(elo)?,
            deviation: number(deviation)?,
            volatility: number(volatility)?,
            games: games.parse().map_err(|_| BadLine)?,
            counted: counted.iter().map(|&name| name.to_owned()).collect(),
        }))
    }
}

/// Returns whether a word can be the id of a game or the name of a save.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Returns the name that identifies a save in the file.
fn save_name(save: &Path) -> String {
    let name = save.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

impl Storage {
    /// Returns the ratings, and the damaged lines of their file, which are quarantined.
    pub fn ratings(&self) -> Result<(Ratings, Option<Damaged<BadLines>>), StorageError> {
        let (entries, damaged) = JsonLines::in_folder(self.data()).read()?;
        Ok((Ratings(entries), damaged))
    }

    /// Counts a finished game for the rating in the game with this id, unless its save has already been counted.
    /// `after` computes the new rating.
    pub fn count_game(
        &self,
        game: &str,
        save: Option<&Path>,
        after: impl FnOnce(PlayerRating) -> PlayerRating,
    ) -> Result<CountedGame, StorageError> {
        let name = save.map(save_name);
        let updated = JsonLines::<RatingEntry>::in_folder(self.data()).update(|entries| {
            let place = entries.iter().position(|entry| entry.game == game).unwrap_or_else(|| {
                entries.push(RatingEntry::new(game, PlayerRating::default()));
                entries.len() - 1
            });
            let entry = &mut entries[place];
            let before = entry.rating();
            if name.as_ref().is_some_and(|name| entry.counted.contains(name)) {
                return (before, None);
            }
            entry.set_rating(after(before));
            if let Some(save) = save {
                // A deleted save cannot be finished again.
                let extension = save.extension().unwrap_or_default();
                entry.counted.retain(|name| save.with_file_name(name).with_extension(extension).exists());
            }
            entry.counted.extend(name);
            (entry.rating(), Some(before))
        })?;
        let (rating, before) = updated.result;
        Ok(CountedGame { rating, before, damaged: updated.damaged })
    }
}

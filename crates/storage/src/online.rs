//! The user's seats in games on servers, with their tokens, so that the user can continue a game after the program has
//! ended. Only the user may read the file.

use std::io::ErrorKind;
use std::path::PathBuf;

use cairn_session::{Session, record};
use serde::{Deserialize, Serialize};

use crate::json_lines::{BadLine, Entry, JsonLines};
use crate::{BadLines, Damaged, DataKind, Storage, StorageError};

/// The maximum number of games in the file; the oldest are dropped first.
const MAX_GAMES: usize = 500;
/// The maximum length of an address and of a token.
const MAX_WORD_LEN: usize = 300;

/// The seats of the user in a game on a server.
#[derive(Clone, Eq, PartialEq, Serialize, Deserialize)]
pub struct OnlineSeat {
    /// The address of the game.
    pub game: String,
    /// The seats, from 0.
    pub seats: Vec<usize>,
    /// The secret that grants them.
    pub token: String,
}

impl OnlineSeat {
    /// Returns whether it can be stored: its address and its token are words of visible ASCII, and it has seats.
    pub fn is_sound(&self) -> bool {
        let is_word = |word: &str| {
            !word.is_empty() && word.len() <= MAX_WORD_LEN && word.bytes().all(|byte| byte.is_ascii_graphic())
        };
        let has_seats = !self.seats.is_empty() && self.seats.iter().all(|seat| *seat < 4);
        is_word(&self.game) && is_word(&self.token) && has_seats
    }
}

impl Entry for OnlineSeat {
    const KIND: DataKind = DataKind::OnlineSeats;
    const KEYS: &'static [&'static str] = &["game", "seats", "token"];

    fn is_valid(&self, _: &[Self]) -> bool {
        self.is_sound()
    }

    /// Parses `http://localhost:8080/games/one 0,1 token`.
    fn from_legacy_words(words: &[&str]) -> Result<Option<Self>, BadLine> {
        let [game, seats, token] = *words else { return Err(BadLine) };
        let seats = seats.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| BadLine)?;
        Ok(Some(Self { game: game.to_owned(), seats, token: token.to_owned() }))
    }
}

impl Storage {
    /// Returns the user's seats in a game on a server, by its address, and the damaged lines of their file, which are
    /// quarantined.
    pub fn online_seat(
        &self,
        game: &str,
    ) -> Result<(Option<OnlineSeat>, Option<Damaged<BadLines>>), StorageError> {
        let (seats, damaged) = JsonLines::<OnlineSeat>::in_folder(self.data()).read()?;
        Ok((seats.into_iter().rfind(|seat| seat.game == game), damaged))
    }

    /// Writes the record of a finished game on a server to the saved games, once for each address.
    pub fn save_online_game(&self, address: &str, session: &dyn Session) -> Result<PathBuf, StorageError> {
        // The network must not choose file names.
        let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
        let place: String = address.chars().take(MAX_WORD_LEN / 2).map(sign).collect();
        let name = format!("{}-{place}", session.info().id);
        self.save_record(&name, &record::write([&session.record()]))
    }

    /// Stores the user's seats in a game on a server, replacing earlier ones, in a file that only the user can read.
    pub fn store_online_seat(&self, seat: &OnlineSeat) -> Result<Option<Damaged<BadLines>>, StorageError> {
        let file = JsonLines::<OnlineSeat>::in_folder(self.data());
        if !seat.is_sound() {
            return Err(StorageError::file(file.path(), ErrorKind::InvalidData.into()));
        }
        let updated = file.update(|seats| {
            seats.retain(|other| other.game != seat.game);
            seats.push(seat.clone());
            seats.drain(..seats.len().saturating_sub(MAX_GAMES));
        })?;
        Ok(updated.damaged)
    }
}

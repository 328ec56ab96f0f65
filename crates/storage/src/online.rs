//! The user's seats in games on servers, with the tokens that give them and the game as last seen, so that a game can
//! be listed and continued after the program has ended. Only the user may read the file.

use std::cell::OnceCell;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cairn_rules::Player;
use cairn_session::{SEAT_TAGS, Session, record};
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};

use crate::json_lines::{BadLine, Entry, JsonLines};
use crate::{BadLines, Damaged, DataKind, Storage, StorageError};

/// The maximum number of games in the file; the oldest are dropped first.
const MAX_GAMES: usize = 500;
/// The maximum length of an address and of a token.
const MAX_WORD_LEN: usize = 300;
/// The longest record that is stored with a seat.
const MAX_RECORD_LEN: usize = 1 << 16;

/// The seats of the user in a game on a server.
#[derive(Clone, Eq, PartialEq, Serialize, Deserialize)]
pub struct OnlineSeat {
    /// The address of the game.
    pub game: String,
    /// The seats, from 0.
    pub seats: Vec<usize>,
    /// The secret that grants them.
    pub token: String,
    /// The game as the user last saw it; `None` if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<LastSeen>,
}

/// An unfinished game on a server as the user last saw it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct LastSeen {
    /// When its latest change arrived, in seconds since 1970.
    pub time: u64,
    /// Its record, with the names of the players.
    pub record: String,
}

/// An unfinished game on a server in the list.
#[derive(Debug)]
pub struct OnlineSave {
    address: String,
    seats: Vec<usize>,
    last_seen: LastSeen,
    session: OnceCell<Option<Box<dyn Session>>>,
}

impl OnlineSave {
    /// The address of the game.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The host of the server, and its port if the address names one.
    pub fn server(&self) -> &str {
        let authority = self.address.split_once("://").map_or(&*self.address, |(_, rest)| rest);
        authority.split('/').next().unwrap_or_default()
    }

    /// When its latest change arrived.
    pub fn saved(&self) -> SystemTime {
        UNIX_EPOCH.checked_add(Duration::from_secs(self.last_seen.time)).unwrap_or(UNIX_EPOCH)
    }

    /// The game as last seen, read when it is first asked for; `None` if it cannot be read.
    pub fn session(&self) -> Option<&dyn Session> {
        let read = || record::read(&self.last_seen.record).ok()?.first()?.session().ok();
        self.session.get_or_init(read).as_deref()
    }

    /// Whether the user had the move.
    pub fn is_my_turn(&self) -> bool {
        self.session().is_some_and(|session| self.seats.contains(&session.to_move().index()))
    }

    /// The other players in a language.
    pub fn opponent(&self, texts: Texts) -> String {
        let Some(session) = self.session() else { return String::new() };
        let others = Player::seats(session.seats()).filter(|player| !self.seats.contains(&player.index()));
        let name = |player: Player| match session.tag(SEAT_TAGS[player.index()]) {
            Some(name) => texts.who(&name),
            None => texts.text("app.online.open").to_owned(),
        };
        others.map(name).collect::<Vec<_>>().join(", ")
    }
}

impl OnlineSeat {
    /// Returns whether it can be stored: its address and its token are words of visible ASCII, and it has seats.
    pub fn is_sound(&self) -> bool {
        let is_word = |word: &str| {
            !word.is_empty() && word.len() <= MAX_WORD_LEN && word.bytes().all(|byte| byte.is_ascii_graphic())
        };
        let has_seats = !self.seats.is_empty() && self.seats.iter().all(|seat| *seat < 4);
        let is_short = self.last_seen.as_ref().is_none_or(|seen| seen.record.len() <= MAX_RECORD_LEN);
        is_word(&self.game) && is_word(&self.token) && has_seats && is_short
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
        Ok(Some(Self { game: game.to_owned(), seats, token: token.to_owned(), last_seen: None }))
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

    /// The unfinished games on servers, most recent first, and the damaged lines of their file, which are set aside.
    pub fn online_games(&self) -> Result<(Vec<OnlineSave>, Option<Damaged<BadLines>>), StorageError> {
        let (seats, damaged) = JsonLines::<OnlineSeat>::in_folder(self.data()).read()?;
        let save = |OnlineSeat { game: address, seats, last_seen, .. }| {
            Some(OnlineSave { address, seats, last_seen: last_seen?, session: OnceCell::new() })
        };
        let mut games: Vec<OnlineSave> = seats.into_iter().filter_map(save).collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.last_seen.time));
        Ok((games, damaged))
    }

    /// Stores the game as it is now with the user's seats in it, if there are any; a finished game leaves the list.
    pub fn update_online_game(&self, address: &str, session: &dyn Session) -> Result<(), StorageError> {
        let record = record::write([&session.record()]);
        let is_listed = session.outcome().is_none() && record.len() <= MAX_RECORD_LEN;
        self.set_last_seen(address, is_listed.then_some(record))
    }

    /// Removes a game on a server from the list. The seats in it stay: its address leads back to it.
    pub fn forget_online_game(&self, address: &str) -> Result<(), StorageError> {
        self.set_last_seen(address, None)
    }

    fn set_last_seen(&self, address: &str, record: Option<String>) -> Result<(), StorageError> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        let file = JsonLines::<OnlineSeat>::in_folder(self.data());
        file.update(|seats| {
            let Some(seat) = seats.iter_mut().rfind(|seat| seat.game == address) else { return };
            if seat.last_seen.as_ref().map(|seen| &seen.record) != record.as_ref() {
                seat.last_seen = record.map(|record| LastSeen { time, record });
            }
        })?;
        Ok(())
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

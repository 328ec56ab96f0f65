//! Games on servers in the user's files: the seats, and the games for the lists of unfinished and saved games.

use std::path::PathBuf;

use cairn_protocol::{GameState, HUMAN, JoinRequest, SeatKind};
use cairn_session::{SEAT_TAGS, Session};
use cairn_storage::{OnlineSeat, Storage, StorageError};
use cairn_texts::Texts;

use super::OpenedGame;
use super::address::Address;
use super::http::{RemoteError, request};
use super::replay::session_of;

/// A copy of a game with the names of its players.
pub(super) fn with_names(session: &dyn Session, state: &GameState) -> Box<dyn Session> {
    let mut session = session.fork();
    for (tag, seat) in SEAT_TAGS.into_iter().zip(&state.seats) {
        if seat.kind != SeatKind::Open {
            let name = seat.bot.as_ref().or(seat.name.as_ref());
            // The tags of seats can always be set.
            let _ = session.set_tag(tag, name.map_or(HUMAN, |name| name));
        }
    }
    session
}

/// Adds a finished game to the saved games.
pub(super) fn save_record(
    storage: &Storage,
    address: &Address,
    session: &dyn Session,
    state: &GameState,
) -> Result<PathBuf, StorageError> {
    let mut session = with_names(session, state);
    let _ = session.set_tag("Date", &crate::today().to_string());
    storage.save_online_game(&address.to_string(), &*session)
}

/// Asks the server for a game of the user and stores it for the list of unfinished games, or for that of saved games if
/// it is over.
pub(super) fn refresh(storage: &Storage, texts: Texts, address: &Address) -> Result<(), String> {
    let state = fetch(address, texts).map_err(|error| error.tell(address, texts))?;
    let session = session_of(&state).map_err(|what| RemoteError::Protocol(what).tell(address, texts))?;
    let mut stored = storage.update_online_game(&address.to_string(), &*with_names(&*session, &state));
    if session.outcome().is_some() {
        stored = stored.and(save_record(storage, address, &*session, &state).map(drop));
    }
    stored.map_err(|error| error.tell(texts))
}

/// The state of a game on its server.
pub(super) fn fetch(address: &Address, texts: Texts) -> Result<GameState, RemoteError> {
    let id = address.game().unwrap_or_default();
    let state: GameState = request(address, texts, &format!("/api/v1/games/{id}"), None::<&JoinRequest>)?;
    if state.id == id { Ok(state) } else { Err(RemoteError::protocol("another game")) }
}

/// Keeps a seat for later; what went wrong. If it cannot be kept the game goes on.
pub(super) fn keep(storage: Option<&Storage>, texts: Texts, seat: &OnlineSeat) -> Vec<String> {
    match storage.ok_or(StorageError::NoFolder).and_then(|storage| storage.store_online_seat(seat)) {
        Ok(damaged) => damaged.iter().map(|damaged| format!("{}.", damaged.tell(texts))).collect(),
        Err(error) => vec![texts.format("online.not_kept", &[("error", &error.tell(texts))])],
    }
}

/// Returns to a game of the user.
pub(super) fn reopen(storage: &Storage, texts: Texts, address: &Address) -> Result<OpenedGame, String> {
    let state = fetch(address, texts).map_err(|error| error.tell(address, texts))?;
    let (seat, _) = storage.online_seat(&address.to_string()).map_err(|error| error.tell(texts))?;
    Ok(OpenedGame { address: address.clone(), state, seat })
}

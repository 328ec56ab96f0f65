//! Validates a new game before it is stored.

use cairn_protocol::{BOTS, HUMAN, NewGame, OPEN};
use cairn_table::TimeControl;

use super::error::CommandError;
use super::seat::{Token, clean_name, new_id};
use crate::store::{GameRow, Millis, SeatRow, Terms};

/// The exclusive limit of seeds: every JSON parser can represent smaller numbers.
const SEED_LIMIT: u64 = 1 << 53;

/// The first seat of a game's creator, and the token of all their seats.
pub(crate) type CreatorSeat = (usize, Token);

/// Validates a new game; returns its row, and the creator's seat if there is one.
pub(crate) fn check(new: NewGame, now: Millis) -> Result<(GameRow, Option<CreatorSeat>), CommandError> {
    let session = cairn_session::open(&new.game, new.position.as_deref());
    let session = session.map_err(CommandError::InvalidGame)?;
    let count = session.seats();
    let words = new.seats.unwrap_or_else(|| {
        (0..count).map(|index| if index == 0 { HUMAN } else { OPEN }.to_owned()).collect()
    });
    if words.len() != count {
        return Err(CommandError::SeatCount { expected: count, found: words.len() });
    }
    let known = |word: &str| word == HUMAN || word == OPEN || BOTS.contains(&word);
    if let Some(word) = words.iter().find(|word| !known(word)) {
        return Err(CommandError::UnknownSeat(word.clone()));
    }
    let token = Token::new()?;
    let seat = words.iter().position(|word| word == HUMAN);
    let name = clean_name(new.name.as_deref());
    let clock = new.clock.map_or(Ok(TimeControl::Unlimited), |clock| clock.control())?;
    let seed = match new.seed {
        Some(seed) if seed >= SEED_LIMIT => return Err(CommandError::SeedTooLarge),
        Some(seed) => seed,
        None => getrandom::u64()? >> 44,
    };
    let seats = words.into_iter().map(|word| {
        let is_mine = word == HUMAN;
        let (name, token) = (name.clone().filter(|_| is_mine), is_mine.then(|| token.hash()));
        SeatRow { player: word, name, token }
    });
    let row = GameRow {
        id: new_id()?,
        spec: session.spec(),
        start: session.start_position(),
        seats: seats.collect(),
        clock: clock.to_string(),
        public: new.public.unwrap_or(false),
        seed,
        created: now,
        creator: None,
        // Each clock starts with the first move of its player.
        terms: Terms { untimed_plies: count, by_invitation: new.join == Some(false) },
    };
    Ok((row, seat.map(|seat| (seat, token))))
}

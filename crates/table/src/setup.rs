//! The setup of a table: the game, the players, the clock, and the rules for take-backs.

use std::time::Duration;

use cairn_engine::bots::PlayerSpec;
use cairn_session::{SEAT_TAGS, Session};

use crate::TimeControl;

/// Whether moves can be taken back.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum TakebackPolicy {
    /// Yes, without consent: all players share a screen.
    #[default]
    Free,
    /// Only if the other players agree.
    ByAgreement,
    /// No.
    Never,
}

/// The setup of a table.
#[derive(Debug)]
pub struct TableSetup {
    /// The game, possibly with moves already played.
    pub session: Box<dyn Session>,
    /// The players in turn order; missing ones are people.
    pub players: Vec<PlayerSpec>,
    /// The seed of the bots.
    pub seed: u64,
    /// The date for the record, if it is known.
    pub date: Option<String>,
    /// The time control.
    pub time_control: TimeControl,
    /// The time left to each player in a resumed game; `None` for all of it.
    pub time_left: Option<Vec<Duration>>,
    /// Whether moves can be taken back.
    pub takebacks: TakebackPolicy,
    /// Whether the game counts for the rating of a person who plays against a level: no help and no undo.
    pub rated: bool,
}

impl TableSetup {
    /// Creates a setup without clocks, in which moves can be taken back.
    pub fn new(session: Box<dyn Session>, players: Vec<PlayerSpec>, seed: u64) -> Self {
        let (time_control, takebacks) = (TimeControl::Unlimited, TakebackPolicy::Free);
        Self { session, players, seed, date: None, time_control, time_left: None, takebacks, rated: false }
    }

    /// Sets the date for the record.
    #[must_use]
    pub fn with_date(self, date: impl Into<String>) -> Self {
        Self { date: Some(date.into()), ..self }
    }

    /// Sets the time control.
    #[must_use]
    pub fn with_clock(self, time_control: TimeControl) -> Self {
        Self { time_control, ..self }
    }

    /// Sets the time left to each player in a resumed game.
    #[must_use]
    pub fn with_time_left(self, left: Vec<Duration>) -> Self {
        Self { time_left: Some(left), ..self }
    }

    /// Makes the game a rated one.
    #[must_use]
    pub fn with_rating(self, rated: bool) -> Self {
        Self { rated, ..self }
    }
}

/// Sets the tags for players, date and seed where the record lacks them.
pub(crate) fn set_tags(session: &mut dyn Session, players: &[PlayerSpec], seed: u64, date: Option<&str>) {
    let mut set = |name: &str, value: &str| {
        if session.tag(name).is_none() {
            // These names are valid.
            let _ = session.set_tag(name, value);
        }
    };
    for (tag, player) in SEAT_TAGS.into_iter().zip(players) {
        set(tag, &player.to_string());
    }
    if let Some(date) = date {
        set("Date", date);
    }
    if !players.iter().all(PlayerSpec::is_human) {
        set("Seed", &seed.to_string());
    }
}

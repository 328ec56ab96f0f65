//! What a server says, as far as it is needed here. Nothing in it is believed before it was checked.

use serde::Deserialize;

/// The bots that a server knows.
pub(super) const BOTS: [&str; 11] = [
    "random", "greedy", "level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8",
    "perfect",
];

/// A game as the server tells it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct State {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) seats: Vec<SeatState>,
    pub(super) start: Option<String>,
    pub(super) position: String,
    pub(super) moves: Vec<String>,
    pub(super) result: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) clock: Option<ClockState>,
    pub(super) draw_offer: Option<usize>,
    pub(super) takeback: Option<usize>,
    #[serde(default)]
    pub(super) rematch: Option<String>,
}

/// A seat of a game.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SeatState {
    pub(super) kind: SeatKind,
    pub(super) name: Option<String>,
    pub(super) bot: Option<String>,
}

/// Who sits there.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeatKind {
    Human,
    Open,
    Bot,
}

/// What is left on the clocks.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ClockState {
    /// In milliseconds, by seat.
    pub(super) left: Vec<u64>,
    pub(super) running: Option<usize>,
}

impl State {
    /// Whether somebody can still sit down.
    pub(super) fn is_waiting(&self) -> bool {
        self.result.is_none() && self.seats.iter().any(|seat| seat.kind == SeatKind::Open)
    }
}

/// The answer to whoever creates a game; who plays nowhere has no seat.
#[derive(Deserialize)]
pub(super) struct Created {
    pub(super) id: String,
    pub(super) seat: Option<usize>,
    pub(super) token: Option<String>,
    pub(super) state: State,
}

/// The answer to whoever joins one.
#[derive(Deserialize)]
pub(super) struct Joined {
    pub(super) seat: usize,
    pub(super) token: String,
    pub(super) state: State,
}

/// Why a request was refused.
#[derive(Deserialize)]
pub(super) struct Problem {
    pub(super) detail: String,
}

/// A message on the live line.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(super) enum Heard {
    State {
        state: Box<State>,
    },
    Moved {
        state: Box<State>,
    },
    Changed {
        state: Box<State>,
    },
    Ok {
        n: u64,
    },
    Problem {
        n: Option<u64>,
        detail: String,
    },
    /// Anything that does not matter here: that a bot thinks, and what later servers may say.
    #[serde(other)]
    Other,
}

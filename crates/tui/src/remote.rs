//! The interface to a remote game. The app sends commands and receives notifications over channels; its caller owns the
//! other ends and handles all networking.

use std::fmt::Debug;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use cairn_rules::Player;
use cairn_session::Session;

/// Reaches the user's games on servers: the app does no networking. A call may take long, so the app makes it on a
/// thread of its own. Errors are sentences in the user's language.
pub trait RemoteGames: Debug + Send + Sync {
    /// Stores the game as it is now on its server.
    fn refresh(&self, address: &str) -> Result<(), String>;

    /// Connects to a game.
    fn connect(&self, address: &str) -> Result<RemoteGame, String>;
}

/// A remote game. When the user leaves it, the app closes `commands`.
#[derive(Debug)]
pub struct RemoteGame {
    /// The current state of the game.
    pub session: Box<dyn Session>,
    /// Its players, clocks and offers.
    pub table: RemoteTable,
    /// Sends the local player's commands to the caller.
    pub commands: Sender<RemoteCommand>,
    /// Receives notifications from the caller.
    pub news: Receiver<RemoteNotification>,
}

/// The state of a remote game besides its moves.
#[derive(Clone, Debug)]
pub struct RemoteTable {
    /// The address for others to join the game and for the user to rejoin it.
    pub link: String,
    /// The players, by seat.
    pub seats: Vec<RemoteSeat>,
    /// The clocks, if there are any.
    pub clock: Option<RemoteClock>,
    /// An offer or request for a local player to answer, and the player who made it.
    pub asked: Option<(Offer, Player)>,
    /// A local player's offer or request that has no answer yet.
    pub asking: Option<Offer>,
    /// Whether a local player has asked for a rematch.
    pub wants_rematch: bool,
}

/// The player of a seat.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteSeat {
    /// A local player, with an optional name.
    Here(Option<String>),
    /// A remote person, with an optional name.
    Person(Option<String>),
    /// A remote bot, by its player spec.
    Bot(String),
    /// Free for any player to take.
    Open,
}

/// The clocks as last received.
#[derive(Clone, Debug)]
pub struct RemoteClock {
    /// The remaining time of each seat.
    pub left: Vec<Duration>,
    /// The player whose clock is running.
    pub running: Option<Player>,
}

/// An offer or request between players.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// Taking back the last move.
    Takeback,
}

/// A command of a local player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteCommand {
    /// Play a legal move.
    Play(String),
    /// Make an offer or request.
    Ask(Offer),
    /// Accept or decline another player's offer or request.
    Answer {
        /// Whether to accept it.
        accept: bool,
    },
    /// Resign.
    Resign,
    /// Ask for a rematch.
    Rematch,
}

/// A notification about a remote game.
#[derive(Debug)]
pub enum RemoteNotification {
    /// The new state of the game.
    State(Box<dyn Session>, RemoteTable),
    /// A rematch replaces the game: all players have asked for it.
    NextGame(Box<dyn Session>, RemoteTable),
    /// The connection is lost and is being restored. A move on its way is not lost.
    Lost,
    /// The last command may not have reached the server.
    Unsure,
    /// The connection is restored.
    Back,
    /// Another player has declined a local player's offer or request.
    Declined(Offer),
    /// The server has rejected a command, for this reason.
    Refused(String),
    /// A problem that does not affect the game.
    Warning(String),
    /// The connection has ended, for this reason.
    Ended(String),
}

impl RemoteTable {
    /// Returns whether a local player has this seat.
    pub fn is_here(&self, player: Player) -> bool {
        matches!(self.seats.get(player.index()), Some(RemoteSeat::Here(_)))
    }

    /// Returns whether a seat is still open.
    pub fn is_waiting(&self) -> bool {
        self.seats.contains(&RemoteSeat::Open)
    }
}

impl RemoteClock {
    /// Returns a player's remaining time, this long after the app received the clocks.
    pub fn left(&self, player: Player, since: Duration) -> Option<Duration> {
        let left = *self.left.get(player.index())?;
        let gone = if self.running == Some(player) { since } else { Duration::ZERO };
        Some(left.saturating_sub(gone))
    }
}

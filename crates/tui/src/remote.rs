//! A remote game: what is told about it, and what is wished for. Both go over channels, whose other
//! ends are held by whoever opens the app with such a game; the app knows no network.

use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use cairn_rules::Player;
use cairn_session::Session;

/// A remote game. Whoever holds the other ends learns by the end of `commands` that it was left.
#[derive(Debug)]
pub struct RemoteGame {
    /// The game as it stands.
    pub session: Box<dyn Session>,
    /// What else is known about it.
    pub table: RemoteTable,
    /// Takes what is wished for.
    pub commands: Sender<RemoteCommand>,
    /// Brings what happens.
    pub news: Receiver<RemoteNews>,
}

/// What surrounds a remote game.
#[derive(Clone, Debug)]
pub struct RemoteTable {
    /// The address by which others join, and by which the game is gone on with.
    pub link: String,
    /// Who plays, by seat.
    pub seats: Vec<RemoteSeat>,
    /// The clocks, if there are any.
    pub clock: Option<RemoteClock>,
    /// What another player offers or asks for, and who it is: somebody here is to answer.
    pub asked: Option<(Offer, Player)>,
    /// What was offered or asked for here and is not answered yet.
    pub asking: Option<Offer>,
    /// Whether somebody here would like to play again.
    pub wants_rematch: bool,
}

/// Who plays a seat.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteSeat {
    /// Somebody here, perhaps with a name.
    Here(Option<String>),
    /// A person elsewhere, perhaps with a name.
    Person(Option<String>),
    /// A bot elsewhere, by its word.
    Bot(String),
    /// Nobody yet: whoever comes may sit down.
    Open,
}

/// Clocks as they were told.
#[derive(Clone, Debug)]
pub struct RemoteClock {
    /// What is left, by seat.
    pub left: Vec<Duration>,
    /// Whose clock runs.
    pub running: Option<Player>,
}

/// What players ask each other for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take the last move back.
    Takeback,
}

/// What somebody here asks for.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum RemoteCommand {
    /// To play a move, which is legal.
    Play(String),
    /// To offer or ask for something.
    Ask(Offer),
    /// To accept or decline what is asked.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// To resign.
    Resign,
    /// To play again.
    Rematch,
}

/// What is told about the game.
#[derive(Debug)]
pub enum RemoteNews {
    /// How it stands now.
    State(Box<dyn Session>, RemoteTable),
    /// Another game takes its place: everybody wants to play again.
    NextGame(Box<dyn Session>, RemoteTable),
    /// The connection is lost, and is being restored. A move on its way is not lost.
    Lost,
    /// It is not known whether the last command has arrived.
    Unsure,
    /// The connection is restored.
    Back,
    /// What was offered or asked for is declined.
    Declined(Offer),
    /// A command was refused, and why.
    Refused(String),
    /// Something went wrong beside the game.
    Warning(String),
    /// The connection has come to an end, and why.
    Ended(String),
}

impl RemoteTable {
    /// Whether somebody here plays this seat.
    pub fn is_here(&self, player: Player) -> bool {
        matches!(self.seats.get(player.index()), Some(RemoteSeat::Here(_)))
    }

    /// Whether somebody can still sit down.
    pub fn is_waiting(&self) -> bool {
        self.seats.contains(&RemoteSeat::Open)
    }
}

impl RemoteClock {
    /// What a player has left so long after the clocks were told.
    pub fn left(&self, player: Player, since: Duration) -> Option<Duration> {
        let left = *self.left.get(player.index())?;
        let gone = if self.running == Some(player) { since } else { Duration::ZERO };
        Some(left.saturating_sub(gone))
    }
}

//! Games on servers in the full-screen app: a thread owns each game, sends notifications to the app, and receives
//! its commands.

use std::io;
use std::mem;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use cairn_protocol::{BOTS, SeatKind};
use cairn_rules::Player;
use cairn_session::Session;
use cairn_storage::Storage;
use cairn_texts::Texts;
use cairn_tui::{
    Opening, RemoteClock, RemoteCommand, RemoteGame, RemoteGames, RemoteNotification, RemoteSeat, RemoteTable,
};

use super::address::Address;
use super::game::{OnlineGame, Report};
use super::http::RemoteError;
use super::live::LiveEvent;
use super::{OpenedGame, stored};
use crate::failure::Failure;
use crate::output::errln;
use crate::printer::Printer;
use crate::screen;
use crate::usage::BadArgument;
use crate::user_data::UserData;

/// An event for the thread that owns the game.
enum Event {
    Live(u32, LiveEvent),
    Command(RemoteCommand),
    /// The user has left the game.
    Left,
}

/// Plays a game until the user leaves the app. Fails if the connection has ended.
pub(super) fn play(printer: Printer, user_data: &UserData, opened: OpenedGame) -> Result<(), Failure> {
    let connected = connect(opened, user_data.storage().cloned(), printer.texts());
    let (game, connection) = connected.map_err(Failure::failed)?;
    let shown = screen::open(printer, user_data, Opening::RemoteGame(Box::new(game)));
    let ended = report(printer, connection);
    shown?;
    ended.map_or(Ok(()), |why| Err(Failure::failed(why)))
}

/// The thread that owns a game, and what it returns at the end.
type Connection = JoinHandle<(Holder, Option<String>)>;

/// Connects the app to a game.
fn connect(
    opened: OpenedGame,
    storage: Option<Storage>,
    texts: Texts,
) -> Result<(RemoteGame, Connection), String> {
    let (sender, events) = channel();
    let live = sender.clone();
    // Events after the user has left are dropped.
    let listener = Arc::new(move |number, event| drop(live.send(Event::Live(number, event))));
    let game = OnlineGame::open(opened, storage, texts, listener)?;
    let (commands, received) = channel();
    let (tell, news) = channel();
    let (session, table) = view(&game);
    let failed = |error: io::Error| texts.io_error(&error);
    let thread = |name: &str| thread::Builder::new().name(name.to_owned());
    thread("commands").spawn(move || forward(&received, &sender)).map_err(failed)?;
    let holder = Holder { game, events, tell, problems: Vec::new() };
    let connection = thread("game").spawn(move || holder.run()).map_err(failed)?;
    Ok((RemoteGame { session, table, commands, news }, connection))
}

/// Prints what the user should know about a game that the app has left. Returns why its connection has ended, if it has.
fn report(printer: Printer, connection: Connection) -> Option<String> {
    let (Holder { game, problems, .. }, ended) = connection.join().ok()?;
    for problem in &problems {
        errln!("{problem}");
    }
    if !game.is_over() {
        printer.note(&format!("{}.", game.way_back()));
    }
    ended
}

/// Connects the app to the user's games on servers.
#[derive(Debug)]
pub(crate) struct Connector {
    storage: Storage,
    texts: Texts,
    connections: Mutex<Vec<Connection>>,
}

impl Connector {
    /// A connector for the games in the user's files; `None` if there is no place for files.
    pub(crate) fn new(printer: Printer, user_data: &UserData) -> Option<Arc<Self>> {
        let storage = user_data.storage()?.clone();
        Some(Arc::new(Self { storage, texts: printer.texts(), connections: Mutex::default() }))
    }

    /// Prints what the user should know about the games that the app has left.
    pub(crate) fn finish(&self, printer: Printer) {
        let connections = self.connections.lock().map(|mut open| mem::take(&mut *open)).unwrap_or_default();
        for connection in connections {
            report(printer, connection);
        }
    }

    fn parse(address: &str) -> Result<Address, String> {
        address.parse().map_err(|error: BadArgument| error.to_string())
    }
}

impl RemoteGames for Connector {
    fn refresh(&self, address: &str) -> Result<(), String> {
        stored::refresh(&self.storage, self.texts, &Self::parse(address)?)
    }

    fn connect(&self, address: &str) -> Result<RemoteGame, String> {
        let opened = stored::reopen(&self.storage, self.texts, &Self::parse(address)?)?;
        let (game, connection) = connect(opened, Some(self.storage.clone()), self.texts)?;
        if let Ok(mut connections) = self.connections.lock() {
            connections.push(connection);
        }
        Ok(game)
    }
}

/// Forwards commands until the app closes the channel.
fn forward(received: &Receiver<RemoteCommand>, events: &Sender<Event>) {
    for command in received {
        // The receiver lives until the user leaves the game.
        let _ = events.send(Event::Command(command));
    }
    let _ = events.send(Event::Left);
}

/// Owns a game on behalf of the app.
struct Holder {
    game: OnlineGame,
    events: Receiver<Event>,
    tell: Sender<RemoteNotification>,
    /// Problems besides the game, reported again at the end.
    problems: Vec<String>,
}

impl Holder {
    /// Runs until the user leaves the game. Returns its last state, and the reason why the connection has ended, if it
    /// has.
    fn run(mut self) -> (Self, Option<String>) {
        let mut ended = None;
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Left => break,
                // The offer may have expired while the answer was on its way.
                Event::Command(command) => drop(self.game.send(command)),
                // Ignore events after a protocol violation.
                Event::Live(..) if ended.is_some() => {}
                Event::Live(number, event) => {
                    if let Err(error) = self.on_event(number, event) {
                        let why = self.game.tell(&error);
                        self.say(RemoteNotification::Ended(why.clone()));
                        ended = Some(why);
                    }
                }
            }
        }
        (self, ended)
    }

    fn say(&self, news: RemoteNotification) {
        // Events after the user has left are dropped.
        let _ = self.tell.send(news);
    }

    fn on_event(&mut self, number: u32, event: LiveEvent) -> Result<(), RemoteError> {
        let reports = self.game.on_event(number, event)?;
        for report in reports {
            match report {
                Report::Lost => self.say(RemoteNotification::Lost),
                Report::Unsure => self.say(RemoteNotification::Unsure),
                Report::Restored => self.say(RemoteNotification::Back),
                Report::Rejected(why) => self.say(RemoteNotification::Refused(why)),
                Report::Declined(offer) => self.say(RemoteNotification::Declined(offer)),
                // The state shows the effect.
                Report::Accepted(_)
                | Report::SatDown(_)
                | Report::TakenBack(_)
                | Report::Moved(_)
                | Report::Changed
                | Report::Over(_)
                | Report::Asked(..) => {}
            }
        }
        let next = self.game.go_on()?;
        let (session, table) = view(&self.game);
        match next {
            None => self.say(RemoteNotification::State(session, table)),
            Some(problems) => {
                self.say(RemoteNotification::NextGame(session, table));
                for problem in &problems {
                    self.say(RemoteNotification::Warning(problem.clone()));
                }
                self.problems.extend(problems);
            }
        }
        Ok(())
    }
}

/// Converts the game for the app.
fn view(game: &OnlineGame) -> (Box<dyn Session>, RemoteTable) {
    let seat = |player: Player| {
        let seat = &game.state.seats[player.index()];
        match (seat.kind, &seat.bot) {
            _ if game.is_mine(player) => RemoteSeat::Here(seat.name.clone()),
            (SeatKind::Open, _) => RemoteSeat::Open,
            // Accepts only known bots from the network.
            (SeatKind::Bot, Some(bot)) if BOTS.contains(&bot.as_str()) => RemoteSeat::Bot(bot.clone()),
            (SeatKind::Bot | SeatKind::Human, _) => RemoteSeat::Person(seat.name.clone()),
        }
    };
    let clock = game.state.clock.as_ref().map(|clock| RemoteClock {
        left: game.players().map(|player| game.time_left(player).unwrap_or_default()).collect(),
        running: clock.running.and_then(|seat| game.players().nth(seat)),
    });
    let table = RemoteTable {
        link: game.address.to_string(),
        seats: game.players().map(seat).collect(),
        clock,
        asked: game.asked(),
        asking: game.asking(),
        wants_rematch: game.wants_rematch,
    };
    (game.session.fork(), table)
}

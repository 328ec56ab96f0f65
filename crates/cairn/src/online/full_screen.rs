//! A game on a server in the full-screen app: a thread owns the game, sends notifications to the app, and receives its
//! commands.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use cairn_protocol::{BOTS, SeatKind};
use cairn_rules::Player;
use cairn_session::Session;
use cairn_tui::{
    Opening, RemoteClock, RemoteCommand, RemoteGame, RemoteNotification, RemoteSeat, RemoteTable,
};

use super::OpenedGame;
use super::game::{OnlineGame, Report};
use super::http::RemoteError;
use super::live::LiveEvent;
use crate::failure::Failure;
use crate::output::errln;
use crate::printer::Printer;
use crate::screen;
use crate::user_data::UserData;

/// An event for the thread that owns the game.
enum Event {
    Live(u32, LiveEvent),
    Command(RemoteCommand),
    /// The user has left the game.
    Left,
}

/// Plays a game until the user leaves it. Fails if the connection has ended.
pub(super) fn play(printer: Printer, user_data: &UserData, opened: OpenedGame) -> Result<(), Failure> {
    let (sender, events) = channel();
    let live = sender.clone();
    // Events after the user has left are dropped.
    let listener = Arc::new(move |number, event| drop(live.send(Event::Live(number, event))));
    let game = OnlineGame::open(opened, user_data.storage().cloned(), printer.texts(), listener)?;
    let (commands, received) = channel();
    let (tell, news) = channel();
    let (session, table) = view(&game);
    thread::Builder::new().name("commands".to_owned()).spawn(move || forward(&received, &sender))?;
    let holder = thread::Builder::new()
        .name("game".to_owned())
        .spawn(move || Holder { game, events, tell, problems: Vec::new() }.run())?;
    let opening = Opening::RemoteGame(Box::new(RemoteGame { session, table, commands, news }));
    let shown = screen::open(printer, user_data, opening);
    let Ok((holder, ended)) = holder.join() else { return shown };
    shown?;
    let Holder { game, problems, .. } = holder;
    for problem in &problems {
        errln!("{problem}");
    }
    if !game.is_over() {
        printer.note(&format!("{}.", game.way_back()));
    }
    ended.map_or(Ok(()), |why| Err(Failure::failed(why)))
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

//! `cairn play --online`: a game on a server, in full screen or in line mode.
//!
//! `address` parses the address of a server or a game. `http` sends single requests and `live` holds the connection to a
//! game, on a thread of its own. `replay` checks the states that the server sends by our rules, and `game` is the client's
//! copy of the game, which `stored` keeps in the user's lists. `line_mode` shows it in line mode, with its `commands`; `full_screen` hands it to the full-screen app. Nothing that comes from the network names a file or a program.

mod address;
mod commands;
mod full_screen;
mod game;
mod http;
mod line_mode;
mod live;
mod replay;
mod stored;

pub(crate) use address::Address;
use cairn_engine::bots::PlayerSpec;
use cairn_protocol::{BOTS, Clock, CreatedGame, GameState, HUMAN, JoinRequest, JoinedGame, NewGame, OPEN};
use cairn_rules::Message;
use cairn_session::Session;
use cairn_storage::{OnlineSeat, StorageError};
use cairn_table::TimeControl;
use cairn_texts::Texts;
pub(crate) use full_screen::Connector;

use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::play::check_seats;
use crate::printer::Printer;
use crate::usage::BadArgument;
use crate::user_data::UserData;
use http::{RemoteError, request};
use line_mode::OnlineLineGame;

/// The arguments of `cairn play --online`.
pub(crate) struct OnlineRequest {
    pub(crate) address: Address,
    /// The game to create.
    pub(crate) session: Option<Box<dyn Session>>,
    /// The players given on the command line, by seat.
    pub(crate) players: [Option<PlayerSpec>; 4],
    pub(crate) seed: Option<u64>,
    /// The clocks of the game to create.
    pub(crate) clock: Option<TimeControl>,
    /// Whether the server lists the game to create publicly.
    pub(crate) is_public: bool,
    /// The user's name, for the other players.
    pub(crate) name: Option<String>,
    pub(crate) is_full_screen: bool,
}

/// A game that was created or joined, and the user's seats in it.
struct OpenedGame {
    address: Address,
    state: GameState,
    seat: Option<OnlineSeat>,
}

/// Creates or joins a game, and plays it.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: OnlineRequest) -> Result<(), Failure> {
    let OnlineRequest { address, session, players, seed, clock, is_public, name, is_full_screen } = request;
    let lobby = Lobby { printer, user_data, name };
    let opened = match (session, address.game()) {
        (Some(_), Some(_)) => {
            return Err(Failure::request(Message::new(
                "--online: this address is a game already; leave out GAME to join it",
            )));
        }
        (None, None) => {
            return Err(Failure::request(Message::new(
                "--online: to create a game, name it, as in `cairn play staqs --online URL`; to join one, give its address, http://HOST:PORT/games/ID",
            )));
        }
        (None, Some(_))
            if seed.is_some() || clock.is_some() || is_public || players.iter().any(Option::is_some) =>
        {
            return Err(Failure::request(Message::new(
                "--online: only the creator of a game decides who plays, by which clocks, and whether it is public",
            )));
        }
        (Some(session), None) => {
            let new_game = NewGame {
                game: session.spec(),
                seats: Some(seat_words(&*session, players)?),
                position: session.start_position(),
                clock: clock.and_then(Clock::from_control),
                public: Some(is_public),
                join: None,
                name: lobby.name.clone(),
                seed,
            };
            lobby.create(&address, &new_game)?
        }
        (None, Some(id)) => lobby.join(&address, id)?,
    };
    if is_full_screen {
        return full_screen::play(printer, user_data, opened);
    }
    user_data.begin(printer);
    OnlineLineGame::new(printer, user_data, opened)?.run()
}

/// Returns to an unfinished game of the user in line mode.
pub(crate) fn resume(printer: Printer, user_data: &UserData, address: &str) -> Result<(), Failure> {
    let storage =
        user_data.storage().ok_or_else(|| Failure::failed(StorageError::NoFolder.tell(printer.texts())))?;
    let address: Address =
        address.parse().map_err(|error: BadArgument| Failure::failed(error.to_string()))?;
    let opened = stored::reopen(storage, printer.texts(), &address).map_err(Failure::failed)?;
    OnlineLineGame::new(printer, user_data, opened)?.run()
}

/// The seats of a new game: those that are given, a person in the first of the others unless there is one already,
/// and the rest open.
fn seat_words(session: &dyn Session, players: [Option<PlayerSpec>; 4]) -> Result<Vec<String>, Failure> {
    check_seats(session, &players)?;
    let mut seats_person = !players.iter().flatten().any(PlayerSpec::is_human);
    let words = players.into_iter().take(session.seats()).map(|player| match player {
        None if std::mem::take(&mut seats_person) => Ok(HUMAN.to_owned()),
        None => Ok(OPEN.to_owned()),
        Some(PlayerSpec::Human) => Ok(HUMAN.to_owned()),
        Some(PlayerSpec::Bot(bot)) if BOTS.contains(&bot.name()) => Ok(bot.name().to_owned()),
        Some(PlayerSpec::Bot(bot)) => Err(Failure::request(
            Message::new("`{bot}` does not play on servers; the bots there are {bots}")
                .with("bot", bot.name())
                .with("bots", BOTS.join(", ")),
        )),
    });
    words.collect()
}

/// Creates and joins games on servers.
struct Lobby<'a> {
    printer: Printer,
    user_data: &'a UserData,
    name: Option<String>,
}

impl Lobby<'_> {
    fn texts(&self) -> Texts {
        self.printer.texts()
    }

    fn failure(&self, address: &Address, error: &RemoteError) -> Failure {
        Failure::failed(error.tell(address, self.texts()))
    }

    fn create(&self, address: &Address, new_game: &NewGame) -> Result<OpenedGame, Failure> {
        let created: CreatedGame = request(address, self.texts(), "/api/v1/games", Some(new_game))
            .map_err(|error| self.failure(address, &error))?;
        let violation = |what: &str| self.failure(address, &RemoteError::protocol(what));
        if !address::is_id(&created.id) {
            return Err(violation("an invalid id"));
        }
        let address = address.of_game(&created.id);
        let seat = match (created.seat, created.token) {
            (Some(_), Some(token)) => {
                let seats = (0..).zip(new_game.seats.iter().flatten());
                let mine = seats.filter(|(_, word)| *word == HUMAN).map(|(seat, _)| seat).collect();
                Some(OnlineSeat { game: address.to_string(), seats: mine, token, last_seen: None })
            }
            _ => None,
        };
        if seat.as_ref().is_some_and(|seat| !seat.is_sound()) {
            return Err(violation("an invalid token"));
        }
        self.keep(seat.as_ref());
        let mut out = output::text();
        writeln!(out, "{address}")?;
        out.flush()?;
        drop(out);
        if created.state.is_waiting() {
            self.printer.note(&self.texts().format("online.created", &[("address", &address)]));
        }
        Ok(OpenedGame { address, state: created.state, seat })
    }

    /// Resumes the user's stored seat, or takes an open one, or watches.
    fn join(&self, address: &Address, id: &str) -> Result<OpenedGame, Failure> {
        let failure = |error: RemoteError| self.failure(address, &error);
        let state = stored::fetch(address, self.texts()).map_err(failure)?;
        let address = address.clone();
        if let Some(seat) = self.kept(&address) {
            return Ok(OpenedGame { address, state, seat: Some(seat) });
        }
        if !state.is_waiting() {
            return Ok(OpenedGame { address, state, seat: None });
        }
        let body = JoinRequest { name: self.name.clone(), invite: address.invite().map(str::to_owned) };
        let path = format!("/api/v1/games/{id}/join");
        let joined = request::<JoinedGame>(&address, self.texts(), &path, Some(&body));
        let JoinedGame { seat, token, state } = match joined {
            Ok(joined) => joined,
            // Another player has taken the seat.
            Err(RemoteError::Rejected(409, _)) => return Ok(OpenedGame { address, state, seat: None }),
            Err(error) => return Err(failure(error)),
        };
        let (game, seats) = (address.to_string(), seat.into_iter().collect());
        let seat = OnlineSeat { game, seats, token, last_seen: None };
        if !seat.is_sound() {
            return Err(failure(RemoteError::protocol("an invalid token")));
        }
        self.keep(Some(&seat));
        Ok(OpenedGame { address, state, seat: Some(seat) })
    }

    fn keep(&self, seat: Option<&OnlineSeat>) {
        if let Some(seat) = seat {
            for problem in stored::keep(self.user_data.storage(), self.texts(), seat) {
                errln!("{problem}");
            }
        }
    }

    /// Returns the stored seat in a game. Reports a file that cannot be read.
    fn kept(&self, address: &Address) -> Option<OnlineSeat> {
        let storage = self.user_data.storage()?;
        match storage.online_seat(&address.to_string()) {
            Ok((seat, damaged)) => {
                if let Some(damaged) = damaged {
                    errln!("{}.", damaged.tell(self.texts()));
                }
                seat
            }
            Err(error) => {
                errln!("{}.", error.tell(self.texts()));
                None
            }
        }
    }
}

//! `cairn play --online`: a game on a server, in full screen or in line mode.
//!
//! `address` parses the address of a server or a game. `http` sends single requests and `live` holds the connection to a
//! game, on a thread of its own. `replay` checks the states that the server sends by our rules, and `game` is the client's
//! copy of the game. `table` shows it in line mode, with commands in `typed` and reports in `report`; `full_screen` hands
//! it to the full-screen app. Nothing that comes from the network names a file or a program.

mod address;
mod full_screen;
mod game;
mod http;
mod live;
mod replay;
mod report;
mod table;
mod typed;

pub(crate) use address::Address;
use cairn_engine::bots::PlayerSpec;
use cairn_protocol::{BOTS, Clock, CreatedGame, GameState, HUMAN, JoinRequest, JoinedGame, NewGame, OPEN};
use cairn_session::Session;
use cairn_storage::OnlineSeat;
use cairn_table::TimeControl;
use cairn_texts::Texts;

use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::play::check_seats;
use crate::printer::Printer;
use crate::user_data::UserData;
use http::{RemoteError, request};
use table::OnlineTable;

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
    /// Whether the game to create is listed for everybody.
    pub(crate) is_public: bool,
    /// The user's name, for the others.
    pub(crate) name: Option<String>,
    pub(crate) is_full_screen: bool,
}

/// A game on a server, and the user's seats there.
struct Visit {
    address: Address,
    state: GameState,
    seat: Option<OnlineSeat>,
}

/// Creates or joins a game, and plays it.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: OnlineRequest) -> Result<(), Failure> {
    let OnlineRequest { address, session, players, seed, clock, is_public, name, is_full_screen } = request;
    let door = Door { printer, user_data, name };
    let visit = match (session, address.game()) {
        (Some(_), Some(_)) => {
            let problem = "--online: this address is a game already; leave out GAME to join it";
            return Err(Failure::Request(problem.to_owned()));
        }
        (None, None) => {
            let problem = "--online: to create a game, name it, as in `cairn play staqs --online URL`; \
                           to join one, give its address, http://HOST:PORT/games/ID";
            return Err(Failure::Request(problem.to_owned()));
        }
        (None, Some(_))
            if seed.is_some() || clock.is_some() || is_public || players.iter().any(Option::is_some) =>
        {
            let problem = "--online: who plays, by which clocks and whether everybody may watch is decided by \
                           whoever creates the game";
            return Err(Failure::Request(problem.to_owned()));
        }
        (Some(session), None) => {
            let seats = seat_words(&*session, players)?;
            let terms = Terms { seats, seed, clock: clock.and_then(Clock::from_control), is_public };
            door.create(&address, &*session, &terms)?
        }
        (None, Some(id)) => door.join(&address, id)?,
    };
    if is_full_screen {
        return full_screen::play(printer, user_data, visit);
    }
    user_data.begin(printer);
    OnlineTable::new(printer, user_data, visit)?.run()
}

/// How a game is to be played.
struct Terms {
    /// Who sits where, in the words of the protocol.
    seats: Vec<String>,
    seed: Option<u64>,
    clock: Option<Clock>,
    is_public: bool,
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
        Some(PlayerSpec::Bot(bot)) => Err(Failure::Request(format!(
            "`{}` does not play on servers; the bots there are {}",
            bot.name(),
            BOTS.join(", ")
        ))),
    });
    words.collect()
}

/// How games are entered.
struct Door<'a> {
    printer: Printer,
    user_data: &'a UserData,
    name: Option<String>,
}

impl Door<'_> {
    fn texts(&self) -> Texts {
        self.printer.texts()
    }

    fn failure(&self, address: &Address, error: &RemoteError) -> Failure {
        Failure::Failed(error.tell(address, self.texts()))
    }

    fn create(&self, address: &Address, session: &dyn Session, terms: &Terms) -> Result<Visit, Failure> {
        let body = NewGame {
            game: session.spec(),
            seats: Some(terms.seats.clone()),
            position: session.start_position(),
            clock: terms.clock.clone(),
            public: Some(terms.is_public),
            name: self.name.clone(),
            seed: terms.seed,
        };
        let created: CreatedGame = request(address, self.texts(), "/api/v1/games", Some(&body))
            .map_err(|error| self.failure(address, &error))?;
        let violation = |what: &str| self.failure(address, &RemoteError::protocol(what));
        if !address::is_id(&created.id) {
            return Err(violation("an invalid id"));
        }
        let address = address.of_game(&created.id);
        let seat = match (created.seat, created.token) {
            (Some(_), Some(token)) => {
                let mine = (0..terms.seats.len()).filter(|seat| terms.seats[*seat] == HUMAN).collect();
                Some(OnlineSeat { game: address.to_string(), seats: mine, token })
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
        Ok(Visit { address, state: created.state, seat })
    }

    /// Resumes the user's stored seat, or takes an open one, or watches.
    fn join(&self, address: &Address, id: &str) -> Result<Visit, Failure> {
        let failure = |error: RemoteError| self.failure(address, &error);
        let path = format!("/api/v1/games/{id}");
        let state: GameState =
            request(address, self.texts(), &path, None::<&JoinRequest>).map_err(failure)?;
        let address = address.clone();
        if let Some(seat) = self.kept(&address) {
            return Ok(Visit { address, state, seat: Some(seat) });
        }
        if !state.is_waiting() {
            return Ok(Visit { address, state, seat: None });
        }
        let body = JoinRequest { name: self.name.clone() };
        let joined = request::<JoinedGame>(&address, self.texts(), &format!("{path}/join"), Some(&body));
        let JoinedGame { seat, token, state } = match joined {
            Ok(joined) => joined,
            // Another player has taken the seat.
            Err(RemoteError::Rejected(409, _)) => return Ok(Visit { address, state, seat: None }),
            Err(error) => return Err(failure(error)),
        };
        let seat = OnlineSeat { game: address.to_string(), seats: seat.into_iter().collect(), token };
        if !seat.is_sound() {
            return Err(failure(RemoteError::protocol("an invalid token")));
        }
        self.keep(Some(&seat));
        Ok(Visit { address, state, seat: Some(seat) })
    }

    fn keep(&self, seat: Option<&OnlineSeat>) {
        if let Some(seat) = seat {
            for problem in game::keep(self.user_data.storage(), self.texts(), seat) {
                errln!("{problem}");
            }
        }
    }

    /// The stored seat in a game. Reports a file that cannot be read.
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

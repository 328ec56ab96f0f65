//! `cairn play --online`: a game on a server, in line mode.
//!
//! `address` reads where the server is, `connect` speaks with it once and `live` for as long as the game lasts, on a
//! thread of its own; `wire` has what it says. `replay` checks that by our rules, and `table` is what people see of
//! it, with what they type in `typed` and what is reported to them in `report`. Nothing that comes from the network
//! names a file or a program.

mod address;
mod connect;
mod live;
mod replay;
mod report;
mod table;
mod typed;
mod wire;

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use cairn_engine::bots::PlayerSpec;
use cairn_session::Session;
use cairn_storage::{DamagedSeats, OnlineSeat, StorageError};
use cairn_texts::Texts;
use serde_json::{Value, json};

pub(crate) use address::Address;

use crate::failure::Failure;
use crate::lines::{self, InputLine};
use crate::play::check_seats;
use crate::play::input::MAX_LINE_LEN;
use crate::printer::Printer;
use crate::stderr::errln;
use crate::stdout;
use crate::user_data::UserData;
use connect::{Trouble, call};
use live::News;
use table::OnlineTable;
use wire::{BOTS, Created, Joined, State};

/// The arguments of `cairn play --online`.
pub(crate) struct OnlineRequest {
    pub(crate) address: Address,
    /// The game to create.
    pub(crate) session: Option<Box<dyn Session>>,
    /// The players given on the command line, by seat.
    pub(crate) players: [Option<PlayerSpec>; 4],
    pub(crate) seed: Option<u64>,
    /// The user's name, for the others.
    pub(crate) name: Option<String>,
}

/// What happens to a table.
enum Event {
    Typed(io::Result<InputLine>),
    /// News from the line with this number.
    News(u32, News),
}

/// A game on a server, and the user's seats there.
struct Visit {
    address: Address,
    state: State,
    seat: Option<OnlineSeat>,
}

/// Creates or joins a game, and plays it.
pub(crate) fn start(printer: Printer, user_data: &UserData, request: OnlineRequest) -> Result<(), Failure> {
    let OnlineRequest { address, session, players, seed, name } = request;
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
        (None, Some(_)) if seed.is_some() || players.iter().any(Option::is_some) => {
            let problem = "--online: who plays is decided by whoever creates the game";
            return Err(Failure::Request(problem.to_owned()));
        }
        (Some(session), None) => {
            let seats = seat_words(&*session, players)?;
            door.create(&address, &*session, &seats, seed)?
        }
        (None, Some(id)) => door.join(&address, id)?,
    };
    user_data.begin(printer);
    OnlineTable::new(printer, user_data, visit)?.run()
}

/// The seats of a new game: those that are given, a person in the first of the others unless there is one already,
/// and the rest open.
fn seat_words(session: &dyn Session, players: [Option<PlayerSpec>; 4]) -> Result<Vec<String>, Failure> {
    check_seats(session, &players)?;
    let mut seats_person = !players.iter().flatten().any(PlayerSpec::is_human);
    let words = players.into_iter().take(session.seats()).map(|player| match player {
        None if std::mem::take(&mut seats_person) => Ok("human".to_owned()),
        None => Ok("open".to_owned()),
        Some(PlayerSpec::Human) => Ok("human".to_owned()),
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

    fn call<T: serde::de::DeserializeOwned>(
        &self,
        address: &Address,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Result<T, Trouble>, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(runtime.block_on(call(address, self.texts(), path, body)))
    }

    fn failure(&self, address: &Address, trouble: &Trouble) -> Failure {
        Failure::Failed(trouble.tell(address, self.texts()))
    }

    fn create(
        &self,
        address: &Address,
        session: &dyn Session,
        seats: &[String],
        seed: Option<u64>,
    ) -> Result<Visit, Failure> {
        let mut body = json!({
            "game": session.spec(), "seats": seats, "position": session.start_position(), "name": self.name,
        });
        if let Some(seed) = seed {
            body["seed"] = seed.into();
        }
        let created: Created = self
            .call(address, "/api/v1/games", Some(&body))?
            .map_err(|trouble| self.failure(address, &trouble))?;
        let nonsense = |what: &str| self.failure(address, &Trouble::Nonsense(what.to_owned()));
        if !address::is_id(&created.id) {
            return Err(nonsense("an id that is none"));
        }
        let address = address.of_game(&created.id);
        let seat = match (created.seat, created.token) {
            (Some(_), Some(token)) => {
                let mine = (0..seats.len()).filter(|seat| seats[*seat] == "human").collect();
                Some(OnlineSeat { game: address.to_string(), seats: mine, token })
            }
            _ => None,
        };
        if seat.as_ref().is_some_and(|seat| !seat.is_sound()) {
            return Err(nonsense("a token that is none"));
        }
        self.keep(seat.as_ref());
        let mut out = stdout::text();
        writeln!(out, "{address}")?;
        out.flush()?;
        drop(out);
        if created.state.is_waiting() {
            self.printer.note(&self.texts().tell("online.created", &[("address", &address)]));
        }
        Ok(Visit { address, state: created.state, seat })
    }

    /// Goes on in the seat that is kept, or takes an open one, or watches.
    fn join(&self, address: &Address, id: &str) -> Result<Visit, Failure> {
        let failure = |trouble: Trouble| self.failure(address, &trouble);
        let path = format!("/api/v1/games/{id}");
        let state: State = self.call(address, &path, None)?.map_err(failure)?;
        let address = address.clone();
        if let Some(seat) = self.kept(&address) {
            return Ok(Visit { address, state, seat: Some(seat) });
        }
        if !state.is_waiting() {
            return Ok(Visit { address, state, seat: None });
        }
        let body = json!({ "name": self.name });
        let Joined { seat, token, state } = match self.call(&address, &format!("{path}/join"), Some(&body))? {
            Ok(joined) => joined,
            // Somebody else was quicker.
            Err(Trouble::Refused(409, _)) => return Ok(Visit { address, state, seat: None }),
            Err(trouble) => return Err(failure(trouble)),
        };
        let seat = OnlineSeat { game: address.to_string(), seats: vec![seat], token };
        if !seat.is_sound() {
            return Err(failure(Trouble::Nonsense("a token that is none".to_owned())));
        }
        self.keep(Some(&seat));
        Ok(Visit { address, state, seat: Some(seat) })
    }

    fn keep(&self, seat: Option<&OnlineSeat>) {
        if let Some(seat) = seat {
            keep(self.printer, self.user_data, seat);
        }
    }

    /// The seat that was kept for a game. If that cannot be found out, it is said.
    fn kept(&self, address: &Address) -> Option<OnlineSeat> {
        let storage = self.user_data.storage()?;
        match storage.online_seat(&address.to_string()) {
            Ok((seat, damaged)) => {
                report(self.texts(), damaged.as_ref());
                seat
            }
            Err(error) => {
                errln!("{}.", error.tell(self.texts()));
                None
            }
        }
    }
}

/// Keeps a seat for later. If it cannot be kept the game goes on.
fn keep(printer: Printer, user_data: &UserData, seat: &OnlineSeat) {
    let texts = printer.texts();
    let kept = user_data.storage().ok_or(StorageError::NoFolder);
    match kept.and_then(|storage| storage.keep_online_seat(seat)) {
        Ok(damaged) => report(texts, damaged.as_ref()),
        Err(error) => errln!("{}", texts.tell("online.not_kept", &[("error", &error.tell(texts))])),
    }
}

fn report(texts: Texts, damaged: Option<&DamagedSeats>) {
    if let Some(damaged) = damaged {
        errln!("{}.", damaged.tell(texts));
    }
}

/// Reads standard input on a thread of its own, one line whenever one is asked for.
fn read_lines(events: Sender<Event>) -> io::Result<Sender<()>> {
    let (ask, asked): (Sender<()>, Receiver<()>) = channel();
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        for () in asked {
            if events.send(Event::Typed(lines::read(&mut input, MAX_LINE_LEN))).is_err() {
                return;
            }
        }
    })?;
    Ok(ask)
}

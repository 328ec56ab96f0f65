//! The client's copy of a remote game, for any front end: the last valid state, the live connection, and pending requests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cairn_protocol::{Action, BOTS, ClientMessage, GameState, SeatKind, ServerMessage};
use cairn_rules::{Outcome, Player, excerpt};
use cairn_session::Session;
use cairn_storage::{OnlineSeat, Storage};
use cairn_texts::{Texts, safe_line};
use cairn_tui::{Offer, RemoteCommand};

use super::OpenedGame;
use super::address::{Address, is_id};
use super::http::RemoteError;
use super::live::{LiveConnection, LiveEvent};
use super::replay::session_of;
use super::stored::{keep, save_record, with_names};

/// Receives the events of a connection, with its number.
pub(super) type Listener = Arc<dyn Fn(u32, LiveEvent) + Send + Sync>;

/// A request whose effect has not arrived yet.
struct PendingRequest {
    n: i64,
    command: RemoteCommand,
    /// Whether the server has accepted it.
    is_accepted: bool,
}

/// A change of a remote game, in the order in which front ends show them.
#[derive(Debug)]
pub(super) enum Report {
    /// The connection is lost.
    Lost,
    /// The last command may not have arrived. (The client sends a move again.)
    Unsure,
    /// The connection is restored.
    Restored,
    /// The server rejected a command, for this reason.
    Rejected(String),
    /// The server accepted a command.
    Accepted(RemoteCommand),
    /// A player has taken a seat.
    SatDown(Player),
    /// Moves were taken back.
    TakenBack(Vec<String>),
    /// A player has made the move after this many others.
    Moved(usize),
    /// The board has changed, or the game has ended.
    Changed,
    /// The game has ended.
    Over(Outcome),
    /// Another player has made an offer or a request.
    Asked(Offer, Player),
    /// Another player has declined a local player's offer or request.
    Declined(Offer),
}

/// A game on a server.
pub(super) struct OnlineGame {
    pub(super) address: Address,
    pub(super) state: GameState,
    /// The game, replayed by our rules.
    pub(super) session: Box<dyn Session>,
    /// The time at which the state arrived.
    updated_at: Instant,
    seat: Option<OnlineSeat>,
    storage: Option<Storage>,
    texts: Texts,
    live: LiveConnection,
    /// The number of the connection; events of earlier ones are ignored.
    number: u32,
    listener: Listener,
    pending: Vec<PendingRequest>,
    /// The number of requests sent.
    count: i64,
    pub(super) wants_rematch: bool,
}

impl OnlineGame {
    /// Connects to a game. The error says why not.
    pub(super) fn open(
        opened: OpenedGame,
        storage: Option<Storage>,
        texts: Texts,
        listener: Listener,
    ) -> Result<Self, String> {
        let OpenedGame { address, state, seat } = opened;
        let session = session_of(&state).map_err(|what| RemoteError::Protocol(what).tell(&address, texts))?;
        let token = seat.as_ref().map(|seat| seat.token.clone());
        let live = LiveConnection::open(address.clone(), token, texts, 0, Arc::clone(&listener))
            .map_err(|error| texts.io_error(&error))?;
        let game = Self {
            address,
            state,
            session,
            updated_at: Instant::now(),
            seat,
            storage,
            texts,
            live,
            number: 0,
            listener,
            pending: Vec::new(),
            count: 0,
            wants_rematch: false,
        };
        game.update_list();
        Ok(game)
    }

    /// Stores the game as it is now for the list of unfinished games. If that fails the game is safe on the server.
    fn update_list(&self) {
        if let Some(storage) = self.storage.as_ref().filter(|_| !self.is_watching()) {
            let session = with_names(&*self.session, &self.state);
            let _ = storage.update_online_game(&self.address.to_string(), &*session);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    pub(super) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        Player::seats(self.state.seats.len())
    }

    pub(super) fn is_mine(&self, player: Player) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.seats.contains(&player.index()))
    }

    pub(super) const fn is_watching(&self) -> bool {
        self.seat.is_none()
    }

    pub(super) fn is_my_turn(&self) -> bool {
        !self.is_over() && self.is_mine(self.session.to_move())
    }

    /// Returns whether the game has not begun: it has clocks, and a seat is open.
    pub(super) fn waits_for_clock(&self) -> bool {
        self.state.clock.is_some() && self.state.is_waiting()
    }

    /// Returns whether a request is pending.
    pub(super) const fn is_sending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns an offer or request for a local player to answer, and the player who made it.
    pub(super) fn asked(&self) -> Option<(Offer, Player)> {
        // A user who has all seats answers their own offers; a spectator answers none.
        let is_alone = self.players().all(|player| self.is_mine(player));
        let is_to_answer = |(_, by): &(Offer, Player)| is_alone || !self.is_mine(*by);
        self.offers().into_iter().flatten().find(is_to_answer).filter(|_| !self.is_watching())
    }

    /// Returns a local player's offer or request that has no answer yet.
    pub(super) fn asking(&self) -> Option<Offer> {
        self.offers().into_iter().flatten().find(|(_, by)| self.is_mine(*by)).map(|(offer, _)| offer)
    }

    fn offers(&self) -> [Option<(Offer, Player)>; 2] {
        offers(&self.state)
    }

    /// Returns the time left to a player.
    pub(super) fn time_left(&self, player: Player) -> Option<Duration> {
        let clock = self.state.clock.as_ref()?;
        let left = Duration::from_millis(*clock.left.get(player.index())?);
        let is_running = clock.running == Some(player.index());
        Some(left.saturating_sub(if is_running { self.updated_at.elapsed() } else { Duration::ZERO }))
    }

    /// Returns `White`.
    pub(super) fn seat_name(&self, player: Player) -> &'static str {
        self.texts.seat(self.session.info().seats[player.index()].name)
    }

    /// Returns `White (Ana)`, `White (level 3)`.
    pub(super) fn who(&self, player: Player) -> String {
        let name = self.seat_name(player);
        let seat = &self.state.seats[player.index()];
        match (&seat.name, &seat.bot) {
            (_, Some(bot)) if BOTS.contains(&bot.as_str()) => format!("{name} ({})", self.texts.who(bot)),
            (Some(person), _) => format!("{name} ({})", safe_line(person)),
            _ => name.to_owned(),
        }
    }

    /// Adds the finished game to the saved games of a player; returns the error if that fails.
    pub(super) fn save_record(&self) -> Option<String> {
        let storage = self.storage.as_ref().filter(|_| !self.is_watching())?;
        let saved = save_record(storage, &self.address, &*self.session, &self.state);
        saved.err().map(|error| error.tell(self.texts))
    }

    /// Returns the message of an error.
    pub(super) fn tell(&self, error: &RemoteError) -> String {
        error.tell(&self.address, self.texts)
    }

    /// Explains how to continue the game later.
    pub(super) fn way_back(&self) -> String {
        self.texts.format("online.come_back", &[("address", &self.address)])
    }

    /// Sends a command; returns `false` for an answer without a question.
    pub(super) fn send(&mut self, command: RemoteCommand) -> bool {
        self.count += 1;
        let n = self.count;
        let action = match (&command, self.asked()) {
            (RemoteCommand::Play(mv), _) => {
                let (mv, ply) = (mv.clone(), self.session.ply());
                self.live.send(ClientMessage::Move { n, r#move: mv, ply: ply as u64 });
                self.pending.push(PendingRequest { n, command, is_accepted: false });
                return true;
            }
            (RemoteCommand::Ask(Offer::Draw), _) => Action::OfferDraw,
            (RemoteCommand::Ask(Offer::Takeback), _) => Action::AskTakeback,
            (RemoteCommand::Resign, _) => Action::Resign,
            (RemoteCommand::Rematch, _) => Action::Rematch,
            (RemoteCommand::Answer { accept: true }, Some((Offer::Draw, _))) => Action::AcceptDraw,
            (RemoteCommand::Answer { accept: false }, Some((Offer::Draw, _))) => Action::DeclineDraw,
            (RemoteCommand::Answer { accept: true }, Some((Offer::Takeback, _))) => Action::AcceptTakeback,
            (RemoteCommand::Answer { accept: false }, Some((Offer::Takeback, _))) => Action::DeclineTakeback,
            (RemoteCommand::Answer { .. }, None) => return false,
        };
        self.live.send(ClientMessage::Action { n, action: action.to_string() });
        self.pending.push(PendingRequest { n, command, is_accepted: false });
        true
    }

    /// Processes an event of the connection, and reports the changes. After that, [`Self::go_on`] may lead to the next
    /// game.
    pub(super) fn on_event(&mut self, number: u32, event: LiveEvent) -> Result<Vec<Report>, RemoteError> {
        if number != self.number {
            return Ok(Vec::new());
        }
        Ok(match event {
            LiveEvent::Lost => {
                let count = self.pending.len();
                self.pending.retain(|request| matches!(request.command, RemoteCommand::Play(_)));
                let is_unsure = self.pending.len() < count;
                [Report::Lost].into_iter().chain(is_unsure.then_some(Report::Unsure)).collect()
            }
            LiveEvent::Restored => vec![Report::Restored],
            LiveEvent::Ended(error) => return Err(error),
            LiveEvent::Message(
                ServerMessage::State { state, .. }
                | ServerMessage::Moved { state, .. }
                | ServerMessage::Changed { state, .. },
            ) => {
                let reports = self.follow(*state)?;
                self.pending.retain(|request| !request.is_accepted);
                reports
            }
            LiveEvent::Message(ServerMessage::Ok { n, .. }) => {
                let request = self.pending.iter_mut().find(|request| request.n == n);
                let Some(request) = request else { return Ok(Vec::new()) };
                request.is_accepted = true;
                self.wants_rematch |= request.command == RemoteCommand::Rematch;
                let command = request.command.clone();
                self.live.refresh();
                vec![Report::Accepted(command)]
            }
            LiveEvent::Message(ServerMessage::Problem { n, detail, .. }) => {
                self.pending.retain(|request| Some(request.n) != n);
                // The game on the server may be ahead of this copy.
                if n.is_some() {
                    self.live.refresh();
                }
                vec![Report::Rejected(detail)]
            }
            LiveEvent::Message(
                ServerMessage::Thinking { .. } | ServerMessage::Pong | ServerMessage::Unknown,
            ) => Vec::new(),
        })
    }

    /// Adopts a state, and reports how the game has changed.
    fn follow(&mut self, state: GameState) -> Result<Vec<Report>, RemoteError> {
        if Some(state.id.as_str()) != self.address.game() {
            return Err(RemoteError::protocol("another game"));
        }
        let session = session_of(&state).map_err(RemoteError::Protocol)?;
        let before = std::mem::replace(&mut self.state, state);
        let old = std::mem::replace(&mut self.session, session);
        self.updated_at = Instant::now();
        let mut reports = Vec::new();
        for player in self.players().filter(|player| !self.is_mine(*player)) {
            let was_open = before.seats.get(player.index()).is_some_and(|seat| seat.kind == SeatKind::Open);
            if was_open && self.state.seats[player.index()].kind != SeatKind::Open {
                reports.push(Report::SatDown(player));
            }
        }
        self.update_list();
        let (was_over, old, new) = (old.outcome().is_some(), old.history(), self.session.history());
        let common = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        if common < old.len() {
            reports.push(Report::TakenBack(old[common..].to_vec()));
        }
        reports.extend((common..new.len()).map(Report::Moved));
        let outcome = self.session.outcome().filter(|_| !was_over);
        if common != old.len().max(new.len()) || outcome.is_some() {
            reports.push(Report::Changed);
        }
        match outcome {
            Some(outcome) => reports.push(Report::Over(outcome)),
            None => self.report_offers(&before, &mut reports),
        }
        Ok(reports)
    }

    /// Reports new offers of other players, and their answers to our own.
    fn report_offers(&self, before: &GameState, reports: &mut Vec<Report>) {
        // If no move was made or taken back, an offer that has gone was declined.
        let is_unchanged = before.progress.moves.len() == self.state.progress.moves.len();
        for (now, then) in self.offers().into_iter().zip(offers(before)) {
            match (now, then) {
                (Some((offer, by)), then) if then != now && !self.is_mine(by) && !self.is_watching() => {
                    reports.push(Report::Asked(offer, by));
                }
                (None, Some((offer, by))) if self.is_mine(by) && is_unchanged => {
                    reports.push(Report::Declined(offer));
                }
                _ => {}
            }
        }
    }

    /// Switches to the next game once all players want it: the players move up one seat, with the same tokens. `None`
    /// if there is none; otherwise the problems besides the game.
    pub(super) fn go_on(&mut self) -> Result<Option<Vec<String>>, RemoteError> {
        let Some(id) = self.state.rematch.clone() else { return Ok(None) };
        if !is_id(&id) {
            return Err(RemoteError::protocol(format!("invalid id `{}`", excerpt(&id))));
        }
        let address = self.address.of_game(&id);
        let (Some(seat), true) = (&self.seat, self.wants_rematch) else { return Ok(None) };
        let count = self.state.seats.len();
        let mut seats: Vec<usize> = seat.seats.iter().map(|seat| (seat + 1) % count).collect();
        seats.sort_unstable();
        let game = address.to_string();
        let seat = OnlineSeat { game, seats, token: seat.token.clone(), last_seen: None };
        let problems = keep(self.storage.as_ref(), self.texts, &seat);
        self.number += 1;
        let (token, listener) = (Some(seat.token.clone()), Arc::clone(&self.listener));
        self.live = LiveConnection::open(address.clone(), token, self.texts, self.number, listener)?;
        let start = cairn_session::open(&self.session.spec(), self.session.start_position().as_deref());
        self.session = start.map_err(RemoteError::protocol)?;
        self.state.seats.rotate_right(1);
        self.state.progress.moves.clear();
        (self.state.progress.result, self.state.progress.reason) = (None, None);
        (self.state.rematch, self.state.draw_offer, self.state.takeback, self.state.clock) =
            (None, None, None, None);
        (self.address, self.seat) = (address, Some(seat));
        (self.pending, self.wants_rematch) = (Vec::new(), false);
        self.state.id = id;
        self.update_list();
        Ok(Some(problems))
    }
}

/// Returns the open draw offer and take-back request, each with the player who made it.
fn offers(state: &GameState) -> [Option<(Offer, Player)>; 2] {
    let player = |seat: Option<usize>| Player::seats(state.seats.len()).nth(seat?);
    let draw = player(state.draw_offer).map(|by| (Offer::Draw, by));
    [draw, player(state.takeback).map(|by| (Offer::Takeback, by))]
}

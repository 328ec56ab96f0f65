//! One running game: the replay of its entries over the table core.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cairn_coach::puzzle::Day;
use cairn_protocol::DeclinedOffer;
use cairn_rules::{Outcome, Player, Players};
use cairn_session::Session;
use cairn_table::{
    BotHost, Refusal, Table, TableEffect, TableEvent, TableSetup, TakebackPolicy, TimeControl,
};

use super::judge::{OfferKind, Offers, event_of};
use super::seat::rematch_id;
use super::snapshot::{Snapshot, TimedSnapshot, clock_state};
use crate::store::{Action, Entry, EntryKind, GameRow, Millis, SeatRow, StoreError, StoredGame, Summary};

/// The maximum number of entries of one game. After them the clocks stop and the game accepts no more moves; players
/// can still resign, agree on a draw and ask for a rematch. Offers have a separate limit, so only moves can lead here.
const MAX_ENTRIES: u32 = 5_000;

/// The default absence after which the others can claim the game.
const DEFAULT_ABSENCE: Millis = 60_000;

/// A game in memory.
pub(crate) struct RunningGame {
    pub(crate) row: GameRow,
    pub(crate) table: Table,
    pub(crate) seats: Vec<SeatRow>,
    /// The number of entries so far.
    pub(crate) number: u32,
    pub(crate) updated: Millis,
    /// The number of entries at the last change of the position, by a move or a take-back. It identifies the turn for
    /// which a bot computes a move.
    pub(crate) turn: u32,
    pub(super) offers: Offers,
    /// The time at which the game reached [`MAX_ENTRIES`].
    stopped: Option<Millis>,
    /// Whether one acceptance grants the pending take-back, as in earlier versions.
    needs_one_consent: bool,
    /// The absence after which the others can claim the game, in milliseconds.
    pub(super) absence: Millis,
    /// Whether a player has aborted the game before all had moved.
    pub(super) is_aborted: bool,
    /// For each seat, since when its player has been away.
    pub(super) away_since: Vec<Option<Millis>>,
    /// The number of departures and returns.
    pub(super) presence_entries: u32,
    /// The seat that has won or drawn by claiming the game.
    pub(super) claimed: Option<usize>,
    /// The last declined offer, until the position changes.
    pub(super) declined: Option<DeclinedOffer>,
    /// The action of the last entry that is no presence, and the seat of its player.
    pub(super) last_action: Option<(Action, usize)>,
    /// The seats that want a rematch.
    pub(super) wants_rematch: Vec<bool>,
    pub(crate) rematch: Option<String>,
    /// The snapshot since the last entry, made on demand.
    snapshot: OnceLock<Arc<Snapshot>>,
}

impl RunningGame {
    /// Replays a stored game.
    pub(crate) fn replay(stored: StoredGame) -> Result<Self, StoreError> {
        let mut game = Self::start(stored.row)?;
        for entry in &stored.entries {
            game.replay_entry(entry)?;
        }
        Ok(game)
    }

    /// Replays a stored entry.
    pub(crate) fn replay_entry(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let number = self.number;
        self.apply(entry).map_err(|refused| self.unreadable(&format!("entry {number}: {refused}")))
    }

    fn unreadable(&self, what: &str) -> StoreError {
        StoreError::Unreadable(format!("game {}: {what}", self.row.id))
    }

    /// Creates the game before its first entry.
    pub(crate) fn start(row: GameRow) -> Result<Self, StoreError> {
        let unreadable =
            |what: &dyn std::fmt::Display| StoreError::Unreadable(format!("game {}: {what}", row.id));
        let mut session =
            cairn_session::open(&row.spec, row.start.as_deref()).map_err(|error| unreadable(&error))?;
        let seats = row.seats.clone();
        if seats.len() != session.seats() {
            return Err(unreadable(&"the number of seats"));
        }
        let mut players = Vec::with_capacity(seats.len());
        for (tag, seat) in cairn_session::SEAT_TAGS.into_iter().zip(&seats) {
            players.push(seat.spec().ok_or_else(|| unreadable(&format!("the player `{}`", seat.player)))?);
            if let Some(name) = &seat.name {
                // The tags of seats can always be set.
                let _ = session.set_tag(tag, name);
            }
        }
        let time_control: TimeControl = row.clock.parse().map_err(|error| unreadable(&error))?;
        let setup = TableSetup {
            session,
            players,
            seed: row.seed,
            date: Some(Day::after_epoch(row.created.max(0) as u64 / 86_400_000).to_string()),
            time_control,
            time_left: None,
            takebacks: TakebackPolicy::ByAgreement,
            rated: false,
        };
        let mut table = Table::new(setup);
        table.set_bot_host(BotHost::Remote);
        table.set_untimed_plies(row.terms.untimed_plies);
        let wants_rematch = seats.iter().map(SeatRow::is_bot).collect();
        let away_since = vec![None; seats.len()];
        let updated = row.created;
        let offers = Offers::new(seats.len());
        let mut game = Self {
            row,
            table,
            seats,
            number: 0,
            updated,
            turn: 0,
            offers,
            stopped: None,
            needs_one_consent: false,
            absence: DEFAULT_ABSENCE,
            is_aborted: false,
            away_since,
            presence_entries: 0,
            claimed: None,
            declined: None,
            last_action: None,
            wants_rematch,
            rematch: None,
            snapshot: OnceLock::new(),
        };
        game.begin(game.row.created);
        Ok(game)
    }

    /// Starts the clocks once all seats are taken.
    fn begin(&mut self, at: Millis) {
        if !self.is_waiting() {
            self.table.handle(TableEvent::Tick, self.time(at));
        }
    }

    /// Sets the absence after which the others can claim the game.
    pub(crate) fn set_absence(&mut self, absence: Duration) {
        self.absence = absence.as_millis().try_into().unwrap_or(Millis::MAX);
    }

    /// Returns whether a seat is still open.
    pub(crate) fn is_waiting(&self) -> bool {
        self.seats.iter().any(SeatRow::is_open)
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_aborted || self.table.is_over()
    }

    /// Returns whether some player has not moved yet, so that any of them can abort the game.
    pub(crate) fn has_just_begun(&self) -> bool {
        self.session().ply() < self.seats.len()
    }

    /// Returns whether the game has reached [`MAX_ENTRIES`].
    pub(crate) const fn is_full(&self) -> bool {
        self.stopped.is_some()
    }

    /// Returns the time of the table: the time since the creation of the game, and at most until it was full.
    pub(crate) fn time(&self, at: Millis) -> Duration {
        self.since_start(self.stopped.map_or(at, |stopped| at.min(stopped)))
    }

    fn since_start(&self, at: Millis) -> Duration {
        Duration::from_millis(at.saturating_sub(self.row.created).max(0) as u64)
    }

    /// Returns when a clock expires, by the clock of the database.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let at = self.table.next_wake().filter(|_| !self.is_full() && !self.is_aborted)?.as_millis();
        Some(self.row.created.saturating_add(i64::try_from(at).unwrap_or(i64::MAX)))
    }

    /// Returns whether a bot is to move and all seats are taken.
    pub(crate) fn is_bot_to_move(&self) -> bool {
        self.table.is_bots_turn() && !self.is_waiting() && !self.is_full() && !self.is_aborted
    }

    /// Returns the current summary, for lists.
    pub(crate) fn summary(&self) -> Summary {
        Summary { bot_to_move: self.is_bot_to_move(), result: self.result(), updated: self.updated }
    }

    /// Returns the result, once the game is over; `*` if it was aborted.
    pub(crate) fn result(&self) -> Option<String> {
        if self.is_aborted { Some("*".to_owned()) } else { self.session().outcome().map(Outcome::score) }
    }

    /// Returns the seats of players who have left.
    pub(crate) fn away(&self) -> Vec<usize> {
        let is_away = |seat: &usize| !self.is_over() && self.away_since[*seat].is_some();
        (0..self.seats.len()).filter(is_away).collect()
    }

    /// Returns since when all people except those of some seats have been away; `None` if one of them is present, or
    /// there are none.
    pub(super) fn others_away_since(&self, person: &[usize]) -> Option<Millis> {
        let mut others = (0..self.seats.len()).filter(|seat| !person.contains(seat)).peekable();
        others.peek()?;
        others.map(|seat| self.away_since[seat]).collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    /// Returns a copy of the game with its clock at a time, for use without its lock.
    pub(crate) fn snapshot(&self, now: Millis) -> TimedSnapshot {
        let snapshot = self.snapshot.get_or_init(|| Arc::new(Snapshot::new(self)));
        let claim_in = self.claimable_at().map(|at| at.saturating_sub(now).max(0) as u64);
        TimedSnapshot { game: Arc::clone(snapshot), clock: clock_state(self, now), claim_in }
    }

    /// Returns when present players can claim the game, if others have left.
    fn claimable_at(&self) -> Option<Millis> {
        let here: Vec<usize> =
            (0..self.seats.len()).filter(|seat| self.away_since[*seat].is_none()).collect();
        let person = self.seats_of_person(*here.first()?);
        let since = self.others_away_since(&person).filter(|_| !self.is_over() && self.can_be_claimed())?;
        Some(since.saturating_add(self.absence))
    }

    /// Returns the seats that a token grants.
    pub(crate) fn seats_of(&self, token: &str) -> Vec<usize> {
        let owns = |seat: &SeatRow| seat.token.as_deref() == Some(token);
        self.seats.iter().enumerate().filter(|(_, seat)| owns(seat)).map(|(index, _)| index).collect()
    }

    /// Returns whether a clock has expired, which comes before any command.
    pub(crate) fn is_time_up(&self, now: Millis) -> bool {
        !self.is_aborted && self.table.clock().runs_out_at().is_some_and(|at| at <= self.time(now))
    }

    /// Applies an entry. Fails only for damaged data, which leaves the game in an undefined state.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let (at, index, ply) = (self.time(entry.at), usize::from(entry.seat), self.session().ply());
        let Some(&player) = Player::ALL.get(index).filter(|_| index < self.seats.len()) else {
            return Err(Refusal::NotOver);
        };
        match &entry.kind {
            EntryKind::Join { name, token } => {
                let seat = &mut self.seats[index];
                (seat.name, seat.token) = (name.clone(), Some(token.clone()));
                if let Some(name) = name {
                    self.table.set_player_name(player, name);
                }
                self.begin(entry.at);
            }
            EntryKind::Move { text } => self.handle(TableEvent::Played(text.clone()), at)?,
            EntryKind::Act { action, unanimous } => self.act(player, *action, *unanimous, at)?,
            // The clock expired before the game was full.
            EntryKind::Tick => self.handle(TableEvent::Tick, self.since_start(entry.at))?,
            EntryKind::Presence { here } => {
                self.presence_entries += 1;
                for seat in self.seats_of_person(index) {
                    self.away_since[seat] = (!here).then_some(entry.at);
                }
            }
            EntryKind::Rematch { game } => self.rematch = Some(game.clone()),
        }
        match &entry.kind {
            EntryKind::Presence { .. } => {}
            EntryKind::Act { action, .. } => self.last_action = Some((*action, index)),
            _ => self.last_action = None,
        }
        self.number += 1;
        self.updated = entry.at;
        self.snapshot.take();
        if self.session().ply() != ply {
            self.turn = self.number;
            self.offers.position_changed();
            self.declined = None;
        }
        if self.number >= MAX_ENTRIES && self.stopped.is_none() {
            self.stopped = Some(entry.at);
        }
        Ok(())
    }

    fn act(&mut self, player: Player, action: Action, unanimous: bool, at: Duration) -> Result<(), Refusal> {
        let seats = self.seats_of_person(player.index());
        let declined = |what| Some(DeclinedOffer { what, by: player.index() });
        let event = match action {
            Action::Rematch => {
                for seat in seats {
                    self.wants_rematch[seat] = true;
                }
                return Ok(());
            }
            Action::DeclineRematch => {
                self.declined = declined(cairn_protocol::OfferKind::Rematch);
                self.wants_rematch = self.seats.iter().map(SeatRow::is_bot).collect();
                return Ok(());
            }
            Action::Abort => {
                self.is_aborted = true;
                return Ok(());
            }
            Action::ClaimWin | Action::ClaimDraw => return self.claim(player, action, &seats, at),
            _ => event_of(player, action).ok_or(Refusal::NotOver)?,
        };
        match action {
            Action::DeclineDraw => self.declined = declined(cairn_protocol::OfferKind::Draw),
            Action::DeclineTakeback => self.declined = declined(cairn_protocol::OfferKind::Takeback),
            Action::OfferDraw | Action::AskTakeback => self.declined = None,
            _ => {}
        }
        let (draw, takeback) = (self.session().draw_offer(), self.table.takeback_asked_by());
        match action {
            Action::Resign => {}
            Action::OfferDraw if draw.is_none() => self.offers.count(player.index(), Some(OfferKind::Draw)),
            Action::AskTakeback => self.offers.count(player.index(), Some(OfferKind::Takeback)),
            _ => self.offers.count(player.index(), None),
        }
        // Earlier versions stored repeated requests, let a request replace another one, stored answers of people to
        // themselves, and took a move back as soon as one other seat accepted.
        let is_answer = matches!(
            action,
            Action::AcceptDraw | Action::DeclineDraw | Action::AcceptTakeback | Action::DeclineTakeback
        );
        match takeback {
            Some(by) if action == Action::AskTakeback && by == player => return Ok(()),
            Some(_) if action == Action::AskTakeback => {
                self.handle(TableEvent::AnswerTakeback { player, accept: false }, at)?;
            }
            _ if is_answer && self.table.check(&event).is_err() => return Ok(()),
            _ => {}
        }
        self.handle(event, at)?;
        if action == Action::AskTakeback {
            self.needs_one_consent = !unanimous;
        }
        match action {
            Action::OfferDraw | Action::AcceptDraw if seats.len() < self.seats.len() => self.agree(
                &seats,
                Table::draw_pending,
                |player| TableEvent::AnswerDraw { player, accept: true },
                at,
            ),
            Action::AskTakeback | Action::AcceptTakeback => {
                let accept = |player| TableEvent::AnswerTakeback { player, accept: true };
                let is_granted = action == Action::AcceptTakeback || seats.len() > 1;
                let all: Vec<usize> = (0..self.seats.len()).collect();
                let agreeing = if self.needs_one_consent && is_granted { &all } else { &seats };
                self.agree(agreeing, Table::takeback_pending, accept, at)
            }
            _ => Ok(()),
        }
    }

    /// Ends the game for absent players: they resign, or accept a draw.
    fn claim(
        &mut self,
        player: Player,
        action: Action,
        seats: &[usize],
        at: Duration,
    ) -> Result<(), Refusal> {
        let others: Vec<usize> = (0..self.seats.len()).filter(|seat| !seats.contains(seat)).collect();
        if action == Action::ClaimWin {
            for player in others.iter().filter_map(|seat| Player::ALL.get(*seat).copied()) {
                if !self.table.is_over() {
                    self.handle(TableEvent::Resign(player), at)?;
                }
            }
        } else {
            if self.session().draw_offer().is_none() {
                self.handle(TableEvent::OfferDraw(player), at)?;
            }
            let accept = |player| TableEvent::AnswerDraw { player, accept: true };
            let all: Vec<usize> = (0..self.seats.len()).collect();
            self.agree(&all, Table::draw_pending, accept, at)?;
        }
        self.claimed = Some(player.index());
        Ok(())
    }

    /// Returns the seats of the person who has a seat.
    fn seats_of_person(&self, seat: usize) -> Vec<usize> {
        self.seats_of(&self.seats[seat].token.clone().unwrap_or_default())
    }

    /// Accepts an offer for all seats of a person: one answer is enough, and a person cannot answer their own.
    fn agree(
        &mut self,
        seats: &[usize],
        pending: impl Fn(&Table) -> Players,
        accept: impl Fn(Player) -> TableEvent,
        at: Duration,
    ) -> Result<(), Refusal> {
        for player in seats.iter().filter_map(|seat| Player::ALL.get(*seat).copied()) {
            if pending(&self.table).contains(player) {
                self.handle(accept(player), at)?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: TableEvent, at: Duration) -> Result<(), Refusal> {
        let refused = self.table.handle(event, at).into_iter().find_map(|effect| match effect {
            TableEffect::Refuse(refused) => Some(refused),
            _ => None,
        });
        refused.map_or(Ok(()), Err)
    }

    /// Returns the seats of people who want a rematch, until it exists.
    pub(crate) fn rematch_wanted(&self) -> Vec<usize> {
        let wants = |seat: &usize| self.wants_rematch[*seat] && !self.seats[*seat].is_bot();
        (0..self.seats.len()).filter(|_| self.rematch.is_none()).filter(wants).collect()
    }

    /// Returns the seats of the players in the rematch: each moves up one seat.
    pub(crate) fn rematch_seats(&self) -> Vec<usize> {
        let count = self.seats.len();
        (0..count).map(|seat| (seat + 1) % count).collect()
    }

    /// Returns the rematch once all players want it and until it exists. The players keep their tokens and take the
    /// seats of [`RunningGame::rematch_seats`]. Bots accept a rematch, but a person must ask for it.
    pub(crate) fn rematch_row(&self, now: Millis) -> Option<GameRow> {
        let is_wanted = self.wants_rematch.iter().all(|wants| *wants) && !self.rematch_wanted().is_empty();
        if !self.is_over() || self.rematch.is_some() || !is_wanted {
            return None;
        }
        let id = rematch_id(&self.row.id);
        let mut seats = self.seats.clone();
        for (next, seat) in self.rematch_seats().into_iter().zip(&self.seats) {
            seats[next] = seat.clone();
        }
        let seed = self.row.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) >> 20;
        Some(GameRow { id, seats, seed, created: now, ..self.row.clone() })
    }
}

#[cfg(test)]
#[path = "running_tests.rs"]
mod tests;

//! One game: the replay of its entries over the table core, and how a new one is judged.

use std::time::Duration;

use cairn_engine::puzzle::Day;
use cairn_rules::Player;
use cairn_session::Session;
use cairn_table::{Effect, Event, Refused, Table, TableSetup, TakebackPolicy, TimeControl};
use cairn_texts::Texts;

use super::seat::{Seat, rematch_id};
use crate::problem::Problem;
use crate::store::{Action, Entry, EntryKind, GameRow, Millis, StoreError, StoredGame, Summary};

/// No game of people has so many entries; whoever makes more only fills the database.
const MAX_ENTRIES: u32 = 5_000;

/// A game in memory.
pub(crate) struct Running {
    pub(crate) row: GameRow,
    pub(crate) table: Table,
    pub(crate) seats: Vec<Seat>,
    /// The number of entries so far.
    pub(crate) number: u32,
    pub(crate) updated: Millis,
    /// Who wants to play again.
    wants_rematch: Vec<bool>,
    pub(crate) rematch: Option<String>,
}

/// What a visitor wants to happen.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// To sit down.
    Join {
        /// Under this name.
        name: Option<String>,
        /// The hash of the token that they get.
        token: String,
    },
    /// To move.
    Move {
        text: String,
        /// The number of moves before it.
        ply: u64,
        /// The hash of their token.
        token: String,
    },
    /// To do something else.
    Act {
        action: Action,
        /// The hash of their token.
        token: String,
    },
    /// The move of a bot, thought of after so many entries.
    BotMove { text: String, number: u32 },
    /// To have the clocks looked at.
    Tick,
}

/// What a command amounts to.
#[derive(Debug)]
pub(crate) enum Decision {
    /// An entry.
    Entry(Entry),
    /// Nothing new: the move was made before, as the one with this number.
    Repeated(usize),
    /// Nothing at all.
    Nothing,
}

impl Running {
    /// The game as it is stored.
    pub(crate) fn replay(stored: StoredGame) -> Result<Self, StoreError> {
        let mut game = Self::start(stored.row)?;
        for entry in &stored.entries {
            game.replay_entry(entry)?;
        }
        Ok(game)
    }

    /// Replays an entry that is stored.
    pub(crate) fn replay_entry(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let number = self.number;
        self.apply(entry).map_err(|refused| self.unreadable(&format!("entry {number}: {refused}")))
    }

    fn unreadable(&self, what: &str) -> StoreError {
        StoreError::Unreadable(format!("game {}: {what}", self.row.id))
    }

    /// The game before its first entry.
    pub(crate) fn start(row: GameRow) -> Result<Self, StoreError> {
        let unreadable =
            |what: &dyn std::fmt::Display| StoreError::Unreadable(format!("game {}: {what}", row.id));
        let mut session =
            cairn_session::open(&row.spec, row.start.as_deref()).map_err(|error| unreadable(&error))?;
        let seats: Vec<Seat> = row.seats.iter().map(Seat::from).collect();
        if seats.len() != session.seats() {
            return Err(unreadable(&"the number of seats"));
        }
        let mut players = Vec::with_capacity(seats.len());
        for (tag, seat) in cairn_table::SEAT_TAGS.into_iter().zip(&seats) {
            players.push(seat.player().ok_or_else(|| unreadable(&format!("the player `{}`", seat.word)))?);
            if let Some(name) = &seat.name {
                session.set_tag(tag, name);
            }
        }
        let time_control: TimeControl = row.clock.parse().map_err(|error| unreadable(&error))?;
        let setup = TableSetup {
            session,
            players,
            seed: row.seed,
            date: Some(Day::after_epoch(row.created.max(0) as u64 / 86_400_000).to_string()),
            time_control,
            takebacks: TakebackPolicy::ByAgreement,
            rated: false,
        };
        let mut table = Table::new(setup);
        table.set_bots_elsewhere(true);
        let wants_rematch = seats.iter().map(Seat::is_bot).collect();
        let updated = row.created;
        let mut game = Self { row, table, seats, number: 0, updated, wants_rematch, rematch: None };
        game.begin(game.row.created);
        Ok(game)
    }

    /// Starts the clocks once everybody has sat down.
    fn begin(&mut self, at: Millis) {
        if !self.is_waiting() {
            self.table.handle(Event::Tick, self.time(at));
        }
    }

    /// Whether a seat is still open.
    pub(crate) fn is_waiting(&self) -> bool {
        self.seats.iter().any(Seat::is_open)
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// The time of the table: since the game was created.
    pub(crate) fn time(&self, at: Millis) -> Duration {
        Duration::from_millis(at.saturating_sub(self.row.created).max(0) as u64)
    }

    /// When a clock runs out, by the clock of the database.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let at = self.table.next_wake()?.as_millis();
        Some(self.row.created.saturating_add(i64::try_from(at).unwrap_or(i64::MAX)))
    }

    /// Whether a bot is to move, and everybody is there.
    pub(crate) fn is_bot_to_move(&self) -> bool {
        self.table.is_bots_turn() && !self.is_waiting()
    }

    /// What is true of the game now, for lists.
    pub(crate) fn summary(&self) -> Summary {
        Summary {
            bot_to_move: self.is_bot_to_move(),
            result: self.session().outcome().map(cairn_rules::Outcome::score),
            updated: self.updated,
        }
    }

    /// The seats that a token gives.
    pub(crate) fn seats_of(&self, token: &str) -> Vec<usize> {
        let owns = |seat: &Seat| seat.token.as_deref() == Some(token);
        self.seats.iter().enumerate().filter(|(_, seat)| owns(seat)).map(|(index, _)| index).collect()
    }

    /// Whether a clock has run out by now, which comes before everything else.
    pub(crate) fn is_time_up(&self, now: Millis) -> bool {
        self.table.clock().runs_out_at().is_some_and(|at| at <= self.time(now))
    }

    /// Decides on a command at a moment. What is returned has not happened yet.
    pub(crate) fn decide(&self, command: &Command, now: Millis, texts: Texts) -> Result<Decision, Problem> {
        // The time of a game does not go back, whatever clocks do.
        let at = now.max(self.updated);
        let entry = |seat: usize, kind| Decision::Entry(Entry { at, seat: seat as u8, kind });
        let running = self.table.clock().running().map_or(0, Player::index);
        if self.is_time_up(at) {
            return Ok(entry(running, EntryKind::Tick));
        }
        if self.number >= MAX_ENTRIES && !matches!(command, Command::Tick) {
            return Err(Problem::conflict(texts.say("web.problem.long")));
        }
        match command {
            Command::Tick => Ok(Decision::Nothing),
            Command::Join { name, token } => {
                let open = self.seats.iter().position(Seat::is_open).filter(|_| !self.is_over());
                let seat = open.ok_or_else(|| Problem::conflict(texts.say("web.problem.no_seat")))?;
                Ok(entry(seat, EntryKind::Join { name: name.clone(), token: token.clone() }))
            }
            Command::Move { text, ply, token } => self.decide_move(text, *ply, token, texts, entry),
            Command::BotMove { text, number } => {
                let is_due = *number == self.number && self.table.is_bots_turn();
                let seat = self.session().to_move().index();
                Ok(if is_due {
                    entry(seat, EntryKind::Move { text: text.clone() })
                } else {
                    Decision::Nothing
                })
            }
            Command::Act { action, token } => {
                let seats = self.seats_of(token);
                let seat = self.acting_seat(&seats, *action);
                let seat = seat.ok_or_else(|| Problem::forbidden(texts.say("web.problem.not_yours")))?;
                match action {
                    Action::Rematch if !self.is_over() => {
                        Err(Problem::conflict(texts.say("web.problem.not_over")))
                    }
                    Action::Rematch if self.wants_rematch[seat] => Ok(Decision::Nothing),
                    _ => Ok(entry(seat, EntryKind::Act { action: *action })),
                }
            }
        }
    }

    fn decide_move(
        &self,
        text: &str,
        ply: u64,
        token: &str,
        texts: Texts,
        entry: impl Fn(usize, EntryKind) -> Decision,
    ) -> Result<Decision, Problem> {
        let seats = self.seats_of(token);
        if seats.is_empty() {
            return Err(Problem::forbidden(texts.say("web.problem.not_yours")));
        }
        let conflict = |key: &str| Err(Problem::conflict(texts.say(key)));
        let played = self.session().ply() as u64;
        if ply < played {
            let before = self.session().fork_at(ply as usize);
            let mine = before.filter(|before| seats.contains(&before.to_move().index()));
            let again = mine.and_then(|before| before.check_move(text).ok());
            if again.is_some() && again == self.session().move_at(ply as usize) {
                return Ok(Decision::Repeated(ply as usize));
            }
            return conflict("web.problem.stale");
        }
        if self.is_over() {
            return conflict("web.problem.over");
        }
        if ply != played {
            return conflict("web.problem.future");
        }
        let mover = self.session().to_move().index();
        if !seats.contains(&mover) {
            return conflict("web.problem.turn");
        }
        if self.is_waiting() && self.table.clock().control() != TimeControl::Unlimited {
            return conflict("web.problem.waiting");
        }
        match self.session().check_move(text) {
            Ok(text) => Ok(entry(mover, EntryKind::Move { text })),
            Err(error) => {
                let error = texts.move_error_among(&error, &self.session().legal_moves());
                Err(Problem::unprocessable(error))
            }
        }
    }

    /// Which of the seats of one person acts: for an answer the one that is asked, for a take-back the one that
    /// moved last, else the one to move, else the first.
    fn acting_seat(&self, seats: &[usize], action: Action) -> Option<usize> {
        let first = seats.first().copied();
        let mover = self.session().to_move().index();
        let other_than = |asked: Option<Player>| {
            let other =
                seats.iter().copied().find(|seat| asked.is_some_and(|player| player.index() != *seat));
            other.or(first)
        };
        match action {
            Action::AcceptDraw | Action::DeclineDraw => other_than(self.session().draw_offer()),
            Action::AcceptTakeback | Action::DeclineTakeback => other_than(self.table.takeback_asked_by()),
            Action::AskTakeback => {
                let count = self.seats.len();
                let backwards = (1..=count).map(|back| (mover + count - back) % count);
                backwards.into_iter().find(|seat| seats.contains(seat))
            }
            Action::Rematch => seats.iter().copied().find(|seat| !self.wants_rematch[*seat]).or(first),
            Action::Resign | Action::OfferDraw => Some(mover).filter(|seat| seats.contains(seat)).or(first),
        }
    }

    /// Lets an entry happen. If the table refuses it, the game may be in any state and has to be replayed.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<(), Refused> {
        let (at, index) = (self.time(entry.at), usize::from(entry.seat));
        let Some(&player) = Player::ALL.get(index).filter(|_| index < self.seats.len()) else {
            return Err(Refused::NotOver);
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
            EntryKind::Move { text } => self.handle(Event::Played(text.clone()), at)?,
            EntryKind::Act { action } => self.act(player, *action, at)?,
            EntryKind::Tick => self.handle(Event::Tick, at)?,
            EntryKind::Rematch { game } => self.rematch = Some(game.clone()),
        }
        self.number += 1;
        self.updated = entry.at;
        Ok(())
    }

    fn act(&mut self, player: Player, action: Action, at: Duration) -> Result<(), Refused> {
        let event = match action {
            Action::Resign => Event::Resign(player),
            Action::OfferDraw => Event::OfferDraw(player),
            Action::AcceptDraw => Event::AnswerDraw { player, accept: true },
            Action::DeclineDraw => Event::AnswerDraw { player, accept: false },
            Action::AskTakeback => Event::AskTakeback(player),
            Action::AcceptTakeback => Event::AnswerTakeback { player, accept: true },
            Action::DeclineTakeback => Event::AnswerTakeback { player, accept: false },
            Action::Rematch => {
                let token = self.seats[player.index()].token.clone();
                for seat in self.seats_of(&token.unwrap_or_default()) {
                    self.wants_rematch[seat] = true;
                }
                return Ok(());
            }
        };
        self.handle(event, at)?;
        if action == Action::AskTakeback {
            self.agree_with_oneself(player, at)?;
        }
        Ok(())
    }

    /// Who sits on several seats does not ask themselves.
    fn agree_with_oneself(&mut self, player: Player, at: Duration) -> Result<(), Refused> {
        let token = self.seats[player.index()].token.clone().unwrap_or_default();
        for seat in self.seats_of(&token) {
            let is_asked = self.table.takeback_asked_by() == Some(player);
            if let Some(&other) = Player::ALL.get(seat).filter(|other| is_asked && **other != player) {
                self.handle(Event::AnswerTakeback { player: other, accept: true }, at)?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: Event, at: Duration) -> Result<(), Refused> {
        let refused = self.table.handle(event, at).into_iter().find_map(|effect| match effect {
            Effect::Refuse(refused) => Some(refused),
            _ => None,
        });
        refused.map_or(Ok(()), Err)
    }

    /// The game that follows, once everybody wants it and it does not exist yet: the players move up one seat,
    /// with the same tokens.
    pub(crate) fn next_game(&self, now: Millis) -> Option<GameRow> {
        if !self.is_over() || self.rematch.is_some() || !self.wants_rematch.iter().all(|wants| *wants) {
            return None;
        }
        let id = rematch_id(&self.row.id);
        let mut seats = self.row.seats.clone();
        for (row, seat) in seats.iter_mut().zip(&self.seats) {
            (row.name, row.token) = (seat.name.clone(), seat.token.clone());
        }
        seats.rotate_right(1);
        let seed = self.row.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) >> 20;
        Some(GameRow { id, seats, seed, created: now, ..self.row.clone() })
    }
}

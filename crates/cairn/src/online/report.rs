//! Reports what the server says about a game.

use std::time::Instant;

use cairn_rules::Outcome;
use cairn_storage::OnlineSeat;

use super::address::is_id;
use super::connect::Trouble;
use super::keep;
use super::live::{Line, News, Wish};
use super::table::{OnlineTable, Sent, checked};
use super::wire::{Heard, SeatKind, State};
use crate::failure::Failure;
use crate::play::command::Verb;
use crate::printer::Printer;
use crate::stderr::errln;
use crate::stdout;

impl OnlineTable<'_> {
    pub(super) fn hear(&mut self, news: News) -> Result<(), Failure> {
        let texts = self.texts();
        match news {
            News::Lost => {
                self.begin_news();
                self.line.note(texts.say("online.lost"));
                // A move is sent again; whether anything else has arrived, nobody knows.
                if let Some(Sent { verb: Some(_), .. }) = self.sent {
                    self.sent = None;
                    self.line.note(texts.say("online.unsure"));
                }
                Ok(())
            }
            News::Back => {
                self.begin_news();
                self.line.note(texts.say("online.back"));
                Ok(())
            }
            News::Ended(trouble) => Err(Failure::Failed(trouble.tell(&self.address, texts))),
            News::Heard(Heard::State { state } | Heard::Moved { state } | Heard::Changed { state }) => {
                self.follow(*state)?;
                if self.sent.as_ref().is_some_and(|sent| sent.is_taken) {
                    self.sent = None;
                }
                Ok(())
            }
            News::Heard(Heard::Ok { n }) => {
                let Some(sent) = self.sent.as_mut().filter(|sent| sent.n == n) else { return Ok(()) };
                sent.is_taken = true;
                if let Some(verb) = sent.verb {
                    self.action_taken(verb);
                }
                // What has come of it.
                self.live.send(Wish::Hello);
                Ok(())
            }
            News::Heard(Heard::Problem { n, detail }) => {
                if n.is_some() && self.sent.as_ref().is_some_and(|sent| Some(sent.n) == n) {
                    self.sent = None;
                }
                self.begin_news();
                errln!("{}", texts.tell("online.problem", &[("why", &detail)]));
                // Whatever it was, the game may be further than it is here.
                if n.is_some() {
                    self.live.send(Wish::Hello);
                }
                Ok(())
            }
            News::Heard(Heard::Other) => Ok(()),
        }
    }

    /// Says what a command has led to where the game does not show it.
    pub(super) fn action_taken(&mut self, verb: Verb) {
        let key = match verb {
            Verb::Draw => "online.draw_offered",
            Verb::Takeback => "online.takeback_asked",
            Verb::Rematch => {
                self.wants_rematch = true;
                "online.rematch_asked"
            }
            _ => return,
        };
        self.begin_news();
        self.line.note(self.texts().say(key));
    }

    /// Shows how the game has changed.
    pub(super) fn follow(&mut self, state: State) -> Result<(), Failure> {
        let texts = self.texts();
        if Some(state.id.as_str()) != self.address.game() {
            let trouble = Trouble::Nonsense("another game".to_owned());
            return Err(Failure::Failed(trouble.tell(&self.address, texts)));
        }
        let session = checked(&self.address, &state, texts)?;
        let before = std::mem::replace(&mut self.state, state);
        self.told_at = Instant::now();
        let (was_over, old) = (self.line.table.is_over(), self.session().history());
        self.line.table = self.table_of(session);
        self.tell_joins(&before);
        let new = self.session().history();
        let common = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        if common < old.len() {
            self.begin_news();
            self.line.turn.reset();
            self.explained = None;
            let moves = old.get(common..).unwrap_or_default().join(" ");
            self.line.note(&texts.tell("line.undone", &[("moves", &moves)]));
        }
        self.tell_moves(common)?;
        let outcome = self.session().outcome().filter(|_| !was_over);
        if common != old.len().max(new.len()) || outcome.is_some() {
            self.begin_news();
            self.print_board()?;
        }
        if let Some(outcome) = outcome {
            self.end(outcome)?;
        } else {
            self.tell_offers(Some(&before));
        }
        self.follow_rematch()
    }

    pub(super) fn tell_joins(&mut self, before: &State) {
        let texts = self.texts();
        for player in self.players().collect::<Vec<_>>() {
            let was_open = before.seats.get(player.index()).is_some_and(|seat| seat.kind == SeatKind::Open);
            if was_open && self.state.seats[player.index()].kind != SeatKind::Open && !self.is_mine(player) {
                self.begin_news();
                self.line.note(&texts.tell("online.sits_down", &[("player", &self.who(player))]));
            }
        }
    }

    /// Prints the moves from the one with this number on, and what they have done.
    pub(super) fn tell_moves(&mut self, from: usize) -> Result<(), Failure> {
        let texts = self.texts();
        let moves = self.session().history();
        for (ply, mv) in moves.iter().enumerate().skip(from) {
            self.begin_news();
            self.line.turn.reset();
            let before = cairn_session::at_ply(self.session(), ply);
            let Some(player) = before.map(|before| before.to_move()) else { continue };
            if !self.is_mine(player) {
                writeln!(stdout::text(), "{}: {mv}", self.who(player))?;
            }
            let remarks = self.session().remarks(ply + 1);
            if !remarks.is_empty() {
                self.line.note(&Printer::wrap(&texts.sentences(&remarks), 0));
            }
        }
        Ok(())
    }

    /// Says what the others offer and ask, and what has become of our own offers.
    pub(super) fn tell_offers(&mut self, before: Option<&State>) {
        let texts = self.texts();
        for (now, then, asks, gone) in [
            (
                self.state.draw_offer,
                before.and_then(|state| state.draw_offer),
                "online.offers_draw",
                "online.draw_gone",
            ),
            (
                self.state.takeback,
                before.and_then(|state| state.takeback),
                "online.asks_takeback",
                "online.takeback_gone",
            ),
        ] {
            let player = |seat: Option<usize>| seat.and_then(|seat| self.players().nth(seat));
            match (player(now), player(then)) {
                (Some(by), then) if then != Some(by) && !self.is_mine(by) => {
                    let [accept, decline] = ["accept", "decline"].map(|word| texts.command(word));
                    let by = self.who(by);
                    let news =
                        texts.tell(asks, &[("player", &by), ("accept", &accept), ("decline", &decline)]);
                    self.begin_news();
                    self.line.note(&news);
                }
                (None, Some(by)) if self.is_mine(by) && self.is_unchanged(before) => {
                    self.begin_news();
                    self.line.note(texts.say(gone));
                }
                _ => {}
            }
        }
    }

    /// Whether no move was made or taken back, so that an offer that has gone was declined.
    pub(super) fn is_unchanged(&self, before: Option<&State>) -> bool {
        before.is_some_and(|before| before.moves.len() == self.state.moves.len())
    }

    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.stop_flag.set_last_words(None);
        self.asks_to_resign = false;
        self.line.print_outcome(outcome)?;
        Ok(stdout::flush()?)
    }

    /// Goes over to the next game once everybody wants it: the players move up one seat, with the same tokens.
    pub(super) fn follow_rematch(&mut self) -> Result<(), Failure> {
        let Some(id) = self.state.rematch.clone() else { return Ok(()) };
        let texts = self.texts();
        if !is_id(&id) {
            let trouble = Trouble::Nonsense("an id that is none".to_owned());
            return Err(Failure::Failed(trouble.tell(&self.address, texts)));
        }
        let address = self.address.of_game(&id);
        let (Some(seat), true) = (&self.seat, self.wants_rematch) else { return Ok(()) };
        let count = self.state.seats.len();
        let mut seats: Vec<usize> = seat.seats.iter().map(|seat| (seat + 1) % count).collect();
        seats.sort_unstable();
        let seat = OnlineSeat { game: address.to_string(), seats, token: seat.token.clone() };
        keep(self.line.printer, self.user_data, &seat);
        self.begin_news();
        self.line.note(&texts.tell("online.rematch", &[("address", &address)]));
        self.number += 1;
        let token = Some(seat.token.clone());
        self.live = Line::open(address.clone(), token, texts, self.number, self.sender.clone())?;
        let start = cairn_session::open(&self.session().spec(), self.session().start_position().as_deref());
        let start = start.map_err(|error| Failure::Failed(error.to_string()))?;
        self.state.seats.rotate_right(1);
        self.state.moves.clear();
        (self.state.result, self.state.reason, self.state.rematch) = (None, None, None);
        (self.state.draw_offer, self.state.takeback, self.state.clock) = (None, None, None);
        (self.address, self.seat) = (address, Some(seat));
        (self.sent, self.wants_rematch, self.explained) = (None, false, None);
        self.state.id = id;
        self.line.table = self.table_of(start);
        self.line.turn.reset();
        self.welcome()
    }
}

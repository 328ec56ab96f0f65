//! Judges commands: [`Running::decide`] rejects everything that could not happen, and changes nothing.

use cairn_rules::{Player, Players};
use cairn_table::{Event, Refused, TimeControl};
use cairn_texts::Texts;

use super::offers::{MAX_OFFERS_PER_POSITION, OfferKind};
use super::running::Running;
use super::seat::Seat;
use crate::problem::Problem;
use crate::store::{Action, Entry, EntryKind, Millis};

/// A request to change a game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Take an open seat.
    Join {
        name: Option<String>,
        /// The hash of the new player's token.
        token: String,
    },
    /// Play a move.
    Move {
        text: String,
        /// The number of moves before it.
        ply: u64,
        /// The hash of the player's token.
        token: String,
    },
    /// Resign, offer, answer or ask for a rematch.
    Act {
        action: Action,
        /// The hash of the player's token.
        token: String,
    },
    /// Play a bot's move, computed when [`Running::turn`] was this.
    BotMove { text: String, turn: u32 },
    /// Check the clocks.
    Tick,
}

/// The judgement of a command.
#[derive(Debug)]
pub(crate) enum Decision {
    /// Store this entry; applying it cannot fail.
    Entry(Entry),
    /// The move with this number was this one already.
    Repeated(usize),
    /// Nothing changes.
    Nothing,
}

impl Running {
    /// Judges a command at a moment. Nothing has happened yet when it returns.
    pub(crate) fn decide(&self, command: &Command, now: Millis, texts: Texts) -> Result<Decision, Problem> {
        // The time of a game does not go back, even if the clock of the database does.
        let at = now.max(self.updated);
        let entry = |seat: usize, kind| Decision::Entry(Entry { at, seat: seat as u8, kind });
        if self.is_time_up(at) {
            let running = self.table.clock().running().map_or(0, Player::index);
            return Ok(entry(running, EntryKind::Tick));
        }
        match command {
            Command::Tick => Ok(Decision::Nothing),
            Command::Join { name, token } => {
                let open = self.seats.iter().position(Seat::is_open).filter(|_| !self.is_over());
                let seat = open.ok_or_else(|| Problem::conflict(texts.say("web.problem.no_seat")))?;
                Ok(entry(seat, EntryKind::Join { name: name.clone(), token: token.clone() }))
            }
            Command::Move { text, ply, token } => self.decide_move(text, *ply, token, texts, entry),
            Command::BotMove { text, turn } => {
                if *turn != self.turn || !self.is_bot_to_move() {
                    return Ok(Decision::Nothing);
                }
                let text = self.session().check_move(text).map_err(Problem::unprocessable)?;
                Ok(entry(self.session().to_move().index(), EntryKind::Move { text }))
            }
            Command::Act { action, token } => {
                let seat = self.decide_action(*action, &self.seats_of(token), texts)?;
                Ok(seat.map_or(Decision::Nothing, |seat| entry(seat, EntryKind::act(*action))))
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
        let played = self.session().ply() as u64;
        let conflict = |key: &str| Err(Problem::conflict(texts.say(key)));
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
        if self.is_full() {
            return conflict("web.problem.long");
        }
        match self.session().check_move(text) {
            Ok(text) => Ok(entry(mover, EntryKind::Move { text })),
            Err(error) => {
                let error = texts.move_error_among(&error, &self.session().legal_moves());
                Err(Problem::unprocessable(error))
            }
        }
    }

    /// The seat that acts, of all seats of a person; `None` if the action repeats what is pending.
    fn decide_action(
        &self,
        action: Action,
        person: &[usize],
        texts: Texts,
    ) -> Result<Option<usize>, Problem> {
        let Some(&first) = person.first() else {
            return Err(Problem::forbidden(texts.say("web.problem.not_yours")));
        };
        let is_mine = |player: Player| person.contains(&player.index());
        let (draw, takeback) = (self.session().draw_offer(), self.table.takeback_asked_by());
        let mover = self.session().to_move().index();
        let seat = match action {
            Action::Rematch if !self.is_over() => {
                return Err(Problem::conflict(texts.say("web.problem.not_over")));
            }
            Action::Rematch => return Ok(person.iter().copied().find(|seat| !self.wants_rematch[*seat])),
            Action::OfferDraw if draw.is_some_and(is_mine) => return Ok(None),
            Action::AskTakeback if takeback.is_some_and(is_mine) => return Ok(None),
            Action::AcceptDraw | Action::DeclineDraw => {
                let agreed = self.session().draw_agreed();
                if action == Action::AcceptDraw && has_accepted(person, draw, agreed) {
                    return Ok(None);
                }
                self.answering_seat(person, draw)
            }
            Action::AcceptTakeback | Action::DeclineTakeback => {
                let agreed = self.table.takeback_agreed();
                if action == Action::AcceptTakeback && has_accepted(person, takeback, agreed) {
                    return Ok(None);
                }
                self.answering_seat(person, takeback)
            }
            // The seat of this person that moved last.
            Action::AskTakeback => {
                let count = self.seats.len();
                let backwards = (1..=count).map(|back| (mover + count - back) % count);
                backwards.into_iter().find(|seat| person.contains(seat)).unwrap_or(first)
            }
            Action::Resign | Action::OfferDraw if person.contains(&mover) => mover,
            Action::Resign | Action::OfferDraw => first,
        };
        let Some(&player) = Player::ALL.get(seat) else { return Ok(None) };
        if let Some(event) = event_of(player, action) {
            self.table.check(&event).map_err(|refused| Problem::conflict(refusal(&refused, texts)))?;
        }
        match action {
            Action::OfferDraw if draw.is_none() => self.check_offers(OfferKind::Draw, person, texts)?,
            Action::AskTakeback if self.is_full() => {
                return Err(Problem::conflict(texts.say("web.problem.long")));
            }
            Action::AskTakeback => self.check_offers(OfferKind::Takeback, person, texts)?,
            _ => {}
        }
        Ok(Some(seat))
    }

    /// The seat that answers an offer. A person cannot answer their own, unless all seats are theirs.
    fn answering_seat(&self, person: &[usize], by: Option<Player>) -> usize {
        let by = by.map(Player::index);
        let is_alone = person.len() == self.seats.len();
        let own = by.filter(|by| person.contains(by) && !is_alone);
        own.or_else(|| person.iter().copied().find(|seat| Some(*seat) != by)).unwrap_or_default()
    }

    fn check_offers(&self, kind: OfferKind, person: &[usize], texts: Texts) -> Result<(), Problem> {
        if self.offers.is_exhausted() {
            return Err(Problem::conflict(texts.say("web.problem.no_more_offers")));
        }
        if self.offers.of(kind, person) >= MAX_OFFERS_PER_POSITION {
            let n = MAX_OFFERS_PER_POSITION;
            return Err(Problem::conflict(texts.tell("web.problem.too_many_offers", &[("n", &n)])));
        }
        Ok(())
    }
}

/// Whether a person has accepted another person's pending offer, with all their seats.
fn has_accepted(person: &[usize], by: Option<Player>, agreed: Players) -> bool {
    let has_agreed = |seat: &usize| Player::ALL.get(*seat).is_some_and(|player| agreed.contains(*player));
    by.is_some_and(|by| !person.contains(&by.index())) && person.iter().all(has_agreed)
}

/// The event at the table for a player's action; `None` for a rematch, which is not the table's business.
pub(super) fn event_of(player: Player, action: Action) -> Option<Event> {
    Some(match action {
        Action::Resign => Event::Resign(player),
        Action::OfferDraw => Event::OfferDraw(player),
        Action::AcceptDraw => Event::AnswerDraw { player, accept: true },
        Action::DeclineDraw => Event::AnswerDraw { player, accept: false },
        Action::AskTakeback => Event::AskTakeback(player),
        Action::AcceptTakeback => Event::AnswerTakeback { player, accept: true },
        Action::DeclineTakeback => Event::AnswerTakeback { player, accept: false },
        Action::Rematch => return None,
    })
}

/// Why the table refuses something.
fn refusal(refused: &Refused, texts: Texts) -> String {
    match refused {
        Refused::Agreement(error) => texts.message(&error.message()),
        Refused::NothingToUndo => texts.say("web.problem.nothing_to_undo").to_owned(),
        Refused::NoTakebackAsked => texts.say("web.problem.no_takeback").to_owned(),
        Refused::TakebackPending => texts.say("web.problem.takeback_pending").to_owned(),
        Refused::Over => texts.say("web.problem.over").to_owned(),
        // No other refusal can follow from a client's action.
        other => other.to_string(),
    }
}

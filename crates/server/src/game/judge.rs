//! Judges commands: [`RunningGame::judge`] is the only function that accepts or rejects one, and it changes nothing.
//!
//! [`Games::execute`](super::Games::execute) carries out its verdict: it stores the entry, broadcasts it and schedules
//! the clock and the bots.

use cairn_protocol::OfferKind as Offered;
use cairn_rules::{Player, Players};
use cairn_table::{TableEvent, TimeControl};

use super::error::CommandError;
use super::running::RunningGame;
use super::seat::invitation_of;
use crate::store::{Action, Entry, EntryKind, Millis, SeatRow};

/// The number of draw offers, and of take-back requests, of one person in one position.
const MAX_OFFERS_PER_POSITION: u32 = 3;
/// The number of offers, requests and answers in one game, after which only pending ones can be answered.
const MAX_OFFERS: u32 = 1_000;

/// The number of departures and returns of players in one game that are recorded.
const MAX_PRESENCE_ENTRIES: u32 = 200;

/// A request to change a game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Take an open seat.
    Join {
        name: Option<String>,
        /// The invitation, if the client has one.
        invite: Option<String>,
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
    /// Record that a player has left or has returned.
    Presence {
        here: bool,
        /// The hash of the player's token.
        token: String,
    },
    /// Play a bot's move, computed when [`RunningGame::turn`] had this value.
    BotMove { text: String, turn: u32 },
    /// Check the clocks.
    Tick,
}

/// An accepted command.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Store this entry; applying it cannot fail.
    Append(Entry),
    /// The same player has already played this move at this ply.
    Repeated { ply: usize },
    /// The command changes nothing.
    NoChange,
}

impl RunningGame {
    /// Judges a command at a time.
    pub(crate) fn judge(&self, command: &Command, now: Millis) -> Result<Verdict, CommandError> {
        // The time of a game never goes back, even if the clock of the database does.
        let at = now.max(self.updated);
        let append = |seat: usize, kind| Verdict::Append(Entry { at, seat: seat as u8, kind });
        if self.is_time_up(at) {
            let running = self.table.clock().running().map_or(0, Player::index);
            return Ok(append(running, EntryKind::Tick));
        }
        match command {
            Command::Tick => Ok(Verdict::NoChange),
            Command::Join { invite, .. }
                if self.row.terms.by_invitation
                    && *invite != self.invitation()
                    && self.is_waiting()
                    && !self.is_over() =>
            {
                Err(CommandError::NotInvited)
            }
            Command::Join { name, token, .. } => {
                let open = self.seats.iter().position(SeatRow::is_open).filter(|_| !self.is_over());
                let seat = open.ok_or(CommandError::NoOpenSeat)?;
                Ok(append(seat, EntryKind::Join { name: name.clone(), token: token.clone() }))
            }
            Command::Move { text, ply, token } => {
                let seats = self.seats_of(token);
                if self.is_repeated(text, *ply, &seats)? {
                    return Ok(Verdict::Repeated { ply: *ply as usize });
                }
                let text = self.judge_move(text, *ply, &seats)?;
                Ok(append(self.session().to_move().index(), EntryKind::Move { text }))
            }
            Command::BotMove { text, turn } => {
                if *turn != self.turn || !self.is_bot_to_move() {
                    return Ok(Verdict::NoChange);
                }
                let text = self.check_move(text)?;
                Ok(append(self.session().to_move().index(), EntryKind::Move { text }))
            }
            Command::Presence { here, token } => {
                let seat = self.seats_of(token).into_iter().next();
                let is_news = |seat: &usize| self.away_since[*seat].is_some() == *here;
                let is_other = |other: &SeatRow| !other.is_bot() && other.token.as_ref() != Some(token);
                let may_note = !self.is_over()
                    && !self.is_waiting()
                    && !self.is_full()
                    && self.seats.iter().any(is_other)
                    && self.presence_entries < MAX_PRESENCE_ENTRIES;
                let seat = seat.filter(is_news).filter(|_| may_note);
                Ok(seat.map_or(Verdict::NoChange, |seat| append(seat, EntryKind::Presence { here: *here })))
            }
            Command::Act { action, token } => {
                let person = self.seats_of(token);
                let seat = match action {
                    Action::ClaimWin | Action::ClaimDraw => self.judge_claim(*action, at, &person).map(Some),
                    _ => self.judge_action(*action, &person),
                };
                // A player whose connection broke cannot know that the action has been accepted, and sends it again. Two
                // requests for a take-back are two take-backs.
                let is_last = |(last, by)| last == *action && person.contains(&by);
                let is_repeated = *action != Action::AskTakeback && self.last_action.is_some_and(is_last);
                match seat {
                    Err(_) if is_repeated => Ok(Verdict::NoChange),
                    seat => Ok(seat?.map_or(Verdict::NoChange, |seat| append(seat, EntryKind::act(*action)))),
                }
            }
        }
    }

    /// Returns whether the owner of these seats has already played a move at a ply; fails if another move was played
    /// there.
    fn is_repeated(&self, text: &str, ply: u64, seats: &[usize]) -> Result<bool, CommandError> {
        if seats.is_empty() {
            return Err(CommandError::NotYourSeat);
        }
        if ply >= self.session().ply() as u64 {
            return Ok(false);
        }
        let before = self.session().fork_at(ply as usize);
        let before = before.filter(|before| seats.contains(&before.to_move().index()));
        let text = before.and_then(|before| before.check_move(text).ok());
        let is_same = text.is_some() && text == self.session().move_at(ply as usize);
        if is_same { Ok(true) } else { Err(CommandError::StalePly) }
    }

    /// Validates a new move; returns its stored form.
    fn judge_move(&self, text: &str, ply: u64, seats: &[usize]) -> Result<String, CommandError> {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if ply != self.session().ply() as u64 {
            return Err(CommandError::FuturePly);
        }
        if !seats.contains(&self.session().to_move().index()) {
            return Err(CommandError::NotYourTurn);
        }
        if self.is_waiting() && self.table.clock().control() != TimeControl::Unlimited {
            return Err(CommandError::WaitingForPlayers);
        }
        if self.is_full() {
            return Err(CommandError::GameTooLong);
        }
        self.check_move(text)
    }

    fn check_move(&self, text: &str) -> Result<String, CommandError> {
        let session = self.session();
        let illegal = |error| CommandError::IllegalMove { error, legal: session.legal_moves() };
        session.check_move(text).map_err(illegal)
    }

    /// Returns the seat that acts, of all seats of a person; `None` if the action repeats a pending one.
    fn judge_action(&self, action: Action, person: &[usize]) -> Result<Option<usize>, CommandError> {
        let Some(&first) = person.first() else { return Err(CommandError::NotYourSeat) };
        let is_mine = |player: Player| person.contains(&player.index());
        let (draw, takeback) = (self.session().draw_offer(), self.table.takeback_asked_by());
        let mover = self.session().to_move().index();
        if self.is_aborted {
            return Err(CommandError::GameOver);
        }
        let seat = match action {
            Action::Rematch | Action::DeclineRematch if !self.is_over() => {
                return Err(CommandError::GameNotOver);
            }
            // A player who declines ends the negotiation.
            Action::Rematch if self.declined.is_some_and(|offer| offer.what == Offered::Rematch) => {
                return Err(CommandError::RematchDeclined);
            }
            Action::DeclineRematch => {
                let is_wanted = self.rematch_wanted().iter().any(|seat| !person.contains(seat));
                return if is_wanted { Ok(Some(first)) } else { Err(CommandError::NoRematchOffered) };
            }
            Action::Abort if self.is_over() => return Err(CommandError::GameOver),
            Action::Abort if !self.has_just_begun() => return Err(CommandError::TooLateToAbort),
            Action::Abort => return Ok(Some(first)),
            Action::ClaimWin | Action::ClaimDraw => return Err(CommandError::NobodyLeft),
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
            // Uses the seat of this person that moved last.
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
            self.table.check(&event).map_err(CommandError::Refused)?;
        }
        match action {
            Action::OfferDraw if draw.is_none() => self.offers.check(OfferKind::Draw, person)?,
            Action::AskTakeback if self.is_full() => return Err(CommandError::GameTooLong),
            Action::AskTakeback => self.offers.check(OfferKind::Takeback, person)?,
            _ => {}
        }
        Ok(Some(seat))
    }

    /// Returns the seat that claims a win or a draw.
    fn judge_claim(&self, action: Action, at: Millis, person: &[usize]) -> Result<usize, CommandError> {
        let Some(&first) = person.first() else { return Err(CommandError::NotYourSeat) };
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        let since = self.others_away_since(person).filter(|_| self.can_be_claimed());
        if since.is_none_or(|since| at.saturating_sub(since) < self.absence) {
            return Err(CommandError::NobodyLeft);
        }
        if action == Action::ClaimDraw && self.session().draw_offer().is_none() {
            let player = Player::ALL.get(first).copied().unwrap_or(Player::FIRST);
            self.table.check(&TableEvent::OfferDraw(player)).map_err(CommandError::Refused)?;
        }
        Ok(first)
    }

    /// Returns whether players have to stay at the board; with days for each move they need not.
    pub(super) fn can_be_claimed(&self) -> bool {
        !matches!(self.table.clock().control(), TimeControl::Days(_))
    }

    /// Returns the invitation to an open seat: a secret derived from the token of the first person.
    pub(crate) fn invitation(&self) -> Option<String> {
        self.seats.iter().find_map(|seat| seat.token.as_deref()).map(invitation_of)
    }

    /// Returns the seat that answers an offer. A person cannot answer their own, unless all seats are theirs.
    fn answering_seat(&self, person: &[usize], by: Option<Player>) -> usize {
        let by = by.map(Player::index);
        let is_alone = person.len() == self.seats.len();
        let own = by.filter(|by| person.contains(by) && !is_alone);
        own.or_else(|| person.iter().copied().find(|seat| Some(*seat) != by)).unwrap_or_default()
    }
}

/// Returns whether a person has accepted another person's pending offer, with all their seats.
fn has_accepted(person: &[usize], by: Option<Player>, agreed: Players) -> bool {
    let has_agreed = |seat: &usize| Player::ALL.get(*seat).is_some_and(|player| agreed.contains(*player));
    by.is_some_and(|by| !person.contains(&by.index())) && person.iter().all(has_agreed)
}

/// Returns the table's event for a player's action; `None` for actions that the table does not handle.
pub(super) fn event_of(player: Player, action: Action) -> Option<TableEvent> {
    Some(match action {
        Action::Resign => TableEvent::Resign(player),
        Action::OfferDraw => TableEvent::OfferDraw(player),
        Action::AcceptDraw => TableEvent::AnswerDraw { player, accept: true },
        Action::DeclineDraw => TableEvent::AnswerDraw { player, accept: false },
        Action::AskTakeback => TableEvent::AskTakeback(player),
        Action::AcceptTakeback => TableEvent::AnswerTakeback { player, accept: true },
        Action::DeclineTakeback => TableEvent::AnswerTakeback { player, accept: false },
        Action::Rematch | Action::DeclineRematch | Action::Abort | Action::ClaimWin | Action::ClaimDraw => {
            return None;
        }
    })
}

/// A kind of offer that is limited per position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum OfferKind {
    Draw,
    Takeback,
}

/// Counts the draw offers and take-back requests of a game, so that no player can fill the game with them.
#[derive(Debug)]
pub(super) struct Offers {
    /// Offers, requests and answers since the start.
    total: u32,
    /// Draw offers and take-back requests of each seat since the position changed.
    recent: Vec<[u32; 2]>,
}

impl Offers {
    pub(super) fn new(seats: usize) -> Self {
        Self { total: 0, recent: vec![[0; 2]; seats] }
    }

    /// Counts an offer, a request or an answer.
    pub(super) fn count(&mut self, seat: usize, kind: Option<OfferKind>) {
        self.total += 1;
        if let (Some(recent), Some(kind)) = (self.recent.get_mut(seat), kind) {
            recent[kind as usize] += 1;
        }
    }

    /// Resets the counts for a new position.
    pub(super) fn position_changed(&mut self) {
        self.recent.fill([0; 2]);
    }

    /// Checks whether a person, who may have several seats, may make another offer in this position.
    fn check(&self, kind: OfferKind, person: &[usize]) -> Result<(), CommandError> {
        if self.total >= MAX_OFFERS {
            return Err(CommandError::OffersExhausted);
        }
        let recent = person.iter().filter_map(|seat| self.recent.get(*seat));
        if recent.map(|recent| recent[kind as usize]).sum::<u32>() >= MAX_OFFERS_PER_POSITION {
            return Err(CommandError::TooManyOffers { max: MAX_OFFERS_PER_POSITION });
        }
        Ok(())
    }
}

//! Draw offers, take-back requests and resignation.
//!
//! A draw or a take-back needs the consent of all other players. The table asks them in turn order, and they may answer
//! in any order; the first refusal ends the offer. Bots decline draws and agree to take-backs. Only one take-back
//! request is pending at a time; a move withdraws it.

use cairn_rules::{Player, Players};
use cairn_session::{AgreementError, Undone, play_again, take_back};

use crate::event::{Notice, Question, Refusal, TableEffect, TableEvent};
use crate::setup::TakebackPolicy;
use crate::table::{Effects, Table};

/// A pending take-back request.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TakebackRequest {
    by: Player,
    /// The player who made the request and all who have accepted.
    agreed: Players,
}

impl Table {
    /// Returns the player whose take-back request is pending.
    pub fn takeback_asked_by(&self) -> Option<Player> {
        self.takeback.map(|request| request.by)
    }

    /// Returns the players who agree to the pending take-back request, including the one who made it; empty without a
    /// request.
    pub fn takeback_agreed(&self) -> Players {
        self.takeback.map(|request| request.agreed).unwrap_or_default()
    }

    /// Returns the people who still have to accept the pending take-back request.
    pub fn takeback_pending(&self) -> Players {
        let agreed = self.takeback.map(|request| request.agreed);
        agreed.map_or_else(Players::default, |agreed| {
            self.others(agreed).filter(|player| self.is_human(*player)).collect()
        })
    }

    /// Returns the players who still have to accept the pending draw offer.
    pub fn draw_pending(&self) -> Players {
        let agreed = self.session.draw_offer().map(|_| self.session.draw_agreed());
        agreed.map_or_else(Players::default, |agreed| self.others(agreed).collect())
    }

    /// Returns the players outside a set, in turn order.
    fn others(&self, players: Players) -> impl Iterator<Item = Player> {
        Player::seats(self.seats.len()).filter(move |player| !players.contains(*player))
    }

    /// Validates an offer, an answer or a resignation without changing anything, by the same rules as
    /// [`Table::handle`]. Of other events it rejects only help in rated games.
    pub fn check(&self, event: &TableEvent) -> Result<(), Refusal> {
        if self.is_rated() && self.is_forbidden_help(event) {
            return Err(Refusal::Rated);
        }
        match *event {
            TableEvent::OfferDraw(player) => Ok(self.session.check_draw_offer(player)?),
            TableEvent::AnswerDraw { player, .. } => Ok(self.session.check_draw_answer(player)?),
            TableEvent::AskTakeback(player) => self.check_takeback(player),
            TableEvent::AnswerTakeback { player, .. } => {
                self.check_player(player)?;
                match self.takeback_asked_by() {
                    Some(by) if by != player => Ok(()),
                    _ => Err(Refusal::NoTakebackAsked),
                }
            }
            TableEvent::Resign(player) => Ok(self.session.check_running(player)?),
            _ => Ok(()),
        }
    }

    fn check_player(&self, player: Player) -> Result<(), Refusal> {
        let is_seated = player.index() < self.seats.len();
        if is_seated { Ok(()) } else { Err(AgreementError::NoSuchPlayer { player }.into()) }
    }

    fn check_takeback(&self, player: Player) -> Result<(), Refusal> {
        self.check_player(player)?;
        if self.takebacks == TakebackPolicy::Never {
            return Err(Refusal::NoTakebacks);
        }
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.takeback.is_some() {
            return Err(Refusal::TakebackPending);
        }
        self.plies_to_turn_of(player).map(drop).ok_or(Refusal::NothingToUndo)
    }

    pub(crate) fn offer_draw(&mut self, player: Player, effects: &mut Effects) -> Result<(), Refusal> {
        self.session.offer_draw(player)?;
        self.ask_about_draw(effects);
        Ok(())
    }

    pub(crate) fn answer_draw(
        &mut self,
        player: Player,
        accept: bool,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        if accept {
            self.session.accept_draw(player)?;
        } else {
            self.session.decline_draw(player)?;
            effects.notify(Notice::DrawDeclined(player));
        }
        self.ask_about_draw(effects);
        Ok(())
    }

    /// Asks the next player who has not agreed to the pending draw offer.
    fn ask_about_draw(&mut self, effects: &mut Effects) {
        if self.is_over() {
            return self.ended(effects);
        }
        let Some(by) = self.session.draw_offer() else { return };
        let Some(next) = self.next_in(by, self.draw_pending()) else { return };
        if self.is_human(next) {
            return effects.push(TableEffect::Ask(Question::Draw(next)));
        }
        // A pending offer can be declined by every player except the one who made it.
        if self.session.decline_draw(next).is_ok() {
            effects.notify(Notice::DrawDeclined(next));
        }
    }

    /// Returns the first player of a set after another player, in turn order.
    fn next_in(&self, after: Player, players: Players) -> Option<Player> {
        let seats = self.seats.len();
        let order = (1..=seats).map(|steps| Player::ALL[(after.index() + steps) % seats]);
        order.into_iter().find(|player| players.contains(*player))
    }

    pub(crate) fn resign(&mut self, player: Player, effects: &mut Effects) -> Result<(), Refusal> {
        self.session.resign(player)?;
        effects.notify(Notice::Resigned(player));
        self.ended(effects);
        Ok(())
    }

    /// Undoes or redoes without asking; by a single move in games between bots.
    pub(crate) fn undo(&mut self, forward: bool, effects: &mut Effects) -> Result<(), Refusal> {
        match self.takebacks {
            TakebackPolicy::Free => {}
            TakebackPolicy::ByAgreement => return Err(Refusal::NeedsAgreement),
            TakebackPolicy::Never => return Err(Refusal::NoTakebacks),
        }
        let alone = !self.has_human();
        let people: Vec<bool> = self.seats.iter().map(|seat| alone || seat.is_human()).collect();
        let is_human = |player: Player| people[player.index()];
        let changed: Vec<Undone> = if forward {
            play_again(&mut *self.session, is_human)
        } else {
            take_back(&mut *self.session, is_human)
        };
        if changed.is_empty() {
            return Err(if forward { Refusal::NothingToRedo } else { Refusal::NothingToUndo });
        }
        // Otherwise the bots would immediately play the same move again.
        self.is_paused |= alone;
        self.history_changed(effects);
        let changed = changed.iter().map(Undone::to_string).collect();
        effects.notify(if forward { Notice::PlayedAgain(changed) } else { Notice::TakenBack(changed) });
        Ok(())
    }

    pub(crate) fn ask_takeback(&mut self, player: Player, effects: &mut Effects) {
        self.takeback = Some(TakebackRequest { by: player, agreed: Players::from_iter([player]) });
        self.ask_about_takeback(effects);
    }

    pub(crate) fn answer_takeback(&mut self, player: Player, accept: bool, effects: &mut Effects) {
        if !accept {
            self.takeback = None;
            effects.notify(Notice::TakebackDeclined(player));
        } else if let Some(request) = &mut self.takeback {
            request.agreed.insert(player);
            self.ask_about_takeback(effects);
        }
    }

    /// Asks the next person who has not agreed; once all have, undoes the moves.
    fn ask_about_takeback(&mut self, effects: &mut Effects) {
        let Some(by) = self.takeback_asked_by() else { return };
        if let Some(next) = self.next_in(by, self.takeback_pending()) {
            return effects.push(TableEffect::Ask(Question::Takeback(next)));
        }
        self.takeback = None;
        let plies = self.plies_to_turn_of(by).unwrap_or_default();
        let undone = (0..plies).filter_map(|_| self.session.undo());
        let mut taken: Vec<String> = undone.map(|undone| undone.to_string()).collect();
        taken.reverse();
        self.history_changed(effects);
        effects.notify(Notice::TakenBack(taken));
    }

    /// Returns the number of plies back to a player's last turn; `None` if they have not moved.
    fn plies_to_turn_of(&self, player: Player) -> Option<usize> {
        let movers = (0..self.session.ply()).rev().map(|index| self.session.mover_at(index));
        movers.into_iter().position(|mover| mover == Some(player)).map(|index| index + 1)
    }
}

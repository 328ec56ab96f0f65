//! Draw offers, take-back requests and resignation.
//!
//! The other players are asked in turn order. Bots decline draws and agree to take-backs.

use cairn_rules::Player;
use cairn_session::{play_again, take_back};

use crate::event::{Effect, Notice, Question, Refused};
use crate::setup::TakebackPolicy;
use crate::table::{Effects, Table};

impl Table {
    /// The player whose take-back request is pending.
    pub fn takeback_asked_by(&self) -> Option<Player> {
        self.takeback
    }

    pub(crate) fn offer_draw(&mut self, player: Player, effects: &mut Effects) -> Result<(), Refused> {
        self.session.offer_draw(player)?;
        self.ask_about_draw(player, effects);
        Ok(())
    }

    pub(crate) fn answer_draw(
        &mut self,
        player: Player,
        accept: bool,
        effects: &mut Effects,
    ) -> Result<(), Refused> {
        if accept {
            self.session.accept_draw(player)?;
        } else {
            self.session.decline_draw(player)?;
            effects.notify(Notice::DrawDeclined(player));
        }
        self.ask_about_draw(player, effects);
        Ok(())
    }

    /// Asks the next player after this one about the draw while the offer is pending.
    fn ask_about_draw(&mut self, after: Player, effects: &mut Effects) {
        if self.is_over() {
            return self.ended(effects);
        }
        let Some(by) = self.session.draw_offer() else { return };
        let next = after.next(self.seats.len() as u8);
        if next == by {
            return;
        }
        if self.is_human(next) {
            return effects.push(Effect::Ask(Question::Draw(next)));
        }
        // A pending offer can be declined by every player except the one who made it.
        if self.session.decline_draw(next).is_ok() {
            effects.notify(Notice::DrawDeclined(next));
        }
    }

    pub(crate) fn resign(&mut self, player: Player, effects: &mut Effects) -> Result<(), Refused> {
        self.session.resign(player)?;
        effects.notify(Notice::Resigned(player));
        self.ended(effects);
        Ok(())
    }

    /// Undoes or redoes without asking; a single move in games between bots.
    pub(crate) fn undo(&mut self, forward: bool, effects: &mut Effects) -> Result<(), Refused> {
        match self.takebacks {
            TakebackPolicy::Free => {}
            TakebackPolicy::ByAgreement => return Err(Refused::NeedsAgreement),
            TakebackPolicy::Never => return Err(Refused::NoTakebacks),
        }
        let alone = !self.has_human();
        let people: Vec<bool> = self.seats.iter().map(|seat| alone || seat.is_human()).collect();
        let is_human = |player: Player| people[player.index()];
        let changed = if forward {
            play_again(&mut *self.session, is_human)
        } else {
            take_back(&mut *self.session, is_human)
        };
        if changed.is_empty() {
            return Err(if forward { Refused::NothingToRedo } else { Refused::NothingToUndo });
        }
        // In a game between bots they would play the same move again at once.
        self.is_paused |= alone;
        self.history_changed(effects);
        effects.notify(if forward { Notice::PlayedAgain(changed) } else { Notice::TakenBack(changed) });
        Ok(())
    }

    pub(crate) fn ask_takeback(&mut self, player: Player, effects: &mut Effects) -> Result<(), Refused> {
        if self.takebacks == TakebackPolicy::Never {
            return Err(Refused::NoTakebacks);
        }
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.plies_to_turn_of(player).is_none() {
            return Err(Refused::NothingToUndo);
        }
        self.takeback = Some(player);
        self.ask_about_takeback(player, effects);
        Ok(())
    }

    pub(crate) fn answer_takeback(
        &mut self,
        player: Player,
        accept: bool,
        effects: &mut Effects,
    ) -> Result<(), Refused> {
        if self.takeback.is_none_or(|by| by == player) {
            return Err(Refused::NoTakebackAsked);
        }
        if accept {
            self.ask_about_takeback(player, effects);
        } else {
            self.takeback = None;
            effects.notify(Notice::TakebackDeclined(player));
        }
        Ok(())
    }

    /// Asks the next person after this player; once all have agreed, takes the moves back.
    fn ask_about_takeback(&mut self, after: Player, effects: &mut Effects) {
        let Some(by) = self.takeback else { return };
        let mut next = after.next(self.seats.len() as u8);
        while next != by {
            if self.is_human(next) {
                return effects.push(Effect::Ask(Question::Takeback(next)));
            }
            next = next.next(self.seats.len() as u8);
        }
        self.takeback = None;
        let plies = self.plies_to_turn_of(by).unwrap_or_default();
        let mut taken: Vec<String> = (0..plies).filter_map(|_| self.session.undo()).collect();
        taken.reverse();
        self.history_changed(effects);
        effects.notify(Notice::TakenBack(taken));
    }

    /// The number of plies back to a player's last turn; `None` if they have not moved.
    fn plies_to_turn_of(&self, player: Player) -> Option<usize> {
        let mut earlier = self.session.fork();
        let mut plies = 0;
        while earlier.undo().is_some() {
            plies += 1;
            if earlier.to_move() == player {
                return Some(plies);
            }
        }
        None
    }
}

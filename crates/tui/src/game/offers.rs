//! What has to be asked: whether somebody really resigns, whether a draw is accepted.

use cairn_rules::Player;

use super::Table;
use crate::app::{Cover, Then};
use crate::kit::{Kit, Notice};

/// A question to a person at the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Question {
    /// Whether this player gives up.
    Resign(Player),
    /// Whether this player accepts the draw that is offered.
    Draw(Player),
}

impl Table {
    /// The question in words.
    pub(crate) fn ask(&self, question: Question, kit: &Kit) -> String {
        let name = |player: Player| kit.texts.seat(self.session.info().seats[player.index()].name);
        match question {
            Question::Resign(player) => kit.texts.tell("app.ask_resign", &[("player", &name(player))]),
            Question::Draw(player) => {
                let by = self.session.draw_offer().map_or("?", name);
                kit.texts.tell("app.ask_draw", &[("player", &name(player)), ("by", &by)])
            }
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&mut self, question: Question, yes: bool, kit: &mut Kit) -> Then {
        let result = match question {
            Question::Resign(player) if yes => {
                self.interrupt();
                self.session.resign(player)
            }
            Question::Resign(_) => return Then::Stay,
            Question::Draw(player) if yes => self.session.accept_draw(player),
            Question::Draw(player) => {
                self.tell_declined(player, kit);
                self.session.decline_draw(player)
            }
        };
        match result {
            Err(error) => kit.notice = Some(Notice::Bad(error.tell(kit.texts))),
            Ok(()) if self.is_over() => self.moved(kit),
            Ok(()) => {}
        }
        match question {
            Question::Draw(player) => self.ask_others(player, kit),
            Question::Resign(_) => Then::Stay,
        }
    }

    /// Offers a draw on behalf of the person who speaks.
    pub(super) fn offer_draw(&mut self, kit: &mut Kit) -> Then {
        let Some(player) = self.speaker() else { return Then::Stay };
        if let Err(error) = self.session.offer_draw(player) {
            kit.notice = Some(Notice::Bad(error.tell(kit.texts)));
            return Then::Stay;
        }
        self.ask_others(player, kit)
    }

    /// Asks the next player after this one about the draw, as long as it is offered. Bots play on.
    fn ask_others(&mut self, after: Player, kit: &mut Kit) -> Then {
        let Some(by) = self.session.draw_offer() else { return Then::Stay };
        let next = after.next(self.seats.len() as u8);
        if next == by {
            return Then::Stay;
        }
        if self.is_human(next) {
            return Then::Cover(Cover::Ask(Question::Draw(next)));
        }
        // An offer that stands can be declined by everybody but the one who made it.
        let _ = self.session.decline_draw(next);
        self.tell_declined(next, kit);
        Then::Stay
    }

    fn tell_declined(&self, player: Player, kit: &mut Kit) {
        let name = kit.texts.seat(self.session.info().seats[player.index()].name);
        kit.notice = Some(Notice::Good(kit.texts.tell("app.declined", &[("player", &name)])));
    }
}

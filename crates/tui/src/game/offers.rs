//! What has to be asked: whether somebody really resigns, whether a draw is accepted.

use cairn_rules::Player;

use super::Table;
use crate::app::{Overlay, Transition};
use crate::context::{Context, Notice};

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
    pub(crate) fn ask(&self, question: Question, ctx: &Context) -> String {
        let name = |player: Player| ctx.texts.seat(self.session.info().seats[player.index()].name);
        match question {
            Question::Resign(player) => ctx.texts.tell("app.ask_resign", &[("player", &name(player))]),
            Question::Draw(player) => {
                let by = self.session.draw_offer().map_or("?", name);
                ctx.texts.tell("app.ask_draw", &[("player", &name(player)), ("by", &by)])
            }
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&mut self, question: Question, yes: bool, ctx: &mut Context) -> Transition {
        let result = match question {
            Question::Resign(player) if yes => {
                self.interrupt();
                self.session.resign(player)
            }
            Question::Resign(_) => return Transition::Stay,
            Question::Draw(player) if yes => self.session.accept_draw(player),
            Question::Draw(player) => {
                self.tell_declined(player, ctx);
                self.session.decline_draw(player)
            }
        };
        match result {
            Err(error) => ctx.notice = Some(Notice::Bad(error.tell(ctx.texts))),
            Ok(()) if self.is_over() => self.moved(ctx),
            Ok(()) => {}
        }
        match question {
            Question::Draw(player) => self.ask_others(player, ctx),
            Question::Resign(_) => Transition::Stay,
        }
    }

    /// Offers a draw on behalf of the person who speaks.
    pub(super) fn offer_draw(&mut self, ctx: &mut Context) -> Transition {
        let Some(player) = self.speaker() else { return Transition::Stay };
        if let Err(error) = self.session.offer_draw(player) {
            ctx.notice = Some(Notice::Bad(error.tell(ctx.texts)));
            return Transition::Stay;
        }
        self.ask_others(player, ctx)
    }

    /// Asks the next player after this one about the draw, as long as it is offered. Bots play on.
    fn ask_others(&mut self, after: Player, ctx: &mut Context) -> Transition {
        let Some(by) = self.session.draw_offer() else { return Transition::Stay };
        let next = after.next(self.seats.len() as u8);
        if next == by {
            return Transition::Stay;
        }
        if self.is_human(next) {
            return Transition::Overlay(Overlay::Ask(Question::Draw(next)));
        }
        // An offer that stands can be declined by everybody but the one who made it.
        let _ = self.session.decline_draw(next);
        self.tell_declined(next, ctx);
        Transition::Stay
    }

    fn tell_declined(&self, player: Player, ctx: &mut Context) {
        let name = ctx.texts.seat(self.session.info().seats[player.index()].name);
        ctx.notice = Some(Notice::Good(ctx.texts.tell("app.declined", &[("player", &name)])));
    }
}

//! Converts the local player's actions in a remote game to commands, or rejects them at once.

use cairn_rules::Player;
use cairn_table::TableEvent;

use crate::context::Context;
use crate::game::GameScreen;
use crate::keys::{self, Bindings};
use crate::remote::{Offer, RemoteCommand};

impl GameScreen {
    /// Sends an event of the table to the server as a command. Returns events that the local table has to handle.
    pub(in crate::game) fn remote_command(
        &mut self,
        event: TableEvent,
        ctx: &mut Context,
    ) -> Option<TableEvent> {
        let is_over = self.table.is_over();
        let command = match event {
            TableEvent::Play(text) => {
                self.send_move(&text, ctx);
                return None;
            }
            TableEvent::Hint | TableEvent::SetEvaluating(true) if !is_over => {
                ctx.warn(ctx.texts.text("app.online.no_help"));
                return None;
            }
            TableEvent::Undo => RemoteCommand::Ask(Offer::Takeback),
            TableEvent::OfferDraw(_) => RemoteCommand::Ask(Offer::Draw),
            TableEvent::AnswerDraw { accept, .. } => RemoteCommand::Answer { accept },
            TableEvent::Resign(_) => RemoteCommand::Resign,
            TableEvent::Again { .. } => RemoteCommand::Rematch,
            // These events have no use in a remote game: its bots run on the server, and take-backs need the opponent's
            // consent.
            TableEvent::Redo | TableEvent::SetPaused(_) | TableEvent::Step => {
                ctx.warn(ctx.texts.text("app.online.no_use"));
                return None;
            }
            event => return Some(event),
        };
        self.ask(command, ctx);
        None
    }

    /// Sends a command, or warns that it does not apply now.
    fn ask(&self, command: RemoteCommand, ctx: &mut Context) {
        let Some(online) = &self.online else { return };
        let texts = ctx.texts;
        let is_over = self.table.is_over();
        if let Some(why) = &online.ended {
            return ctx.warn(why.clone());
        }
        let problem = match &command {
            _ if online.is_watching() => "online.only_watching",
            RemoteCommand::Answer { .. } if !online.is_asked() => "online.nothing_asked",
            RemoteCommand::Rematch if !is_over => "line.not_over",
            RemoteCommand::Ask(_) | RemoteCommand::Resign if is_over => "online.over",
            _ => return online.send(command),
        };
        ctx.warn(texts.text(problem));
    }

    /// Accepts or declines the opponent's offer.
    pub(in crate::game) fn answer_offer(&self, accept: bool, ctx: &mut Context) {
        self.ask(RemoteCommand::Answer { accept }, ctx);
    }

    /// Sends a move if it is legal.
    fn send_move(&mut self, text: &str, ctx: &mut Context) {
        if !self.is_my_turn() {
            return ctx.warn(ctx.texts.text("online.not_your_turn"));
        }
        match self.session().fork().play(text) {
            Ok(mv) => {
                self.turn.reset();
                if let Some(online) = &mut self.online {
                    online.sent = Some(mv.clone());
                    online.send(RemoteCommand::Play(mv));
                }
            }
            Err(error) => ctx.warn(ctx.texts.move_error_among(&error, &self.session().legal_moves())),
        }
    }

    /// Returns whether a local player may move now.
    pub(in crate::game) fn is_my_turn(&self) -> bool {
        let player = self.table.session().to_move();
        self.table.is_persons_turn() && self.online.as_ref().is_none_or(|online| online.may_move(player))
    }

    /// Returns the person at the controls.
    pub(in crate::game) fn speaker(&self) -> Option<Player> {
        match &self.online {
            None => self.table.speaker(),
            Some(online) => {
                let here = |player: &Player| online.table.is_here(*player);
                let to_move = Some(self.table.session().to_move()).filter(here);
                to_move.or_else(|| Player::seats(online.table.seats.len()).find(here))
            }
        }
    }

    /// Returns the bindings of the keys.
    pub(crate) const fn bindings(&self) -> Bindings {
        if self.online.is_some() { keys::ONLINE } else { keys::GAME }
    }

    /// Returns keys that are bound only in other games.
    pub(crate) const fn idle_bindings(&self) -> Bindings {
        if self.online.is_some() { keys::GAME } else { &[] }
    }
}

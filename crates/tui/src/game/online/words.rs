//! Texts about a remote game: its players, open offers, and the player whose action it waits for.

use cairn_rules::Player;
use cairn_texts::safe_line;

use crate::context::Context;
use crate::game::GameScreen;
use crate::remote::{Offer, RemoteSeat};

impl GameScreen {
    /// Describes the player of a seat of a remote game.
    pub(in crate::game) fn remote_player(&self, player: Player, ctx: &Context) -> Option<String> {
        let texts = ctx.texts;
        Some(match self.online.as_ref()?.table.seats.get(player.index())? {
            RemoteSeat::Here(Some(name)) => texts.format("app.online.you_as", &[("name", name)]),
            RemoteSeat::Here(None) => texts.text("app.online.you").to_owned(),
            RemoteSeat::Person(Some(name)) => safe_line(name).into_owned(),
            RemoteSeat::Person(None) => texts.who("human"),
            RemoteSeat::Bot(word) => texts.who(word),
            RemoteSeat::Open => texts.text("app.online.open").to_owned(),
        })
    }

    /// Returns `White (Ana)`.
    pub(super) fn remote_name(&self, player: Player, ctx: &Context) -> String {
        let seat = self.seat_name(player, ctx);
        self.remote_player(player, ctx).map_or(seat.clone(), |name| format!("{seat} ({name})"))
    }

    /// Describes the open offer or request, if there is one.
    pub(in crate::game) fn on_offer(&self, ctx: &Context) -> Option<String> {
        let (texts, online) = (ctx.texts, self.online.as_ref()?);
        if let Some((offer, by)) = online.table.asked {
            let key = match offer {
                Offer::Draw => "app.online.offers_draw",
                Offer::Takeback => "app.online.asks_takeback",
            };
            return Some(texts.format(key, &[("player", &self.remote_name(by, ctx))]));
        }
        let key = match online.table.asking {
            _ if self.table.is_over() && online.table.wants_rematch => "online.rematch_asked",
            _ if self.table.is_over() => return None,
            Some(Offer::Draw) => "online.draw_offered",
            Some(Offer::Takeback) => "online.takeback_asked",
            None if online.is_waiting() => "app.online.free_seat",
            None => return None,
        };
        Some(texts.text(key).to_owned())
    }

    /// Returns the text with the link to send to another player, while a seat is open.
    pub(super) fn invitation(&self, ctx: &Context) -> Option<String> {
        let online = self.online.as_ref().filter(|online| online.is_waiting() && !self.table.is_over())?;
        Some(ctx.texts.format("app.online.invite", &[("address", &online.link())]))
    }

    /// Returns the status line, if it differs from that of a local game.
    pub(in crate::game) fn remote_status(&self, ctx: &Context) -> Option<String> {
        let (texts, online) = (ctx.texts, self.online.as_ref()?);
        let player = self.table.session().to_move();
        if let Some(why) = &online.ended {
            return Some(why.clone());
        }
        if online.is_lost {
            return Some(texts.text("online.lost").to_owned());
        }
        if self.table.is_looking_back() || self.table.is_over() {
            return None;
        }
        if let Some(mv) = &online.sent {
            return Some(texts.format("app.online.sent", &[("move", mv)]));
        }
        let waits_for_others = online.waits_for_clock() || !online.table.is_here(player);
        let name = self.remote_name(player, ctx);
        let other = || texts.format("app.online.other_moves", &[("player", &name)]);
        waits_for_others.then(|| self.invitation(ctx).unwrap_or_else(other))
    }

    /// Explains how to rejoin the game, for a user who leaves before its end.
    pub(in crate::game) fn way_back(&self, ctx: &Context) -> Option<String> {
        let online = self.online.as_ref().filter(|_| !self.table.is_over())?;
        Some(format!("{}.", ctx.texts.format("online.come_back", &[("address", &online.link())])))
    }
}

//! A remote game on the game screen: `mod.rs` shows the updates from the server, `commands.rs` converts events of the
//! table to commands, and `words.rs` describes the state that the board does not show.

mod commands;
mod words;

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use cairn_rules::Player;
use cairn_session::Session;
use cairn_table::{Table, TableEvent, TableSetup};

use super::GameScreen;
use crate::context::{Context, Notice};
use crate::event;
use crate::remote::{Offer, RemoteCommand, RemoteGame, RemoteNotification, RemoteSeat, RemoteTable};
use crate::turn::Turn;

/// The state of a remote game besides its moves.
pub(super) struct Online {
    /// The number of the connection.
    id: u64,
    table: RemoteTable,
    /// The time at which the app received `table`.
    told_at: Duration,
    commands: Sender<RemoteCommand>,
    /// Whether the connection is lost.
    is_lost: bool,
    /// The move that was sent but is not yet part of the game.
    sent: Option<String>,
    /// The reason why the connection has ended.
    ended: Option<String>,
}

impl Online {
    fn send(&self, command: RemoteCommand) {
        // If the connection has ended, the user has already seen the reason.
        let _ = self.commands.send(command);
    }

    /// Returns whether moves have to wait because a seat is open and the game has clocks.
    fn waits_for_clock(&self) -> bool {
        self.table.clock.is_some() && self.table.is_waiting()
    }

    pub(super) fn may_move(&self, player: Player) -> bool {
        self.table.is_here(player) && !self.waits_for_clock() && self.sent.is_none() && self.ended.is_none()
    }

    fn is_watching(&self) -> bool {
        !self.table.seats.iter().any(|seat| matches!(seat, RemoteSeat::Here(_)))
    }

    /// Returns the time left to a player.
    pub(super) fn time_left(&self, player: Player, now: Duration) -> Option<Duration> {
        self.table.clock.as_ref()?.left(player, now.saturating_sub(self.told_at))
    }

    /// Returns the player whose clock is running.
    pub(super) fn running(&self) -> Option<Player> {
        self.table.clock.as_ref()?.running
    }

    /// Returns whether a seat is still open.
    pub(super) fn is_waiting(&self) -> bool {
        self.table.is_waiting()
    }

    /// Returns whether a local player has an offer to answer.
    pub(super) const fn is_asked(&self) -> bool {
        self.table.asked.is_some()
    }

    /// Returns whether a local player has a seat and the connection has not ended.
    pub(super) fn can_act(&self) -> bool {
        !self.is_watching() && self.ended.is_none()
    }

    /// Returns the address of the game.
    pub(super) fn link(&self) -> &str {
        &self.table.link
    }

    /// Returns whether to show the board from the second player's side: only that player is local.
    fn is_seen_from_second(&self) -> bool {
        matches!(&self.table.seats[..], [first, RemoteSeat::Here(_)] if !matches!(first, RemoteSeat::Here(_)))
    }
}

impl GameScreen {
    /// Creates the screen of a remote game.
    pub(crate) fn remote(game: RemoteGame, ctx: &mut Context) -> Self {
        let RemoteGame { session, table, commands, news } = game;
        let (events, id) = (ctx.events.clone(), ctx.next_ticket());
        thread::spawn(move || {
            for news in news {
                // The receiver no longer exists after the app has ended.
                if events.send(event::AppEvent::Remote(id, news)).is_err() {
                    return;
                }
            }
        });
        let mut screen = Self::prepare(TableSetup::new(session.fork(), Vec::new(), 0), ctx);
        let told_at = ctx.now;
        screen.online =
            Some(Online { id, table, told_at, commands, is_lost: false, sent: None, ended: None });
        screen.begin_remote(session, ctx);
        // A player who may move at once sees no invitation in the status line, so show it as a notice.
        if let Some(invitation) = screen.invitation(ctx) {
            ctx.notice = ctx.notice.take().or(Some(Notice::Info(invitation)));
        }
        screen
    }

    /// Shows a new game from its beginning.
    fn begin_remote(&mut self, session: Box<dyn Session>, ctx: &mut Context) {
        self.turn = Turn::new(&session.board().scene());
        self.is_flipped = self.online.as_ref().is_some_and(Online::is_seen_from_second);
        self.seat(session, ctx);
        if self.is_my_turn() {
            self.turn.begin(self.table.session());
        }
    }

    /// Shows the current state of a game. A user who is looking back stays at that ply, unless the game is over.
    fn seat(&mut self, session: Box<dyn Session>, ctx: &mut Context) {
        let earlier = self.table.is_looking_back().then(|| self.table.shown_ply());
        self.table = Table::new(TableSetup::new(session, Vec::new(), 0).with_date(ctx.today()));
        self.name_players();
        self.keep_remote(ctx);
        if let Some(ply) = earlier.filter(|_| !self.table.is_over()) {
            self.table.handle(TableEvent::LookAt(ply), ctx.now);
        }
        self.turn.reset();
        self.hint.clear();
        self.ending = None;
        self.reviewer.close();
    }

    /// Adds a finished game of the user to the saved games.
    fn keep_remote(&mut self, ctx: &mut Context) {
        let Some(online) = self.online.as_ref().filter(|online| !online.is_watching()) else { return };
        let Some(storage) = ctx.storage.as_ref().filter(|_| self.table.is_over()) else { return };
        match storage.save_online_game(online.link(), self.table.session()) {
            Ok(path) => self.saved = Some((path, self.record_text())),
            Err(error) => {
                ctx.warn(ctx.texts.format("app.not_saved", &[("problem", &error.tell(ctx.texts))]));
            }
        }
    }

    /// Writes the players' names into the record.
    fn name_players(&mut self) {
        let Some(online) = &self.online else { return };
        for (player, seat) in Player::seats(online.table.seats.len()).zip(&online.table.seats) {
            match seat {
                RemoteSeat::Here(Some(name)) | RemoteSeat::Person(Some(name)) | RemoteSeat::Bot(name) => {
                    self.table.set_player_name(player, name);
                }
                RemoteSeat::Here(None) | RemoteSeat::Person(None) | RemoteSeat::Open => {}
            }
        }
    }

    /// Returns whether this is the remote game of a connection.
    pub(crate) fn is_remote(&self, id: u64) -> bool {
        self.online.as_ref().is_some_and(|online| online.id == id)
    }

    /// The address of a remote game.
    pub(crate) fn link(&self) -> Option<&str> {
        self.online.as_ref().map(Online::link)
    }

    /// Whether this is a remote game that goes on when the user leaves it for the menu.
    pub(crate) fn is_connected(&self) -> bool {
        !self.table.is_over() && self.online.as_ref().is_some_and(|online| online.ended.is_none())
    }

    /// Handles a notification while the user is elsewhere: shows only what needs the user.
    pub(crate) fn hear_parked(&mut self, news: RemoteNotification, ctx: &mut Context) {
        let (was_my_turn, notice) = (self.is_my_turn(), ctx.notice.take());
        let is_urgent = matches!(news, RemoteNotification::Ended(_));
        self.hear(news, ctx);
        let calls = self.table.is_over() || self.is_my_turn() && !was_my_turn;
        if calls || self.online.as_ref().is_some_and(Online::is_asked) {
            let game = self.session().info().name;
            ctx.info(ctx.texts.format("app.online.calls", &[("game", &game)]));
        } else if !is_urgent {
            ctx.notice = notice;
        }
    }

    /// Handles a notification about the remote game.
    pub(crate) fn hear(&mut self, news: RemoteNotification, ctx: &mut Context) {
        let texts = ctx.texts;
        let Some(online) = &mut self.online else { return };
        match news {
            RemoteNotification::State(session, table) => self.follow(session, table, ctx),
            RemoteNotification::NextGame(session, table) => {
                (online.table, online.told_at, online.sent) = (table, ctx.now, None);
                // The plies of the previous game no longer exist, so it stops looking back.
                self.table.handle(TableEvent::LookAt(usize::MAX), ctx.now);
                self.begin_remote(session, ctx);
                ctx.info(texts.text("app.online.next_game"));
            }
            RemoteNotification::Lost => online.is_lost = true,
            RemoteNotification::Back => {
                online.is_lost = false;
                ctx.info(texts.text("online.back"));
            }
            RemoteNotification::Unsure => ctx.warn(texts.text("app.online.unsure")),
            RemoteNotification::Declined(Offer::Draw) => ctx.info(texts.text("online.draw_gone")),
            RemoteNotification::Declined(Offer::Takeback) => ctx.info(texts.text("online.takeback_gone")),
            RemoteNotification::Refused(why) => {
                online.sent = None;
                ctx.warn(texts.format("online.problem", &[("why", &why)]));
            }
            RemoteNotification::Warning(text) => ctx.warn(text),
            RemoteNotification::Ended(why) => {
                online.ended = Some(why.clone());
                ctx.warn(why);
            }
        }
    }

    /// Shows the new state of the game, with notices about changes that the board does not show.
    fn follow(&mut self, session: Box<dyn Session>, table: RemoteTable, ctx: &mut Context) {
        let shown = self.table.session();
        let is_changed = session.history() != shown.history() || session.outcome() != shown.outcome();
        let Some(online) = &mut self.online else { return };
        let before = std::mem::replace(&mut online.table, table);
        online.told_at = ctx.now;
        let asks_now = online.table.asked.filter(|asked| before.asked != Some(*asked));
        let newcomers: Vec<Player> = Player::seats(before.seats.len())
            .filter(|player| {
                let seat = |table: &RemoteTable| table.seats.get(player.index()).cloned();
                seat(&before) == Some(RemoteSeat::Open) && seat(&online.table) != Some(RemoteSeat::Open)
            })
            .collect();
        if is_changed {
            online.sent = None;
            // Clear notices about the previous position.
            ctx.notice = None;
            self.seat(session, ctx);
        }
        self.name_players();
        for player in newcomers {
            let who = self.remote_name(player, ctx);
            ctx.info(ctx.texts.format("online.sits_down", &[("player", &who)]));
        }
        if asks_now.is_some() {
            ctx.notice = self.on_offer(ctx).map(Notice::Info).or(ctx.notice.take());
        }
        if self.is_my_turn() {
            self.turn.begin(self.table.session());
        }
    }
}

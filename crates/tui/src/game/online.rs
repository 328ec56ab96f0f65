//! A game that is played elsewhere, on the same screen: what comes from there is shown, and what would be an event of
//! the table becomes a wish.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use cairn_rules::Player;
use cairn_session::Session;
use cairn_table::{Event, Table, TableSetup};
use cairn_texts::safe_line;

use super::GameScreen;
use crate::context::{Context, Notice};
use crate::event;
use crate::keys::{self, Binding};
use crate::remote::{Offer, RemoteGame, RemoteNews, RemoteSeat, RemoteTable, RemoteWish};
use crate::turn::Turn;

/// What the screen of a game that is played elsewhere knows besides the game.
pub(super) struct Online {
    table: RemoteTable,
    /// When it was told.
    told_at: Duration,
    wishes: Sender<RemoteWish>,
    /// Whether the connection is lost.
    is_lost: bool,
    /// The move that was sent and is not part of the game yet.
    sent: Option<String>,
    /// Why the connection has come to its end.
    ended: Option<String>,
}

impl Online {
    fn wish(&self, wish: RemoteWish) {
        // A connection that has ended has said so.
        let _ = self.wishes.send(wish);
    }

    /// Whether nobody moves yet because a seat is open and there are clocks.
    fn waits_for_clock(&self) -> bool {
        self.table.clock.is_some() && self.table.is_waiting()
    }

    pub(super) fn may_move(&self, player: Player) -> bool {
        self.table.is_here(player) && !self.waits_for_clock() && self.sent.is_none() && self.ended.is_none()
    }

    fn is_watching(&self) -> bool {
        !self.table.seats.iter().any(|seat| matches!(seat, RemoteSeat::Here(_)))
    }

    /// What a player has left on the clock.
    pub(super) fn time_left(&self, player: Player, now: Duration) -> Option<Duration> {
        self.table.clock.as_ref()?.left(player, now.saturating_sub(self.told_at))
    }

    /// How long until a clock shows another second.
    pub(super) fn next_second(&self, now: Duration) -> Option<Duration> {
        let running = self.table.clock.as_ref()?.running?;
        let left = self.time_left(running, now)?;
        // A moment more, so that it has surely changed by then.
        let rest = Duration::from_nanos(left.subsec_nanos().into()) + Duration::from_millis(1);
        (!left.is_zero()).then_some(rest)
    }

    /// Whether somebody is still to sit down.
    pub(super) fn is_waiting(&self) -> bool {
        self.table.is_waiting()
    }

    /// What is to be answered here.
    pub(super) const fn is_asked(&self) -> bool {
        self.table.asked.is_some()
    }

    /// Whether those here can do more than watch.
    pub(super) fn can_act(&self) -> bool {
        !self.is_watching() && self.ended.is_none()
    }

    /// The address of the game.
    pub(super) fn link(&self) -> &str {
        &self.table.link
    }

    /// Whether the board is seen from the second player's side: only that one is here.
    fn is_seen_from_second(&self) -> bool {
        matches!(&self.table.seats[..], [first, RemoteSeat::Here(_)] if !matches!(first, RemoteSeat::Here(_)))
    }
}

impl GameScreen {
    /// A game that is played elsewhere.
    pub(crate) fn remote(game: RemoteGame, ctx: &mut Context) -> Self {
        let RemoteGame { session, table, wishes, news } = game;
        let events = ctx.events.clone();
        thread::spawn(move || {
            for news in news {
                // The receiver is gone when the app has ended.
                if events.send(event::Event::Remote(news)).is_err() {
                    return;
                }
            }
        });
        let mut screen = Self::prepare(TableSetup::new(session.fork(), Vec::new(), 0), ctx);
        let told_at = ctx.now;
        screen.online = Some(Online { table, told_at, wishes, is_lost: false, sent: None, ended: None });
        screen.begin_remote(session, ctx);
        // Who may move at once has another line to read; the link is told before.
        if let Some(invitation) = screen.invitation(ctx) {
            ctx.notice = ctx.notice.take().or(Some(Notice::Info(invitation)));
        }
        screen
    }

    /// Shows a game from its beginning here.
    fn begin_remote(&mut self, session: Box<dyn Session>, ctx: &Context) {
        self.turn = Turn::new(&session.scene());
        self.is_flipped = self.online.as_ref().is_some_and(Online::is_seen_from_second);
        self.seat(session, ctx);
        if self.is_my_turn() {
            self.turn.begin(self.table.session());
        }
    }

    /// Shows a game as it stands. Whoever looks back goes on looking, unless it is over.
    fn seat(&mut self, session: Box<dyn Session>, ctx: &Context) {
        let earlier = self.table.is_looking_back().then(|| self.table.shown_ply());
        self.table = Table::new(TableSetup::new(session, Vec::new(), 0).with_date(ctx.today()));
        self.name_players();
        if let Some(ply) = earlier.filter(|_| !self.table.is_over()) {
            self.table.handle(Event::LookAt(ply), ctx.now);
        }
        self.turn.reset();
        self.hint.clear();
        self.ending = None;
    }

    /// Writes the names of those who play into the record.
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

    /// Takes news of a game that is played elsewhere.
    pub(crate) fn hear(&mut self, news: RemoteNews, ctx: &mut Context) {
        let texts = ctx.texts;
        let Some(online) = &mut self.online else { return };
        match news {
            RemoteNews::State(session, table) => self.follow(session, table, ctx),
            RemoteNews::NextGame(session, table) => {
                (online.table, online.told_at, online.sent) = (table, ctx.now, None);
                // Nobody looks back in a game that is gone.
                self.table.handle(Event::LookAt(usize::MAX), ctx.now);
                self.begin_remote(session, ctx);
                ctx.info(texts.say("app.online.next_game"));
            }
            RemoteNews::Lost => online.is_lost = true,
            RemoteNews::Back => {
                online.is_lost = false;
                ctx.info(texts.say("online.back"));
            }
            RemoteNews::Unsure => ctx.warn(texts.say("app.online.unsure")),
            RemoteNews::Declined(Offer::Draw) => ctx.info(texts.say("online.draw_gone")),
            RemoteNews::Declined(Offer::Takeback) => ctx.info(texts.say("online.takeback_gone")),
            RemoteNews::Refused(why) => {
                online.sent = None;
                ctx.warn(texts.tell("online.problem", &[("why", &why)]));
            }
            RemoteNews::Warning(text) => ctx.warn(text),
            RemoteNews::Ended(why) => {
                online.ended = Some(why.clone());
                ctx.warn(why);
            }
        }
    }

    /// Shows how the game has changed, and says what the board does not show.
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
            // What was said about the position before is said no longer.
            ctx.notice = None;
            self.seat(session, ctx);
        }
        self.name_players();
        for player in newcomers {
            let who = self.remote_name(player, ctx);
            ctx.info(ctx.texts.tell("online.sits_down", &[("player", &who)]));
        }
        if asks_now.is_some() {
            ctx.notice = self.on_offer(ctx).map(Notice::Info).or(ctx.notice.take());
        }
        if self.is_my_turn() {
            self.turn.begin(self.table.session());
        }
    }

    /// Makes a wish of what would be an event of the table; `None` if nothing is left for the table.
    pub(super) fn wish(&mut self, event: Event, ctx: &mut Context) -> Option<Event> {
        let is_over = self.table.is_over();
        let wish = match event {
            Event::Play(text) => {
                self.send_move(&text, ctx);
                return None;
            }
            Event::Hint | Event::SetEvaluating(true) | Event::Review if !is_over => {
                ctx.warn(ctx.texts.say("app.online.no_help"));
                return None;
            }
            Event::Undo => RemoteWish::Ask(Offer::Takeback),
            Event::OfferDraw(_) => RemoteWish::Ask(Offer::Draw),
            Event::AnswerDraw { accept, .. } => RemoteWish::Answer { accept },
            Event::Resign(_) => RemoteWish::Resign,
            Event::Again { .. } => RemoteWish::Rematch,
            // What has no meaning there: bots do not think here, and nothing is taken back without asking.
            Event::Redo | Event::SetPaused(_) | Event::Step => {
                ctx.warn(ctx.texts.say("app.online.no_use"));
                return None;
            }
            event => return Some(event),
        };
        self.ask(wish, ctx);
        None
    }

    /// Sends a wish, or says why it makes no sense now.
    fn ask(&self, wish: RemoteWish, ctx: &mut Context) {
        let Some(online) = &self.online else { return };
        let texts = ctx.texts;
        let is_over = self.table.is_over();
        if let Some(why) = &online.ended {
            return ctx.warn(why.clone());
        }
        let problem = match &wish {
            _ if online.is_watching() => "online.only_watching",
            RemoteWish::Answer { .. } if !online.is_asked() => "online.nothing_asked",
            RemoteWish::Rematch if !is_over => "line.not_over",
            RemoteWish::Ask(_) | RemoteWish::Resign if is_over => "online.over",
            _ => return online.wish(wish),
        };
        ctx.warn(texts.say(problem));
    }

    /// Accepts or declines what is asked.
    pub(super) fn answer_offer(&self, accept: bool, ctx: &mut Context) {
        self.ask(RemoteWish::Answer { accept }, ctx);
    }

    /// Sends a move if it is legal.
    fn send_move(&mut self, text: &str, ctx: &mut Context) {
        if !self.is_my_turn() {
            return ctx.warn(ctx.texts.say("online.not_your_turn"));
        }
        match self.session().fork().play(text) {
            Ok(mv) => {
                self.turn.reset();
                if let Some(online) = &mut self.online {
                    online.sent = Some(mv.clone());
                    online.wish(RemoteWish::Play(mv));
                }
            }
            Err(error) => ctx.warn(ctx.texts.move_error_among(&error, &self.session().legal_moves())),
        }
    }

    /// Whether somebody here may move now.
    pub(super) fn is_my_turn(&self) -> bool {
        let player = self.table.session().to_move();
        self.table.is_persons_turn() && self.online.as_ref().is_none_or(|online| online.may_move(player))
    }

    /// The person at the controls.
    pub(super) fn speaker(&self) -> Option<Player> {
        match &self.online {
            None => self.table.speaker(),
            Some(online) => {
                let here = |player: &Player| online.table.is_here(*player);
                let to_move = Some(self.table.session().to_move()).filter(here);
                to_move.or_else(|| Player::seats(online.table.seats.len()).find(here))
            }
        }
    }

    /// The bindings of the keys.
    pub(crate) const fn bindings(&self) -> &'static [Binding] {
        if self.online.is_some() { keys::ONLINE } else { keys::GAME }
    }

    /// Keys that mean something in other games.
    pub(crate) const fn idle_bindings(&self) -> &'static [Binding] {
        if self.online.is_some() { keys::GAME } else { &[] }
    }

    /// Who plays a seat of a game that is played elsewhere, in words.
    pub(super) fn remote_player(&self, player: Player, ctx: &Context) -> Option<String> {
        let texts = ctx.texts;
        Some(match self.online.as_ref()?.table.seats.get(player.index())? {
            RemoteSeat::Here(Some(name)) => texts.tell("app.online.you_as", &[("name", name)]),
            RemoteSeat::Here(None) => texts.say("app.online.you").to_owned(),
            RemoteSeat::Person(Some(name)) => safe_line(name).into_owned(),
            RemoteSeat::Person(None) => texts.who("human"),
            RemoteSeat::Bot(word) => texts.who(word),
            RemoteSeat::Open => texts.say("app.online.open").to_owned(),
        })
    }

    /// `White (Ana)`.
    fn remote_name(&self, player: Player, ctx: &Context) -> String {
        let seat = self.seat_name(player, ctx);
        self.remote_player(player, ctx).map_or(seat.clone(), |name| format!("{seat} ({name})"))
    }

    /// What is on offer, if anything is.
    pub(super) fn on_offer(&self, ctx: &Context) -> Option<String> {
        let (texts, online) = (ctx.texts, self.online.as_ref()?);
        if let Some((offer, by)) = online.table.asked {
            let key = match offer {
                Offer::Draw => "app.online.offers_draw",
                Offer::Takeback => "app.online.asks_takeback",
            };
            return Some(texts.tell(key, &[("player", &self.remote_name(by, ctx))]));
        }
        let key = match online.table.asking {
            _ if self.table.is_over() && online.table.wants_rematch => "online.rematch_asked",
            _ if self.table.is_over() => return None,
            Some(Offer::Draw) => "online.draw_offered",
            Some(Offer::Takeback) => "online.takeback_asked",
            None if online.is_waiting() => "app.online.free_seat",
            None => return None,
        };
        Some(texts.say(key).to_owned())
    }

    /// How somebody is to be found for the free seat.
    fn invitation(&self, ctx: &Context) -> Option<String> {
        let online = self.online.as_ref().filter(|online| online.is_waiting() && !self.table.is_over())?;
        Some(ctx.texts.tell("app.online.invite", &[("address", &online.link())]))
    }

    /// The line under the board, where it is not that of any game.
    pub(super) fn remote_status(&self, ctx: &Context) -> Option<String> {
        let (texts, online) = (ctx.texts, self.online.as_ref()?);
        let player = self.table.session().to_move();
        if let Some(why) = &online.ended {
            return Some(why.clone());
        }
        if online.is_lost {
            return Some(texts.say("online.lost").to_owned());
        }
        if self.table.is_looking_back() || self.table.is_over() {
            return None;
        }
        if let Some(mv) = &online.sent {
            return Some(texts.tell("app.online.sent", &[("move", mv)]));
        }
        let waits_for_others = online.waits_for_clock() || !online.table.is_here(player);
        let name = self.remote_name(player, ctx);
        let other = || texts.tell("app.online.other_moves", &[("player", &name)]);
        waits_for_others.then(|| self.invitation(ctx).unwrap_or_else(other))
    }

    /// What is said when the game is left before its end.
    pub(super) fn way_back(&self, ctx: &Context) -> Option<String> {
        let online = self.online.as_ref().filter(|_| !self.table.is_over())?;
        Some(format!("{}.", ctx.texts.tell("online.come_back", &[("address", &online.link())])))
    }
}

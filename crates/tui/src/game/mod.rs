//! The screen of a game: a table with a board, a cursor and key bindings.
//!
//! [`cairn_table`] decides everything that does not depend on the interface (seats, turns, offers, looking back,
//! hints); this folder contains only the screen. Reading order: `mod.rs` (the state), `actions.rs` (keys and clicks),
//! `effects.rs` (effects of the table), `messages.rs` (its notices in the user's language), `status.rs` (status line,
//! choices, key hints), then `draw.rs` with `panel.rs` and `move_list.rs`; `review.rs` and `review_panel.rs` for the
//! review; `online/` for remote games.

mod actions;
pub(crate) mod draw;
mod effects;
mod messages;
mod move_list;
mod online;
mod panel;
mod review;
mod review_panel;
mod status;

use std::path::PathBuf;
use std::time::Duration;

use cairn_coach::rating::is_still_rated;
use cairn_coach::review::Reviewer;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{Mark, Player, Scene};
use cairn_session::{Record, SEAT_TAGS, Session};
use cairn_storage::{Autosaver, Choice, CountedGame, SavedGame, Speed};
use cairn_table::{Seat, Table, TableEvent, TableSetup, TimeControl, resumed_players};

use crate::context::{Context, speed_key};
use crate::text_input::TextInput;
use crate::turn::Turn;
use online::Online;

pub(crate) use messages::{Leaving, Question, proven, score_of};
pub(crate) use panel::{draw_entries, draw_lines};

/// The interval at which the thinking time of a bot is redrawn.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// The maximum delay of bots that play against people: long enough to notice their moves.
const MAX_DELAY_WITH_PEOPLE: Duration = Duration::from_millis(250);

/// A game on the screen.
pub(crate) struct GameScreen {
    table: Table,
    /// The turn in progress.
    turn: Turn,
    is_flipped: bool,
    /// Marks the sites of the hint.
    hint: Vec<Mark>,
    /// The highlighted entry of the list at the end of the game. Initially there is none, because an Enter meant for a
    /// move must not leave the game.
    ending: Option<usize>,
    /// Saves the game until it is over.
    autosaver: Autosaver,
    /// The path that the user is typing to save the record.
    saving: Option<TextInput>,
    /// The file of the saved record, and its text.
    saved: Option<(PathBuf, String)>,
    /// Whether the game comes from a record, whose tags name the players.
    is_replay: bool,
    /// The effect of a rated game on the rating, once it is over and counted.
    counted: Option<CountedGame>,
    /// The speed of the bots in this game, if the user changed it.
    speed: Option<Speed>,
    /// The review of the game, if it is open.
    reviewer: Reviewer,
    /// The connection of a remote game.
    online: Option<Online>,
    /// The ply at which Ctrl-C last stopped a bot.
    interrupted_at: Option<usize>,
}

impl GameScreen {
    /// Starts a game.
    pub(crate) fn new(setup: TableSetup, ctx: &mut Context) -> Self {
        let mut screen = Self::prepare(setup, ctx);
        screen.send(TableEvent::Tick, ctx);
        screen
    }

    /// Creates the screen of a game in which no bot has begun to think.
    fn prepare(setup: TableSetup, ctx: &Context) -> Self {
        let table = Table::new(setup.with_date(ctx.today()));
        let turn = Turn::new(&table.session().board().scene());
        let is_flipped = is_seen_from_second(&table);
        let (autosaver, saving) = (Autosaver::default(), None);
        Self {
            table,
            turn,
            is_flipped,
            hint: Vec::new(),
            ending: None,
            autosaver,
            saving,
            saved: None,
            is_replay: false,
            counted: None,
            speed: None,
            reviewer: Reviewer::default(),
            online: None,
            interrupted_at: None,
        }
    }

    /// Resumes a saved game, with the players that the user has named in their seats. Does not start a program that
    /// only the file names.
    pub(crate) fn resume(
        saved: SavedGame,
        named: &[Option<PlayerSpec>],
        ctx: &mut Context,
    ) -> Result<Self, String> {
        let SavedGame { session, seats, seed, slot, .. } = saved;
        let path = slot.path();
        let (players, programs) = resumed_players(&seats, named)
            .map_err(|error| format!("{}: {}", path.display(), ctx.texts.message(&error.message())))?;
        if let Some(program) = programs.first().and_then(|player| seats.get(player.index())) {
            ctx.warn(ctx.texts.format("app.program_not_started", &[("program", program)]));
        }
        let rated = is_still_rated(&*session, &seats, &players)
            .map_err(|error| ctx.texts.message(&error.message()))?;
        let mut setup = TableSetup::new(session, players, seed).with_rating(rated);
        if let Some(clock) = slot.clock() {
            setup = setup.with_clock(clock.control).with_time_left(clock.left.clone());
        }
        let autosaver = Autosaver::resumed(slot, &*setup.session);
        let mut screen = Self { autosaver, ..Self::prepare(setup, ctx) };
        screen.send(TableEvent::Tick, ctx);
        Ok(screen)
    }

    /// Replays a record from its beginning. People have all seats, regardless of the tags: a file must not start a
    /// program.
    pub(crate) fn replay(record: &Record, ctx: &mut Context) -> Result<Self, String> {
        let session = record.session().map_err(|error| ctx.texts.message(&error.message()))?;
        let mut screen = Self::prepare(TableSetup::new(session, Vec::new(), 0), ctx);
        screen.is_replay = true;
        screen.send(TableEvent::LookAt(0), ctx);
        Ok(screen)
    }

    /// Replays a record with its review.
    pub(crate) fn review(record: &Record, ctx: &mut Context) -> Result<Self, String> {
        let mut screen = Self::replay(record, ctx)?;
        screen.open_review(ctx);
        Ok(screen)
    }

    /// Returns the game.
    pub(crate) fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// Returns the ply of the displayed position.
    pub(crate) fn shown_ply(&self) -> usize {
        self.table.shown_ply()
    }

    /// Records that the current state of the game is on the screen.
    pub(crate) fn was_shown(&mut self, ctx: &Context) {
        // Keep the save of a rated game until it has been counted.
        if self.counted.is_some() || self.table.rated_result().is_none() {
            self.autosaver.was_shown(ctx.storage.as_ref(), self.table.session());
        }
    }

    /// Returns a warning about the moves that would be lost if the user left the game now.
    pub(crate) fn loss(&self, ctx: &Context) -> Option<String> {
        self.autosaver.loss(self.session(), ctx.texts)
    }

    /// Returns whether keys go to a text input.
    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some() || self.saving.is_some()
    }

    /// Returns whether a thread is working whose result will arrive as an event.
    pub(crate) fn is_busy(&self) -> bool {
        self.table.is_analyzing()
            || self.reviewer.is_running()
            || self.table.seats().iter().any(Seat::is_away)
    }

    /// Returns the effect of Ctrl-C while bots think: the bot plays the best move it has found; bots among themselves
    /// pause. `None` if that was already requested, or is forbidden.
    pub(crate) fn interruption(&mut self) -> Option<TableEvent> {
        let ply = self.session().ply();
        let is_possible = self.online.is_none() && self.table.is_bots_turn() && !self.table.is_paused();
        if !is_possible {
            return None;
        }
        if !self.table.has_human() {
            return Some(TableEvent::SetPaused(true));
        }
        let is_first = self.interrupted_at.replace(ply) != Some(ply);
        (is_first && !self.table.is_rated() && self.table.thinking_since().is_some())
            .then_some(TableEvent::StopThinking)
    }

    /// Returns how long to wait for an event before time itself causes one; `None` if it never does.
    pub(crate) fn timeout(&self, ctx: &Context) -> Option<Duration> {
        let redraw = self.table.thinking_since().map(|_| REDRAW_INTERVAL);
        let wake = self.table.next_wake().map(|at| at.saturating_sub(ctx.now));
        let clock = self.next_second(ctx.now);
        redraw.into_iter().chain(wake).chain(clock).min()
    }

    /// Returns the time left to a player; `None` without clocks.
    fn time_left(&self, player: Player, now: Duration) -> Option<Duration> {
        match &self.online {
            Some(online) => online.time_left(player, now),
            None => self.table.clock().left(player, now),
        }
    }

    /// Returns how long until a clock shows another second.
    fn next_second(&self, now: Duration) -> Option<Duration> {
        let running = match &self.online {
            Some(online) => online.running()?,
            None => self.table.clock().running()?,
        };
        let left = self.time_left(running, now)?;
        // A millisecond more, so that the clock has certainly changed by then.
        let rest = Duration::from_nanos(left.subsec_nanos().into()) + Duration::from_millis(1);
        (!left.is_zero()).then_some(rest)
    }

    /// Saves the current state of the clocks, before the user leaves the game.
    pub(crate) fn keep_clocks(&mut self, ctx: &mut Context) {
        let is_timed = self.table.clock().control() != TimeControl::Unlimited;
        if is_timed && self.online.is_none() && !self.table.is_over() {
            ctx.keep(&mut self.autosaver, &self.table);
        }
    }

    /// Returns the minimum delay between a bot's move and the previous move.
    fn move_delay(&self, ctx: &Context) -> Duration {
        let delay = Duration::from_millis(match self.speed.unwrap_or(ctx.settings.speed) {
            Speed::Slow => 2_000,
            Speed::Normal => 800,
            Speed::Fast => 200,
            Speed::Instant => 0,
        });
        if self.table.has_human() { delay.min(MAX_DELAY_WITH_PEOPLE) } else { delay }
    }

    /// Makes the bots of this game faster or slower, without changing the setting.
    fn change_speed(&mut self, by: isize, ctx: &mut Context) {
        let current = self.speed.unwrap_or(ctx.settings.speed);
        let at = Speed::ALL.iter().position(|(_, speed)| *speed == current).unwrap_or_default();
        let speed = Speed::ALL[at.saturating_add_signed(by).min(Speed::ALL.len() - 1)].1;
        self.speed = Some(speed);
        let name = ctx.texts.text(speed_key(speed));
        ctx.info(ctx.texts.format("app.speed", &[("speed", &name)]));
    }

    /// Returns whether the screen shows the list of options after a finished game.
    fn is_ended(&self) -> bool {
        self.table.is_over() && !self.table.is_looking_back()
    }

    /// Returns the displayed board.
    fn scene(&self) -> Scene {
        let mut scene = if self.is_my_turn() && !self.is_reviewing() {
            self.turn.scene(self.session())
        } else {
            self.table.shown().board().scene()
        };
        scene.marks.extend(&self.hint);
        scene
    }

    /// Returns the name of a seat: `Blue`.
    fn seat_name(&self, player: Player, ctx: &Context) -> String {
        ctx.texts.seat(self.session().info().seats[player.index()].name).to_owned()
    }

    /// Describes the player of a seat.
    fn player_name(&self, player: Player, ctx: &Context) -> String {
        if let Some(name) = self.remote_player(player, ctx) {
            return name;
        }
        let tag = SEAT_TAGS.get(player.index()).and_then(|tag| self.session().tag(tag));
        match (tag.filter(|_| self.is_replay), self.table.seats().get(player.index())) {
            (Some(tag), _) => ctx.texts.who(&tag),
            (None, Some(seat)) => ctx.texts.who(&seat.spec().to_string()),
            (None, None) => String::new(),
        }
    }
}

/// Returns whether to show the board from the second player's side: a person plays there against a bot.
fn is_seen_from_second(table: &Table) -> bool {
    matches!(table.seats(), [first, second] if !first.is_human() && second.is_human())
}

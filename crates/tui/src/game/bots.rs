//! Bots at the board: when they think, how fast they play, and what happens when one fails.

use std::time::{Duration, Instant};

use super::Table;
use crate::context::{Context, Notice};
use crate::work::{Seat, Thought};

/// A person at the board sees what a bot did if it takes at least this long.
const COURTESY: Duration = Duration::from_millis(250);

/// A bot that is thinking.
pub(super) struct Thinking {
    ticket: u64,
    pub(super) since: Instant,
    /// Its move, until it is time to play it.
    ready: Option<String>,
}

/// Whether and how fast bots play.
pub(super) struct Pace {
    pub(super) paused: bool,
    /// One move is wanted although the game is paused.
    step: bool,
    /// When the last move was played.
    moved: Instant,
}

impl Pace {
    pub(super) const fn new(now: Instant) -> Self {
        Self { paused: false, step: false, moved: now }
    }
}

impl Table {
    /// Sees to it that whoever has to think does, and nobody else.
    pub(crate) fn settle(&mut self, ctx: &mut Context) {
        self.play_when_due(ctx);
        let player = self.session.to_move();
        if self.is_persons_turn() {
            self.turn.begin(&*self.session);
        }
        let wanted = !self.is_over() && (!self.pace.paused || self.pace.step) && self.past.is_none();
        let seat = &mut self.seats[player.index()];
        if wanted && self.thinking.is_none() && seat.is_ready() {
            let ticket = ctx.ticket();
            seat.think(player.index(), self.session.record(), ticket, ctx.outbox.clone());
            self.thinking = Some(Thinking { ticket, since: ctx.now, ready: None });
        }
        self.seek_advice(ctx);
    }

    /// Whether somebody is looking ahead who will be heard of.
    pub(crate) fn is_busy(&self) -> bool {
        self.adviser.is_searching() || self.seats.iter().any(Seat::is_away)
    }

    /// How long a bot's move is held back after the one before.
    fn delay(&self, ctx: &Context) -> Duration {
        if self.has_human() { ctx.delay().min(COURTESY) } else { ctx.delay() }
    }

    /// When a move that is ready may be played.
    pub(super) fn next_move_at(&self, ctx: &Context) -> Option<Instant> {
        let ready = self.thinking.as_ref()?.ready.as_ref();
        ready.map(|_| self.pace.moved + self.delay(ctx))
    }

    fn play_when_due(&mut self, ctx: &mut Context) {
        let due = self.next_move_at(ctx).is_some_and(|at| at <= ctx.now) || self.pace.step;
        let Some(thinking) = self.thinking.as_mut().filter(|_| due) else { return };
        let Some(mv) = thinking.ready.take() else { return };
        self.thinking = None;
        self.pace.step = false;
        match self.session.play(&mv) {
            Ok(_) => self.moved(ctx),
            Err(error) => self.fail(&ctx.texts.move_error(&error), ctx),
        }
    }

    /// A bot has come back from its thoughts.
    pub(crate) fn hear_thought(&mut self, mut thought: Thought, ctx: &mut Context) {
        if let Some(seat) = self.seats.get_mut(thought.seat) {
            seat.come_home(&mut thought);
        }
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.ticket == thought.ticket)
        else {
            return;
        };
        match thought.result {
            Ok(mv) => thinking.ready = Some(mv),
            Err(problem) => {
                self.thinking = None;
                self.fail(&problem, ctx);
            }
        }
    }

    /// A bot has failed: the game waits until somebody lets it try again.
    fn fail(&mut self, problem: &str, ctx: &mut Context) {
        self.pace.paused = true;
        self.pace.step = false;
        let bot = self.seats[self.session.to_move().index()].player_spec().to_string();
        let bot = ctx.texts.who(&bot);
        ctx.notice =
            Some(Notice::Bad(ctx.texts.tell("app.bot_failed", &[("bot", &bot), ("problem", &problem)])));
    }

    /// A move has been played.
    pub(super) fn moved(&mut self, ctx: &mut Context) {
        self.pace.moved = ctx.now;
        self.turn.reset();
        self.drop_hint();
        self.ending = 0;
        self.keep(ctx);
    }

    /// Whoever is thinking stops, and what comes of it is not played.
    pub(super) fn interrupt(&mut self) {
        if self.thinking.take().is_some() {
            self.seats.iter().for_each(Seat::hurry);
        }
    }

    /// Makes the bot move with what it has found; `false` if none is thinking.
    pub(super) fn hurry(&mut self, ctx: &Context) -> bool {
        if self.thinking.is_none() {
            return false;
        }
        self.pace.moved = ctx.now.checked_sub(self.delay(ctx)).unwrap_or(ctx.now);
        self.seats.iter().for_each(Seat::hurry);
        true
    }

    /// Stops the bots after the move that is under way, or lets them go on.
    pub(super) fn pause(&mut self) {
        self.pace.paused = !self.pace.paused;
        self.pace.step = false;
        if self.pace.paused && self.is_bots_turn() {
            self.interrupt();
        }
    }

    /// One move of a bot, and then a pause.
    pub(super) fn step(&mut self) {
        self.pace.paused = true;
        self.pace.step = self.is_bots_turn();
    }

    pub(super) fn is_bots_turn(&self) -> bool {
        !self.is_over() && !self.is_human(self.session.to_move())
    }
}

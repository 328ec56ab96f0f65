//! The state of a table and its transitions.

use std::time::Duration;

use cairn_engine::Rng;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Player;
use cairn_session::{RATED_TAG, SEAT_TAGS, Session};

use crate::advice::Adviser;
use crate::event::{Notice, Refusal, TableEffect, TableEvent};
use crate::offers::TakebackRequest;
use crate::setup::{TableSetup, TakebackPolicy, set_tags};
use crate::turns::PendingThought;
use crate::{Clock, GameId, Seat, Time};

/// The place where bots run.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum BotHost {
    /// In jobs of the table: [`TableEffect::Think`].
    Local,
    /// In another process, or in jobs from [`Table::think_job`]. [`TableEvent::Played`] delivers their moves.
    Remote,
}

/// A game and its players.
#[derive(Debug)]
pub struct Table {
    pub(crate) game: GameId,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seats: Vec<Seat>,
    seed: u64,
    /// Generates the seeds of the bots and of the next game.
    rng: Rng,
    date: Option<String>,
    pub(crate) clock: Clock,
    pub(crate) takebacks: TakebackPolicy,
    rated: bool,
    /// The pending take-back request.
    pub(crate) takeback: Option<TakebackRequest>,
    /// The earlier position on display, if any.
    pub(crate) earlier: Option<Box<dyn Session>>,
    pub(crate) is_paused: bool,
    pub(crate) bot_host: BotHost,
    /// Whether a bot should make one move while the game is paused.
    pub(crate) wants_step: bool,
    pub(crate) thinking: Option<PendingThought>,
    /// The number of think jobs so far.
    pub(crate) requests: u64,
    /// The minimum delay between a bot's move and the previous move.
    pub(crate) move_delay: Duration,
    pub(crate) moved_at: Time,
    pub(crate) adviser: Adviser,
    pub(crate) now: Time,
}

impl Table {
    /// Creates a table. Sets the tags for players, date and seed where the record lacks them, and the tag for rated
    /// games.
    pub fn new(setup: TableSetup) -> Self {
        let TableSetup { mut session, mut players, seed, date, time_control, time_left, takebacks, rated } =
            setup;
        players.resize(session.seats(), PlayerSpec::Human);
        set_tags(&mut *session, &players, seed, date.as_deref());
        // The record may come from a rated game of another table.
        if rated || session.tag(RATED_TAG).is_some() {
            let _ = session.set_tag(RATED_TAG, if rated { "yes" } else { "no" });
        }
        let mut rng = Rng::seeded(seed);
        let seats: Vec<Seat> = players.into_iter().map(|player| Seat::new(player, rng.next_u64())).collect();
        Self {
            game: GameId::new(),
            clock: Clock::with_time_left(time_control, seats.len(), time_left.as_deref()),
            session,
            seats,
            seed,
            rng,
            date,
            takebacks,
            rated,
            takeback: None,
            earlier: None,
            is_paused: false,
            bot_host: BotHost::Local,
            wants_step: false,
            thinking: None,
            requests: 0,
            move_delay: Duration::ZERO,
            moved_at: Time::ZERO,
            adviser: Adviser::default(),
            now: Time::ZERO,
        }
    }

    /// Handles an event and returns the effects for the user interface to carry out.
    pub fn handle(&mut self, event: TableEvent, now: Time) -> Vec<TableEffect> {
        let mut effects = Effects::default();
        self.now = self.now.max(now);
        self.check_clock(&mut effects);
        if let Err(refused) = self.update(event, &mut effects) {
            effects.push(TableEffect::Refuse(refused));
        }
        self.settle(&mut effects);
        self.seek_advice(&mut effects);
        effects.in_order()
    }

    fn update(&mut self, event: TableEvent, effects: &mut Effects) -> Result<(), Refusal> {
        self.check(&event)?;
        match event {
            TableEvent::Tick => {}
            TableEvent::Play(text) => self.play(&text, effects)?,
            TableEvent::Played(text) => self.play_stored(&text, effects)?,
            TableEvent::Thought(thought) => self.on_thought(thought, effects),
            TableEvent::Analysis(update) => self.on_analysis(update),
            TableEvent::StopThinking if self.thinking.is_none() && self.is_analyzing() => self.adviser.stop(),
            TableEvent::StopThinking => self.stop_thinking()?,
            TableEvent::SetPaused(paused) => self.set_paused(paused),
            TableEvent::Step => self.step()?,
            TableEvent::Undo => self.undo(false, effects)?,
            TableEvent::Redo => self.undo(true, effects)?,
            TableEvent::AskTakeback(player) => self.ask_takeback(player, effects),
            TableEvent::AnswerTakeback { player, accept } => self.answer_takeback(player, accept, effects),
            TableEvent::OfferDraw(player) => self.offer_draw(player, effects)?,
            TableEvent::AnswerDraw { player, accept } => self.answer_draw(player, accept, effects)?,
            TableEvent::Resign(player) => self.resign(player, effects)?,
            TableEvent::LookAt(ply) => self.look_at(ply),
            TableEvent::Hint => self.ask_hint()?,
            TableEvent::SetEvaluating(evaluating) => self.adviser.evaluating = evaluating,
            TableEvent::Again { swap } => self.again(swap, effects)?,
        }
        Ok(())
    }

    /// Restarts the game from the same starting position, once it is over.
    fn again(&mut self, swap: bool, effects: &mut Effects) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::NotOver);
        }
        let mut players: Vec<PlayerSpec> = self.seats.iter().map(|seat| seat.spec().clone()).collect();
        if swap {
            players.rotate_right(1);
        }
        let session = self.session.restarted();
        let seed = next_seed(&mut self.rng);
        let setup = TableSetup {
            session,
            players,
            seed,
            date: self.date.take(),
            time_control: self.clock.control(),
            time_left: None,
            takebacks: self.takebacks,
            rated: self.rated,
        };
        let (now, move_delay, bot_host) = (self.now, self.move_delay, self.bot_host);
        *self = Self { now, moved_at: now, move_delay, bot_host, ..Self::new(setup) };
        effects.notify(Notice::NewGame);
        Ok(())
    }

    /// Returns the game.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the id of the game.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the seats in turn order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the specs of the players, in turn order.
    pub fn player_names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.spec().to_string()).collect()
    }

    /// Sets the name of a person in the record.
    pub fn set_player_name(&mut self, player: Player, name: &str) {
        if let Some(tag) = SEAT_TAGS.get(player.index()) {
            // The tags of seats can always be set.
            let _ = self.session.set_tag(tag, name);
        }
    }

    /// Returns the seed of the bots.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Stops the clocks during the first plies, so that each starts after the first move of its player.
    pub const fn set_untimed_plies(&mut self, plies: usize) {
        self.clock.set_untimed(plies);
    }

    /// Returns the clocks.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns whether the game counts for a rating.
    pub const fn is_rated(&self) -> bool {
        self.rated
    }

    /// Returns the result of a finished rated game: the level of the bot, and the person's score (1, 0.5 or 0). `None`
    /// before the end, and in games that are not rated.
    pub fn rated_result(&self) -> Option<(u8, f64)> {
        let outcome = self.session.outcome().filter(|_| self.rated)?;
        let (person, level) = match &self.seats[..] {
            [me, other] if me.is_human() => (Player::FIRST, other.spec().level()?),
            [other, me] if me.is_human() => (Player::SECOND, other.spec().level()?),
            _ => return None,
        };
        let score = match outcome.winner() {
            Some(winner) if winner == person => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        Some((level, score))
    }

    /// Returns whether rated games forbid an event. After the end they allow analysis, but not undo.
    pub(crate) fn is_forbidden_help(&self, event: &TableEvent) -> bool {
        match event {
            TableEvent::Undo | TableEvent::Redo | TableEvent::AskTakeback(_) => true,
            TableEvent::Hint | TableEvent::SetEvaluating(true) => self.check_help().is_err(),
            // A level plays below its rating if its search is cut short.
            TableEvent::StopThinking => self.thinking.is_some(),
            _ => false,
        }
    }

    /// Rejects help, such as a hint or a review, while a rated game is in progress.
    pub fn check_help(&self) -> Result<(), Refusal> {
        if self.rated && !self.is_over() { Err(Refusal::Rated) } else { Ok(()) }
    }

    /// Returns the game up to the displayed position: the current one, or an earlier one.
    pub fn shown(&self) -> &dyn Session {
        self.earlier.as_deref().unwrap_or(&*self.session)
    }

    /// Returns the ply of the displayed position.
    pub fn shown_ply(&self) -> usize {
        self.shown().ply()
    }

    /// Returns whether the displayed position is an earlier one.
    pub const fn is_looking_back(&self) -> bool {
        self.earlier.is_some()
    }

    pub(crate) fn look_at(&mut self, ply: usize) {
        let is_earlier = ply < self.session.ply();
        self.earlier = if is_earlier { self.session.fork_at(ply) } else { None };
    }

    /// Returns the time of the last event.
    pub const fn now(&self) -> Time {
        self.now
    }

    /// Sets the minimum delay between a bot's move and the previous move, so that people can follow.
    pub const fn set_move_delay(&mut self, delay: Duration) {
        self.move_delay = delay;
    }

    /// Sets where the bots run.
    pub fn set_bot_host(&mut self, host: BotHost) {
        self.bot_host = host;
        if host == BotHost::Remote {
            self.interrupt();
        }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Returns whether a person has this seat.
    pub fn is_human(&self, player: Player) -> bool {
        self.seats.get(player.index()).is_some_and(Seat::is_human)
    }

    /// Returns whether a person takes part.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// Returns whether a bot takes part.
    pub fn has_bot(&self) -> bool {
        !self.seats.iter().all(Seat::is_human)
    }

    /// Returns whether a person may move now.
    pub fn is_persons_turn(&self) -> bool {
        !self.is_looking_back() && !self.is_over() && self.is_human(self.session.to_move())
    }

    /// Returns whether a bot is to move.
    pub fn is_bots_turn(&self) -> bool {
        !self.is_over() && !self.is_human(self.session.to_move())
    }

    /// Returns whether the bots are paused.
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Returns the person at the controls: the player to move, or the next person in turn order.
    pub fn speaker(&self) -> Option<Player> {
        let seats = self.seats.len();
        let mut player = self.session.to_move();
        for _ in 0..seats {
            if self.is_human(player) {
                return Some(player);
            }
            player = player.next(seats as u8);
        }
        None
    }
}

/// Generates a seed that is short enough to type.
fn next_seed(rng: &mut Rng) -> u64 {
    rng.next_u64() >> 44
}

/// Collects effects.
#[derive(Default)]
pub(crate) struct Effects {
    must_save: bool,
    list: Vec<TableEffect>,
}

impl Effects {
    pub(crate) const fn save(&mut self) {
        self.must_save = true;
    }

    pub(crate) fn notify(&mut self, notice: Notice) {
        self.list.push(TableEffect::Notify(notice));
    }

    pub(crate) fn push(&mut self, effect: TableEffect) {
        self.list.push(effect);
    }

    pub(crate) fn extend(&mut self, effects: impl IntoIterator<Item = TableEffect>) {
        self.list.extend(effects);
    }

    /// Returns the effects in order: saving comes first.
    fn in_order(mut self) -> Vec<TableEffect> {
        if self.must_save {
            self.list.insert(0, TableEffect::Save);
        }
        self.list
    }
}

//! Turns: moves of people and bots, pauses, failed bots, and expired clocks.

use cairn_engine::StopFlag;
use cairn_engine::bots::BotFault;
use cairn_rules::Player;

use crate::Time;
use crate::event::{Notice, Refusal, TableEffect};
use crate::seat::{Seat, ThinkJob, Thought, Ticket};
use crate::table::{BotHost, Effects, Table};

/// A running search of a bot, or its delayed move.
#[derive(Debug)]
pub(crate) struct PendingThought {
    ticket: Ticket,
    since: Time,
    stop: StopFlag,
    /// The move, while it is delayed.
    ready: Option<String>,
}

impl Drop for PendingThought {
    /// Stops the search and discards its result.
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Table {
    /// Returns when the bot started to think, if one is thinking.
    pub fn thinking_since(&self) -> Option<Time> {
        self.thinking.as_ref().map(|thinking| thinking.since)
    }

    /// Starts the bots now instead of at their first move, so that failures appear before the game starts. May block
    /// while an external engine starts.
    pub fn start_bots(&mut self) -> Result<(), (Player, BotFault)> {
        for (player, seat) in Player::ALL.into_iter().zip(&mut self.seats) {
            seat.start_bot(&*self.session).map_err(|fault| (player, fault))?;
        }
        Ok(())
    }

    /// Returns a job for the bot to move, with a new bot, under [`BotHost::Remote`]; `None` unless a bot is to move.
    /// Deliver its move as [`TableEvent::Played`](crate::TableEvent::Played).
    pub fn think_job(&self) -> Option<ThinkJob> {
        let player = self.session.to_move();
        let is_wanted = self.bot_host == BotHost::Remote && self.is_bots_turn();
        let seat = self.seats.get(player.index()).filter(|_| is_wanted)?;
        let ticket = Ticket { game: self.game, ply: self.session.ply(), number: 0 };
        let (bot, session, seed) = (seat.new_bot()?, self.session.fork(), seat.seed());
        Some(ThinkJob { ticket, player, bot, session, seed, stop: StopFlag::default() })
    }

    /// Returns when the next [`TableEvent::Tick`](crate::TableEvent::Tick) is due: for a delayed move, or an expiring
    /// clock.
    pub fn next_wake(&self) -> Option<Time> {
        let ready = self.thinking.as_ref().and_then(|thinking| thinking.ready.as_ref());
        let due = ready.map(|_| self.due_at());
        due.into_iter().chain(self.clock.runs_out_at()).min()
    }

    fn due_at(&self) -> Time {
        self.moved_at.saturating_add(self.move_delay)
    }

    pub(crate) fn play(&mut self, text: &str, effects: &mut Effects) -> Result<(), Refusal> {
        if self.is_looking_back() {
            return Err(Refusal::LookingBack);
        }
        if self.is_bots_turn() {
            return Err(Refusal::BotToMove);
        }
        let player = self.session.to_move();
        let mv = self.session.play(text)?;
        self.moved(player, mv, effects);
        Ok(())
    }

    /// Plays a move of the player to move, and cancels the search of a bot for that move.
    pub(crate) fn play_stored(&mut self, text: &str, effects: &mut Effects) -> Result<(), Refusal> {
        let player = self.session.to_move();
        let mv = self.session.play(text)?;
        self.interrupt();
        self.moved(player, mv, effects);
        Ok(())
    }

    /// Handles a completed move.
    fn moved(&mut self, player: Player, mv: String, effects: &mut Effects) {
        let ply = self.session.ply();
        self.clock.press(player, ply, self.now);
        self.takeback = None;
        self.position_changed(effects);
        effects.notify(Notice::Moved { player, mv, remarks: self.session.board().remarks(ply) });
        if self.is_over() {
            self.ended(effects);
        }
    }

    /// Handles undone or redone moves.
    pub(crate) fn history_changed(&mut self, effects: &mut Effects) {
        self.interrupt();
        self.earlier = None;
        self.clock.set_ply(self.session.ply());
        self.takeback = None;
        self.position_changed(effects);
    }

    /// Saves the changed game. An earlier position stays on display.
    fn position_changed(&mut self, effects: &mut Effects) {
        self.moved_at = self.now;
        self.adviser.wants_hint = false;
        self.save(effects);
    }

    pub(crate) fn ended(&mut self, effects: &mut Effects) {
        self.interrupt();
        self.earlier = None;
        self.clock.run(None, self.now);
        self.save(effects);
        if let Some(outcome) = self.session.outcome() {
            effects.notify(Notice::Ended(outcome));
        }
    }

    /// Saves the game unless only bots play, because their games can be replayed from the seed.
    fn save(&self, effects: &mut Effects) {
        if self.has_human() {
            effects.save();
        }
    }

    /// Handles the result of a think job. Ignores a move for another game or an earlier request.
    pub(crate) fn on_thought(&mut self, thought: Thought, effects: &mut Effects) {
        if thought.ticket.game != self.game {
            return;
        }
        if let Some(seat) = self.seats.get_mut(thought.player.index()) {
            seat.return_bot(thought.bot);
        }
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.ticket == thought.ticket)
        else {
            return;
        };
        match thought.result {
            Ok(mv) => thinking.ready = Some(mv),
            Err(fault) => self.bot_failed(thought.player, fault, effects),
        }
    }

    fn bot_failed(&mut self, player: Player, fault: BotFault, effects: &mut Effects) {
        self.thinking = None;
        self.is_paused = true;
        self.wants_step = false;
        effects.notify(Notice::BotFailed { player, fault });
    }

    /// Cancels the think job and discards its move.
    pub(crate) fn interrupt(&mut self) {
        self.thinking = None;
    }

    /// Makes the thinking bot play the best move found so far.
    pub(crate) fn stop_thinking(&mut self) -> Result<(), Refusal> {
        let thinking = self.thinking.as_ref().ok_or(Refusal::NoBotToMove)?;
        thinking.stop.stop();
        self.moved_at = self.now.saturating_sub(self.move_delay);
        Ok(())
    }

    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.is_paused = paused;
        self.wants_step = false;
        if paused && self.is_bots_turn() {
            self.interrupt();
        }
    }

    pub(crate) fn step(&mut self) -> Result<(), Refusal> {
        if !self.is_bots_turn() {
            return Err(Refusal::NoBotToMove);
        }
        self.earlier = None;
        self.is_paused = true;
        self.wants_step = true;
        Ok(())
    }

    /// Ends the game if a player's time is up.
    pub(crate) fn check_clock(&mut self, effects: &mut Effects) {
        let is_up = self.clock.runs_out_at().is_some_and(|at| at <= self.now);
        let Some(player) = self.clock.running().filter(|_| is_up) else { return };
        self.clock.run(None, self.now);
        if self.session.forfeit_on_time(player).is_ok() {
            effects.notify(Notice::TimeUp(player));
            self.ended(effects);
        }
    }

    /// Plays a move that is due, starts the bot to move, and starts the clock of the player to move.
    pub(crate) fn settle(&mut self, effects: &mut Effects) {
        self.play_when_due(effects);
        let player = self.session.to_move();
        let goes_on = !self.is_over() && (!self.is_paused || self.wants_step || self.is_human(player));
        self.clock.run(goes_on.then_some(player), self.now);
        if !goes_on || self.thinking.is_some() || self.is_looking_back() || self.bot_host == BotHost::Remote {
            return;
        }
        let Some(bot) = self.seats.get_mut(player.index()).and_then(Seat::take_bot) else { return };
        self.requests += 1;
        let ply = self.session.ply();
        let ticket = Ticket { game: self.game, ply, number: self.requests };
        let stop = StopFlag::default();
        let seed = self.seats[player.index()].seed();
        let session = self.session.fork();
        self.thinking = Some(PendingThought { ticket, since: self.now, stop: stop.clone(), ready: None });
        effects.push(TableEffect::Think(ThinkJob { ticket, player, bot, session, seed, stop }));
    }

    fn play_when_due(&mut self, effects: &mut Effects) {
        let is_due = self.due_at() <= self.now || self.wants_step;
        let Some(mv) = self.thinking.as_mut().filter(|_| is_due).and_then(|thinking| thinking.ready.take())
        else {
            return;
        };
        self.thinking = None;
        self.wants_step = false;
        let player = self.session.to_move();
        match self.session.play(&mv) {
            Ok(mv) => self.moved(player, mv, effects),
            Err(error) => self.bot_failed(player, error.into(), effects),
        }
    }
}

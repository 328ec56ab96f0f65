//! A seat at the board. A bot leaves it to think on a thread of its own and comes back with a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use cairn_session::Record;
use cairn_session::players::{Bot, BotSpec};

use super::guarded;
use crate::event::Event;
use cairn_session::players::PlayerSpec;

/// Who sits there, and the bot's mind while it is at home.
pub(crate) struct Seat {
    player_spec: PlayerSpec,
    seed: u64,
    mind: Option<Mind>,
    stop: Arc<AtomicBool>,
}

/// A bot with what it remembers.
struct Mind {
    bot: Box<dyn Bot>,
    /// Whether it has been told which game this is.
    begun: bool,
}

/// What came of a bot's thinking.
pub(crate) struct Thought {
    /// Which request it answers.
    pub(crate) ticket: u64,
    /// Whose it is, by the index of the seat.
    pub(crate) seat: usize,
    /// The move, or what went wrong.
    pub(crate) result: Result<String, String>,
    mind: Option<Mind>,
}

impl Seat {
    pub(crate) fn new(player_spec: PlayerSpec, seed: u64) -> Self {
        let mut seat = Self { player_spec, seed, mind: None, stop: Arc::default() };
        seat.awaken();
        seat
    }

    pub(crate) const fn player_spec(&self) -> &PlayerSpec {
        &self.player_spec
    }

    pub(crate) const fn is_human(&self) -> bool {
        self.player_spec.is_human()
    }

    /// Gives a bot a fresh mind.
    fn awaken(&mut self) {
        if let PlayerSpec::Bot(spec) = &self.player_spec {
            self.mind = Some(Mind::new(spec, &self.stop));
        }
    }

    /// Whether a bot sits here that could begin to think.
    pub(crate) const fn is_ready(&self) -> bool {
        self.mind.is_some()
    }

    /// Whether a bot sits here that is thinking.
    pub(crate) const fn is_away(&self) -> bool {
        !self.is_human() && self.mind.is_none()
    }

    /// Asks a bot for its move at the end of the record; the answer comes as an event.
    pub(crate) fn think(&mut self, seat: usize, record: Record, ticket: u64, outbox: Sender<Event>) {
        let Some(mut mind) = self.mind.take() else { return };
        self.stop.store(false, Ordering::Relaxed);
        let seed = self.seed;
        thread::spawn(move || {
            let (mind, result) = match guarded(|| mind.choose(&record, seed)) {
                Ok(result) => (result.is_ok().then_some(mind), result),
                Err(panic) => (None, Err(panic)),
            };
            // Nobody listens when the app has ended.
            let _ = outbox.send(Event::Thought(Thought { ticket, seat, result, mind }));
        });
    }

    /// Makes a bot that is thinking move with what it has.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes a bot back home after its thought; one that has failed gets a fresh mind.
    pub(crate) fn come_home(&mut self, thought: &mut Thought) {
        match thought.mind.take() {
            Some(mind) => self.mind = Some(mind),
            None => self.awaken(),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hurry();
    }
}

impl Mind {
    fn new(spec: &BotSpec, stop: &Arc<AtomicBool>) -> Self {
        let mut bot = spec.make();
        bot.set_stop_flag(Arc::clone(stop));
        Self { bot, begun: false }
    }

    fn choose(&mut self, record: &Record, seed: u64) -> Result<String, String> {
        let session = record.session().map_err(|error| error.to_string())?;
        if !self.begun {
            self.bot.new_game(&*session, seed).map_err(|fault| fault.to_string())?;
            self.begun = true;
        }
        self.bot.choose(&*session).map_err(|fault| fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use cairn_rules::games::ALL;
    use cairn_session::players::BotFault;
    use cairn_session::{Session, open};

    use super::*;

    struct Wreck;

    impl Bot for Wreck {
        fn name(&self) -> String {
            "wreck".to_owned()
        }

        fn new_game(&mut self, _: &dyn Session, _: u64) -> Result<(), BotFault> {
            Ok(())
        }

        fn choose(&mut self, _: &dyn Session) -> Result<String, BotFault> {
            panic!("no idea")
        }
    }

    fn think(seat: &mut Seat, record: Record) -> Result<String, String> {
        let (outbox, inbox) = channel();
        seat.think(1, record, 7, outbox);
        assert!(!seat.is_ready());
        let Ok(Event::Thought(mut thought)) = inbox.recv() else { panic!("no thought") };
        assert_eq!((thought.ticket, thought.seat), (7, 1));
        seat.come_home(&mut thought);
        assert!(seat.is_ready());
        thought.result
    }

    #[test]
    fn a_bot_comes_back_with_a_legal_move_and_thinks_again() {
        let mut session = open(ALL[0].id, None).unwrap();
        let mut seat = Seat::new("level1".parse().unwrap(), 1);
        for _ in 0..2 {
            let mv = think(&mut seat, session.record()).unwrap();
            session.play(&mv).unwrap();
        }
    }

    #[test]
    fn a_panic_is_told_and_the_bot_wakes_up_again() {
        let spec = BotSpec::new("wreck", || Box::new(Wreck));
        let mut seat = Seat::new(PlayerSpec::Bot(spec), 1);
        for _ in 0..2 {
            let record = open(ALL[0].id, None).unwrap().record();
            assert_eq!(think(&mut seat, record), Err("no idea".to_owned()));
        }
    }
}

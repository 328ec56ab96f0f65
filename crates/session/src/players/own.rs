//! The bots of this program as choosers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Chooser, Fault};
use crate::{BotPlayer, Session};

impl Chooser for BotPlayer {
    fn name(&self) -> String {
        self.bot().to_string()
    }

    fn new_game(&mut self, _: &dyn Session, seed: u64) -> Result<(), Fault> {
        BotPlayer::new_game(self, seed);
        Ok(())
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        BotPlayer::stop_at(self, stop);
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, Fault> {
        let over = || Fault::Failed { problem: "the game is over".to_owned() };
        BotPlayer::choose(self, session).ok_or_else(over)
    }
}

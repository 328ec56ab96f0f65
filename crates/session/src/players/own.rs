//! The bots of this program as choosers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Bot, BotFault};
use crate::{BuiltinBot, Session};

impl Bot for BuiltinBot {
    fn name(&self) -> String {
        self.bot().to_string()
    }

    fn new_game(&mut self, _: &dyn Session, seed: u64) -> Result<(), BotFault> {
        BuiltinBot::new_game(self, seed);
        Ok(())
    }

    fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        BuiltinBot::set_stop_flag(self, stop);
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        let over = || BotFault::Failed { problem: "the game is over".to_owned() };
        BuiltinBot::choose(self, session).ok_or_else(over)
    }
}

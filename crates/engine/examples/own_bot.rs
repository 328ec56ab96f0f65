//! A bot of your own, against a built-in one. It can play wherever bots do: at tables and in matches.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example own_bot -- stac level1
//! ```

use std::error::Error;

use cairn_engine::Rng;
use cairn_engine::bots::{Bot, BotFault, BotSpec};
use cairn_rules::RandomSource;
use cairn_session::Session;

/// Wins if it can; otherwise leaves the opponent as few moves as possible. Breaks ties at random, reproducibly by the
/// seed.
#[derive(Debug)]
struct Squeeze(Rng);

impl Bot for Squeeze {
    fn name(&self) -> String {
        "squeeze".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, seed: u64) -> Result<(), BotFault> {
        self.0 = Rng::seeded(seed);
        Ok(())
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        let mut moves = session.legal_moves();
        let first = self.0.below(moves.len() as u32) as usize;
        moves.rotate_left(first);
        let mut best = (u64::MAX, moves[0].clone());
        for mv in moves {
            let mut after = session.fork();
            after.play(&mv)?;
            let replies = match after.outcome() {
                Some(outcome) if outcome.winner() == Some(session.to_move()) => 0,
                Some(_) => u64::MAX,
                None => after.perft(1),
            };
            if replies < best.0 {
                best = (replies, mv);
            }
        }
        Ok(best.1)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut session = cairn_session::open(&arguments.next().unwrap_or("staqs".to_owned()), None)?;
    let opponent: BotSpec = arguments.next().unwrap_or("greedy".to_owned()).parse()?;
    let own = BotSpec::new("squeeze", || Box::new(Squeeze(Rng::seeded(0))));
    let mut bots = [own.make(), opponent.make()];
    for bot in &mut bots {
        bot.new_game(&*session, 1)?;
    }
    while session.outcome().is_none() {
        let mv = bots[session.to_move().index() % 2].choose(&*session)?;
        session.play(&mv)?;
    }
    println!("{}", session.record());
    Ok(())
}

//! A bot of your own, against a built-in one. It takes part wherever bots do: at tables, in matches, as a level.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example own_bot -- stac level1
//! ```

use std::error::Error;

use cairn_engine::bots::{Bot, BotFault, BotSpec};
use cairn_engine::{Rng, StopFlag};
use cairn_rules::RandomSource;
use cairn_session::Session;

/// Wins if it can, else leaves the opponent as few moves as possible.
struct Squeeze {
    rng: Rng,
    stop: StopFlag,
}

impl Squeeze {
    /// How good a move is: higher is better.
    fn rank(session: &dyn Session, mv: &str) -> Result<i64, BotFault> {
        let mut after = session.fork();
        after.play(mv)?;
        Ok(match after.outcome() {
            Some(outcome) if outcome.winner() == Some(session.to_move()) => i64::MAX,
            Some(_) => i64::MIN,
            None => -(after.perft(1) as i64),
        })
    }
}

impl Bot for Squeeze {
    fn name(&self) -> String {
        "squeeze".to_owned()
    }

    fn new_game(&mut self, _: &dyn Session, seed: u64) -> Result<(), BotFault> {
        self.rng = Rng::seeded(seed);
        Ok(())
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.stop = stop;
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        let mut moves = session.legal_moves();
        // Ties are broken by chance, the same for the same seed.
        let first = self.rng.below(moves.len() as u32) as usize;
        moves.rotate_left(first);
        let mut best = (i64::MIN, moves[0].clone());
        for mv in moves {
            if self.stop.is_stopped() {
                break;
            }
            let rank = Self::rank(session, &mv)?;
            if rank > best.0 {
                best = (rank, mv);
            }
        }
        Ok(best.1)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut session = cairn_session::open(&arguments.next().unwrap_or("staqs".to_owned()), None)?;
    let opponent: BotSpec = arguments.next().unwrap_or("greedy".to_owned()).parse()?;
    let own =
        BotSpec::new("squeeze", || Box::new(Squeeze { rng: Rng::seeded(0), stop: StopFlag::default() }));
    let mut bots = [own.make(), opponent.make()];
    for bot in &mut bots {
        bot.new_game(&*session, 1)?;
    }
    while session.outcome().is_none() {
        let bot = session.to_move().index() % bots.len();
        let mv = bots[bot].choose(&*session)?;
        session.play(&mv)?;
    }
    print!("{}", session.record());
    println!();
    Ok(())
}

//! Plays games on worker threads: each free thread takes the next job.

use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use cairn_engine::StopFlag;
use cairn_engine::bots::{BotSpec, EngineLog};
use cairn_engine::fitting_threads;

use crate::game::{GameRunner, PlayedGame, WorkerBot};
use crate::{ArenaError, MatchConfig};

/// A game to play.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Job {
    /// The index of its pairing.
    pub(crate) pairing: usize,
    /// The indices of its two bots, which differ.
    pub(crate) bots: [usize; 2],
    /// Its number in the pairing, from 0.
    pub(crate) number: usize,
}

/// The terms that all games of a pool share.
pub(crate) struct Pool<'a> {
    pub(crate) bots: &'a [BotSpec],
    pub(crate) config: &'a MatchConfig,
    pub(crate) threads: usize,
    /// Whether to collect [`Observations`](crate::game::Observations).
    pub(crate) observe: bool,
    /// The log of external engines.
    pub(crate) log: Option<&'a EngineLog>,
    /// Set by the caller to abandon all games.
    pub(crate) stop: &'a StopFlag,
}

impl Pool<'_> {
    /// Plays the jobs and passes games to `on_game` as they end, in any order, until all are played, `stop` is set or
    /// `on_game` breaks.
    pub(crate) fn run(
        &self,
        jobs: impl Iterator<Item = Job> + Send,
        mut on_game: impl FnMut(Job, PlayedGame) -> Result<ControlFlow<()>, ArenaError>,
    ) -> Result<(), ArenaError> {
        let jobs = Mutex::new(jobs);
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let halt = StopFlag::default();
        let (sender, games) = channel();
        thread::scope(|scope| {
            for number in 0..fitting_threads(self.threads) {
                let sender = sender.clone();
                let (next, halt) = (&next, &halt);
                let work = move || {
                    let mut bots: Vec<WorkerBot<'_>> =
                        self.bots.iter().map(|spec| WorkerBot::new(spec, self.log)).collect();
                    let stop = || halt.is_stopped() || self.stop.is_stopped();
                    while let Some(job) = next() {
                        // Of all bots on a thread, only the two that play hold memory.
                        let others = bots.iter_mut().enumerate().filter(|(bot, _)| !job.bots.contains(bot));
                        others.for_each(|(_, bot)| bot.rest());
                        let game = self.play(job, &mut bots, &stop);
                        let is_last = !matches!(game, Ok(Some(_)));
                        if sender.send((job, game)).is_err() || is_last {
                            break;
                        }
                    }
                };
                // If a thread cannot start, the others play its games.
                match Builder::new().spawn_scoped(scope, work) {
                    Err(error) if number == 0 => return Err(ArenaError::Thread(error)),
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            let mut result = Ok(());
            for (job, game) in games {
                // Games that end after the decision to stop do not count.
                if halt.is_stopped() {
                    continue;
                }
                let step = match game {
                    Ok(Some(game)) => on_game(job, game),
                    Ok(None) => Ok(ControlFlow::Continue(())),
                    Err(error) => Err(error),
                };
                if !matches!(step, Ok(ControlFlow::Continue(()))) {
                    halt.stop();
                    result = step.map(|_| ());
                }
            }
            result
        })
    }

    fn play(
        &self,
        job: Job,
        bots: &mut [WorkerBot<'_>],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PlayedGame>, ArenaError> {
        // The bots of a pairing differ, so both can be borrowed at once.
        let Ok(mut bots) = bots.get_disjoint_mut(job.bots) else { return Ok(None) };
        let runner = GameRunner { config: self.config, number: job.number, observe: self.observe };
        runner.play(&mut bots, stop)
    }
}

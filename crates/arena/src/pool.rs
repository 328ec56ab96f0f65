//! Games on several threads: whoever is free takes the next one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use cairn_session::OpenError;
use cairn_session::players::BotSpec;

use crate::game::{Bench, Game, Sitting};
use crate::{ArenaError, Terms};

/// A game that is to be played.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Job {
    /// Which pairing it belongs to.
    pub(crate) pairing: usize,
    /// The two bots.
    pub(crate) bots: [usize; 2],
    /// Which game of the pairing, from 0.
    pub(crate) number: usize,
}

/// Everything that all games of a pool share.
pub(crate) struct Pool<'a> {
    pub(crate) bots: &'a [BotSpec],
    pub(crate) terms: &'a Terms,
    pub(crate) threads: usize,
    /// Whether to look at the games on the way.
    pub(crate) observe: bool,
    /// Games are left unfinished when this is set.
    pub(crate) stop: &'a AtomicBool,
}

impl Pool<'_> {
    /// Plays games in any order and hands them over as they end, until all are played, `stop` is set
    /// or `done` breaks.
    pub(crate) fn play(
        &self,
        jobs: impl Iterator<Item = Job> + Send,
        mut done: impl FnMut(Job, Game) -> Result<ControlFlow<()>, ArenaError>,
    ) -> Result<(), ArenaError> {
        let jobs = Mutex::new(jobs);
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let halt = AtomicBool::new(false);
        let (ended, games) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let ended = ended.clone();
                let (next, halt) = (&next, &halt);
                scope.spawn(move || {
                    let mut benches: Vec<Bench<'_>> = self.bots.iter().map(Bench::new).collect();
                    let stop = || halt.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed);
                    while let Some(job) = next() {
                        let game = self.sit(job, &mut benches, &stop);
                        let last = !matches!(game, Ok(Some(_)));
                        if ended.send((job, game)).is_err() || last {
                            break;
                        }
                    }
                });
            }
            drop(ended);
            let mut result = Ok(());
            for (job, game) in games {
                // What ends after the decision to stop does not count.
                if halt.load(Ordering::Relaxed) {
                    continue;
                }
                let step = match game {
                    Ok(Some(game)) => done(job, game),
                    Ok(None) => Ok(ControlFlow::Continue(())),
                    Err(error) => Err(error.into()),
                };
                if !matches!(step, Ok(ControlFlow::Continue(()))) {
                    halt.store(true, Ordering::Relaxed);
                    result = step.map(|_| ());
                }
            }
            result
        })
    }

    fn sit(
        &self,
        job: Job,
        benches: &mut [Bench<'_>],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Game>, OpenError> {
        // Bots of a pairing are never the same one, so both can be borrowed at once.
        let Ok(mut bots) = benches.get_disjoint_mut(job.bots) else { return Ok(None) };
        let sitting = Sitting { terms: self.terms, number: job.number, observe: self.observe };
        sitting.play(&mut bots, stop)
    }
}

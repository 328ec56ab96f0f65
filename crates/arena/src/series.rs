//! The games of one or several pairings of bots, for matches and tournaments.

use std::ops::ControlFlow;

use cairn_engine::StopFlag;
use cairn_engine::bots::{BotSpec, EngineLog};

use crate::game::{PlayedGame, match_name};
use crate::pool::{Job, Pool};
use crate::scoreboard::Scoreboard;
use crate::{ArenaError, MatchConfig, RecordFile, Sprt};

/// Pairings of bots that play the same number of games from the same openings.
pub(crate) struct Series<'a> {
    pub(crate) bots: &'a [BotSpec],
    /// The indices of the bots of each pairing.
    pub(crate) pairings: &'a [[usize; 2]],
    pub(crate) config: &'a MatchConfig,
    /// The number of games of each pairing.
    pub(crate) games: usize,
    pub(crate) threads: usize,
    /// A test that may end the series early.
    pub(crate) sprt: Option<Sprt>,
    /// The log of external engines.
    pub(crate) log: Option<&'a EngineLog>,
}

impl Series<'_> {
    /// Plays the games missing in `file`, until `stop` is set or the test is decided. Calls `on_game` with the results
    /// at the beginning and after every game.
    pub(crate) fn run(
        &self,
        mut file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_game: &mut dyn FnMut(&[Scoreboard], Option<PlayedGame>),
    ) -> Result<Vec<Scoreboard>, ArenaError> {
        let mut scoreboards = vec![Scoreboard::new(self.games, self.sprt); self.pairings.len()];
        for (scoreboard, &[first, second]) in scoreboards.iter_mut().zip(self.pairings) {
            let name = match_name(&self.bots[first], &self.bots[second]);
            for game in file.iter_mut().flat_map(|file| file.take(&name)) {
                scoreboard.add(&game);
            }
        }
        on_game(&scoreboards, None);
        if scoreboards.iter().any(Scoreboard::is_decided) {
            return Ok(scoreboards);
        }
        // All pairings advance together, so that a tournament is fair whenever it stops.
        let all = (0..self.games).flat_map(|number| {
            self.pairings.iter().enumerate().map(move |(pairing, &bots)| Job { pairing, bots, number })
        });
        let played = scoreboards.clone();
        let left = all.filter(|job| !played[job.pairing].has(job.number));
        let threads = self.threads.min(self.games * self.pairings.len());
        let pool =
            Pool { bots: self.bots, config: self.config, threads, observe: false, log: self.log, stop };
        pool.run(left, |job, game| {
            if let Some(file) = &mut file {
                file.append(&game.record)?;
            }
            let scoreboard = &mut scoreboards[job.pairing];
            scoreboard.add(&game);
            let is_decided = scoreboard.is_decided();
            on_game(&scoreboards, Some(game));
            Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(scoreboards)
    }
}

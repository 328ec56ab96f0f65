//! A round-robin tournament or a gauntlet on one pool of threads.

use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::bots::{BotSpec, EngineLog};

use crate::scoreboard::Scoreboard;
use crate::series::Series;
use crate::{ArenaError, MatchConfig, Rating, RecordFile, Results, ratings};

/// A tournament to play: a round robin unless the settings restrict the pairings.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The bots; their names differ.
    pub bots: Vec<BotSpec>,
    /// The terms of the games; all pairings play the same openings.
    pub config: MatchConfig,
    /// The number of games of each pairing.
    pub games: usize,
    /// The number of games played at a time.
    pub threads: usize,
    /// If set, only bots at most this many places apart in the list play each other.
    pub near: Option<usize>,
    /// Whether only the first bot plays all others.
    pub gauntlet: bool,
    /// The index of the bot whose rating is 0.
    pub anchor: usize,
    /// The log of external engines.
    pub log: Option<EngineLog>,
}

/// The outcome of a tournament.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Crosstable {
    /// The bots, best first.
    pub rows: Vec<CrosstableRow>,
    /// The number of games played.
    pub games: usize,
    /// Their total length in plies.
    pub plies: usize,
    /// The time taken.
    pub elapsed: Duration,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// A bot in a crosstable.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrosstableRow {
    /// Its name.
    pub name: String,
    /// Its results against all others.
    pub total: Results,
    /// Its rating relative to the anchor; `None` if no chain of games connects them.
    pub rating: Option<Rating>,
    /// Its results against each bot, in the order of the rows; `None` if they do not play.
    pub against: Vec<Option<Results>>,
    /// The number of games lost by its own fault.
    pub forfeits: usize,
}

impl Tournament {
    /// Creates a round robin on one thread, with the first bot as the anchor.
    pub const fn new(bots: Vec<BotSpec>, config: MatchConfig, games: usize) -> Self {
        Self { bots, config, games, threads: 1, near: None, gauntlet: false, anchor: 0, log: None }
    }

    /// Returns the bots of every pairing.
    pub fn pairings(&self) -> Vec<(&BotSpec, &BotSpec)> {
        self.pairing_indices().into_iter().map(|[one, two]| (&self.bots[one], &self.bots[two])).collect()
    }

    fn pairing_indices(&self) -> Vec<[usize; 2]> {
        let count = self.bots.len();
        let reach = self.near.unwrap_or(count);
        let others = |one: usize| one + 1..count.min(one.saturating_add(reach).saturating_add(1));
        let players = if self.gauntlet { count.min(1) } else { count };
        (0..players).flat_map(|one| others(one).map(move |two| [one, two])).collect()
    }

    /// Plays the tournament, or the games missing in `file`, until `stop` is set; calls `on_progress` with the number
    /// of finished games.
    pub fn run(
        &self,
        file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<Crosstable, ArenaError> {
        let started = Instant::now();
        let pairings = self.pairing_indices();
        let series = Series {
            bots: &self.bots,
            pairings: &pairings,
            config: &self.config,
            games: self.games,
            threads: self.threads,
            sprt: None,
            log: self.log.as_ref(),
        };
        let games = |scoreboards: &[Scoreboard]| scoreboards.iter().map(Scoreboard::games).sum::<usize>();
        let scoreboards = series.run(file, stop, &mut |scoreboards, _| on_progress(games(scoreboards)))?;
        let games = games(&scoreboards);
        Ok(Crosstable {
            rows: self.rows(&pairings, &scoreboards),
            games,
            plies: scoreboards.iter().map(Scoreboard::plies).sum(),
            elapsed: started.elapsed(),
            interrupted: games < self.games * pairings.len(),
        })
    }

    fn rows(&self, pairings: &[[usize; 2]], scoreboards: &[Scoreboard]) -> Vec<CrosstableRow> {
        let count = self.bots.len();
        let mut against = vec![vec![None; count]; count];
        let mut forfeits = vec![0; count];
        for (&[one, two], scoreboard) in pairings.iter().zip(scoreboards) {
            let results = scoreboard.final_results();
            against[one][two] = Some(results);
            against[two][one] = Some(results.reversed());
            for (_, forfeit) in scoreboard.forfeits() {
                forfeits[[one, two][forfeit.side.index()]] += 1;
            }
        }
        let total = |bot: usize| {
            against[bot].iter().flatten().fold(Results::default(), |sum: Results, results| sum.plus(results))
        };
        let mut order: Vec<usize> = (0..count).collect();
        let rated = ratings(&against, self.anchor);
        // Scores are comparable only if all bots play each other.
        let strength = |bot: usize| {
            if self.near.is_some() || self.gauntlet {
                return rated[bot].map_or(f64::NEG_INFINITY, |rating| rating.elo);
            }
            total(bot).score().mean
        };
        order.sort_by(|&one, &two| strength(two).total_cmp(&strength(one)));
        let row = |&bot: &usize| CrosstableRow {
            name: self.bots[bot].name().to_owned(),
            total: total(bot),
            rating: rated[bot],
            against: order.iter().map(|&other| against[bot][other]).collect(),
            forfeits: forfeits[bot],
        };
        order.iter().map(row).collect()
    }
}

//! A round-robin tournament on one pool of threads.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;

use crate::game::match_name;
use crate::pool::{Job, Pool};
use crate::scoreboard::Scoreboard;
use crate::{ArenaError, MatchConfig, Rating, RecordFile, Results, ratings};

/// A round-robin tournament to play.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The bots; their names differ.
    pub bots: Vec<BotSpec>,
    /// What the games depend on besides the bots; all pairings play the same openings.
    pub config: MatchConfig,
    /// How many games every two bots play.
    pub games: usize,
    /// How many games to play at a time.
    pub threads: usize,
    /// If given, only bots at most so many places apart in the list play each other.
    pub near: Option<usize>,
    /// The index of the bot whose rating is 0.
    pub anchor: usize,
}

/// The outcome of a tournament.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// The bots, best first.
    pub rows: Vec<CrosstableRow>,
    /// How many games were played.
    pub games: usize,
    /// Their total length in plies.
    pub plies: usize,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// A bot in a crosstable.
#[derive(Clone, Debug)]
pub struct CrosstableRow {
    /// Its name.
    pub name: String,
    /// Its results against all others.
    pub total: Results,
    /// Its rating relative to the anchor; `None` if no chain of games connects them.
    pub rating: Option<Rating>,
    /// Its results against each bot, in the order of the rows; `None` if they do not play.
    pub against: Vec<Option<Results>>,
    /// How many games it lost by its own fault.
    pub forfeits: usize,
}

impl Tournament {
    /// The bots of every pairing.
    pub fn pairings(&self) -> Vec<(&BotSpec, &BotSpec)> {
        self.pairing_indices().into_iter().map(|[one, two]| (&self.bots[one], &self.bots[two])).collect()
    }

    fn pairing_indices(&self) -> Vec<[usize; 2]> {
        let count = self.bots.len();
        let reach = self.near.unwrap_or(count);
        let others = |one: usize| one + 1..count.min(one.saturating_add(reach).saturating_add(1));
        (0..count).flat_map(|one| others(one).map(move |two| [one, two])).collect()
    }

    /// Plays the tournament, or the games missing in `file`, until `stop` is set;
    /// `on_progress` gets the number of games that have ended.
    pub fn run(
        &self,
        mut file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<Crosstable, ArenaError> {
        let started = Instant::now();
        let pairings = self.pairing_indices();
        let mut scoreboards = vec![Scoreboard::new(self.games, None); pairings.len()];
        for (scoreboard, (first, second)) in scoreboards.iter_mut().zip(self.pairings()) {
            for game in file.iter_mut().flat_map(|file| file.take(&match_name(first, second))) {
                scoreboard.add(&game);
            }
        }
        // All pairings advance together, so that a tournament can be stopped at any time and still be fair.
        let all = (0..self.games).flat_map(|number| {
            pairings.iter().enumerate().map(move |(pairing, &bots)| Job { pairing, bots, number })
        });
        let played = scoreboards.clone();
        let left = all.filter(|job| !played[job.pairing].has(job.number));
        let total = self.games * pairings.len();
        let mut games = scoreboards.iter().map(Scoreboard::games).sum();
        on_progress(games);
        let pool = Pool {
            bots: &self.bots,
            config: &self.config,
            threads: self.threads.min(total),
            observe: false,
            stop,
        };
        pool.run(left, |job, game| {
            if let Some(file) = &mut file {
                file.append(&game.record)?;
            }
            scoreboards[job.pairing].add(&game);
            games += 1;
            on_progress(games);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Crosstable {
            rows: self.rows(&pairings, &scoreboards),
            games,
            plies: scoreboards.iter().map(Scoreboard::plies).sum(),
            elapsed: started.elapsed(),
            interrupted: games < total,
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
        // Scores are comparable only where all play all.
        let strength = |bot: usize| match self.near {
            Some(_) => rated[bot].map_or(f64::NEG_INFINITY, |rating| rating.elo),
            None => total(bot).score().mean,
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

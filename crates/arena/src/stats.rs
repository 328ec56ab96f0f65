//! Self-play statistics for game designers: length, branching, balance, draws, and the time of decision.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::bots::BotSpec;
use cairn_rules::Outcome;
use cairn_session::open;

use crate::game::{PlayedGame, match_name};
use crate::lead::Observations;
use crate::pool::{Job, Pool};
use crate::{ArenaError, LeadCount, MatchConfig, RecordFile};

/// Games of a bot against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The bot.
    pub bot: BotSpec,
    /// The terms of the games.
    pub config: MatchConfig,
    /// The number of games.
    pub games: usize,
    /// The number of games played at a time.
    pub threads: usize,
}

/// Lengths of games in plies.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Lengths {
    /// The mean length.
    pub mean: f64,
    /// The shortest.
    pub min: usize,
    /// The median.
    pub median: usize,
    /// The longest.
    pub max: usize,
}

/// The statistics of the games.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Stats {
    /// The number of games.
    pub games: usize,
    /// The number of distinct games.
    pub distinct: usize,
    /// Their lengths in plies, in ascending order.
    pub plies: Vec<usize>,
    /// Wins by seat, in turn order.
    pub wins: Vec<usize>,
    /// Games without a single winner.
    pub draws: usize,
    /// Games that reached the ply limit; they do not count as draws.
    pub stopped: usize,
    /// Games lost by a bot's fault.
    pub forfeits: usize,
    /// The reasons for the ends of games, the most frequent first.
    pub reasons: Vec<(String, usize)>,
    /// The branching factor: the mean number of legal moves over all plies.
    pub branching: f64,
    /// The maximum number of legal moves.
    pub most_moves: u64,
    /// The mean number of legal moves by ply, and the number of games that lasted that long.
    pub by_ply: Vec<(f64, usize)>,
    /// The players who were ahead during the games, and how often they won.
    pub leads: [LeadCount; 3],
    /// The time taken.
    pub elapsed: Duration,
    /// Whether they were stopped before the end.
    pub interrupted: bool,
}

impl SelfPlay {
    /// Plays the games, or those missing in `file`, until `stop` is set; calls `on_progress` with the number of
    /// finished games.
    pub fn run(
        &self,
        mut file: Option<&mut RecordFile>,
        stop: &StopFlag,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<Stats, ArenaError> {
        let started = Instant::now();
        let bots = [self.bot.clone(), self.bot.clone()];
        let pool = Pool {
            bots: &bots,
            config: &self.config,
            threads: self.threads.min(self.games),
            observe: true,
            log: None,
            stop,
        };
        let seats = open(&self.config.game, None)?.seats();
        let mut counts = Counts { wins: vec![0; seats], leads: LeadCount::zeros(), ..Counts::default() };
        let mut restored = HashSet::new();
        let name = match_name(&self.bot, &self.bot);
        for mut game in file.iter_mut().flat_map(|file| file.take(&name)) {
            if game.number < self.games && restored.insert(game.number) {
                game.observe(&self.config, self.config.open_game(game.number)?.ply())?;
                counts.add(&game);
            }
        }
        let left = (0..self.games).filter(|number| !restored.contains(number));
        let jobs = left.map(|number| Job { pairing: 0, bots: [0, 1], number });
        on_progress(counts.plies.len());
        pool.run(jobs, |_, game| {
            if let Some(file) = &mut file {
                file.append(&game.record)?;
            }
            counts.add(&game);
            on_progress(counts.plies.len());
            Ok(ControlFlow::Continue(()))
        })?;
        let mut stats = counts.finish();
        stats.elapsed = started.elapsed();
        stats.interrupted = stats.games < self.games;
        Ok(stats)
    }
}

/// Running totals; games can be added in any order.
#[derive(Default)]
struct Counts {
    plies: Vec<usize>,
    wins: Vec<usize>,
    draws: usize,
    stopped: usize,
    forfeits: usize,
    reasons: BTreeMap<String, usize>,
    seen: HashSet<Vec<String>>,
    /// The sum of legal moves and the number of games by ply.
    by_ply: Vec<(u64, usize)>,
    most_moves: u64,
    leads: [LeadCount; 3],
}

impl Counts {
    fn add(&mut self, game: &PlayedGame) {
        self.plies.push(game.plies());
        self.seen.insert(game.record.moves().iter().map(|mv| mv.text.clone()).collect());
        let outcome = game.record.outcome();
        if game.forfeit.is_some() {
            self.forfeits += 1;
        } else if let Some(winner) = outcome.and_then(Outcome::winner) {
            self.wins[winner.index()] += 1;
            for (lead, leader) in
                self.leads.iter_mut().zip(game.observations.iter().flat_map(|seen| seen.leaders))
            {
                lead.add(leader, winner);
            }
        } else if outcome.is_some() {
            self.draws += 1;
        } else {
            self.stopped += 1;
        }
        let reason = match (&game.forfeit, outcome) {
            (Some(_), _) => "fault of the bot".to_owned(),
            (None, Some(outcome)) => outcome.reason.to_string(),
            (None, None) => "stopped, too long".to_owned(),
        };
        *self.reasons.entry(reason).or_default() += 1;
        let Some(Observations { opening, branching, .. }) = &game.observations else { return };
        let opening = *opening;
        self.by_ply.resize(self.by_ply.len().max(opening + branching.len()), (0, 0));
        for (place, &moves) in self.by_ply[opening..].iter_mut().zip(branching) {
            *place = (place.0 + moves, place.1 + 1);
            self.most_moves = self.most_moves.max(moves);
        }
    }

    fn finish(mut self) -> Stats {
        self.plies.sort_unstable();
        let mut reasons: Vec<(String, usize)> = self.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let (moves, places) =
            self.by_ply.iter().fold((0, 0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
        let mean = |(moves, places): (u64, usize)| moves as f64 / places.max(1) as f64;
        Stats {
            games: self.plies.len(),
            distinct: self.seen.len(),
            plies: self.plies,
            wins: self.wins,
            draws: self.draws,
            stopped: self.stopped,
            forfeits: self.forfeits,
            reasons,
            branching: mean((moves, places)),
            most_moves: self.most_moves,
            by_ply: self.by_ply.into_iter().map(|place| (mean(place), place.1)).collect(),
            leads: self.leads,
            elapsed: Duration::ZERO,
            interrupted: false,
        }
    }
}

impl Stats {
    /// Returns minimum, median, mean and maximum length.
    pub fn lengths(&self) -> Lengths {
        let (Some(&min), Some(&max)) = (self.plies.first(), self.plies.last()) else {
            return Lengths::default();
        };
        let mean = self.plies.iter().sum::<usize>() as f64 / self.plies.len() as f64;
        Lengths { mean, min, median: self.plies[self.plies.len() / 2], max }
    }

    /// Counts games by length in at most this many bins of equal width: returns the smallest length of each bin and its
    /// number of games.
    pub fn histogram(&self, bins: usize) -> Vec<(usize, usize)> {
        let Lengths { min, max, .. } = self.lengths();
        if self.plies.is_empty() {
            return Vec::new();
        }
        let width = (max - min + 1).div_ceil(bins.max(1));
        let mut histogram: Vec<(usize, usize)> =
            (0..(max - min + 1).div_ceil(width)).map(|bin| (min + bin * width, 0)).collect();
        for plies in &self.plies {
            histogram[(plies - min) / width].1 += 1;
        }
        histogram
    }

    /// Returns the share of games with a single winner.
    pub fn decisive(&self) -> f64 {
        self.wins.iter().sum::<usize>() as f64 / self.games.max(1) as f64
    }
}

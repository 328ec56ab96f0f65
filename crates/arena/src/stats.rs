//! What a designer asks of a game: length, choice, balance, draws, and when it is decided.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cairn_rules::Outcome;
use cairn_session::open;
use cairn_session::players::BotSpec;

use crate::pool::{Job, Pool};
use crate::{ArenaError, Game, Leads, Observed, Terms};

/// Games of a bot against itself that are to be played and counted.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The bot.
    pub bot: BotSpec,
    /// What the games depend on besides.
    pub terms: Terms,
    /// How many games to play.
    pub games: usize,
    /// How many to play at a time.
    pub threads: usize,
}

/// How long games are.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub min: usize,
    /// The middle one.
    pub median: usize,
    /// The longest.
    pub max: usize,
}

/// What the games have shown.
#[derive(Clone, Debug)]
pub struct Stats {
    /// How many games were played.
    pub games: usize,
    /// How many of them differ from all others.
    pub distinct: usize,
    /// How long each was, in plies, shortest first.
    pub plies: Vec<usize>,
    /// Wins by seat, in turn order.
    pub wins: Vec<usize>,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that were stopped because they were too long; they are no draws.
    pub stopped: usize,
    /// Games that ended by a bot's fault.
    pub forfeits: usize,
    /// What ended the games, most frequent first.
    pub reasons: Vec<(String, usize)>,
    /// Legal moves over all plies: the mean.
    pub branching: f64,
    /// The most legal moves that a position had.
    pub most_moves: u64,
    /// The mean number of legal moves by ply, with the number of games that lasted so long.
    pub by_ply: Vec<(f64, usize)>,
    /// How often the side that was ahead on the way won.
    pub leads: [Leads; 3],
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it was stopped before it had ended.
    pub interrupted: bool,
}

impl SelfPlay {
    /// Plays and counts until `stop` is set; `watch` is told how many games have ended.
    pub fn run(&self, stop: &AtomicBool, watch: &mut dyn FnMut(usize)) -> Result<Stats, ArenaError> {
        let begun = Instant::now();
        let bots = [self.bot.clone(), self.bot.clone()];
        let pool = Pool {
            bots: &bots,
            terms: &self.terms,
            threads: self.threads.min(self.games),
            observe: true,
            stop,
        };
        let jobs = (0..self.games).map(|number| Job { pairing: 0, bots: [0, 1], number });
        let seats = open(&self.terms.game, None)?.seats();
        let mut count = Count { wins: vec![0; seats], leads: Leads::none(), ..Count::default() };
        watch(0);
        pool.play(jobs, |_, game| {
            count.add(&game);
            watch(count.plies.len());
            Ok(ControlFlow::Continue(()))
        })?;
        let mut stats = count.finish();
        stats.elapsed = begun.elapsed();
        stats.interrupted = stats.games < self.games;
        Ok(stats)
    }
}

/// What is counted while games end, in any order.
#[derive(Default)]
struct Count {
    plies: Vec<usize>,
    wins: Vec<usize>,
    draws: usize,
    stopped: usize,
    forfeits: usize,
    reasons: BTreeMap<String, usize>,
    seen: HashSet<Vec<String>>,
    /// Sum of legal moves and number of games by ply.
    by_ply: Vec<(u64, usize)>,
    most_moves: u64,
    leads: [Leads; 3],
}

impl Count {
    fn add(&mut self, game: &Game) {
        self.plies.push(game.plies());
        self.seen.insert(game.record.moves().iter().map(|mv| mv.text.clone()).collect());
        let outcome = game.record.outcome();
        if game.forfeit.is_some() {
            self.forfeits += 1;
        } else if let Some(winner) = outcome.and_then(Outcome::winner) {
            self.wins[winner.index()] += 1;
            for (lead, leader) in
                self.leads.iter_mut().zip(game.observed.iter().flat_map(|seen| seen.leaders))
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
        let Some(Observed { branching, .. }) = &game.observed else { return };
        // A bot at fault has looked at a position without a move.
        let opening = game.plies().saturating_sub(branching.len());
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
    /// How long games are.
    pub fn lengths(&self) -> Lengths {
        let (Some(&min), Some(&max)) = (self.plies.first(), self.plies.last()) else {
            return Lengths::default();
        };
        let mean = self.plies.iter().sum::<usize>() as f64 / self.plies.len() as f64;
        Lengths { mean, min, median: self.plies[self.plies.len() / 2], max }
    }

    /// Games by length in at most so many classes of the same width: the shortest length of each
    /// class and its games.
    pub fn histogram(&self, classes: usize) -> Vec<(usize, usize)> {
        let Lengths { min, max, .. } = self.lengths();
        if self.plies.is_empty() {
            return Vec::new();
        }
        let width = (max - min + 1).div_ceil(classes.max(1));
        let mut histogram: Vec<(usize, usize)> =
            (0..(max - min + 1).div_ceil(width)).map(|class| (min + class * width, 0)).collect();
        for plies in &self.plies {
            histogram[(plies - min) / width].1 += 1;
        }
        histogram
    }

    /// The share of games that somebody has won.
    pub fn decisive(&self) -> f64 {
        self.wins.iter().sum::<usize>() as f64 / self.games.max(1) as f64
    }
}

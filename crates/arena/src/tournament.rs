//! Several bots, each against each, on one pool of threads.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cairn_session::players::BotSpec;

use crate::game::label;
use crate::ledger::Ledger;
use crate::pool::{Job, Pool};
use crate::{ArenaError, Store, Tally, Terms};

/// A round robin that is to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The bots, no two of the same name.
    pub bots: Vec<BotSpec>,
    /// What the games depend on besides; all pairings have the same openings.
    pub terms: Terms,
    /// How many games each plays against each.
    pub games: usize,
    /// How many to play at a time.
    pub threads: usize,
}

/// What came of a tournament.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// The bots, best first.
    pub rows: Vec<Row>,
    /// How many games were played.
    pub games: usize,
    /// How many plies they had together.
    pub plies: usize,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it was stopped before it had ended.
    pub interrupted: bool,
}

/// A bot in a crosstable.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its results against all.
    pub total: Tally,
    /// Its results against each, in the order of the rows; none against itself.
    pub against: Vec<Option<Tally>>,
    /// How many games it lost by a fault.
    pub forfeits: usize,
}

impl Tournament {
    /// Which bots meet.
    pub fn pairings(&self) -> Vec<(&BotSpec, &BotSpec)> {
        self.meetings().into_iter().map(|[one, two]| (&self.bots[one], &self.bots[two])).collect()
    }

    fn meetings(&self) -> Vec<[usize; 2]> {
        let count = self.bots.len();
        (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two])).collect()
    }

    /// Plays the tournament, or what is left of it after the games in `store`, until `stop` is set;
    /// `watch` is told how many games have ended.
    pub fn run(
        &self,
        mut store: Option<&mut Store>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Crosstable, ArenaError> {
        let begun = Instant::now();
        let meetings = self.meetings();
        let mut ledgers = vec![Ledger::new(self.games, None); meetings.len()];
        for (ledger, (first, second)) in ledgers.iter_mut().zip(self.pairings()) {
            for game in store.iter_mut().flat_map(|store| store.take(&label(first, second))) {
                ledger.enter(&game);
            }
        }
        // All pairings advance together, so that a tournament that is stopped is a fair one.
        let all = (0..self.games).flat_map(|number| {
            meetings.iter().enumerate().map(move |(pairing, &bots)| Job { pairing, bots, number })
        });
        let played = ledgers.clone();
        let left = all.filter(|job| !played[job.pairing].has(job.number));
        let total = self.games * meetings.len();
        let mut games = ledgers.iter().map(Ledger::known).sum();
        watch(games);
        let pool = Pool {
            bots: &self.bots,
            terms: &self.terms,
            threads: self.threads.min(total),
            observe: false,
            stop,
        };
        pool.play(left, |job, game| {
            if let Some(store) = &mut store {
                store.append(&game.record)?;
            }
            ledgers[job.pairing].enter(&game);
            games += 1;
            watch(games);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Crosstable {
            rows: self.rows(&meetings, &ledgers),
            games,
            plies: ledgers.iter().map(Ledger::plies).sum(),
            elapsed: begun.elapsed(),
            interrupted: games < total,
        })
    }

    fn rows(&self, meetings: &[[usize; 2]], ledgers: &[Ledger]) -> Vec<Row> {
        let count = self.bots.len();
        let mut against = vec![vec![None; count]; count];
        let mut forfeits = vec![0; count];
        for (&[one, two], ledger) in meetings.iter().zip(ledgers) {
            let tally = ledger.tally();
            against[one][two] = Some(tally);
            against[two][one] = Some(tally.reversed());
            for (_, forfeit) in ledger.forfeits() {
                forfeits[[one, two][forfeit.side.index()]] += 1;
            }
        }
        let total = |bot: usize| {
            against[bot].iter().flatten().fold(Tally::default(), |sum: Tally, tally| sum.plus(tally))
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&one, &two| total(two).score().mean.total_cmp(&total(one).score().mean));
        let row = |&bot: &usize| Row {
            name: self.bots[bot].name().to_owned(),
            total: total(bot),
            against: order.iter().map(|&other| against[bot][other]).collect(),
            forfeits: forfeits[bot],
        };
        order.iter().map(row).collect()
    }
}

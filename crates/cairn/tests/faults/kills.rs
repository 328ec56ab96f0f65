//! The number and the moments of kills.
//!
//! `CAIRN_KILLS` sets the number of kills over all tests; `CAIRN_KILL_SEED` repeats the choices of a failed test.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The default number of kills.
pub(crate) const KILLS: usize = 60;
/// The maximum number of tries per kill: some programs end before they are killed.
const TRIALS: usize = 20;
/// Trials of a test that run at the same time.
const THREADS: usize = 2;

/// Random numbers (`SplitMix64`).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, which is not 0.
    pub(crate) const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Picks one of these.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Waits up to three milliseconds, often less than one.
    pub(crate) fn pause(&mut self) {
        let longest = [50, 500, 3000][self.below(3)];
        thread::sleep(Duration::from_micros(self.below(longest) as u64));
    }
}

/// Reports how to repeat a trial that panics.
struct Trial {
    seed: u64,
    number: usize,
}

impl Drop for Trial {
    fn drop(&mut self) {
        if thread::panicking() {
            let Self { seed, number } = self;
            eprintln!("trial {number} failed; CAIRN_KILL_SEED={seed} repeats its choices");
        }
    }
}

fn variable(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Returns the number of kills.
pub(crate) fn kills() -> usize {
    variable("CAIRN_KILLS").map_or(KILLS, |kills| kills as usize)
}

/// Returns the random seed of a test.
fn seed() -> u64 {
    variable("CAIRN_KILL_SEED").unwrap_or_else(|| RandomState::new().hash_one(0))
}

/// Repeats trials until the program was killed as often as this share of all kills, in percent. A trial returns its
/// number of kills.
pub(crate) fn repeat(share: usize, trial: impl Fn(&mut Chance) -> usize + Sync) {
    let wanted = (kills() * share).div_ceil(100);
    let seed = seed();
    let (trials, killed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    in_parallel(&[(); THREADS], |()| {
        while killed.load(Ordering::Relaxed) < wanted {
            let number = trials.fetch_add(1, Ordering::Relaxed);
            assert!(number < wanted * TRIALS, "{killed:?} of {wanted} kills in {number} trials");
            killed.fetch_add(try_once(seed, number, &trial), Ordering::Relaxed);
        }
    });
}

/// Runs this many trials without a kill.
pub(crate) fn repeat_trials(trials: usize, trial: impl Fn(&mut Chance)) {
    let seed = seed();
    (0..trials).for_each(|number| try_once(seed, number, &trial));
}

fn try_once<T>(seed: u64, number: usize, trial: impl Fn(&mut Chance) -> T) -> T {
    let _told = Trial { seed, number };
    trial(&mut Chance(seed.wrapping_add(number as u64)))
}

/// Runs a function for each item on a separate thread.
pub(crate) fn in_parallel<T: Sync>(all: &[T], each: impl Fn(&T) + Sync) {
    let each = &each;
    thread::scope(|scope| {
        for one in all {
            scope.spawn(move || each(one));
        }
    });
}

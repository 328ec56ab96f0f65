//! One game between two sets of weights, from an opening of random moves.

use cairn_rules::{LinearEval, Player, Position, RandomSource};
use cairn_search::{Engine, Limits, Score, SearchDice, Settings};

use crate::trial::Trial;

/// Openings have at least so many random plies.
const OPENING: u32 = 2;
/// And fewer than so many more.
const MORE: u32 = 5;
/// Games that are not over by then are draws.
const LONGEST: usize = 400;
/// Memory of an engine.
const MEGABYTES: usize = 1;

/// Who plays, and how long both may think.
pub(crate) struct Table<P> {
    engines: [Engine<Trial<P>>; 2],
    weights: [&'static [i32]; 2],
    limits: Limits,
}

impl<P: LinearEval> Table<P> {
    /// A table at which the two seats play with these weights, with so many nodes for each move.
    pub(crate) fn new(weights: [&'static [i32]; 2], nodes: u64) -> Self {
        let engine = || Engine::new(Settings { megabytes: MEGABYTES, ..Settings::default() });
        Self { engines: [engine(), engine()], weights, limits: Limits::nodes(nodes) }
    }

    /// Exchanges the weights.
    pub(crate) fn swap_seats(&mut self) {
        self.weights.swap(0, 1);
    }

    /// Plays a game to its end, or until a search has proved it. Gives the points of the first
    /// player, and tells `quiet` of every position whose value was not known and whose best move
    /// took nothing.
    pub(crate) fn play(&mut self, opening: P, mut quiet: impl FnMut(&P)) -> f64 {
        self.engines.iter_mut().for_each(Engine::forget);
        let mut position = opening;
        let mut past: Vec<P> = Vec::new();
        while past.len() < LONGEST {
            if let Some(outcome) = position.outcome() {
                return outcome.winner().map_or(0.5, |winner| points(winner == Player::FIRST));
            }
            if is_third(&position, &past) {
                return 0.5;
            }
            let seat = position.to_move().index() % 2;
            let seen = |&position: &P| Trial::new(position, self.weights[seat]);
            let history: Vec<_> = past.iter().map(seen).collect();
            let report = self.engines[seat].search(&seen(&position), &history, &self.limits, &mut |_| ());
            let (Some(mv), Some(score)) = (report.best(), report.score()) else { return 0.5 };
            let first = position.to_move() == Player::FIRST;
            match score {
                Score::WinIn(_) => return points(first),
                Score::LossIn(_) => return points(!first),
                Score::ProvenDraw => return 0.5,
                Score::Value(_) if !position.is_noisy(mv) => quiet(&position),
                Score::Value(_) => {}
            }
            past.push(position);
            position.play_unchecked(mv);
        }
        0.5
    }
}

const fn points(won: bool) -> f64 {
    if won { 1.0 } else { 0.0 }
}

/// Whether the position stands on the board for the third time.
fn is_third<P: Position>(position: &P, past: &[P]) -> bool {
    let Some(now) = position.repetition_state() else { return false };
    past.iter().filter(|before| before.repetition_state() == Some(now)).nth(1).is_some()
}

/// A position after a few random moves, in which the game goes on; the start if none is found.
pub(crate) fn opening<P: Position>(start: P, seed: u64) -> P {
    const TRIES: u32 = 100;
    let mut rng = SearchDice::seeded(seed);
    let mut scratch = Vec::new();
    for _ in 0..TRIES {
        let mut position = start;
        for _ in 0..OPENING + rng.below(MORE) {
            if let Some(mv) = position.random_move(&mut rng, &mut scratch) {
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
    start
}

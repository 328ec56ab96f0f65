//! Games between two sets of weights, from openings of random moves.

use cairn_rules::{LinearEval, Player, Position, RandomSource, SmallRng, Wdl};
use cairn_search::{Limits, OutOfMemory, Searcher, Settings};

use crate::weighted::Weighted;

/// The minimum number of random plies of an opening.
const OPENING_PLIES: u32 = 2;
/// The number of possible lengths of an opening.
const EXTRA_PLIES: u32 = 5;
/// The length at which games are adjudicated as draws.
const MAX_PLIES: usize = 400;
/// Size of a transposition table.
const HASH_MIB: usize = 1;

/// Two searchers with separate weights, at equal nodes.
pub(crate) struct SelfPlay<P> {
    searchers: [Searcher<Weighted<P>>; 2],
    weights: [&'static [i32]; 2],
    limits: Limits,
}

impl<P: LinearEval> SelfPlay<P> {
    /// Creates searchers for both seats, with this many nodes per move.
    pub(crate) fn new(weights: [&'static [i32]; 2], nodes: u64) -> Result<Self, OutOfMemory> {
        let searcher = || Searcher::new(Settings { hash_mib: HASH_MIB, ..Settings::default() });
        Ok(Self { searchers: [searcher()?, searcher()?], weights, limits: Limits::nodes(nodes).for_play() })
    }

    /// Swaps the weights.
    pub(crate) fn swap_seats(&mut self) {
        self.weights.swap(0, 1);
    }

    /// Plays a game until it is over or decided. Returns the points of the first player, and calls
    /// `quiet` with every undecided position whose best move is not noisy.
    pub(crate) fn play(&mut self, opening: P, mut quiet: impl FnMut(&P)) -> f64 {
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut position = opening;
        let mut played: Vec<P> = Vec::new();
        while played.len() < MAX_PLIES {
            if let Some(outcome) = position.outcome() {
                return outcome.winner().map_or(0.5, |winner| points_of_first(Wdl::Win, winner));
            }
            if is_third(&position, &played) {
                return 0.5;
            }
            let seat = position.to_move().index() % 2;
            let weighted = |&position: &P| Weighted::new(position, self.weights[seat]);
            let history: Vec<_> = played.iter().map(weighted).collect();
            let report =
                self.searchers[seat].search(&weighted(&position), &history, &self.limits, &mut |_| ());
            let (Some(mv), Some(score)) = (report.best_move(), report.score()) else { return 0.5 };
            if let Some(value) = score.wdl() {
                return points_of_first(value, position.to_move());
            }
            if !position.is_noisy(mv) {
                quiet(&position);
            }
            played.push(position);
            position.play_unchecked(mv);
        }
        0.5
    }
}

/// Returns the points of the first player, from the value for a player.
pub(crate) fn points_of_first(value: Wdl, player: Player) -> f64 {
    match value {
        Wdl::Draw => 0.5,
        value if (value == Wdl::Win) == (player == Player::FIRST) => 1.0,
        _ => 0.0,
    }
}

/// Returns whether this is the third occurrence of a position.
fn is_third<P: Position>(position: &P, played: &[P]) -> bool {
    let Some(now) = position.repetition_state() else { return false };
    played.iter().filter(|before| before.repetition_state() == Some(now)).nth(1).is_some()
}

/// Returns a position in progress after a few random moves, or the start if it finds none.
pub(crate) fn opening<P: Position>(start: P, seed: u64) -> P {
    const TRIES: u32 = 100;
    let mut rng = SmallRng::seeded(seed);
    let mut scratch = Vec::new();
    for _ in 0..TRIES {
        let mut position = start;
        for _ in 0..OPENING_PLIES + rng.below(EXTRA_PLIES) {
            if let Some(mv) = position.random_move_with(&mut rng, &mut scratch) {
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
    start
}

//! Training samples: feature counts of positions, and the results of their games.

use cairn_rules::{FeatureCounts, LinearEval, Player, Solvable};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Limits, OutOfMemory};

use crate::args::Args;
use crate::self_play::{SelfPlay, opening, points_of_first};

/// Node limit of the solver for each position.
const SOLVER_NODES: u64 = 5_000;

/// Positions as feature counts for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Samples {
    width: usize,
    counts: Vec<i16>,
    points: Vec<f64>,
}

impl Samples {
    /// Creates an empty set, with this many features per sample.
    pub(crate) const fn new(width: usize) -> Self {
        Self { width, counts: Vec::new(), points: Vec::new() }
    }

    /// Adds a position: its feature counts, and the final score of the player to move.
    pub(crate) fn push(&mut self, counts: &[i16], points: f64) {
        debug_assert_eq!(counts.len(), self.width);
        self.counts.extend_from_slice(counts);
        self.points.push(points);
    }

    /// Returns the number of features of each sample.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Returns whether a feature occurs in any sample.
    pub(crate) fn has_feature(&self, feature: usize) -> bool {
        self.counts.iter().skip(feature).step_by(self.width).any(|&count| count != 0)
    }

    /// Returns the number of samples.
    pub(crate) const fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the feature counts and the final score of each sample.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[i16], f64)> {
        self.counts.chunks_exact(self.width).zip(self.points.iter().copied())
    }
}

/// A training set and a validation set, never with positions of the same game.
pub(crate) struct Split {
    pub(crate) training: Samples,
    pub(crate) validation: Samples,
}

impl Split {
    /// Creates empty sets with this many features.
    pub(crate) const fn new(width: usize) -> Self {
        Self { training: Samples::new(width), validation: Samples::new(width) }
    }

    /// Plays games with the same weights on both sides and collects the quiet positions of decisive ones: draws by
    /// repetition or by a quiet-move limit would teach that nothing matters. The same seed gives the same games.
    pub(crate) fn collect<P: LinearEval + Solvable>(
        &mut self,
        start: P,
        weights: &'static [i32],
        args: &Args,
        round: u64,
    ) -> Result<(), OutOfMemory> {
        /// One game in this many goes to the validation set.
        const VALIDATION: u64 = 8;
        let mut players = SelfPlay::<P>::new([weights; 2], args.nodes)?;
        let mut adjudicator = Adjudicator::new()?;
        let mut quiet = Vec::new();
        let mut counts = vec![0; self.training.width];
        for number in 0..args.games {
            quiet.clear();
            let from = opening(start, (args.seed + round) << 32 | number);
            let mut points = players.play(from, |&position| quiet.push(position));
            adjudicator.clear();
            let samples = if number % VALIDATION == 0 { &mut self.validation } else { &mut self.training };
            for position in quiet.iter().rev() {
                points = adjudicator.points(position).unwrap_or(points);
                if is_draw(points) {
                    continue;
                }
                let mover = position.to_move();
                counts.fill(0);
                position.features(mover, &mut FeatureCounts(&mut counts));
                samples.push(&counts, if mover == Player::FIRST { points } else { 1.0 - points });
            }
        }
        Ok(())
    }
}

/// Replaces the result of a game by exact values where a solver finds them, and elsewhere by the first solved position
/// after it, or by the result.
struct Adjudicator<P> {
    solver: Solver<P>,
    /// Whether it gave up at a position; it then skips the earlier ones.
    gave_up: bool,
}

impl<P: Solvable> Adjudicator<P> {
    fn new() -> Result<Self, OutOfMemory> {
        Ok(Self { solver: Solver::new(SolverSettings { threads: 1, hash_mib: 4 })?, gave_up: false })
    }

    /// Begins another game.
    fn clear(&mut self) {
        self.solver.clear();
        self.gave_up = false;
    }

    /// Returns the exact points of the first player. Call it for the positions of a game from last to first.
    fn points(&mut self, position: &P) -> Option<f64> {
        if self.gave_up || position.plies_left().is_none() {
            return None;
        }
        let solved = self.solver.solve(position, &[], &Limits::nodes(SOLVER_NODES), &mut |_| ());
        let value = solved.and_then(|solved| solved.bounds.value());
        self.gave_up = value.is_none();
        Some(points_of_first(value?, position.to_move()))
    }
}

/// Returns whether a game ended in a draw.
fn is_draw(points: f64) -> bool {
    (points - 0.5).abs() < 0.1
}

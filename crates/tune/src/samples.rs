//! What the fit learns from: feature counts of positions, and how their games ended.

use cairn_rules::{FeatureCounts, LinearEval, Player, Solvable, Wdl};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings};

use crate::game::{Table, opening};
use crate::order::Order;

/// A solver looks at so many positions to settle one.
const SOLVER_NODES: u64 = 5_000;

/// Positions as counts of features, for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Samples {
    width: usize,
    counts: Vec<i16>,
    points: Vec<f64>,
}

impl Samples {
    /// None yet, of so many features.
    pub(crate) const fn new(width: usize) -> Self {
        Self { width, counts: Vec::new(), points: Vec::new() }
    }

    /// Adds a position: its counts, and the points that the player to move got in the end.
    pub(crate) fn push(&mut self, counts: &[i16], points: f64) {
        debug_assert_eq!(counts.len(), self.width);
        self.counts.extend_from_slice(counts);
        self.points.push(points);
    }

    /// How many features each of them has.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Whether any of them has a feature.
    pub(crate) fn show(&self, feature: usize) -> bool {
        self.counts.iter().skip(feature).step_by(self.width).any(|&count| count != 0)
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.points.len()
    }

    /// Counts and points of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[i16], f64)> {
        self.counts.chunks_exact(self.width).zip(self.points.iter().copied())
    }
}

/// Samples to learn from and samples to check what was learnt, never of the same game.
pub(crate) struct Split {
    pub(crate) learning: Samples,
    pub(crate) held_out: Samples,
}

impl Split {
    /// None yet, of so many features.
    pub(crate) const fn new(width: usize) -> Self {
        Self { learning: Samples::new(width), held_out: Samples::new(width) }
    }

    /// Plays games in which both sides use the same weights and collects the quiet positions of
    /// those that somebody wins: draws by repetition or by a quiet limit would teach that nothing
    /// matters. The games of a seed are always the same.
    pub(crate) fn collect<P: LinearEval + Solvable>(
        &mut self,
        start: P,
        weights: &'static [i32],
        order: &Order,
        round: u64,
    ) {
        /// One game in so many is held out.
        const HELD_OUT: u64 = 8;
        let mut table = Table::<P>::new([weights; 2], order.nodes);
        let mut judge = Judge::new();
        let mut quiet = Vec::new();
        let mut counts = vec![0; self.learning.width];
        for number in 0..order.games {
            quiet.clear();
            let from = opening(start, (order.seed + round) << 32 | number);
            let mut points = table.play(from, |&position| quiet.push(position));
            judge.forget();
            let samples = if number % HELD_OUT == 0 { &mut self.held_out } else { &mut self.learning };
            for position in quiet.iter().rev() {
                points = judge.points(position).unwrap_or(points);
                if is_draw(points) {
                    continue;
                }
                let mover = position.to_move();
                counts.fill(0);
                position.features(mover, &mut FeatureCounts(&mut counts));
                samples.push(&counts, if mover == Player::FIRST { points } else { 1.0 - points });
            }
        }
    }
}

/// Knows what a position is worth where a solver settles it: a better teacher than how a game ended.
/// Where it does not, the teacher is the first position after it that was settled, or the end.
struct Judge<P> {
    solver: Solver<P>,
    /// Earlier positions of the game cannot be settled either.
    tired: bool,
}

impl<P: Solvable> Judge<P> {
    fn new() -> Self {
        Self { solver: Solver::new(SolverSettings { threads: 1, megabytes: 4 }), tired: false }
    }

    /// Another game begins.
    fn forget(&mut self) {
        self.solver.forget();
        self.tired = false;
    }

    /// The points of the first player; positions of a game are shown from the last to the first.
    fn points(&mut self, position: &P) -> Option<f64> {
        if self.tired || position.plies_left().is_none() {
            return None;
        }
        let solved = self.solver.solve(position, &[], &Limits::nodes(SOLVER_NODES), &mut |_| ());
        let value = solved.and_then(|solved| solved.bounds.value());
        self.tired = value.is_none();
        Some(match value? {
            Wdl::Draw => 0.5,
            truth if (truth == Wdl::Win) == (position.to_move() == Player::FIRST) => 1.0,
            _ => 0.0,
        })
    }
}

/// Whether a game ended in a draw.
fn is_draw(points: f64) -> bool {
    (points - 0.5).abs() < 0.1
}

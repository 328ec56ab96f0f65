//! What the fit learns from: feature counts of positions, and how their games ended.

use cairn_rules::{Counts, Weighed};

use crate::game::{Table, opening};

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
    pub(crate) fn collect<P: Weighed>(
        &mut self,
        start: P,
        weights: &'static [i32],
        games: u64,
        nodes: u64,
        seed: u64,
    ) {
        /// One game in so many is held out.
        const HELD_OUT: u64 = 8;
        let mut table = Table::<P>::new([weights; 2], nodes);
        let mut quiet = Vec::new();
        let mut counts = vec![0; self.learning.width];
        for number in 0..games {
            quiet.clear();
            let from = opening(start, seed << 32 | number);
            let points = table.play(from, |&position| quiet.push(position));
            if is_draw(points) {
                continue;
            }
            let samples = if number % HELD_OUT == 0 { &mut self.held_out } else { &mut self.learning };
            for position in &quiet {
                let mover = position.to_move();
                counts.fill(0);
                position.tally(mover, &mut Counts(&mut counts));
                samples.push(&counts, if mover.index() == 0 { points } else { 1.0 - points });
            }
        }
    }
}

/// Whether a game ended in a draw.
fn is_draw(points: f64) -> bool {
    (points - 0.5).abs() < 0.1
}

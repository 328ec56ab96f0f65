//! Evaluations as sums: features that are counted, and weights that say what one of each is worth.
//!
//! A game counts its features once, in [`LinearEval::features`]. Playing adds up what they are worth and
//! keeps no count; tuning keeps the counts and looks for better weights.

use crate::{EVALUATION_LIMIT, Evaluate, Player};

/// Takes note of features.
pub trait FeatureSink {
    /// So many more of a feature, which is given by its place in the table of weights.
    fn add(&mut self, feature: usize, count: i32);
}

/// What features are worth together.
#[derive(Debug)]
pub struct WeightedSum<'a> {
    weights: &'a [i32],
    sum: i32,
}

impl<'a> WeightedSum<'a> {
    /// The worth of what is counted, at most just below [`EVALUATION_LIMIT`] either way.
    #[inline]
    pub fn of(weights: &'a [i32], count: impl FnOnce(&mut Self)) -> i32 {
        let mut total = Self { weights, sum: 0 };
        count(&mut total);
        total.sum.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
    }
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.sum += self.weights.get(feature).map_or(0, |weight| weight * count);
    }
}

/// How often each feature was counted.
#[derive(Debug)]
pub struct FeatureCounts<'a>(pub &'a mut [i16]);

impl FeatureSink for FeatureCounts<'_> {
    fn add(&mut self, feature: usize, count: i32) {
        if let Some(place) = self.0.get_mut(feature) {
            *place = place.saturating_add(count as i16);
        }
    }
}

/// Counts for the opponent: what one has the other lacks.
#[derive(Debug)]
pub struct Negated<'a, T>(pub &'a mut T);

impl<T: FeatureSink> FeatureSink for Negated<'_, T> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.0.add(feature, -count);
    }
}

/// One feature, or several of a kind that stand side by side in the table of weights.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Feature {
    /// Its name, in capitals.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
}

/// Positions whose evaluation is a sum of weighed features.
pub trait LinearEval: Evaluate {
    /// The features in the order of their weights.
    const FEATURES: &'static [Feature];
    /// What one of each feature is worth.
    const WEIGHTS: &'static [i32];

    /// Counts by how much a player is ahead of the other one in every feature. With more than two
    /// players the other one is whoever comes next.
    fn features(&self, player: Player, sink: &mut impl FeatureSink);
}

/// Names features and gives each its place in the table of weights: `NAME: count` makes a constant
/// with the first of its places, and all of them together make `FEATURES`.
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $count:expr),+ $(,)?) => {
        $crate::linear_eval::features!(@places 0; $($(#[$doc])* $name: $count,)+);
        /// The features in the order of their weights.
        const FEATURES: &[$crate::Feature] =
            &[$($crate::Feature { name: stringify!($name), count: $count }),+];
    };
    (@places $place:expr; $(#[$doc:meta])* $name:ident: $count:expr, $($rest:tt)*) => {
        $(#[$doc])*
        const $name: usize = $place;
        $crate::linear_eval::features!(@places $name + $count; $($rest)*);
    };
    (@places $end:expr;) => {
        const _: () = assert!(WEIGHTS.len() == $end, "every feature needs its weights");
    };
}
pub(crate) use features;

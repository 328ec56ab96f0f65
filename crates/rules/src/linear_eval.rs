//! Linear evaluation: features that are counted, times weights that were tuned.
//!
//! A game counts its features in one place, [`LinearEval::features`]. Play adds up their weights; tuning keeps
//! the counts and looks for better weights.

use crate::{EVALUATION_LIMIT, Evaluate, Player};

/// Receives the features of a position.
pub trait FeatureSink {
    /// Adds `count` to a feature, given by its index in the table of weights.
    fn add(&mut self, feature: usize, count: i32);
}

/// Sums the weights of the features that it receives.
#[derive(Debug)]
pub struct WeightedSum<'a> {
    weights: &'a [i32],
    sum: i32,
}

impl<'a> WeightedSum<'a> {
    /// The weighted sum of what `count` adds, kept within [`EVALUATION_LIMIT`] either way.
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

/// Counts each feature.
#[derive(Debug)]
pub struct FeatureCounts<'a>(pub &'a mut [i16]);

impl FeatureSink for FeatureCounts<'_> {
    fn add(&mut self, feature: usize, count: i32) {
        if let Some(place) = self.0.get_mut(feature) {
            *place = place.saturating_add(count as i16);
        }
    }
}

/// Counts for the opponent: subtracts what it receives.
#[derive(Debug)]
pub struct NegatedSink<'a, T>(pub &'a mut T);

impl<T: FeatureSink> FeatureSink for NegatedSink<'_, T> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.0.add(feature, -count);
    }
}

/// A feature, or several of a kind with consecutive weights.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Feature {
    /// Its name, in capitals.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
}

/// Positions whose evaluation is a weighted sum of features, so that its weights can be tuned. An evaluation of
/// another kind has no features, as is the default.
pub trait LinearEval: Evaluate {
    /// The features in the order of their weights.
    const FEATURES: &'static [Feature] = &[];
    /// The weight of each feature, in centipawns.
    const WEIGHTS: &'static [i32] = &[];

    /// Counts a player's own features. Not needed by games that count the lead themselves, in `features`.
    fn count(&self, _player: Player, _sink: &mut impl FeatureSink) {}

    /// Counts a player's lead over the opponent in every feature; with more than two players, over the next
    /// one in turn.
    fn features(&self, player: Player, sink: &mut impl FeatureSink) {
        self.count(player, sink);
        self.count(player.opponent(), &mut NegatedSink(sink));
    }
}

/// Names features and numbers their weights: `NAME: count` makes a constant with the index of its first
/// weight, and all of them together make `FEATURES`. The module has a constant `WEIGHTS` with as many weights.
#[macro_export]
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $count:expr),+ $(,)?) => {
        $crate::features!(@places 0; $($(#[$doc])* $name: $count,)+);
        /// The features in the order of their weights.
        const FEATURES: &[$crate::Feature] =
            &[$($crate::Feature { name: stringify!($name), count: $count }),+];
    };
    (@places $place:expr; $(#[$doc:meta])* $name:ident: $count:expr, $($rest:tt)*) => {
        $(#[$doc])*
        const $name: usize = $place;
        $crate::features!(@places $name + $count; $($rest)*);
    };
    (@places $end:expr;) => {
        const _: () = assert!(WEIGHTS.len() == $end, "every feature needs its weights");
    };
}

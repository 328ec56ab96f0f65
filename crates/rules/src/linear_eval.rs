//! Linear evaluation: counted features, multiplied by tuned weights.
//!
//! A game counts its features in one function, [`LinearEval::features`]. Play adds up their weights; tuning stores the
//! counts to find better weights.

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
    /// Returns the weighted sum of the features that `count` adds, clamped to [`EVALUATION_LIMIT`] either way.
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

/// Subtracts the features of the opponent.
#[derive(Debug)]
pub struct NegatedSink<'a, T>(pub &'a mut T);

impl<T: FeatureSink> FeatureSink for NegatedSink<'_, T> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.0.add(feature, -count);
    }
}

/// A feature, or several related ones with consecutive weights.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Feature {
    /// Its name, in upper case.
    pub name: &'static str,
    /// The number of weights.
    pub count: usize,
}

/// Positions whose evaluation is a weighted sum of features, so that its weights can be tuned. By default there are no
/// features, for evaluations of another kind.
pub trait LinearEval: Evaluate {
    /// The features in the order of their weights.
    const FEATURES: &'static [Feature] = &[];
    /// The weight of each feature, in centipawns.
    const WEIGHTS: &'static [i32] = &[];

    /// Counts a player's own features. Games that count the lead themselves, in `features`, do not implement it.
    fn count(&self, _player: Player, _sink: &mut impl FeatureSink) {}

    /// Counts a player's lead over the opponent in every feature; with more than two players, over the next player.
    fn features(&self, player: Player, sink: &mut impl FeatureSink) {
        self.count(player, sink);
        self.count(player.opponent(), &mut NegatedSink(sink));
    }
}

/// Names features and numbers their weights: `NAME: count` defines a constant with the index of its first weight, and
/// all of them together define `FEATURES`. The module must define a constant `WEIGHTS` of the same length.
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

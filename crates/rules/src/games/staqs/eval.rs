//! Static evaluation of STAQS: mainly, how high stacks can still grow.

use super::DISCS;
use super::bits::Word;
use super::options::Steps;
use super::position::StaqsPosition;
use super::regions::{Race, STACKS, flood, longest_walk, neighbours};
use super::square::NARROW;
use super::weights::WEIGHTS;
use crate::features;
use crate::{Evaluate, Feature, FeatureSink, LinearEval, NegatedSink, Player, Position, WeightedSum};

/// Directions of steps from a square.
const DIRECTIONS: usize = 8;
/// The stages of a game, with their own weights: the end, stepping, placing.
const STAGES: usize = 3;

features! {
    /// Each disc of the height that the best stack could still reach.
    POTENTIAL: STAGES,
    /// The same for the second best stack.
    SECOND: STAGES,
    /// The same for the best stack, counting only discs that it reaches before any enemy.
    SAFE: STAGES,
    /// The same for the second best.
    SAFE_SECOND: STAGES,
    /// Each disc of the tallest stack now.
    TALLEST: STAGES,
    /// A stack, by the number of its possible steps.
    OUTLETS: STAGES * (DIRECTIONS + 1),
    /// A neutral disc that some stack reaches before any enemy.
    SOONER: STAGES,
    /// A neutral disc that both players reach in the same number of steps, for the player to move.
    CONTESTED: STAGES,
    /// A disc in reserve.
    RESERVE: 1,
    /// A tallest stack that no enemy stack can match any more.
    DECIDED: 1,
    /// Having the turn, by whether the number of neutral discs is odd.
    TURN: 2 * STAGES,
}

/// The height of a newly placed stack (rule 5).
const PLACED: u32 = 2;

/// The two greatest of some numbers.
#[derive(Default)]
struct Best {
    first: u32,
    second: u32,
}

impl Best {
    fn add(&mut self, number: u32) {
        self.second = self.second.max(number.min(self.first));
        self.first = self.first.max(number);
    }
}

/// The heights of a player's tallest stack, now and potentially.
struct HeightBounds {
    /// The height of the tallest stack.
    tallest: u32,
    /// An upper bound on the height of the player's stacks.
    potential: u32,
}

impl StaqsPosition {
    /// Returns whether at most as many neutral discs are covered as two players have to place.
    pub(super) fn is_opening(&self) -> bool {
        let size = u32::from(self.options().size);
        size * size - self.neutral().count() < 2 * u32::from(DISCS)
    }

    /// Returns the stage of the game; the end begins when a third of the neutral discs is left.
    pub(super) fn stage(&self) -> usize {
        let size = u32::from(self.options().size);
        let placing = self.placing() || self.is_opening();
        if placing { 2 } else { usize::from(3 * self.neutral().count() > size * size) }
    }

    /// Counts one player's features, given the discs that this player reaches first.
    fn count<W: Word, const N: usize>(
        &self,
        (squares, heights): ([W; STACKS], [u8; STACKS]),
        (neutral, sooner): (W, W),
        reserve: u8,
        sink: &mut impl FeatureSink,
    ) -> HeightBounds {
        let stage = self.stage();
        let outlets = OUTLETS + stage * (DIRECTIONS + 1);
        let around = squares.map(neighbours::<W, N>);
        let regions =
            [neutral, sooner].map(|ground| flood::<W, N>(around.map(|set| set.and(ground)), ground));
        let (mut potential, mut safe) = (Best::default(), Best::default());
        let mut tallest = 0;
        for index in 0..STACKS {
            let height = u32::from(heights[index]);
            let [all, sooner] = regions.map(|regions| longest_walk::<W, N>(squares[index], regions[index]));
            potential.add(height + all);
            safe.add(height + sooner);
            tallest = tallest.max(height);
            sink.add(outlets + around[index].and(neutral).count() as usize, i32::from(height > 0));
        }
        if reserve > 0 && neutral != W::EMPTY {
            potential.first = potential.first.max(PLACED + neutral.count() - 1);
        }
        sink.add(POTENTIAL + stage, potential.first as i32);
        sink.add(SECOND + stage, potential.second as i32);
        sink.add(SAFE + stage, safe.first as i32);
        sink.add(SAFE_SECOND + stage, safe.second as i32);
        sink.add(TALLEST + stage, tallest as i32);
        sink.add(SOONER + stage, sooner.count() as i32);
        sink.add(RESERVE, reserve.into());
        HeightBounds { tallest, potential: potential.first }
    }

    /// Counts one player's lead over another.
    fn count_lead<W: Word, const N: usize>(
        &self,
        player: Player,
        other: Player,
        sink: &mut impl FeatureSink,
    ) {
        let neutral = W::of(self.neutral());
        let stage = self.stage();
        let stacks = [player, other].map(|player| self.stacks_and_heights::<W>(player));
        let [own, enemy] =
            [&stacks[0], &stacks[1]].map(|(squares, _)| squares.iter().copied().fold(W::EMPTY, W::or));
        let race = Race::run::<N>(own, enemy, neutral);
        let own = self.count::<W, N>(stacks[0], (neutral, race.own), self.reserve(player), sink);
        let other_sink = &mut NegatedSink(&mut *sink);
        let enemy = self.count::<W, N>(stacks[1], (neutral, race.enemy), self.reserve(other), other_sink);
        let decided = i32::from(own.tallest > enemy.potential) - i32::from(enemy.tallest > own.potential);
        sink.add(DECIDED, decided);
        let turn = i32::from(self.to_move() == player) - i32::from(self.to_move() == other);
        sink.add(CONTESTED + stage, turn * race.contested.count() as i32);
        sink.add(TURN + 2 * stage + neutral.count() as usize % 2, turn);
    }

    fn add_lead(&self, player: Player, other: Player, sink: &mut impl FeatureSink) {
        match (self.options().size <= NARROW, self.options().steps) {
            (true, Steps::Orthogonal) => self.count_lead::<u64, 4>(player, other, sink),
            (true, Steps::All) => self.count_lead::<u64, 8>(player, other, sink),
            (false, Steps::Orthogonal) => self.count_lead::<u128, 4>(player, other, sink),
            (false, Steps::All) => self.count_lead::<u128, 8>(player, other, sink),
        }
    }
}

impl LinearEval for StaqsPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn features(&self, player: Player, sink: &mut impl FeatureSink) {
        self.add_lead(player, player.next(self.options().players), sink);
    }
}

impl Evaluate for StaqsPosition {
    /// Returns the lead over the strongest opponent.
    fn evaluate(&self, player: Player) -> i32 {
        let others = Player::seats(self.options().players.into()).filter(|&other| other != player);
        let lead = |other| WeightedSum::of(&WEIGHTS, |sum| self.add_lead(player, other, sum));
        others.map(lead).min().unwrap_or(0)
    }
}

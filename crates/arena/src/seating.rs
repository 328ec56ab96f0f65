//! Which bot sits where: both games of a pair mirror each other, and pairs rotate the seats.

/// One of the two bots of a match.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Side {
    /// The bot that is named first.
    First,
    /// The bot that is named second.
    Second,
}

impl Side {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other bot.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The pair to which a game belongs; both count from 0.
pub(crate) const fn pair_of(game: usize) -> usize {
    game / 2
}

/// Who sits on each seat in a game, counted from 0.
///
/// For two seats the bots alternate. For three, one bot has one seat against two, on each seat in
/// turn, and the other way round in the second game of the pair. For four, each has two seats, in
/// the three ways to pair them.
pub(crate) fn seating(seats: usize, game: usize) -> Vec<Side> {
    use Side::{First as A, Second as B};
    let patterns: &[&[Side]] = match seats {
        3 => &[&[A, B, B], &[B, A, B], &[B, B, A]],
        4 => &[&[A, B, A, B], &[A, A, B, B], &[A, B, B, A]],
        _ => &[&[A, B]],
    };
    let pattern = patterns[pair_of(game) % patterns.len()];
    let swap = game % 2 == 1;
    pattern.iter().map(|side| if swap { side.other() } else { *side }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_swapped_within_every_pair() {
        for seats in 2..=4 {
            for pair in 0..6 {
                let (one, two) = (seating(seats, 2 * pair), seating(seats, 2 * pair + 1));
                assert_eq!(one.len(), seats);
                assert!(one.iter().zip(&two).all(|(one, two)| *one == two.other()));
            }
        }
        assert_eq!(seating(2, 0), [Side::First, Side::Second]);
    }

    #[test]
    fn all_seats_of_larger_games_are_taken_in_turn() {
        let alone: Vec<_> = (0..3)
            .map(|pair| seating(3, 2 * pair).iter().position(|&side| side == Side::First).unwrap())
            .collect();
        assert_eq!(alone, [0, 1, 2]);
        assert_ne!(seating(4, 0), seating(4, 2));
        assert_eq!(seating(4, 0), seating(4, 6));
    }
}

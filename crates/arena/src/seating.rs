//! Assigns bots to seats: the games of a pair swap the bots, and pairs rotate the seats.

/// One of the two bots of a match.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Side {
    /// The bot named first.
    First,
    /// The bot named second.
    Second,
}

impl Side {
    /// Returns 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other bot.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Returns the pair of a game; both count from 0.
pub(crate) const fn pair_of(game: usize) -> usize {
    game / 2
}

/// Returns the bot of each seat in a game; games count from 0.
///
/// With two seats the bots alternate. With three, one bot has a single seat, each in turn, against the other bot on
/// two; the second game of the pair swaps them. With four, each bot has two seats, in all three ways to pair them.
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
    fn every_seat_of_a_larger_game_is_taken_in_turn() {
        let single_seats: Vec<_> = (0..3)
            .map(|pair| seating(3, 2 * pair).iter().position(|&side| side == Side::First).unwrap())
            .collect();
        assert_eq!(single_seats, [0, 1, 2]);
        assert_ne!(seating(4, 0), seating(4, 2));
        assert_eq!(seating(4, 0), seating(4, 6));
    }
}

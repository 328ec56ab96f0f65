//! What stacks can come to over neutral discs, and who comes there first.

use super::DISCS;
use super::bits::Word;
use super::square::STRIDE;

/// A player has at most so many stacks.
pub(super) const STACKS: usize = DISCS as usize;
/// Regions grow by so many steps between two looks at whether they still grow: few branches that
/// nobody can foresee, and all stacks at once.
const STRIDES: usize = 3;

/// The places one step away, some of them off the board.
pub(super) fn neighbours<W: Word, const N: usize>(set: W) -> W {
    let up = STRIDE as i8;
    let sides = set.ahead(1).or(set.ahead(-1));
    // Diagonal steps are a step sideways and one up or down.
    let columns = if N > 4 { sides.or(set) } else { set };
    sides.or(columns.ahead(up)).or(columns.ahead(-up))
}

/// All squares of the ground that are connected with each of these sets.
pub(super) fn flood<W: Word, const N: usize>(mut regions: [W; STACKS], ground: W) -> [W; STACKS] {
    loop {
        let before = regions;
        for _ in 0..STRIDES {
            regions = regions.map(|region| region.or(neighbours::<W, N>(region).and(ground)));
        }
        if regions == before {
            return regions;
        }
    }
}

/// At most so many steps lead on from a square through a region. Up, down, left and right, walks
/// change the colour of a chequered board with every step.
pub(super) fn longest_walk<W: Word, const N: usize>(from: W, region: W) -> u32 {
    let total = region.count();
    if N > 4 {
        return total;
    }
    let one_colour = region.and(W::CHEQUERED).count();
    let (same, other) = if from.and(W::CHEQUERED) == W::EMPTY {
        (total - one_colour, one_colour)
    } else {
        (one_colour, total - one_colour)
    };
    (2 * other).min(2 * same + 1)
}

/// Which neutral discs each of two players reaches with fewer steps than the other.
pub(super) struct Race<W> {
    /// One player's.
    pub(super) own: W,
    /// The other one's.
    pub(super) enemy: W,
    /// Those that both reach with the same number of steps; no way leads on over them.
    pub(super) contested: W,
}

impl<W: Word> Race<W> {
    /// Lets both players step everywhere at the same time.
    pub(super) fn run<const N: usize>(mut own: W, mut enemy: W, neutral: W) -> Self {
        let mut race = Self { own: W::EMPTY, enemy: W::EMPTY, contested: W::EMPTY };
        let mut open = neutral;
        while own.or(enemy) != W::EMPTY {
            let (ours, theirs) = (neighbours::<W, N>(own).and(open), neighbours::<W, N>(enemy).and(open));
            (own, enemy) = (ours.minus(theirs), theirs.minus(ours));
            race.own = race.own.or(own);
            race.enemy = race.enemy.or(enemy);
            race.contested = race.contested.or(ours.and(theirs));
            open = open.minus(ours.or(theirs));
        }
        race
    }
}

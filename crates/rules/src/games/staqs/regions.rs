//! The neutral discs within reach of stacks, and the player who reaches each of them first.

use super::DISCS;
use super::bits::Word;
use super::square::STRIDE;

/// The most stacks that a player can have.
pub(super) const STACKS: usize = DISCS as usize;
/// The number of flood-fill steps between two checks for growth. Fewer checks mean fewer unpredictable branches; all
/// stacks grow at once.
const FLOOD_STEPS: usize = 3;

/// Returns the squares one step away, some of them off the board.
pub(super) fn neighbours<W: Word, const N: usize>(set: W) -> W {
    let up = STRIDE as i8;
    let sides = set.ahead(1).or(set.ahead(-1));
    // A diagonal step is a step sideways and a step up or down.
    let columns = if N > 4 { sides.or(set) } else { set };
    sides.or(columns.ahead(up)).or(columns.ahead(-up))
}

/// Returns the squares of the ground that are connected to each of these sets.
pub(super) fn flood<W: Word, const N: usize>(mut regions: [W; STACKS], ground: W) -> [W; STACKS] {
    loop {
        let before = regions;
        for _ in 0..FLOOD_STEPS {
            regions = regions.map(|region| region.or(neighbours::<W, N>(region).and(ground)));
        }
        if regions == before {
            return regions;
        }
    }
}

/// Returns an upper bound on the length of a walk from a square through a region. Orthogonal walks change the colour of
/// a chequered board with every step.
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

/// The neutral discs that one of two players reaches in fewer steps than the other.
pub(super) struct Race<W> {
    /// Those that the first of the two reaches sooner.
    pub(super) own: W,
    /// Those that the other reaches sooner.
    pub(super) enemy: W,
    /// Those that both reach in the same number of steps; neither continues over them.
    pub(super) contested: W,
}

impl<W: Word> Race<W> {
    /// Floods from both players' stacks at once.
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

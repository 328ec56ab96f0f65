//! Static bounds on the value of a position of STAQS, and hints for the solver.

use std::cmp::Ordering;

use super::bits::Word;
use super::options::Steps;
use super::position::StaqsPosition;
use super::regions::{STACKS, longest_walk, neighbours};
use super::square::NARROW;
use super::stacks::StackKeys;
use crate::{Evaluate, Position, Solvable, StaticBounds, Wdl, WdlBounds, zobrist};

/// Discs of a freshly placed stack (rule 5).
const PLACED_HEIGHT: u8 = 2;
/// The longest walk is searched for in regions up to this size; in larger ones a bound has to do.
const MAX_SEARCHED_REGION: u32 = 8;
/// The step limit of the search for a walk through a region of one's own.
const MAX_WALK_STEPS: u32 = 48;

static KEYS: [StackKeys; 2] = [StackKeys::new(8), StackKeys::new(9)];
/// The keys of stacks that cannot step any more, by height. They are added, because several stacks can have the same
/// height.
static STUCK_KEYS: [[u64; 256]; 2] = [zobrist::table(10), zobrist::table(11)];

/// Bounds on the final heights of a player's stacks, in any order.
#[derive(Copy, Clone)]
struct HeightBounds {
    /// Reached whatever the opponent does.
    sure: [u8; STACKS],
    /// Not exceeded regardless of the player.
    most: [u8; STACKS],
}

impl HeightBounds {
    /// The least that the player gets: a win if the sure list is higher than the most that the enemy can
    /// reach, a draw if it is equal.
    fn against(self, enemy: Self) -> Wdl {
        if top(self.sure) < top(enemy.most) {
            return Wdl::Loss;
        }
        match list(self.sure).cmp(&list(enemy.most)) {
            Ordering::Greater => Wdl::Win,
            Ordering::Equal => Wdl::Draw,
            Ordering::Less => Wdl::Loss,
        }
    }
}

fn top([a, b, c, d]: [u8; STACKS]) -> u8 {
    a.max(b).max(c.max(d))
}

/// Packs a list of heights into a number, so that lists compare as numbers (rules 14, 15).
fn list([a, b, c, d]: [u8; STACKS]) -> u32 {
    let sorted = |a: u8, b: u8| (a.max(b), a.min(b));
    let ((a, b), (c, d)) = (sorted(a, b), sorted(c, d));
    let ((a, c), (b, d)) = (sorted(a, c), sorted(b, d));
    let (b, c) = sorted(b, c);
    u32::from_be_bytes([a, b, c, d])
}

/// Flood fill: expands a set of squares to its region of the ground.
fn region<W: Word, const N: usize>(mut region: W, ground: W) -> W {
    loop {
        let before = region;
        region = region.or(neighbours::<W, N>(region).and(ground));
        region = region.or(neighbours::<W, N>(region).and(ground));
        if region == before {
            return region;
        }
    }
}

/// Searches for the longest walk, with a step limit.
struct Walker {
    /// An upper bound on the length of a walk.
    most: u32,
    found: u32,
    steps_left: u32,
}

impl Walker {
    /// Continues a walk of `length` steps onto each of these squares of the ground.
    fn walk<W: Word, const N: usize>(&mut self, mut onto: W, ground: W, length: u32) {
        self.found = self.found.max(length);
        while onto != W::EMPTY && self.found < self.most && self.steps_left > 0 {
            let square = onto.minus(onto.rest());
            onto = onto.rest();
            self.steps_left -= 1;
            let rest = ground.minus(square);
            self.walk::<W, N>(neighbours::<W, N>(square).and(rest), rest, length + 1);
        }
    }
}

/// Applies [`longest_walk`] for both colours of the start square.
fn longest_walks<W: Word, const N: usize>(ground: W, size: u32) -> [u8; 2] {
    if N > 4 {
        return [size as u8; 2];
    }
    let dark = ground.and(W::CHEQUERED).count();
    let light = size - dark;
    [(2 * dark).min(2 * light + 1) as u8, (2 * light).min(2 * dark + 1) as u8]
}

/// Searches for the longest walk from a square through a region.
fn look_for_walk<W: Word, const N: usize>(from: W, ground: W) -> Walk {
    let mut walker =
        Walker { most: longest_walk::<W, N>(from, ground), found: 0, steps_left: MAX_WALK_STEPS };
    walker.walk::<W, N>(neighbours::<W, N>(from).and(ground), ground, 0);
    let most = if walker.steps_left > 0 { walker.found } else { walker.most };
    Walk { least: walker.found as u8, most: most as u8 }
}

/// Bounds on the length of a stack's longest walk.
struct Walk {
    least: u8,
    most: u8,
}

/// A region of connected neutral discs next to some stack.
struct Region<W> {
    ground: W,
    /// By side: whether no stack of the other side can enter.
    own: [bool; 2],
    /// An upper bound on the length of a walk, by the colour of its start square.
    longest: [u8; 2],
    /// A lower bound on the longest walk: the first disc has a neighbour.
    least: [u8; 2],
    small: bool,
}

/// The facts that decide how high stacks can grow, for the player to move and the opponent.
///
/// Stacks never shrink (rule 9), so present heights are sure. A stack walks through one region only. If
/// no enemy stack stands next to a region and no enemy disc is left to place, only its owner can enter it: the
/// owner can take one stack along the longest walk, turn after turn, and is never forced to do anything else
/// first (rule 12). With one stack per region, all of these walks are sure.
struct View<W> {
    squares: [[W; STACKS]; 2],
    heights: [[u8; STACKS]; 2],
    /// The neutral discs next to each stack.
    around: [[W; STACKS]; 2],
    reserves: [u8; 2],
    neutral: W,
}

impl<W: Word> View<W> {
    fn new<const N: usize>(position: &StaqsPosition) -> Self {
        let players = [position.to_move(), position.to_move().opponent()];
        let neutral = W::of(position.neutral());
        let [(own, own_heights), (enemy, enemy_heights)] =
            players.map(|player| position.stacks_and_heights::<W>(player));
        let squares = [own, enemy];
        let around = squares.map(|squares| squares.map(|square| neighbours::<W, N>(square).and(neutral)));
        let reserves = players.map(|player| position.reserve(player));
        Self { squares, heights: [own_heights, enemy_heights], around, reserves, neutral }
    }

    /// Returns the regions next to stacks.
    #[inline]
    fn regions<const N: usize>(&self) -> impl Iterator<Item = Region<W>> {
        let touched = self.around.map(|around| around.into_iter().fold(W::EMPTY, W::or));
        let mut rest = touched[0].or(touched[1]);
        std::iter::from_fn(move || {
            (rest != W::EMPTY).then(|| {
                let ground = region::<W, N>(rest.minus(rest.rest()), self.neutral);
                rest = rest.minus(ground);
                let closed =
                    |enemy: usize| touched[enemy].and(ground) == W::EMPTY && self.reserves[enemy] == 0;
                let size = ground.count();
                Region {
                    ground,
                    own: [closed(1), closed(0)],
                    longest: longest_walks::<W, N>(ground, size),
                    least: [size.min(2) as u8; 2],
                    small: size <= MAX_SEARCHED_REGION,
                }
            })
        })
    }

    /// Bounds for both players without searching any walk, and the best that such a search could make of them
    /// for either player.
    fn rough<const N: usize>(&self) -> [[HeightBounds; 2]; 2] {
        let stand = self.heights.map(|heights| HeightBounds { sure: heights, most: heights });
        let [mut rough, mut at_best] = [stand, stand];
        for region in self.regions::<N>() {
            for side in 0..2 {
                let least = if region.own[side] || region.small { region.least } else { region.longest };
                for stack in 0..STACKS {
                    let colour = usize::from(self.squares[side][stack].and(W::CHEQUERED) != W::EMPTY);
                    let reached = u8::from(self.around[side][stack].and(region.ground) != W::EMPTY);
                    let height = self.heights[side][stack];
                    let high = height + reached * region.longest[colour];
                    let raise = |height: &mut u8, to: u8| *height = to.max(*height);
                    raise(&mut rough[side].most[stack], high);
                    raise(&mut at_best[side].most[stack], height + reached * least[colour]);
                    raise(&mut at_best[side].sure[stack], if region.own[side] { high } else { height });
                }
            }
        }
        for side in 0..2 {
            self.limit(side, &mut rough[side].most);
            self.limit(side, &mut at_best[side].most);
        }
        [rough, at_best]
    }

    /// Bounds for both players, with walks searched.
    fn exact<const N: usize>(&self) -> [HeightBounds; 2] {
        let mut exact = self.heights.map(|heights| HeightBounds { sure: heights, most: heights });
        for region in self.regions::<N>() {
            for side in 0..2 {
                let heights = self.heights[side];
                let exact = &mut exact[side];
                let mut best = (0, 0);
                for (stack, &height) in heights.iter().enumerate() {
                    let from = self.squares[side][stack];
                    if self.around[side][stack].and(region.ground) == W::EMPTY {
                        continue;
                    }
                    let walk = if region.own[side] || region.small {
                        look_for_walk::<W, N>(from, region.ground)
                    } else {
                        Walk { least: 0, most: longest_walk::<W, N>(from, region.ground) as u8 }
                    };
                    exact.most[stack] = exact.most[stack].max(height + walk.most);
                    // A stack that another region has raised already stays with that one.
                    if region.own[side] && exact.sure[stack] == height {
                        best = best.max((height + walk.least, stack));
                    }
                }
                if best.0 > 0 {
                    exact.sure[best.1] = best.0;
                }
            }
        }
        for (side, exact) in exact.iter_mut().enumerate() {
            self.limit(side, &mut exact.most);
        }
        exact
    }

    /// Returns the maximum number of turns in which a player can still place or step. Each placement of the
    /// opponent covers a neutral disc, regardless of the player.
    fn most_turns(&self, side: usize) -> u8 {
        let neutral = self.neutral.count() as u8;
        let others = neutral.midpoint(side as u8);
        neutral - self.reserves[1 - side].min(others)
    }

    /// Caps heights by the turns left, since a stack grows by one per turn; a disc still in reserve may become the
    /// highest stack of all.
    fn limit(&self, side: usize, most: &mut [u8; STACKS]) {
        if self.reserves == [0; 2] {
            return;
        }
        let turns = self.most_turns(side);
        let mut reserve = self.reserves[side];
        for (most, &height) in most.iter_mut().zip(&self.heights[side]) {
            if height > 0 {
                *most = (*most).min(height + turns);
            } else if reserve > 0 && turns > 0 {
                *most = PLACED_HEIGHT + turns - 1;
                reserve -= 1;
            }
        }
    }

    fn static_bounds<const N: usize>(&self, position: &StaqsPosition) -> StaticBounds {
        let bounds = self.bounds::<N>();
        let key = if bounds.value().is_none() { self.key::<N>(position) } else { position.key() };
        StaticBounds { bounds, key }
    }

    /// Hashes the facts that still affect the value. Of a stack that cannot step any more (no disc becomes neutral
    /// again) only the height matters. Neutral discs that no stack can reach matter only to discs in reserve, and
    /// isolated ones only by their number.
    fn key<const N: usize>(&self, position: &StaqsPosition) -> u64 {
        let touched = self.around.as_flattened().iter().fold(W::EMPTY, |all, &around| all.or(around));
        let mut ground = region::<W, N>(touched, self.neutral);
        let mut key = position.to_move().index() as u64;
        if self.reserves != [0; 2] {
            let beyond = self.neutral.minus(ground);
            let lonely = beyond.minus(neighbours::<W, N>(beyond));
            ground = self.neutral.minus(lonely);
            let counts = [1, lonely.count() as u8, self.reserves[0], self.reserves[1]];
            key = key.wrapping_add(zobrist::mix(u32::from_le_bytes(counts).into()));
        }
        key = key.wrapping_add(ground.mix());
        for side in 0..2 {
            let player = if side == 0 { position.to_move() } else { position.to_move().opponent() };
            for stack in 0..STACKS {
                let (square, height) = (self.squares[side][stack], self.heights[side][stack]);
                key = key.wrapping_add(if self.around[side][stack] == W::EMPTY {
                    STUCK_KEYS[player.index()][usize::from(height)]
                } else {
                    KEYS[player.index()].get(square.lowest(), height)
                });
            }
        }
        zobrist::mix(key)
    }

    /// Searches walks only if the result could decide something.
    fn bounds<const N: usize>(&self) -> WdlBounds {
        let decide = |[own, enemy]: [HeightBounds; 2]| WdlBounds {
            low: own.against(enemy),
            high: enemy.against(own).for_opponent(),
        };
        let [rough, at_best] = self.rough::<N>();
        let bounds = decide(rough);
        if bounds.value().is_some() || decide(at_best) == WdlBounds::OPEN {
            return bounds;
        }
        decide(self.exact::<N>())
    }
}

impl Solvable for StaqsPosition {
    fn static_bounds(&self) -> StaticBounds {
        if self.placing() || self.seats() != 2 {
            return StaticBounds { bounds: WdlBounds::OPEN, key: self.key() };
        }
        match (self.options().size <= NARROW, self.options().steps) {
            (true, Steps::Orthogonal) => View::<u64>::new::<4>(self).static_bounds::<4>(self),
            (true, Steps::All) => View::<u64>::new::<8>(self).static_bounds::<8>(self),
            (false, Steps::Orthogonal) => View::<u128>::new::<4>(self).static_bounds::<4>(self),
            (false, Steps::All) => View::<u128>::new::<8>(self).static_bounds::<8>(self),
        }
    }

    /// Near the end an evaluation costs more than it saves: the history heuristic orders moves as well.
    fn order_hint(&self) -> i32 {
        if self.stage() == 0 { 0 } else { self.evaluate(self.to_move().opponent()) }
    }

    /// Every ply except a pass covers a neutral disc, and a second pass in a row is impossible because the game
    /// would be over (rule 12).
    fn plies_left(&self) -> Option<u16> {
        Some(2 * self.neutral().count() as u16 + 1)
    }

    fn should_canonicalize(&self) -> bool {
        self.is_opening()
    }
}

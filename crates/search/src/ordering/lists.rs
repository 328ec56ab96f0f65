//! Lists of moves without an allocation for each: one long list, of which every position on the
//! path has a stretch, put in order only as far as it is asked for.

use cairn_rules::Evaluate;

use super::History;

/// So many moves are picked one by one; if none of these was good enough more are sorted...
const PICKED: usize = 10;
/// ...but no more than these: where there are hundreds left, their order hardly matters.
const SORTED: usize = 64;

/// The moves of all positions on the path.
pub(crate) struct Lists<M> {
    moves: Vec<M>,
    /// The order of the moves of each stretch: rank above, place in the stretch below.
    order: Vec<u64>,
}

impl<M: Copy> Lists<M> {
    pub(crate) const fn new() -> Self {
        Self { moves: Vec::new(), order: Vec::new() }
    }

    /// Adds a stretch with what `list` appends, and tells where it starts and what `list` says.
    #[inline]
    pub(crate) fn open<T>(&mut self, list: impl FnOnce(&mut Vec<M>) -> T) -> (usize, T) {
        let start = self.moves.len();
        let said = self.extend(list);
        (start, said)
    }

    /// Adds what `list` appends to the last stretch.
    #[inline]
    fn extend<T>(&mut self, list: impl FnOnce(&mut Vec<M>) -> T) -> T {
        let said = list(&mut self.moves);
        self.order.resize(self.moves.len(), 0);
        said
    }

    /// Removes everything from a start on.
    #[inline]
    pub(crate) fn close(&mut self, start: usize) {
        self.moves.truncate(start);
        self.order.truncate(start);
    }

    /// How many moves there are from a start on, when that is the last stretch.
    pub(crate) fn len_from(&self, start: usize) -> usize {
        self.moves.len() - start
    }
}

/// Ranks grow with the packed number, and of equal ranks the earlier place comes first.
fn pack(rank: i32, place: usize) -> u64 {
    u64::from(rank.wrapping_sub(i32::MIN) as u32) << 32 | u64::from(!(place as u32))
}

fn place(packed: u64) -> usize {
    !(packed as u32) as usize
}

/// What becomes of the moves that were not listed at first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Others {
    /// They are listed when all before them were tried.
    Follow,
    /// There are none, or nobody wants them.
    Stay,
}

/// Hands out the moves of one stretch, best first.
pub(crate) struct Picker {
    start: usize,
    count: usize,
    tried: usize,
    /// How many had been tried when the moves were listed that are handed out now.
    listed: usize,
    /// The place of the move to try before anything is ranked.
    first: Option<usize>,
    others: Others,
}

impl Picker {
    /// For the last stretch of the lists, with a move that was best before.
    pub(crate) fn new<P: Evaluate>(
        lists: &mut Lists<P::Move>,
        start: usize,
        first: Option<u16>,
        mut others: Others,
        position: &P,
    ) -> Self {
        let first = first.map(usize::from);
        if others == Others::Follow && first.is_some_and(|first| first >= lists.len_from(start)) {
            lists.extend(|out| position.other_moves(out));
            others = Others::Stay;
        }
        let count = lists.len_from(start);
        Self { start, count, tried: 0, listed: 0, first: first.filter(|&first| first < count), others }
    }

    /// Nobody wants the moves that are not listed yet.
    pub(crate) fn leave_others(&mut self) {
        self.others = Others::Stay;
    }

    /// Ranks the moves from a place on.
    #[inline]
    fn rank<P: Evaluate>(
        &self,
        lists: &mut Lists<P::Move>,
        from: usize,
        history: &History,
        position: &P,
        ply: usize,
    ) {
        let rank = history.ranks(position.to_move().index(), ply);
        let stretch = self.start + from..self.start + self.count;
        let moves = lists.moves[stretch.clone()].iter().enumerate();
        for (slot, (index, &mv)) in lists.order[stretch].iter_mut().zip(moves) {
            *slot = pack(rank(mv, position.is_noisy(mv)), from + index);
        }
    }

    /// The next move, with its place in the order of generation.
    #[inline]
    pub(crate) fn next<P: Evaluate>(
        &mut self,
        lists: &mut Lists<P::Move>,
        history: &History,
        position: &P,
        ply: usize,
    ) -> Option<(usize, P::Move)> {
        if self.tried == self.count && !self.list_others(lists, history, position, ply) {
            return None;
        }
        if let (0, Some(first)) = (self.tried, self.first) {
            self.tried = 1;
            return Some((first, lists.moves[self.start + first]));
        }
        if self.listed == 0 && self.tried == usize::from(self.first.is_some()) {
            self.rank(lists, 0, history, position, ply);
            if let Some(first) = self.first {
                lists.order.swap(self.start, self.start + first);
            }
        }
        let rest = &mut lists.order[self.start..self.start + self.count][self.tried..];
        let picked = self.tried - self.listed;
        if picked < PICKED {
            let best = (0..rest.len()).max_by_key(|&index| rest[index])?;
            rest.swap(0, best);
        } else if picked == PICKED {
            if rest.len() > SORTED {
                rest.select_nth_unstable_by(SORTED, |a, b| b.cmp(a));
            }
            let sorted = SORTED.min(rest.len());
            rest[..sorted].sort_unstable_by(|a, b| b.cmp(a));
        }
        let place = place(rest[0]);
        self.tried += 1;
        Some((place, lists.moves[self.start + place]))
    }

    /// Lists the other moves; whether there are any.
    fn list_others<P: Evaluate>(
        &mut self,
        lists: &mut Lists<P::Move>,
        history: &History,
        position: &P,
        ply: usize,
    ) -> bool {
        if self.others == Others::Stay {
            return false;
        }
        self.others = Others::Stay;
        lists.extend(|out| position.other_moves(out));
        let before = self.count;
        (self.listed, self.count) = (self.tried, lists.len_from(self.start));
        self.rank(lists, before, history, position, ply);
        self.count > before
    }

    /// How many moves were handed out.
    pub(crate) const fn tried(&self) -> usize {
        self.tried
    }

    /// The moves that were handed out before the last one.
    pub(crate) fn before_last<'a, M: Copy>(
        &self,
        lists: &'a Lists<M>,
    ) -> impl Iterator<Item = M> + use<'a, M> {
        let start = self.start;
        let tried = &lists.order[start..start + self.tried.saturating_sub(1)];
        tried.iter().map(move |&packed| lists.moves[start + place(packed)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_ranks_compare_as_ranks() {
        let mut packed = [pack(5, 1), pack(-7, 0), pack(5, 0), pack(i32::MAX, 9), pack(i32::MIN, 3)];
        packed.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(packed.map(place), [9, 0, 1, 0, 3]);
    }
}

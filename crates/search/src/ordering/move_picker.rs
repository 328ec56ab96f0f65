//! The move picker: staged generation and selection sort, without an allocation for each node.

use cairn_rules::Evaluate;

use super::History;

/// This many moves are picked one by one; if none of them causes a cutoff, more are sorted...
const PICKED: usize = 10;
/// ...but no more than this: among hundreds of remaining moves the order hardly matters.
const SORTED: usize = 64;

/// The move lists of all nodes on the search path, one after the other.
pub(crate) struct MoveStack<M> {
    moves: Vec<M>,
    /// The order of the moves of each list: ordering score above, index in the list below.
    order: Vec<u64>,
}

impl<M: Copy> MoveStack<M> {
    pub(crate) const fn new() -> Self {
        Self { moves: Vec::new(), order: Vec::new() }
    }

    /// Pushes a list of the moves that `generate` appends; returns where it starts, and what
    /// `generate` returns.
    #[inline]
    pub(crate) fn push_list<T>(&mut self, generate: impl FnOnce(&mut Vec<M>) -> T) -> (usize, T) {
        let start = self.moves.len();
        let returned = self.extend_list(generate);
        (start, returned)
    }

    /// Extends the last list by the moves that `generate` appends.
    #[inline]
    fn extend_list<T>(&mut self, generate: impl FnOnce(&mut Vec<M>) -> T) -> T {
        let returned = generate(&mut self.moves);
        self.order.resize(self.moves.len(), 0);
        returned
    }

    /// Pops the list that starts here, and everything above it.
    #[inline]
    pub(crate) fn pop_list(&mut self, start: usize) {
        self.moves.truncate(start);
        self.order.truncate(start);
    }

    /// Returns the length of the last list, which starts here.
    pub(crate) fn len_from(&self, start: usize) -> usize {
        self.moves.len() - start
    }
}

/// Packs a score and an index so that higher scores compare greater, and of equal scores the lower index.
fn pack(score: i32, index: usize) -> u64 {
    u64::from(score.wrapping_sub(i32::MIN) as u32) << 32 | u64::from(!(index as u32))
}

fn unpack_index(packed: u64) -> usize {
    !(packed as u32) as usize
}

/// The treatment of moves that a game does not list first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum LateGeneration {
    /// Generate them after trying all moves before them.
    Generate,
    /// There are none, or they are pruned.
    Skip,
}

/// Yields the moves of one node, best first.
pub(crate) struct MovePicker {
    start: usize,
    count: usize,
    tried: usize,
    /// The number of moves tried when the current stage was generated.
    stage_start: usize,
    /// The index of the table move, which is tried before any move is scored.
    table_move: Option<usize>,
    unlisted: LateGeneration,
}

impl MovePicker {
    /// Creates a picker for the last list of the stack, with the best move from the transposition table.
    pub(crate) fn new<P: Evaluate>(
        stack: &mut MoveStack<P::Move>,
        start: usize,
        table_move: Option<u16>,
        mut unlisted: LateGeneration,
        position: &P,
    ) -> Self {
        let table_move = table_move.map(usize::from);
        if unlisted == LateGeneration::Generate
            && table_move.is_some_and(|index| index >= stack.len_from(start))
        {
            stack.extend_list(|out| position.other_moves(out));
            unlisted = LateGeneration::Skip;
        }
        let count = stack.len_from(start);
        let table_move = table_move.filter(|&index| index < count);
        Self { start, count, tried: 0, stage_start: 0, table_move, unlisted }
    }

    /// Skips the moves that are not yet generated.
    pub(crate) fn skip_unlisted(&mut self) {
        self.unlisted = LateGeneration::Skip;
    }

    /// Scores the moves from an index on.
    #[inline]
    fn score<P: Evaluate>(
        &self,
        stack: &mut MoveStack<P::Move>,
        from: usize,
        history: &History,
        position: &P,
        ply: usize,
    ) {
        let score = history.ordering_scores(position.to_move().index(), ply);
        let list = self.start + from..self.start + self.count;
        let moves = stack.moves[list.clone()].iter().enumerate();
        for (slot, (index, &mv)) in stack.order[list].iter_mut().zip(moves) {
            *slot = pack(score(mv, position.is_noisy(mv)), from + index);
        }
    }

    /// Returns the next move, with its index among the legal moves.
    #[inline]
    pub(crate) fn next<P: Evaluate>(
        &mut self,
        stack: &mut MoveStack<P::Move>,
        history: &History,
        position: &P,
        ply: usize,
    ) -> Option<(usize, P::Move)> {
        if self.tried == self.count && !self.generate_unlisted(stack, history, position, ply) {
            return None;
        }
        if let (0, Some(index)) = (self.tried, self.table_move) {
            self.tried = 1;
            return Some((index, stack.moves[self.start + index]));
        }
        if self.stage_start == 0 && self.tried == usize::from(self.table_move.is_some()) {
            self.score(stack, 0, history, position, ply);
            if let Some(index) = self.table_move {
                stack.order.swap(self.start, self.start + index);
            }
        }
        let rest = &mut stack.order[self.start..self.start + self.count][self.tried..];
        let picked = self.tried - self.stage_start;
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
        let index = unpack_index(rest[0]);
        self.tried += 1;
        Some((index, stack.moves[self.start + index]))
    }

    /// Generates the moves that were not listed first; returns whether there are any.
    fn generate_unlisted<P: Evaluate>(
        &mut self,
        stack: &mut MoveStack<P::Move>,
        history: &History,
        position: &P,
        ply: usize,
    ) -> bool {
        if self.unlisted == LateGeneration::Skip {
            return false;
        }
        self.unlisted = LateGeneration::Skip;
        stack.extend_list(|out| position.other_moves(out));
        let before = self.count;
        (self.stage_start, self.count) = (self.tried, stack.len_from(self.start));
        self.score(stack, before, history, position, ply);
        self.count > before
    }

    /// Returns the number of moves yielded so far.
    pub(crate) const fn tried(&self) -> usize {
        self.tried
    }

    /// Returns the moves yielded before the last one.
    pub(crate) fn before_last<'a, M: Copy>(
        &self,
        stack: &'a MoveStack<M>,
    ) -> impl Iterator<Item = M> + use<'a, M> {
        let start = self.start;
        let tried = &stack.order[start..start + self.tried.saturating_sub(1)];
        tried.iter().map(move |&packed| stack.moves[start + unpack_index(packed)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_scores_compare_as_scores() {
        let mut packed = [pack(5, 1), pack(-7, 0), pack(5, 0), pack(i32::MAX, 9), pack(i32::MIN, 3)];
        packed.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(packed.map(unpack_index), [9, 0, 1, 0, 3]);
    }
}

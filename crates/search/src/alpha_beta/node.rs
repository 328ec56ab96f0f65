//! Principal variation search: one node below the root.

use cairn_rules::Evaluate;

use super::window::{PATH_INDEPENDENT, SearchResult, Window};
use super::worker::{QUIET_HORIZON, Worker};
use crate::ordering::{LateGeneration, MovePicker};
use crate::score::{DRAW, INFINITE, MAX_PLY, Value, WIN, is_decisive, win_in};
use crate::transposition::{Bound, TtEntry};

impl<P: Evaluate> Worker<'_, P> {
    /// Searches a node, fail-soft: returns its value if that lies inside the window, otherwise a
    /// bound on the same side of it.
    pub(super) fn search(&mut self, position: &P, window: Window) -> SearchResult {
        let Window { mut depth, ply, mut alpha, mut beta } = window;
        if window.is_wide() {
            self.pv_table.clear(ply);
        }
        if !self.count_node(ply) {
            return SearchResult::new(DRAW);
        }
        if let Some(repetition_ply) = self.path.push(position, ply, &self.shared.history) {
            return SearchResult { value: self.shared.sides.draw_value(position), repetition_ply };
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return SearchResult::new(self.quiescence(position, ply, alpha, beta));
        }

        // Mate distance pruning: no win is nearer than the next ply, and no loss than this one.
        alpha = alpha.max(-win_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return SearchResult::new(alpha);
        }

        let key = self.key(position);
        let entry = if self.enhancements.transposition_table { self.shared.table.probe(key) } else { None };
        let pv_node = self.enhancements.null_windows && window.is_wide();
        if !pv_node {
            let narrowed = Window { alpha, beta, ..window };
            let cutoff = entry.and_then(|entry| self.table_cutoff(entry, narrowed));
            if let Some(value) = cutoff.or_else(|| self.reverse_futility(position, narrowed)) {
                return SearchResult::new(value);
            }
        }
        let table_move = entry.and_then(|entry| entry.index);
        depth -= self.internal_iterative_reduction(depth, table_move);

        let (start, unlisted) = self.generate_moves(position);
        if unlisted == LateGeneration::Skip && self.moves.len_from(start) == 0 {
            return SearchResult::new(
                position.outcome().map_or(DRAW, |end| self.shared.sides.terminal_value(position, end, ply)),
            );
        }
        let mut picker = MovePicker::new(&mut self.moves, start, table_move, unlisted, position);
        let window = Window { depth, ply, alpha, beta };
        let (best, index) = self.search_moves(position, window, &mut picker, pv_node);
        if !self.stopped {
            self.store(position, (key, entry), window, best, index);
        }
        self.moves.pop_list(start);
        // A repetition of this node or of a later one does not depend on the path to this node.
        let depends_on_path = best.repetition_ply < ply as i32;
        let repetition_ply = if depends_on_path { best.repetition_ply } else { PATH_INDEPENDENT };
        SearchResult { repetition_ply, ..best }
    }

    /// Generates the moves to try first; returns where their list starts, and whether more follow.
    #[inline]
    fn generate_moves(&mut self, position: &P) -> (usize, LateGeneration) {
        if self.enhancements.history {
            let (start, more) = self.moves.push_list(|out| position.first_moves(out));
            return (start, if more { LateGeneration::Generate } else { LateGeneration::Skip });
        }
        let (start, ()) = self.moves.push_list(|out| position.legal_moves(out));
        (start, LateGeneration::Skip)
    }

    /// Returns a transposition table cutoff: the stored value, if it is deep enough and decides the window.
    fn table_cutoff(&self, entry: TtEntry, window: Window) -> Option<Value> {
        let deep_enough = if self.enhancements.deeper_entries {
            i32::from(entry.depth) >= window.depth
        } else {
            i32::from(entry.depth) == window.depth
        };
        let value = entry.value_at(window.ply);
        let decides = match entry.bound {
            Bound::None => false,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        (deep_enough && decides).then_some(value)
    }

    /// Searches moves until one fails high. Returns the best value, and the index of the best move
    /// if it is better than alpha.
    fn search_moves(
        &mut self,
        position: &P,
        window: Window,
        picker: &mut MovePicker,
        pv_node: bool,
    ) -> (SearchResult, Option<usize>) {
        let Window { depth, ply, mut alpha, beta } = window;
        let mut best = SearchResult::new(-INFINITE);
        let mut best_index = None;
        while let Some((index, mv)) = picker.next(&mut self.moves, &self.history, position, ply) {
            let result = self.search_move(position, mv, picker.tried(), Window { alpha, ..window }, pv_node);
            if self.stopped {
                return (best, None);
            }
            let value = result.value;
            if value >= beta {
                self.update_history(position, mv, picker, depth, ply);
                return (result, Some(index));
            }
            let repetition_ply = best.repetition_ply.min(result.repetition_ply);
            best = SearchResult { value: best.value.max(value), repetition_ply };
            if self.late_move_pruning(window, pv_node, best.value) {
                picker.skip_unlisted();
            }
            if value > alpha {
                alpha = value;
                best_index = Some(index);
                if window.is_wide() {
                    self.pv_table.update(ply, mv);
                }
            }
        }
        (best, best_index)
    }

    /// Returns the value of a move, the `move_number`th tried at this node: the first with the full window,
    /// the others reduced and with a null window until they prove better.
    pub(super) fn search_move(
        &mut self,
        position: &P,
        mv: P::Move,
        move_number: usize,
        window: Window,
        pv_node: bool,
    ) -> SearchResult {
        let Window { depth, alpha, .. } = window;
        let next = position.after(mv);
        if move_number == 1 || !self.enhancements.null_windows {
            return self.search_child(position, &next, window.child(depth - 1));
        }
        let reduction = self.late_move_reduction(position, mv, move_number, window, pv_node);
        let null = window.null();
        let mut result = self.search_child(position, &next, null.child(depth - 1 - reduction));
        if result.value > alpha && reduction > 0 && !self.stopped {
            result = self.search_child(position, &next, null.child(depth - 1));
        }
        if result.value > alpha && window.is_wide() && !self.stopped {
            result = self.search_child(position, &next, window.child(depth - 1));
        }
        result
    }

    /// Negamax: searches the position after a move, from the point of view of the side that made it.
    fn search_child(&mut self, position: &P, next: &P, window: Window) -> SearchResult {
        if self.shared.sides.same_to_move(position, next) {
            return self.search(next, window);
        }
        self.search(next, window.negated()).negated()
    }

    /// Rewards the move that failed high and penalizes those tried before it.
    fn update_history(&mut self, position: &P, mv: P::Move, picker: &MovePicker, depth: i32, ply: usize) {
        if !self.enhancements.history {
            return;
        }
        let seat = position.to_move().index();
        self.history.update(seat, mv, depth, true);
        if !position.is_noisy(mv) {
            self.history.add_killer(ply, mv);
        }
        if picker.tried() > 1 {
            for other in picker.before_last(&self.moves) {
                self.history.update(seat, other, depth, false);
            }
        }
    }

    /// Stores the result in the transposition table; a value that depends on the path (graph history
    /// interaction) is stored as a best move alone.
    fn store(
        &self,
        position: &P,
        (key, old): (u64, Option<TtEntry>),
        window: Window,
        result: SearchResult,
        index: Option<usize>,
    ) {
        if !self.enhancements.transposition_table {
            return;
        }
        let Window { depth, ply, alpha, beta } = window;
        let mut bound = match result.value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let value = TtEntry::value_from(result.value, ply);
        // A win that takes longer than the quiet horizon may come too late on another path.
        let distance = WIN - Value::from(value).abs();
        let too_late = is_decisive(value.into())
            && distance > QUIET_HORIZON.into()
            && position.quiet_plies_left().is_some();
        if result.repetition_ply < ply as i32 || too_late {
            if old.is_some_and(|old| old.bound != Bound::None) {
                return;
            }
            bound = Bound::None;
        }
        let index = index.and_then(|index| u16::try_from(index).ok()).filter(|&index| index < u16::MAX);
        self.shared.table.store(key, TtEntry { value, depth: depth as u8, bound, index });
    }
}

//! The search of one position below the root.

use cairn_rules::Evaluate;

use super::found::{Found, NOTHING};
use super::question::Question;
use super::reductions::{FULL_MOVES, MIN_DEPTH};
use super::worker::{QUIET_HORIZON, Worker};
use crate::ordering::{Others, Picker};
use crate::score::{DRAW, INFINITE, MAX_PLY, Value, WIN, is_decided, win_at};
use crate::table::{Bound, Entry};

/// An evaluation this much above what is needed, for each ply to go, is believed...
const SAFE_MARGIN: Value = 110;
/// ...up to this depth.
const SAFE_DEPTH: i32 = 3;
/// ...but not this near to the root, so that two plies are always looked at in full.
const SAFE_PLY: usize = 2;
/// Up to this depth the many moves that are not listed first are left out.
const OTHERS_DEPTH: i32 = 2;
/// From this depth on it pays to look less deeply where no good move is known yet.
const UNKNOWN_DEPTH: i32 = 5;

impl<P: Evaluate> Worker<'_, P> {
    /// Searches a position below the root: its value if that lies between alpha and beta, and
    /// otherwise a bound on that side.
    pub(super) fn search(&mut self, position: &P, question: Question) -> Found {
        let Question { mut depth, ply, mut alpha, mut beta } = question;
        if question.is_open() {
            self.variations.clear(ply);
        }
        if !self.visit(ply) {
            return Found::new(DRAW);
        }
        if let Some(rests_on) = self.path.enter(position, ply, &self.shared.past) {
            return Found { value: self.shared.camps.draw(position), rests_on };
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.horizon(position, ply, alpha, beta);
        }

        // No win is nearer than on the next ply, and no loss than on this one.
        alpha = alpha.max(-win_at(ply));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return Found::new(alpha);
        }

        let key = self.key(position);
        let entry = if self.features.table { self.shared.table.get(key) } else { None };
        let in_best_line = self.features.null_windows && question.is_open();
        if !in_best_line {
            let asked = Question { alpha, beta, ..question };
            let known = entry.and_then(|entry| self.answer(entry, asked));
            if let Some(value) = known.or_else(|| self.safe_value(position, asked)) {
                return Found::new(value);
            }
        }
        let first = entry.and_then(|entry| entry.index);
        if self.features.reductions && depth >= UNKNOWN_DEPTH && first.is_none() {
            depth -= 1;
        }

        let (start, others) = self.list(position);
        if others == Others::Stay && self.lists.len_from(start) == 0 {
            return Found::new(
                position.outcome().map_or(DRAW, |end| self.shared.camps.value_of(position, end, ply)),
            );
        }
        let mut picker = Picker::new(&mut self.lists, start, first, others, position);
        let question = Question { depth, ply, alpha, beta };
        let (best, index) = self.try_moves(position, question, &mut picker, in_best_line);
        if !self.stopped {
            self.keep(position, (key, entry), question, best, index);
        }
        self.lists.close(start);
        let rests_on = if best.rests_on >= ply as i32 { NOTHING } else { best.rests_on };
        Found { rests_on, ..best }
    }

    /// Lists the moves that are to be tried first; where the list begins, and whether others follow.
    #[inline]
    fn list(&mut self, position: &P) -> (usize, Others) {
        if self.features.learning {
            let (start, more) = self.lists.open(|out| position.first_moves(out));
            return (start, if more { Others::Follow } else { Others::Stay });
        }
        let (start, ()) = self.lists.open(|out| position.legal_moves(out));
        (start, Others::Stay)
    }

    /// A value that an evaluation far above what is needed stands for, near the horizon.
    fn safe_value(&self, position: &P, question: Question) -> Option<Value> {
        let Question { depth, ply, beta, .. } = question;
        if !self.features.pruning || depth > SAFE_DEPTH || ply < SAFE_PLY || is_decided(beta) {
            return None;
        }
        let safe = self.shared.camps.evaluate(position) - SAFE_MARGIN * depth;
        (safe >= beta && position.outcome().is_none()).then_some(safe)
    }

    /// What an entry of the table says, if it answers the question.
    fn answer(&self, entry: Entry, question: Question) -> Option<Value> {
        let deep_enough = if self.features.deeper {
            i32::from(entry.depth) >= question.depth
        } else {
            i32::from(entry.depth) == question.depth
        };
        let value = entry.value_at(question.ply);
        let answers = match entry.bound {
            Bound::None => false,
            Bound::Lower => value >= question.beta,
            Bound::Upper => value <= question.alpha,
            Bound::Exact => true,
        };
        (deep_enough && answers).then_some(value)
    }

    /// Tries the moves until one is good enough. Gives the best value, and the best move by its
    /// place if one is better than alpha.
    fn try_moves(
        &mut self,
        position: &P,
        question: Question,
        picker: &mut Picker,
        in_best_line: bool,
    ) -> (Found, Option<usize>) {
        let Question { depth, ply, mut alpha, beta } = question;
        let mut best = Found::new(-INFINITE);
        let mut best_index = None;
        while let Some((index, mv)) = picker.next(&mut self.lists, &self.history, position, ply) {
            let now = Question { alpha, ..question };
            let found = self.try_move(position, mv, picker.tried(), now, in_best_line);
            if self.stopped {
                return (best, None);
            }
            let value = found.value;
            if value >= beta {
                self.learn(position, mv, picker, depth, ply);
                return (found, Some(index));
            }
            let rests_on = best.rests_on.min(found.rests_on);
            best = Found { value: best.value.max(value), rests_on };
            let near = depth <= OTHERS_DEPTH && ply >= SAFE_PLY && !in_best_line;
            // A loss is claimed only when every move was tried.
            if self.features.pruning && near && !is_decided(best.value) {
                picker.leave_others();
            }
            if value > alpha {
                alpha = value;
                best_index = Some(index);
                if question.is_open() {
                    self.variations.set(ply, mv);
                }
            }
        }
        (best, best_index)
    }

    /// The value of a move, the `tried`th at this position.
    pub(super) fn try_move(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: usize,
        question: Question,
        in_best_line: bool,
    ) -> Found {
        let Question { depth, ply, alpha, .. } = question;
        let next = position.after(mv);
        if tried == 1 || !self.features.null_windows {
            return self.descend(position, &next, question.after(alpha, depth - 1));
        }
        let mut reduction = 0;
        if self.features.reductions
            && depth >= MIN_DEPTH
            && tried > FULL_MOVES
            && !position.is_noisy(mv)
            && !self.history.is_killer(ply, mv)
        {
            let merit = self.history.merit(position.to_move().index(), mv);
            reduction = self.reductions.get(depth, tried, in_best_line, merit).min(depth - 2);
        }
        let narrow = Question { beta: alpha + 1, ..question };
        let mut found = self.descend(position, &next, narrow.after(alpha, depth - 1 - reduction));
        if found.value > alpha && reduction > 0 && !self.stopped {
            found = self.descend(position, &next, narrow.after(alpha, depth - 1));
        }
        if found.value > alpha && question.is_open() && !self.stopped {
            found = self.descend(position, &next, question.after(alpha, depth - 1));
        }
        found
    }

    /// Searches the position after a move, on behalf of the player who made it.
    fn descend(&mut self, position: &P, next: &P, question: Question) -> Found {
        if self.shared.camps.same(position, next) {
            return self.search(next, question);
        }
        let turned = Question { alpha: -question.beta, beta: -question.alpha, ..question };
        self.search(next, turned).negated()
    }

    /// A move was good enough, and those before it were not.
    fn learn(&mut self, position: &P, mv: P::Move, picker: &Picker, depth: i32, ply: usize) {
        if !self.features.learning {
            return;
        }
        let seat = position.to_move().index();
        self.history.learn(seat, mv, depth, true);
        if !position.is_noisy(mv) {
            self.history.remember_killer(ply, mv);
        }
        if picker.tried() > 1 {
            for other in picker.before_last(&self.lists) {
                self.history.learn(seat, other, depth, false);
            }
        }
    }

    /// Keeps what was found, if it holds on every path that leads here.
    fn keep(
        &self,
        position: &P,
        (key, before): (u64, Option<Entry>),
        question: Question,
        found: Found,
        index: Option<usize>,
    ) {
        if !self.features.table {
            return;
        }
        let Question { depth, ply, alpha, beta } = question;
        let mut bound = match found.value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let value = Entry::relative(found.value, ply);
        // A win that takes longer than the key looks ahead may come too late elsewhere.
        let takes = WIN - Value::from(value).abs();
        let too_late =
            is_decided(value.into()) && takes > QUIET_HORIZON.into() && position.quiet_plies_left().is_some();
        if found.rests_on < ply as i32 || too_late {
            if before.is_some_and(|before| before.bound != Bound::None) {
                return;
            }
            bound = Bound::None;
        }
        let index = index.and_then(|index| u16::try_from(index).ok()).filter(|&index| index < u16::MAX);
        self.shared.table.put(key, Entry { value, depth: depth as u8, bound, index });
    }
}

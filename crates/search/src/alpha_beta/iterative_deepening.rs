//! Iterative deepening: each iteration begins with the best moves of the one before.

use std::cmp::Reverse;

use cairn_rules::Evaluate;

use super::root::RootMove;
use super::worker::Worker;
use crate::score::{INFINITE, MAX_PLY, Value, is_decisive};
use crate::{Limits, Report, Score, Variation};

/// The maximum depth: the path must still have room for the quiescence search beyond it.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 64;
/// Aspiration window: its initial half-width, in centipawns.
const ASPIRATION_WINDOW: Value = 30;
/// Aspiration windows apply from this depth on, where scores are stable enough.
const ASPIRATION_DEPTH: i32 = 4;
/// The factor by which a window is widened when the score falls outside it.
const ASPIRATION_GROWTH: Value = 4;

impl<P: Evaluate> Worker<'_, P> {
    /// Searches until a limit is reached or the score is settled. Threads with odd numbers are one
    /// ply ahead, so that the threads do not all search the same tree.
    pub(super) fn deepen(
        mut self,
        limits: &Limits,
        number: usize,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let multi_pv = self.shared.settings.multi_pv.max(1);
        let mut moves = self.root_moves();
        let mut variations = static_variations(&moves, multi_pv);
        let only_move = limits.needs_no_thought(moves.len());
        let max_depth = limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let (mut completed, mut settled) = (0, false);
        self.starting = false;
        self.stopped |= self.shared.control.should_stop();
        let ahead = (number % 2) as i32;
        for depth in 1 + ahead..=max_depth {
            let count = self.iterate(&mut moves, depth, multi_pv);
            if self.stopped {
                variations = merge(&moves, count, variations, multi_pv);
                break;
            }
            variations = moves[..count].iter().map(RootMove::to_variation).collect();
            completed = depth;
            report(&self.report(completed, &variations));
            settled = moves[..count].iter().all(|best| Self::is_settled(best.value, depth));
            if settled || only_move {
                break;
            }
        }
        let is_conclusive = settled || completed == MAX_DEPTH;
        Report { is_conclusive, ..self.report(completed, &variations) }
    }

    /// Runs one iteration of multi-PV: finds the best move, then the best of the others, and so on. Returns
    /// how many variations it completed.
    fn iterate(&mut self, moves: &mut [RootMove<P>], depth: i32, multi_pv: usize) -> usize {
        self.seldepth = 0;
        let count = multi_pv.min(moves.len());
        for index in 0..count {
            self.search_pv(&mut moves[index..], depth);
            if self.stopped {
                return index;
            }
            // Reductions and the table can make a later variation come out better than an earlier one.
            moves[..=index].sort_by_key(|root_move| -root_move.value);
        }
        count
    }

    /// Finds the best of some root moves, within aspiration windows, and puts it first.
    fn search_pv(&mut self, moves: &mut [RootMove<P>], depth: i32) {
        let expected = moves.first().map_or(0, |best| best.value);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.enhancements.aspiration_windows && depth >= ASPIRATION_DEPTH && !is_decisive(expected) {
            (alpha, beta) = (expected - ASPIRATION_WINDOW, expected + ASPIRATION_WINDOW);
        }
        let mut margin = ASPIRATION_WINDOW;
        loop {
            let value = self.search_root(moves, depth, (alpha, beta));
            if self.stopped {
                return;
            }
            // The sort is stable: moves without a value keep their order behind the others.
            moves.sort_by_key(|root_move| -root_move.value);
            margin *= ASPIRATION_GROWTH;
            if value <= alpha {
                alpha = if is_decisive(value) { -INFINITE } else { value - margin };
            } else if value >= beta {
                beta = if is_decisive(value) { INFINITE } else { value + margin };
            } else {
                return;
            }
        }
    }
}

/// Returns the best moves by static evaluation; at least one, even if none was evaluated.
fn static_variations<P: Evaluate>(moves: &[RootMove<P>], multi_pv: usize) -> Vec<Variation<P>> {
    let evaluated = moves.iter().take(multi_pv).filter(|root_move| root_move.value > -INFINITE);
    let mut variations: Vec<Variation<P>> = evaluated.map(RootMove::to_variation).collect();
    if let ([], [first, ..]) = (&variations[..], moves) {
        variations.push(Variation { score: Score::Centipawns(0), moves: vec![first.mv] });
    }
    variations
}

/// Returns the variations after an iteration that completed only some of them. The others are those of the
/// iteration before, worth no more than the last completed one, which was searched deeper and found
/// to be better. A move that has raised alpha comes before them if it is worth as much.
fn merge<P: Evaluate>(
    moves: &[RootMove<P>],
    completed: usize,
    mut before: Vec<Variation<P>>,
    multi_pv: usize,
) -> Vec<Variation<P>> {
    let (done, rest) = moves.split_at(completed);
    let is_first_move = |pv: &Variation<P>, mv: P::Move| pv.moves.first() == Some(&mv);
    before.retain(|pv| !done.iter().any(|root_move| is_first_move(pv, root_move.mv)));
    if let Some(worst) = done.last().map(|root_move| Score::from_value(root_move.value)) {
        before.iter_mut().filter(|pv| pv.score.rank() > worst.rank()).for_each(|pv| pv.score = worst);
    }
    let raised = rest.iter().max_by_key(|root_move| root_move.value).filter(|best| best.value > -INFINITE);
    let is_best = |value: Value| before.first().is_none_or(|pv| value >= pv.score.rank());
    if let Some(best) = raised.filter(|best| multi_pv == 1 || is_best(best.value)) {
        before.retain(|pv| !is_first_move(pv, best.mv));
        before.insert(0, best.to_variation());
    }
    let mut variations: Vec<Variation<P>> = done.iter().map(RootMove::to_variation).collect();
    variations.append(&mut before);
    variations.truncate(multi_pv);
    // Only a move that raised alpha can be out of place, for the same reasons as in an iteration.
    variations.sort_by_key(|pv| Reverse(pv.score.rank()));
    variations
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::staqs::Staqs;
    use cairn_rules::{Game, Position};

    use super::*;

    type P = <Staqs as Game>::Position;

    /// Merges an iteration that was stopped with these values of the first root moves, by move, into
    /// one that found 50, 40 and 30.
    fn merged(values: &[(usize, Value)], completed: usize, multi_pv: usize) -> Vec<(usize, i32)> {
        let mut moves = Vec::new();
        Staqs::start(&<Staqs as Game>::Options::default()).legal_moves(&mut moves);
        let root_move = |&(index, value): &(usize, Value)| RootMove::<P> {
            mv: moves[index],
            value,
            pv: vec![moves[index]],
        };
        let before = [(0, 50), (1, 40), (2, 30)].iter().map(root_move).map(|root| root.to_variation());
        let values: Vec<_> = values.iter().map(root_move).collect();
        merge(&values, completed, before.take(multi_pv).collect(), multi_pv)
            .iter()
            .map(|pv| (moves.iter().position(|mv| *mv == pv.moves[0]).unwrap(), pv.score.rank()))
            .collect()
    }

    #[test]
    fn completed_variations_of_an_unfinished_iteration_come_first() {
        let none = -INFINITE;
        assert_eq!(merged(&[(1, 20), (0, none), (2, none)], 1, 3), [(1, 20), (0, 20), (2, 20)]);
        assert_eq!(merged(&[(1, 45), (0, none), (2, none)], 1, 3), [(1, 45), (0, 45), (2, 30)]);
        assert_eq!(merged(&[(1, 45), (0, 44), (2, none)], 2, 3), [(1, 45), (0, 44), (2, 30)]);
    }

    #[test]
    fn a_move_that_raised_alpha_comes_first_if_it_is_worth_as_much() {
        let none = -INFINITE;
        assert_eq!(merged(&[(0, 5), (2, 60), (1, none)], 0, 3), [(2, 60), (0, 50), (1, 40)]);
        assert_eq!(merged(&[(0, 5), (2, 45), (1, none)], 0, 3), [(0, 50), (1, 40), (2, 30)]);
        assert_eq!(merged(&[(0, 5), (2, 45), (1, none)], 0, 1), [(2, 45)]);
        assert_eq!(merged(&[(0, none), (2, none), (1, none)], 0, 1), [(0, 50)]);
    }
}

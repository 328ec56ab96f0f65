//! Deeper and deeper: each iteration begins with what the one before it found best.

use cairn_rules::Evaluate;

use super::root::RootMove;
use super::worker::Worker;
use crate::score::{INFINITE, MAX_PLY, Value, is_decided};
use crate::{Limits, Line, Report, Score};

/// No iteration is deeper: what follows the last ply still has room.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 64;
/// How far from the last value the next one is expected at first.
const WINDOW: Value = 30;
/// From this depth on values are steady enough to expect anything.
const WINDOW_DEPTH: i32 = 4;
/// A window that proved too narrow is made so many times wider.
const WIDER: Value = 4;

impl<P: Evaluate> Worker<'_, P> {
    /// Searches until a limit is reached or nothing is left to learn. Threads with odd numbers are
    /// one ply ahead of the others, so that not all do the same at the same time.
    pub(super) fn deepen(
        mut self,
        limits: &Limits,
        number: usize,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let wanted = self.shared.settings.lines.max(1);
        let mut moves = self.root_moves();
        let mut lines = first_lines(&moves, wanted);
        let only_move = moves.len() == 1 && limits.is_for_playing();
        let last = limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let mut finished = 0;
        self.starting = false;
        self.stopped |= self.shared.clock.is_over();
        let ahead = (number % 2) as i32;
        for depth in 1 + ahead..=last {
            let seen = self.iterate(&mut moves, depth, wanted);
            if self.stopped {
                lines = merged(seen, lines, wanted);
                break;
            }
            lines = seen;
            finished = depth;
            report(&self.report(finished, &lines));
            let settled = moves.iter().take(wanted).all(|best| Self::is_settled(best.value, depth));
            if settled || only_move {
                break;
            }
        }
        self.report(finished, &lines)
    }

    fn report(&self, depth: i32, lines: &[Line<P>]) -> Report<P> {
        Report {
            depth: depth as u32,
            seldepth: self.seldepth as u32,
            nodes: self.all_nodes(),
            time: self.shared.clock.elapsed(),
            hashfull: self.shared.table.permille(),
            lines: lines.to_vec(),
        }
    }

    /// One iteration: the best lines of this depth, as far as the search comes.
    fn iterate(&mut self, moves: &mut [RootMove<P>], depth: i32, wanted: usize) -> Vec<Line<P>> {
        self.seldepth = 0;
        let mut lines = Vec::new();
        for place in 0..wanted.min(moves.len()) {
            let rest = &mut moves[place..];
            self.search_line(rest, depth);
            if self.stopped {
                // What was better than expected is better, even if the rest was not looked at.
                lines.extend(
                    rest.iter()
                        .max_by_key(|best| best.value)
                        .filter(|best| best.value > -INFINITE)
                        .map(RootMove::to_line),
                );
                break;
            }
            lines.push(moves[place].to_line());
        }
        lines
    }

    /// Finds the best of some moves and puts it first.
    fn search_line(&mut self, moves: &mut [RootMove<P>], depth: i32) {
        let expected = moves.first().map_or(0, |best| best.value);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.features.aspiration && depth >= WINDOW_DEPTH && !is_decided(expected) {
            (alpha, beta) = (expected - WINDOW, expected + WINDOW);
        }
        let mut margin = WINDOW;
        loop {
            let value = self.search_root(moves, depth, (alpha, beta));
            if self.stopped {
                return;
            }
            // The sort is stable: what had no value keeps its place behind.
            moves.sort_by_key(|candidate| -candidate.value);
            margin *= WIDER;
            if value <= alpha {
                alpha = if is_decided(value) { -INFINITE } else { value - margin };
            } else if value >= beta {
                beta = if is_decided(value) { INFINITE } else { value + margin };
            } else {
                return;
            }
        }
    }
}

/// The best moves at first sight; one at least, even if there was no time for a look.
fn first_lines<P: Evaluate>(moves: &[RootMove<P>], wanted: usize) -> Vec<Line<P>> {
    let seen = moves.iter().take(wanted).filter(|ranked| ranked.value > -INFINITE);
    let mut lines: Vec<Line<P>> = seen.map(RootMove::to_line).collect();
    if let ([], [unseen, ..]) = (&lines[..], moves) {
        lines.push(Line { score: Score::Value(0), moves: vec![unseen.mv] });
    }
    lines
}

/// The lines of an unfinished iteration and those of the last one. The first stays, because it was
/// searched deepest; the others are in order.
fn merged<P: Evaluate>(mut seen: Vec<Line<P>>, before: Vec<Line<P>>, wanted: usize) -> Vec<Line<P>> {
    for line in before {
        if seen.iter().all(|better| better.moves.first() != line.moves.first()) {
            seen.push(line);
        }
    }
    if let Some((_, others)) = seen.split_first_mut() {
        others.sort_by_key(|line| std::cmp::Reverse(line.score.rank()));
    }
    seen.truncate(wanted);
    seen
}

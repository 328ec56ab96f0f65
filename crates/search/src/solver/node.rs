//! The search of one position for an answer.

use std::ops::Range;

use cairn_rules::{Player, Solvable, zobrist};

use super::answer::{Answer, Found, NOTHING};
use super::children::{Child, Expanded, level};
use super::table::{Entry, MOST_EFFORT};
use super::worker::Worker;

/// Positions after which fewer plies than this are left are not worth telling others about.
const SHARED_PLIES: u16 = 8;

impl<P: Solvable> Worker<'_, P> {
    /// Whether the attacker wins, looking at lines of so many plies where positions can come back.
    pub(super) fn search(
        &mut self,
        position: &P,
        key: u64,
        attacker: Player,
        depth: u32,
        ply: usize,
    ) -> Found {
        let open = Found::new(Answer::Open);
        if !self.visit() {
            return open;
        }
        let cyclic = self.shared.cyclic;
        let mut tried = None;
        if cyclic {
            if let Some(before) = self.path[..ply].iter().rposition(|&before| before == position.key()) {
                return Found { answer: Answer::No, rests_on: before };
            }
            if depth == 0 || ply >= self.path.len() {
                return position
                    .outcome()
                    .map_or(open, |end| Found::new(Answer::from_outcome(end, attacker)));
            }
            self.path[ply] = position.key();
            tried = self.shared.table.get(tried_key(key, attacker));
            if ply > 0 && tried.is_some_and(|entry| u32::from(entry.effort) >= depth) {
                return open;
            }
        }
        let nodes = self.nodes;
        let start = match self.expand(position, attacker, ply, tried.and_then(|entry| entry.index)) {
            Expanded::Listed(start) => start,
            Expanded::Answered(answer, index) => {
                self.choose(ply, index);
                self.keep(position, key, attacker, Found::new(answer), (nodes, index));
                return Found::new(answer);
            }
        };
        let (found, index) = self.try_children(position, start, attacker, depth, ply);
        self.children.truncate(start);
        if self.stopped {
            return open;
        }
        self.choose(ply, index);
        let rests_on = if found.rests_on >= ply { NOTHING } else { found.rests_on };
        let found = Found { rests_on, ..found };
        if found.answer == Answer::Open {
            let effort = depth.min(u32::from(MOST_EFFORT)) as u8;
            let index = index.and_then(|index| u8::try_from(index).ok());
            let entry = Entry { bounds: cairn_rules::WdlBounds::OPEN, effort, index };
            self.shared.table.put(tried_key(key, attacker), entry);
        } else {
            self.keep(position, key, attacker, found, (nodes, index));
        }
        found
    }

    /// Tries the children until one gives the answer that the player to move wants; those that
    /// other threads are at work on come last.
    fn try_children(
        &mut self,
        position: &P,
        start: usize,
        attacker: Player,
        depth: u32,
        ply: usize,
    ) -> (Found, Option<usize>) {
        let attacks = position.to_move() == attacker;
        let wanted = Answer::of(attacks);
        let mut all = Found::new(Answer::of(!attacks));
        let share = self.shared.threads > 1 && position.plies_left().is_none_or(|left| left > SHARED_PLIES);
        let end = self.children.len();
        let nodes = self.nodes;
        let mut deferred = 0;
        let mut place = start;
        while place < end + deferred {
            let child: Child<P> = self.children[place];
            if share && place > start && place < end && self.shared.busy.contains(child.key) {
                self.children.push(child);
                deferred += 1;
                place += 1;
                continue;
            }
            if share {
                self.shared.busy.enter(child.key);
            }
            self.progress(ply, place - start, end + deferred - start);
            let found = self.search(&child.position, child.key, attacker, depth.saturating_sub(1), ply + 1);
            if share {
                self.shared.busy.leave(child.key);
            }
            if self.stopped {
                return (all, None);
            }
            if found.answer == wanted {
                let work = (self.nodes - nodes + 1).ilog2();
                self.learn(position, start..place.min(end), child.mv, (work as i32, ply));
                return (found, Some(child.index.into()));
            }
            if found.answer == Answer::Open {
                all.answer = Answer::Open;
            }
            all.rests_on = all.rests_on.min(found.rests_on);
            place += 1;
        }
        (all, None)
    }

    /// A move gave the wanted answer after some work, and those before it did not.
    fn learn(&mut self, position: &P, before: Range<usize>, mv: P::Move, (work, ply): (i32, usize)) {
        let seat = position.to_move().index();
        self.history.learn(seat, mv, work, true);
        self.history.remember_killer(level(ply), mv);
        for other in &self.children[before] {
            self.history.learn(seat, other.mv, work, false);
        }
    }

    /// Keeps an answer that holds on every path, and what took some work.
    fn keep(
        &self,
        position: &P,
        key: u64,
        attacker: Player,
        found: Found,
        (nodes, index): (u64, Option<usize>),
    ) {
        if found.rests_on != NOTHING {
            return;
        }
        let bounds = found.answer.to_bounds(position.to_move() == attacker, P::DRAWS);
        let known = self.shared.table.get(key).map_or(bounds, |entry| entry.bounds.and(bounds));
        let effort = (self.nodes - nodes + 1).ilog2() as u8;
        let index = index.and_then(|index| u8::try_from(index).ok());
        self.shared.table.put(key, Entry { bounds: known, effort, index });
    }
}

/// The key of what was tried for an attacker without coming to an answer.
fn tried_key(key: u64, attacker: Player) -> u64 {
    zobrist::mix(key ^ (1 + attacker.index() as u64))
}

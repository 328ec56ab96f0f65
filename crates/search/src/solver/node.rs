//! AND/OR search of one node.

use std::ops::Range;

use cairn_rules::{Player, Solvable, WdlBounds, zobrist};

use super::children::{Child, Expansion, killer_ply};
use super::proof_table::{MAX_EFFORT, ProofEntry};
use super::status::{NodeResult, PATH_INDEPENDENT, ProofStatus};
use super::worker::Worker;

/// Threads do not coordinate on nodes with fewer plies left than this, because it is not worth the cost.
const SHARED_PLIES: u16 = 8;

impl<P: Solvable> Worker<'_, P> {
    /// Determines whether the attacker can force a win; where positions can repeat, within `depth` plies.
    pub(super) fn search(
        &mut self,
        position: &P,
        key: u64,
        attacker: Player,
        depth: u32,
        ply: usize,
    ) -> NodeResult {
        let unknown = NodeResult::new(ProofStatus::Unknown);
        if !self.count_node() {
            return unknown;
        }
        let cyclic = self.shared.cyclic;
        let mut unproven = None;
        if cyclic {
            if let Some(before) = self.path[..ply].iter().rposition(|&before| before == position.key()) {
                return NodeResult { status: ProofStatus::Disproven, repetition_ply: before };
            }
            if depth == 0 || ply >= self.path.len() {
                return position
                    .outcome()
                    .map_or(unknown, |end| NodeResult::new(ProofStatus::from_outcome(end, attacker)));
            }
            self.path[ply] = position.key();
            unproven = self.shared.table.probe(unproven_key(key, attacker));
            if ply > 0 && unproven.is_some_and(|entry| u32::from(entry.effort) >= depth) {
                return unknown;
            }
        }
        let nodes = self.nodes;
        let start = match self.expand(position, attacker, ply, unproven.and_then(|entry| entry.index)) {
            Expansion::Children(start) => start,
            Expansion::Decided(status, index) => {
                self.set_root_move(ply, index);
                self.store(position, key, attacker, NodeResult::new(status), (nodes, index));
                return NodeResult::new(status);
            }
        };
        let (result, index) = self.search_children(position, start, attacker, depth, ply);
        self.children.truncate(start);
        if self.stopped {
            return unknown;
        }
        self.set_root_move(ply, index);
        // A repetition of this node or of a later one does not depend on the path to this node.
        let depends_on_path = result.repetition_ply < ply;
        let repetition_ply = if depends_on_path { result.repetition_ply } else { PATH_INDEPENDENT };
        let result = NodeResult { repetition_ply, ..result };
        if result.status == ProofStatus::Unknown {
            let effort = depth.min(u32::from(MAX_EFFORT)) as u8;
            let index = index.and_then(|index| u8::try_from(index).ok());
            let entry = ProofEntry { bounds: WdlBounds::OPEN, effort, index };
            self.shared.table.store(unproven_key(key, attacker), entry);
        } else {
            self.store(position, key, attacker, result, (nodes, index));
        }
        result
    }

    /// Searches children until one decides the node for the player to move; those that other threads
    /// are searching come last.
    fn search_children(
        &mut self,
        position: &P,
        start: usize,
        attacker: Player,
        depth: u32,
        ply: usize,
    ) -> (NodeResult, Option<usize>) {
        let attacks = position.to_move() == attacker;
        let wanted = ProofStatus::of(attacks);
        let mut all = NodeResult::new(ProofStatus::of(!attacks));
        let share = self.shared.threads > 1 && position.plies_left().is_none_or(|left| left > SHARED_PLIES);
        let end = self.children.len();
        let nodes = self.nodes;
        let mut deferred = 0;
        let mut place = start;
        while place < end + deferred {
            let child: Child<P> = self.children[place];
            if share && place > start && place < end && self.shared.searching.contains(child.key) {
                self.children.push(child);
                deferred += 1;
                place += 1;
                continue;
            }
            if share {
                self.shared.searching.start(child.key);
            }
            self.set_progress(ply, place - start, end + deferred - start);
            let result = self.search(&child.position, child.key, attacker, depth.saturating_sub(1), ply + 1);
            if share {
                self.shared.searching.finish(child.key);
            }
            if self.stopped {
                return (all, None);
            }
            if result.status == wanted {
                let effort = (self.nodes - nodes + 1).ilog2();
                self.update_history(position, start..place.min(end), child.mv, (effort as i32, ply));
                return (result, Some(child.index.into()));
            }
            if result.status == ProofStatus::Unknown {
                all.status = ProofStatus::Unknown;
            }
            all.repetition_ply = all.repetition_ply.min(result.repetition_ply);
            place += 1;
        }
        (all, None)
    }

    /// Rewards the move that decided a node and penalizes those tried before it.
    fn update_history(
        &mut self,
        position: &P,
        before: Range<usize>,
        mv: P::Move,
        (effort, ply): (i32, usize),
    ) {
        let seat = position.to_move().index();
        self.history.update(seat, mv, effort, true);
        self.history.add_killer(killer_ply(ply), mv);
        for other in &self.children[before] {
            self.history.update(seat, other.mv, effort, false);
        }
    }

    /// Stores a result in the proof table, unless it depends on the path.
    fn store(
        &self,
        position: &P,
        key: u64,
        attacker: Player,
        result: NodeResult,
        (nodes, index): (u64, Option<usize>),
    ) {
        if result.repetition_ply != PATH_INDEPENDENT {
            return;
        }
        let bounds = result.status.to_bounds(position.to_move() == attacker, P::DRAWS);
        let effort = (self.nodes - nodes + 1).ilog2() as u8;
        let index = index.and_then(|index| u8::try_from(index).ok());
        self.shared.table.tighten(key, ProofEntry { bounds, effort, index });
    }
}

/// Returns the key under which a search without result is stored, for each attacker.
fn unproven_key(key: u64, attacker: Player) -> u64 {
    zobrist::mix(key ^ (1 + attacker.index() as u64))
}

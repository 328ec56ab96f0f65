//! The tree, and the four steps of the search: selection, expansion, playout, backpropagation.

use std::cmp::Ordering;
use std::time::Duration;

use cairn_rules::{Evaluate, Player, SmallRng};

use super::node::{Node, ProvenOutcome};
use super::playout::{self, Payoffs};
use crate::repetition::{GameHistory, SearchPath};
use crate::score::MAX_PLY;
use crate::{Report, Score, Settings, Variation};

/// The exploration constant of UCT.
const EXPLORATION: f64 = 0.7;
/// A node is expanded after this many playouts through it.
const EXPANSION_VISITS: u32 = 2;

/// The search tree.
pub(super) struct Tree<P: Evaluate> {
    root: P,
    /// The children of the root come first; the children of every node are adjacent.
    nodes: Vec<Node<P::Move>>,
    root_moves: usize,
    proven: Option<ProvenOutcome>,
    capacity: usize,
    max_depth: usize,
    multi_pv: usize,
    seldepth: usize,
    rng: SmallRng,
    history: GameHistory<P>,
    path: SearchPath<P>,
    scratch: Vec<P::Move>,
    /// The nodes of the current playout, each with the player who moved there.
    visited: Vec<(usize, Player)>,
}

impl<P: Evaluate> Tree<P> {
    pub(super) fn new(root: &P, history: &[P], settings: &Settings, depth: Option<u32>) -> Self {
        let mut tree = Self {
            root: *root,
            nodes: Vec::new(),
            root_moves: 0,
            proven: None,
            capacity: (settings.hash_mib.saturating_mul(1 << 20) / size_of::<Node<P::Move>>())
                .min(u32::MAX as usize),
            max_depth: depth.map_or(MAX_PLY - 1, |depth| (depth.max(1) as usize).min(MAX_PLY - 1)),
            multi_pv: settings.multi_pv.max(1),
            seldepth: 0,
            rng: SmallRng::seeded(settings.seed),
            history: GameHistory::new(history),
            path: SearchPath::new(root),
            scratch: Vec::new(),
            visited: Vec::new(),
        };
        root.legal_moves(&mut tree.scratch);
        tree.push_children(root);
        tree.root_moves = tree.nodes.len();
        tree.proven = ProvenOutcome::back_up(root.to_move(), tree.nodes.iter().map(|node| node.proven));
        tree
    }

    /// Returns the number of moves at the root.
    pub(super) const fn root_moves(&self) -> usize {
        self.root_moves
    }

    /// Returns whether the outcome of the root is proven.
    pub(super) const fn is_proven(&self) -> bool {
        self.proven.is_some()
    }

    /// Appends a node for each of the legal moves, which have been generated.
    fn push_children(&mut self, position: &P) {
        let mover = position.to_move();
        for &mv in &self.scratch {
            let next = position.after(mv);
            let proven = next.outcome().map(ProvenOutcome::from_outcome);
            let payoffs = proven.map_or_else(|| playout::of_evaluation(&next), playout::of_proven);
            self.nodes.push(Node::new(mv, payoffs[mover.index()] as f32, proven));
        }
    }

    /// One iteration: selects a leaf, expands it, plays out and backpropagates.
    pub(super) fn run_playout(&mut self) {
        let mut position = self.root;
        self.visited.clear();
        self.path.push(&position, 0, &self.history);
        let mut children = 0..self.root_moves;
        let payoffs = loop {
            let mover = position.to_move();
            let selected = self.select(children, mover);
            self.visited.push((selected, mover));
            position.play_unchecked(self.nodes[selected].mv);
            let ply = self.visited.len();
            self.seldepth = self.seldepth.max(ply);
            if let Some(proven) = self.nodes[selected].proven {
                break playout::of_proven(proven);
            }
            if self.path.push(&position, ply, &self.history).is_some() {
                break playout::of_draw(position.seats());
            }
            if !self.expand(selected, &position, ply) {
                break playout::play(&position, &mut self.rng, &mut self.scratch);
            }
            if let Some(proven) = self.nodes[selected].proven {
                break playout::of_proven(proven);
            }
            children = self.nodes[selected].children();
        };
        self.backpropagate(&payoffs);
    }

    /// Expands a node if it has enough visits; returns whether it is expanded.
    fn expand(&mut self, index: usize, position: &P, ply: usize) -> bool {
        let node = &self.nodes[index];
        if node.is_expanded() {
            return true;
        }
        if node.visits < EXPANSION_VISITS || ply >= self.max_depth || self.nodes.len() >= self.capacity {
            return false;
        }
        self.scratch.clear();
        position.legal_moves(&mut self.scratch);
        if !self.make_room(self.scratch.len()) {
            // From now on the search refines the existing tree.
            self.capacity = self.nodes.len();
            return false;
        }
        let start = self.nodes.len();
        self.push_children(position);
        let children = start..self.nodes.len();
        let outcomes = self.nodes[children.clone()].iter().map(|child| child.proven);
        let proven = ProvenOutcome::back_up(position.to_move(), outcomes);
        let node = &mut self.nodes[index];
        node.set_children(&children);
        node.proven = proven;
        true
    }

    /// Reserves room for this many nodes, or doubles the tree if there is little room, within the capacity. Returns
    /// whether there is room.
    fn make_room(&mut self, count: usize) -> bool {
        let length = self.nodes.len();
        let more = length.min(self.capacity.saturating_sub(length)).max(count);
        self.nodes.capacity() - length >= count || self.nodes.try_reserve_exact(more).is_ok()
    }

    /// UCT selection: the child with the highest mean payoff plus exploration bonus.
    fn select(&self, children: std::ops::Range<usize>, mover: Player) -> usize {
        let siblings = &self.nodes[children.clone()];
        let visits: u32 = siblings.iter().map(|node| node.visits).sum();
        let exploration = EXPLORATION * f64::from(visits + 1).ln().sqrt();
        let uct = |node: &Node<P::Move>| match node.proven {
            // Proven outcomes need no exploration, and a proven loss comes last.
            Some(proven) => proven.payoff(mover) - f64::from(u8::from(proven.payoff(mover) == 0.0)),
            None => node.mean_payoff() + exploration / f64::from(node.visits + 1).sqrt(),
        };
        let mut best = (f64::NEG_INFINITY, children.start);
        for (index, node) in children.zip(siblings) {
            let uct = uct(node);
            if uct > best.0 {
                best = (uct, index);
            }
        }
        best.1
    }

    /// Adds the payoffs to all nodes visited, and backs up proven outcomes.
    fn backpropagate(&mut self, payoffs: &Payoffs) {
        let mut all_proven = true;
        for step in (0..self.visited.len()).rev() {
            let (index, mover) = self.visited[step];
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.total += payoffs[mover.index()];
            all_proven = all_proven && node.proven.is_some();
            if !all_proven {
                continue;
            }
            let parent = step.checked_sub(1).map(|step| self.visited[step].0);
            let siblings = parent.map_or(0..self.root_moves, |parent| self.nodes[parent].children());
            let proven = ProvenOutcome::back_up(mover, self.nodes[siblings].iter().map(|node| node.proven));
            match parent {
                Some(parent) => self.nodes[parent].proven = proven,
                None => self.proven = proven,
            }
        }
    }

    /// Returns the report after this many playouts.
    pub(super) fn report(&self, playouts: u64, time: Duration) -> Report<P> {
        let mut best: Vec<usize> = (0..self.root_moves).collect();
        let mover = self.root.to_move();
        best.sort_by(|&a, &b| self.by_preference(b, a, mover));
        let variations: Vec<_> =
            best.iter().take(self.multi_pv).map(|&index| self.variation(index)).collect();
        Report {
            depth: variations.first().map_or(0, |pv: &Variation<P>| pv.moves.len() as u32),
            seldepth: self.seldepth as u32,
            nodes: playouts,
            time,
            hashfull: (self.nodes.len() * 1_000 / self.capacity.max(1)).min(1_000) as u32,
            variations,
            is_conclusive: self.is_proven(),
        }
    }

    /// Orders moves by preference: proven wins, the shorter the better; then visits (the robust
    /// child); then proven losses, the longer the better.
    fn by_preference(&self, a: usize, b: usize, mover: Player) -> Ordering {
        self.preference(a, mover).partial_cmp(&self.preference(b, mover)).unwrap_or(Ordering::Equal)
    }

    fn preference(&self, index: usize, mover: Player) -> (i32, f64) {
        let node = &self.nodes[index];
        match node.proven.map(|proven| proven.score(mover, 1)) {
            Some(Score::WinIn(plies)) => (1, -f64::from(plies)),
            Some(Score::LossIn(plies)) => (-1, f64::from(plies)),
            // Moves without playouts are ordered by their priors.
            _ => (0, f64::from(node.visits) + f64::from(node.prior)),
        }
    }

    /// Returns the variation that begins with a root move.
    fn variation(&self, first: usize) -> Variation<P> {
        let node = &self.nodes[first];
        let mut mover = self.root.to_move();
        let score = node.proven.map_or_else(
            || Score::from_win_probability(node.mean_payoff(), self.root.seats().into()),
            |proven| proven.score(mover, 1),
        );
        let mut position = self.root;
        let (mut moves, mut index) = (Vec::new(), first);
        loop {
            moves.push(self.nodes[index].mv);
            position.play_unchecked(self.nodes[index].mv);
            mover = if position.outcome().is_none() { position.to_move() } else { mover };
            let children = self.nodes[index].children();
            let Some(next) = children.max_by(|&a, &b| self.by_preference(a, b, mover)) else { break };
            if self.nodes[next].visits == 0 && self.nodes[next].proven.is_none() {
                break;
            }
            index = next;
        }
        Variation { score, moves }
    }
}

#[cfg(test)]
mod tests {
    use cairn_rules::Game;
    use cairn_rules::games::stacks::Stacks;

    use super::*;

    #[test]
    fn a_tree_stays_within_its_memory() {
        let start = Stacks::start(&<Stacks as Game>::Options::default());
        let settings = Settings { hash_mib: 1, ..Settings::default() };
        let mut tree = Tree::new(&start, &[], &settings, None);
        for _ in 0..20_000 {
            tree.run_playout();
        }
        assert!(tree.nodes.len() >= tree.capacity, "or else this shows nothing");
        // The last expanded node may have exceeded the capacity.
        let last = tree.nodes.iter().map(|node| node.children().len()).max().unwrap();
        assert!(tree.nodes.capacity() <= tree.capacity + last);
        assert_eq!(tree.report(20_000, Duration::ZERO).hashfull, 1_000);
    }
}

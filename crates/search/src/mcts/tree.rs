//! The tree: where the next game begins, and what is learned from it.

use std::time::Duration;

use cairn_rules::{Evaluate, Player};

use super::node::Node;
use super::playout::{self, Payoffs};
use super::proof::Proof;
use crate::dice::SearchDice;
use crate::path::{Past, Path};
use crate::score::MAX_PLY;
use crate::{Line, Report, Score, Settings};

/// How much curiosity counts against experience.
const CURIOSITY: f64 = 0.7;
/// A position is looked into after so many games from there.
const EXPAND_AFTER: u32 = 2;

/// The tree.
pub(super) struct Tree<P: Evaluate> {
    root: P,
    /// The moves of the root come first; every position's moves stand together.
    nodes: Vec<Node<P::Move>>,
    root_moves: usize,
    proof: Option<Proof>,
    capacity: usize,
    deepest: usize,
    lines: usize,
    seldepth: usize,
    rng: SearchDice,
    past: Past<P>,
    path: Path<P>,
    scratch: Vec<P::Move>,
    /// The nodes that the current game went through, each with the player who moved there.
    trail: Vec<(usize, Player)>,
}

impl<P: Evaluate> Tree<P> {
    pub(super) fn new(root: &P, history: &[P], settings: &Settings, depth: Option<u32>) -> Self {
        let mut tree = Self {
            root: *root,
            nodes: Vec::new(),
            root_moves: 0,
            proof: None,
            capacity: ((settings.megabytes << 20) / size_of::<Node<P::Move>>()).min(u32::MAX as usize),
            deepest: depth.map_or(MAX_PLY - 1, |depth| (depth.max(1) as usize).min(MAX_PLY - 1)),
            lines: settings.lines.max(1),
            seldepth: 0,
            rng: SearchDice::seeded(settings.seed),
            past: Past::new(history),
            path: Path::new(root),
            scratch: Vec::new(),
            trail: Vec::new(),
        };
        tree.list_moves(root);
        tree.root_moves = tree.nodes.len();
        tree.proof = Proof::of_choice(root.to_move(), tree.nodes.iter().map(|node| node.proof));
        tree
    }

    pub(super) const fn has_only_move(&self) -> bool {
        self.root_moves == 1
    }

    /// Whether nothing is left to learn.
    pub(super) const fn is_proven(&self) -> bool {
        self.proof.is_some()
    }

    /// Appends a node for every move.
    fn list_moves(&mut self, position: &P) {
        self.scratch.clear();
        position.legal_moves(&mut self.scratch);
        let mover = position.to_move();
        for &mv in &self.scratch {
            let next = position.after(mv);
            let proof = next.outcome().map(Proof::over);
            let payoffs = proof.map_or_else(|| playout::of_evaluation(&next), playout::of_proof);
            self.nodes.push(Node::new(mv, payoffs[mover.index()] as f32, proof));
        }
    }

    /// Plays one game and learns from it.
    pub(super) fn play(&mut self) {
        let mut position = self.root;
        self.trail.clear();
        self.path.enter(&position, 0, &self.past);
        let mut children = 0..self.root_moves;
        let payoffs = loop {
            let mover = position.to_move();
            let chosen = self.choose(children, mover);
            self.trail.push((chosen, mover));
            position.play_unchecked(self.nodes[chosen].mv);
            let ply = self.trail.len();
            self.seldepth = self.seldepth.max(ply);
            if let Some(proof) = self.nodes[chosen].proof {
                break playout::of_proof(proof);
            }
            if self.path.enter(&position, ply, &self.past).is_some() {
                break playout::of_draw(position.seats());
            }
            if !self.expand(chosen, &position, ply) {
                break playout::play(&position, &mut self.rng, &mut self.scratch);
            }
            if let Some(proof) = self.nodes[chosen].proof {
                break playout::of_proof(proof);
            }
            children = self.nodes[chosen].children();
        };
        self.learn(&payoffs);
    }

    /// Lists the moves of a node if it is time; says whether they are there.
    fn expand(&mut self, index: usize, position: &P, ply: usize) -> bool {
        let node = &self.nodes[index];
        if node.is_expanded() {
            return true;
        }
        if node.visits < EXPAND_AFTER || ply >= self.deepest || self.nodes.len() >= self.capacity {
            return false;
        }
        let start = self.nodes.len();
        self.list_moves(position);
        let children = start..self.nodes.len();
        let choices = self.nodes[children.clone()].iter().map(|child| child.proof);
        let proof = Proof::of_choice(position.to_move(), choices);
        let node = &mut self.nodes[index];
        node.set_children(&children);
        node.proof = proof;
        true
    }

    /// The move that promises most, with some curiosity for those that were rarely tried.
    fn choose(&self, children: std::ops::Range<usize>, mover: Player) -> usize {
        let siblings = &self.nodes[children.clone()];
        let games: u32 = siblings.iter().map(|node| node.visits).sum();
        let curiosity = CURIOSITY * f64::from(games + 1).ln().sqrt();
        let promise = |node: &Node<P::Move>| match node.proof {
            // What is known needs no curiosity; a known loss is never better than anything else.
            Some(proof) => proof.payoff(mover) - f64::from(u8::from(proof.payoff(mover) == 0.0)),
            None => node.expectation() + curiosity / f64::from(node.visits + 1).sqrt(),
        };
        let mut best = (f64::NEG_INFINITY, children.start);
        for (index, node) in children.zip(siblings) {
            let promise = promise(node);
            if promise > best.0 {
                best = (promise, index);
            }
        }
        best.1
    }

    /// Adds a game to the nodes it went through, and proves what can be proven.
    fn learn(&mut self, payoffs: &Payoffs) {
        let mut proven = true;
        for step in (0..self.trail.len()).rev() {
            let (index, mover) = self.trail[step];
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.total += payoffs[mover.index()];
            proven = proven && node.proof.is_some();
            if !proven {
                continue;
            }
            let before = step.checked_sub(1).map(|before| self.trail[before].0);
            let siblings = before.map_or(0..self.root_moves, |before| self.nodes[before].children());
            let proof = Proof::of_choice(mover, self.nodes[siblings].iter().map(|node| node.proof));
            match before {
                Some(before) => self.nodes[before].proof = proof,
                None => self.proof = proof,
            }
        }
    }

    /// What was found after so many games.
    pub(super) fn report(&self, games: u64, time: Duration) -> Report<P> {
        let mut best: Vec<usize> = (0..self.root_moves).collect();
        let mover = self.root.to_move();
        best.sort_by(|&a, &b| {
            self.merit(b, mover).partial_cmp(&self.merit(a, mover)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let lines: Vec<_> = best.iter().take(self.lines).map(|&index| self.line(index)).collect();
        Report {
            depth: lines.first().map_or(0, |line: &Line<P>| line.moves.len() as u32),
            seldepth: self.seldepth as u32,
            nodes: games,
            time,
            hashfull: (self.nodes.len() * 1_000 / self.capacity.max(1)).min(1_000) as u32,
            lines,
        }
    }

    /// Known wins, the nearest first; then what was tried most; then known losses, the farthest
    /// first.
    fn merit(&self, index: usize, mover: Player) -> (i32, f64) {
        let node = &self.nodes[index];
        match node.proof.map(|proof| proof.score(mover, 1)) {
            Some(Score::WinIn(plies)) => (1, -f64::from(plies)),
            Some(Score::LossIn(plies)) => (-1, f64::from(plies)),
            // All that was not tried is in the order of its evaluation.
            _ => (0, f64::from(node.visits) + f64::from(node.prior)),
        }
    }

    /// The line that begins with a move of the root.
    fn line(&self, first: usize) -> Line<P> {
        let node = &self.nodes[first];
        let mut mover = self.root.to_move();
        let score =
            node.proof.map_or_else(|| Score::of_chance(node.expectation()), |proof| proof.score(mover, 1));
        let mut position = self.root;
        let (mut moves, mut index) = (Vec::new(), first);
        loop {
            moves.push(self.nodes[index].mv);
            position.play_unchecked(self.nodes[index].mv);
            mover = if position.outcome().is_none() { position.to_move() } else { mover };
            let merit = |&a: &usize, &b: &usize| {
                self.merit(a, mover).partial_cmp(&self.merit(b, mover)).unwrap_or(std::cmp::Ordering::Equal)
            };
            let Some(next) = self.nodes[index].children().max_by(merit) else { break };
            if self.nodes[next].visits == 0 && self.nodes[next].proof.is_none() {
                break;
            }
            index = next;
        }
        Line { score, moves }
    }
}

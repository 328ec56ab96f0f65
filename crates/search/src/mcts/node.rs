//! A node of the tree: what is known of the position after a move.

use std::ops::Range;

use super::proof::Proof;

/// How many games the evaluation of a move counts for.
const PRIOR_GAMES: f64 = 4.0;

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here.
    pub(super) mv: M,
    /// Games that went through here.
    pub(super) visits: u32,
    /// Where the nodes after it are; none if it has not been looked into.
    first: u32,
    count: u32,
    /// What the player who moved here got in those games.
    pub(super) total: f64,
    /// What the evaluation expects for that player.
    pub(super) prior: f32,
    pub(super) proof: Option<Proof>,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M, prior: f32, proof: Option<Proof>) -> Self {
        Self { mv, visits: 0, first: 0, count: 0, total: 0.0, prior, proof }
    }

    pub(super) const fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    pub(super) const fn set_children(&mut self, children: &Range<usize>) {
        self.first = children.start as u32;
        self.count = (children.end - children.start) as u32;
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// What the player who moved here can expect.
    pub(super) fn expectation(&self) -> f64 {
        (self.total + PRIOR_GAMES * f64::from(self.prior)) / (f64::from(self.visits) + PRIOR_GAMES)
    }
}

//! A tree of variations: the moves of a game and alternatives to them, with a current position.

use cairn_rules::{MoveError, Player};

use crate::Session;

/// The start of the tree, before any move.
const START: usize = 0;

#[derive(Clone, Debug)]
struct Node {
    mv: String,
    parent: usize,
    /// The moves after this one; the first belongs to the main line.
    children: Vec<usize>,
    /// The child that was visited last, by its index.
    visited: usize,
}

/// A move of a tree, for interfaces that list moves.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TreeMove {
    /// The node of the position after the move, for [`VariationTree::select`].
    pub node: usize,
    /// The nesting depth of the variation: 0 on the main line.
    pub depth: usize,
    /// Whether it begins a variation, or follows one.
    pub starts_line: bool,
    /// The number of moves from the root of the tree, including this one.
    pub ply: usize,
    /// The player who makes it.
    pub player: Player,
    /// The move in notation.
    pub mv: String,
}

/// The moves of a game and alternatives to them, with a current position.
///
/// ```
/// use cairn_session::{VariationTree, open};
///
/// let mut tree = VariationTree::new(&*open("staqs", None)?);
/// tree.play("a1")?;
/// tree.back();
/// tree.play("b2")?;
/// let moves: Vec<String> = tree.moves().into_iter().map(|mv| mv.mv).collect();
/// assert_eq!(moves, ["a1", "b2"]);
/// tree.promote();
/// assert_eq!(tree.moves()[0].mv, "b2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct VariationTree {
    start: Box<dyn Session>,
    nodes: Vec<Node>,
    at: usize,
    /// The game up to the current position.
    session: Box<dyn Session>,
}

impl VariationTree {
    /// Creates a tree with the moves of a session as its main line, at the last position.
    pub fn new(session: &dyn Session) -> Self {
        let start = session.restarted();
        let root = Node { mv: String::new(), parent: START, children: Vec::new(), visited: 0 };
        let mut tree = Self { session: start.fork(), start, nodes: vec![root], at: START };
        for mv in session.history() {
            if tree.play(&mv).is_err() {
                break;
            }
        }
        tree
    }

    /// Returns the game up to the current position.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the node of the current position.
    pub const fn current(&self) -> usize {
        self.at
    }

    /// Plays a move from the current position, as a new variation unless it is in the tree, and returns its canonical
    /// text.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.session.check_move(text)?;
        let known = self.nodes[self.at].children.iter().position(|&child| self.nodes[child].mv == mv);
        let index = known.unwrap_or_else(|| {
            let node = Node { mv: mv.clone(), parent: self.at, children: Vec::new(), visited: 0 };
            self.nodes.push(node);
            let new = self.nodes.len() - 1;
            self.nodes[self.at].children.push(new);
            self.nodes[self.at].children.len() - 1
        });
        self.enter(index);
        Ok(mv)
    }

    /// Goes back one move; returns `false` at the root.
    pub fn back(&mut self) -> bool {
        let can = self.at != START;
        if can {
            self.session.undo();
            self.at = self.nodes[self.at].parent;
        }
        can
    }

    /// Goes forward by the move that was visited last, or by the first; returns `false` at the end of a line.
    pub fn forward(&mut self) -> bool {
        let node = &self.nodes[self.at];
        let index = if node.visited < node.children.len() { node.visited } else { 0 };
        self.enter(index)
    }

    /// Goes forward by the move with this index; returns `false` if there is none.
    fn enter(&mut self, index: usize) -> bool {
        let Some(&child) = self.nodes[self.at].children.get(index) else { return false };
        if self.session.play(&self.nodes[child].mv).is_err() {
            return false;
        }
        self.nodes[self.at].visited = index;
        self.at = child;
        true
    }

    /// Goes to the root of the tree.
    pub fn first(&mut self) {
        self.select(START);
    }

    /// Goes to the end of the line.
    pub fn last(&mut self) {
        while self.forward() {}
    }

    /// Goes to the next or the previous alternative to the move that led here, or if it has none, to the nearest
    /// earlier move that has one; returns `false` if no move has.
    pub fn switch(&mut self, forward: bool) -> bool {
        let mut node = self.at;
        while node != START {
            let siblings = &self.nodes[self.nodes[node].parent].children;
            if siblings.len() > 1 {
                let at = siblings.iter().position(|&sibling| sibling == node).unwrap_or_default();
                let step = if forward { 1 } else { siblings.len() - 1 };
                self.select(siblings[(at + step) % siblings.len()]);
                return true;
            }
            node = self.nodes[node].parent;
        }
        false
    }

    /// Goes to a node. Ignores a node that is not in the tree.
    pub fn select(&mut self, node: usize) {
        let Some(path) = self.path(node) else { return };
        let here = self.path(self.at).unwrap_or_default();
        let shared = path.iter().zip(&here).take_while(|(to, from)| to == from).count();
        for _ in shared..here.len() {
            self.back();
        }
        for step in &path[shared..] {
            let index = self.nodes[self.at].children.iter().position(|child| child == step);
            self.enter(index.unwrap_or_default());
        }
    }

    /// Returns the nodes from the root to a node, without the root; `None` if it is not in the tree.
    fn path(&self, node: usize) -> Option<Vec<usize>> {
        let mut path = Vec::new();
        let mut step = node;
        while step != START {
            let parent = self.nodes.get(step)?.parent;
            if !self.nodes[parent].children.contains(&step) {
                return None;
            }
            path.push(step);
            step = parent;
        }
        path.reverse();
        Some(path)
    }

    /// Removes the move that led here and its subtree, and goes back; returns `false` at the root.
    pub fn remove(&mut self) -> bool {
        let removed = self.at;
        if !self.back() {
            return false;
        }
        self.nodes[self.at].children.retain(|&child| child != removed);
        true
    }

    /// Makes the moves that led here the main line; returns `false` if they already are.
    pub fn promote(&mut self) -> bool {
        let mut is_changed = false;
        for step in self.path(self.at).unwrap_or_default() {
            let parent = self.nodes[step].parent;
            let siblings = &mut self.nodes[parent];
            if let Some(index) =
                siblings.children.iter().position(|&child| child == step).filter(|&at| at > 0)
            {
                siblings.children[..=index].rotate_right(1);
                siblings.visited = 0;
                is_changed = true;
            }
        }
        is_changed
    }

    /// Returns all moves in reading order: a move, then the variations that replace it, then its continuation.
    pub fn moves(&self) -> Vec<TreeMove> {
        let mut moves = Vec::new();
        self.add_line(START, 0, &mut self.start.fork(), &mut moves);
        moves
    }

    /// Adds the continuation of a node, to which the session has been played.
    fn add_line(&self, node: usize, depth: usize, session: &mut Box<dyn Session>, moves: &mut Vec<TreeMove>) {
        let (mut node, ply) = (node, session.ply());
        while let [first, others @ ..] = &self.nodes[node].children[..] {
            let follows_variation = node != START && self.nodes[self.nodes[node].parent].children.len() > 1;
            let starts_line = follows_variation && session.ply() > ply;
            self.add_move(*first, depth, starts_line, &**session, moves);
            for other in others {
                self.add_move(*other, depth + 1, true, &**session, moves);
                if session.play(&self.nodes[*other].mv).is_ok() {
                    self.add_line(*other, depth + 1, session, moves);
                    session.undo();
                }
            }
            if session.play(&self.nodes[*first].mv).is_err() {
                break;
            }
            node = *first;
        }
        while session.ply() > ply {
            session.undo();
        }
    }

    fn add_move(
        &self,
        node: usize,
        depth: usize,
        starts_line: bool,
        before: &dyn Session,
        moves: &mut Vec<TreeMove>,
    ) {
        let (ply, player) = (before.ply() + 1, before.to_move());
        moves.push(TreeMove { node, depth, starts_line, ply, player, mv: self.nodes[node].mv.clone() });
    }
}

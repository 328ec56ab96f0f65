//! Attacks: the legal joiners and retreats (rules 15 to 25).

use super::board::{Board, MAX_HEIGHT};
use super::part::Part;
use super::square::{BOARD, STRIDE, StacksSquare, squares};
use super::walk::Ground;
use crate::Player;

/// An attack by a group on an adjacent enemy stack; joiners and retreat are still open.
#[derive(Copy, Clone, Debug)]
pub(super) struct Attack<'a> {
    board: &'a Board,
    from: StacksSquare,
    pieces: u8,
    to: StacksSquare,
    attacked: u8,
    /// The squares from which the group can make its last step.
    places: u64,
    /// The stacks that may join if they also stand next to that place.
    candidates: u64,
}

/// Visits every attack on a stack of `ends` by a group that makes its last step from `approaches`.
pub(super) fn each(
    board: &Board,
    ground: &Ground,
    (from, pieces): (StacksSquare, u8),
    (approaches, ends): (u64, u64),
    visit: &mut impl FnMut(Part),
) {
    for to in squares(ends & board.targets()) {
        Attack::new(board, ground, (from, pieces), approaches, to).each(visit);
    }
}

impl<'a> Attack<'a> {
    /// Creates the attack on the enemy stack on `to`, with the last step from one of `approaches`.
    pub(super) fn new(
        board: &'a Board,
        ground: &Ground,
        (from, pieces): (StacksSquare, u8),
        approaches: u64,
        to: StacksSquare,
    ) -> Self {
        Self {
            board,
            from,
            pieces,
            to,
            attacked: board.enemy.height(to),
            places: ground.around(to.bit()) & approaches,
            candidates: board.movable() & to.near() & !from.bit(),
        }
    }

    /// Visits every way to attack.
    fn each(&self, visit: &mut impl FnMut(Part)) {
        if self.candidates == 0 && self.pieces <= self.attacked {
            return;
        }
        self.each_joiners(&mut |joiners, attackers| {
            let retreats = self.retreats(joiners, attackers);
            if retreats == 0 {
                visit(self.part(joiners, None));
            }
            for square in squares(retreats) {
                visit(self.part(joiners, Some(square)));
            }
        });
    }

    /// Returns the part with these joiners and this retreat.
    pub(super) fn part(&self, joiners: u64, retreat: Option<StacksSquare>) -> Part {
        Part::attack(self.from, self.pieces, self.to, joiners, retreat)
    }

    /// Visits every legal set of joiners, with the number of attackers.
    pub(super) fn each_joiners(&self, visit: &mut impl FnMut(u64, u8)) {
        if self.attacked < MAX_HEIGHT && self.places != 0 {
            self.extend(0, self.pieces, self.candidates, self.places, visit);
        }
    }

    /// Adds joiners in square order. One path must suit all of them, so each joiner reduces the squares from which the
    /// group can make its last step (rule 16).
    fn extend(
        &self,
        joiners: u64,
        attackers: u8,
        mut candidates: u64,
        places: u64,
        visit: &mut impl FnMut(u64, u8),
    ) {
        if attackers > self.attacked {
            visit(joiners, attackers);
        }
        while candidates != 0 {
            let joiner = StacksSquare::lowest(candidates);
            candidates &= candidates - 1;
            let attackers = attackers + self.board.own.height(joiner);
            let places = places & joiner.near();
            if attackers <= MAX_HEIGHT && places != 0 {
                self.extend(joiners | joiner.bit(), attackers, candidates, places, visit);
            }
        }
    }

    /// Returns the squares to which survivors can retreat (rules 22, 23); empty if there are no survivors or they are
    /// lost.
    pub(super) fn retreats(&self, joiners: u64, attackers: u8) -> u64 {
        let survivors = Board::survivors(attackers, self.attacked);
        if survivors == 0 {
            return 0;
        }
        let board = self.board;
        let gone = if board.own.height(self.from) == self.pieces { self.from.bit() } else { 0 };
        let held = board.own.all & !joiners & !gone;
        self.behind() & !held & !board.enemy.at_least(MAX_HEIGHT + 1 - survivors)
    }

    /// Returns the squares one step closer to the enemy's home, or beside it at home (rule 22).
    fn behind(&self) -> u64 {
        let square = self.to.bit();
        let beside = square << 1 | square >> 1;
        let behind = if square & self.board.goal() != 0 {
            beside
        } else if self.board.player() == Player::FIRST {
            (beside | square) >> STRIDE
        } else {
            (beside | square) << STRIDE
        };
        behind & BOARD
    }

    /// Returns whether these stacks may join: all of them adjacent at once, and no more than necessary.
    pub(super) fn allows_joiners(&self, joiners: u64) -> bool {
        let attackers = self.pieces + self.board.own.pieces_on(joiners);
        joiners & !self.candidates == 0
            && (self.attacked + 1..=MAX_HEIGHT).contains(&attackers)
            && squares(joiners).fold(self.places, |places, joiner| places & joiner.near()) != 0
    }

    /// Returns whether a part that attacks this stack is legal.
    pub(super) fn allows(&self, part: Part) -> bool {
        let joiners = part.joiners();
        if self.attacked == 0 || !self.allows_joiners(joiners) {
            return false;
        }
        let retreats = self.retreats(joiners, self.board.attackers(part));
        part.retreat().map_or(retreats == 0, |square| retreats & square.bit() != 0)
    }
}

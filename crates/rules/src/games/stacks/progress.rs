//! How far a turn has got that is built step by step.

use super::attack::Attack;
use super::board::Board;
use super::part::Part;
use super::position::StacksPosition;
use super::square::{COLUMNS, StacksSquare, squares};
use super::steps::{ATTACK, Asked};
use super::walk::Ground;
use crate::{Button, Site, Step};

/// An unfinished turn.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// The first single, once it has moved.
    pub(super) first: Option<Part>,
    /// The board after the first single.
    pub(super) board: Board,
    /// What comes next.
    pub(super) stage: Stage,
}

/// What the next step is.
#[derive(Copy, Clone, Debug)]
pub(super) enum Stage {
    /// Where a group or a single starts, or whether the turn ends.
    Start,
    /// Whether this stack is removed.
    Remove(StacksSquare),
    /// How many pieces of this stack move.
    Count(StacksSquare),
    /// Where so many pieces of this stack go.
    Target(StacksSquare, u8),
    /// Who joins the attack, or the attack itself.
    Band(Band),
    /// Where the survivors go.
    Retreat(Band),
}

/// An attack as far as it is known.
#[derive(Copy, Clone, Debug)]
pub(super) struct Band {
    pub(super) from: StacksSquare,
    pub(super) pieces: u8,
    pub(super) to: StacksSquare,
    /// The joiners so far.
    pub(super) joiners: u64,
    pub(super) asked: Asked,
}

pub(super) fn square(site: Site) -> StacksSquare {
    let (column, row) = site.place(COLUMNS);
    StacksSquare::new(column, row)
}

impl Band {
    /// Does something with the attack on a board.
    fn attack<T>(&self, progress: &Progress, ask: impl FnOnce(&Attack<'_>) -> T) -> T {
        let ground = Ground::new(&progress.board);
        ask(&progress.attack(&ground, self.from, self.pieces, self.to))
    }

    /// How many attack, and how many are attacked.
    pub(super) fn strengths(&self, board: &Board) -> (u8, u8) {
        (self.pieces + board.own.pieces_on(self.joiners), board.enemy.height(self.to))
    }

    /// Whether these attackers suffice.
    pub(super) fn is_enough(&self, board: &Board) -> bool {
        let (attackers, attacked) = self.strengths(board);
        attackers > attacked
    }

    /// How many survive.
    pub(super) fn survivors(&self, board: &Board) -> u8 {
        let (attackers, attacked) = self.strengths(board);
        Board::survivors(attackers, attacked)
    }

    /// Where survivors can go.
    pub(super) fn retreats(&self, progress: &Progress) -> u64 {
        let (attackers, _) = self.strengths(&progress.board);
        self.attack(progress, |attack| attack.retreats(self.joiners, attackers))
    }

    /// Whether another stack could join.
    pub(super) fn can_grow(&self, progress: &Progress) -> bool {
        let mut any = false;
        self.attack(progress, |attack| {
            attack.each_band(&mut |joiners, _| {
                any |= joiners != self.joiners && joiners & self.joiners == self.joiners;
            });
        });
        any && self.asked.joiners
    }

    /// The attack with a retreat.
    pub(super) fn part(&self, retreat: Option<StacksSquare>) -> Part {
        Part::attack(self.from, self.pieces, self.to, self.joiners, retreat)
    }

    /// The attack with the only retreat that there is, if it is the only one.
    pub(super) fn forced(&self, progress: &Progress) -> Part {
        let retreats = self.retreats(progress);
        self.part(retreats.is_power_of_two().then(|| StacksSquare::lowest(retreats)))
    }
}

impl Progress {
    /// The turn after these steps. They are the beginning of a legal turn.
    pub(super) fn new(position: &StacksPosition, steps: &[Step]) -> Self {
        let mut progress = Self { first: None, board: position.board(), stage: Stage::Start };
        for &step in steps {
            progress.take(step, position);
        }
        progress
    }

    fn take(&mut self, step: Step, position: &StacksPosition) {
        match (self.stage, step) {
            (Stage::Start, Step::Site(site)) => {
                let from = square(site);
                self.stage = if self.first.is_some() || self.board.own.height(from) == 1 {
                    Stage::Target(from, 1)
                } else if position.must_remove() {
                    Stage::Remove(from)
                } else {
                    Stage::Count(from)
                };
            }
            (Stage::Count(from), Step::Count(pieces)) => self.stage = Stage::Target(from, pieces),
            (Stage::Target(from, pieces), Step::Site(site)) => self.aim(from, pieces, square(site)),
            (Stage::Band(band), Step::Site(site)) => {
                self.stage = Stage::Band(Band { joiners: band.joiners | square(site).bit(), ..band });
            }
            (Stage::Band(band), Step::Button(Button(_))) if step == ATTACK => self.strike(band),
            (Stage::Retreat(band), Step::Site(site)) => self.done(band.part(Some(square(site)))),
            _ => {}
        }
    }

    /// The group goes to a square.
    fn aim(&mut self, from: StacksSquare, pieces: u8, to: StacksSquare) {
        if self.board.enemy.height(to) == 0 {
            return self.done(Part::quiet(from, pieces, to));
        }
        let band = self.band(Part::attack(from, pieces, to, 0, None));
        let band = Band { joiners: band.asked.sole, ..band };
        if band.asked.button {
            self.stage = Stage::Band(band);
        } else {
            self.strike(band);
        }
    }

    /// A whole attack.
    pub(super) fn band(&self, part: Part) -> Band {
        let (from, pieces, to) = (part.from(), part.pieces(), part.to());
        let ground = Ground::new(&self.board);
        let asked = Asked::of(&self.attack(&ground, from, pieces, to), self.board.enemy.height(to));
        Band { from, pieces, to, joiners: part.joiners(), asked }
    }

    /// Everybody who attacks is known.
    fn strike(&mut self, band: Band) {
        if band.retreats(self).count_ones() > 1 {
            self.stage = Stage::Retreat(band);
        } else {
            self.done(band.forced(self));
        }
    }

    fn done(&mut self, part: Part) {
        self.board = self.board.after(part);
        self.first = Some(part);
        self.stage = Stage::Start;
    }

    fn attack<'a>(&'a self, ground: &Ground, from: StacksSquare, pieces: u8, to: StacksSquare) -> Attack<'a> {
        let ways = if self.first.is_some() {
            ground.two_steps(from).0
        } else {
            ground.walks(from).ways[usize::from(3_u8.saturating_sub(pieces))]
        };
        Attack::new(&self.board, ground, (from, pieces), ways, to)
    }

    /// The board as these steps would leave it.
    pub(super) fn preview(&self) -> Board {
        match self.stage {
            Stage::Band(band) if band.is_enough(&self.board) => self.board.after(band.forced(self)),
            Stage::Retreat(band) => self.board.after(band.part(None)),
            Stage::Remove(square) => {
                let mut board = self.board;
                board.own.clear(square.bit());
                board
            }
            _ => self.board,
        }
    }
}

impl StacksPosition {
    /// Whether the turn is the removal of a stack of four (rule 37).
    pub(super) fn must_remove(&self) -> bool {
        let turns = self.turns();
        if turns.fours == 0 {
            return false;
        }
        let mut any = false;
        turns.each(&mut |_, found| any |= found.count() > 0);
        !any
    }
}

/// The squares of a set, as one argument.
pub(super) fn names(set: u64) -> String {
    crate::guide::list(squares(set))
}

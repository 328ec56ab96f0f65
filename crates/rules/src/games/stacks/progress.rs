//! A turn in progress, built step by step.

use super::attack::Attack;
use super::board::Board;
use super::part::Part;
use super::position::StacksPosition;
use super::square::{COLUMNS, StacksSquare, squares};
use super::steps::{ATTACK, AttackQuestions};
use super::walk::Ground;
use crate::{Button, Site, Step};

/// An unfinished turn.
#[derive(Clone, Debug)]
pub(super) struct PartialTurn {
    /// The first single, once it has moved.
    pub(super) first: Option<Part>,
    /// The board after the first single.
    pub(super) board: Board,
    /// The next step.
    pub(super) stage: Stage,
}

/// The kinds of next steps.
#[derive(Copy, Clone, Debug)]
pub(super) enum Stage {
    /// The start of a group or a single, or the end of the turn.
    Start,
    /// Whether this stack is removed.
    Remove(StacksSquare),
    /// The number of pieces of this stack that move.
    Count(StacksSquare),
    /// The destination of so many pieces of this stack.
    Target(StacksSquare, u8),
    /// The stacks that join the attack, or the attack itself.
    Joiners(AttackDraft),
    /// The retreat square of survivors.
    Retreat(AttackDraft),
}

/// An attack that is being built.
#[derive(Copy, Clone, Debug)]
pub(super) struct AttackDraft {
    pub(super) from: StacksSquare,
    pub(super) pieces: u8,
    pub(super) to: StacksSquare,
    /// The joiners so far.
    pub(super) joiners: u64,
    pub(super) questions: AttackQuestions,
}

pub(super) fn square(site: Site) -> StacksSquare {
    let (column, row) = site.place(COLUMNS);
    StacksSquare::new(column, row)
}

impl AttackDraft {
    /// Calls `ask` with the attack on the board of this turn.
    fn attack<T>(&self, turn: &PartialTurn, ask: impl FnOnce(&Attack<'_>) -> T) -> T {
        let ground = Ground::new(&turn.board);
        ask(&turn.attack(&ground, self.from, self.pieces, self.to))
    }

    /// Returns the numbers of attacking and of attacked pieces.
    pub(super) fn strengths(&self, board: &Board) -> (u8, u8) {
        (self.pieces + board.own.pieces_on(self.joiners), board.enemy.height(self.to))
    }

    /// Returns whether there are enough attackers.
    pub(super) fn is_enough(&self, board: &Board) -> bool {
        let (attackers, attacked) = self.strengths(board);
        attackers > attacked
    }

    /// Returns the number of survivors.
    pub(super) fn survivors(&self, board: &Board) -> u8 {
        let (attackers, attacked) = self.strengths(board);
        Board::survivors(attackers, attacked)
    }

    /// Returns the squares to which survivors can retreat.
    pub(super) fn retreats(&self, turn: &PartialTurn) -> u64 {
        let (attackers, _) = self.strengths(&turn.board);
        self.attack(turn, |attack| attack.retreats(self.joiners, attackers))
    }

    /// Returns whether another stack could join.
    pub(super) fn can_grow(&self, turn: &PartialTurn) -> bool {
        let mut any = false;
        self.attack(turn, |attack| {
            attack.each_joiners(&mut |joiners, _| {
                any |= joiners != self.joiners && joiners & self.joiners == self.joiners;
            });
        });
        any && self.questions.joiners
    }

    /// Returns the attack with a retreat.
    pub(super) fn part(&self, retreat: Option<StacksSquare>) -> Part {
        Part::attack(self.from, self.pieces, self.to, self.joiners, retreat)
    }

    /// Returns the attack with its retreat, if there is only one.
    pub(super) fn forced(&self, turn: &PartialTurn) -> Part {
        let retreats = self.retreats(turn);
        self.part(retreats.is_power_of_two().then(|| StacksSquare::lowest(retreats)))
    }
}

impl PartialTurn {
    /// Builds the turn from these steps, which begin a legal turn.
    pub(super) fn new(position: &StacksPosition, steps: &[Step]) -> Self {
        let mut turn = Self { first: None, board: position.board(), stage: Stage::Start };
        for &step in steps {
            turn.take(step, position);
        }
        turn
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
            (Stage::Joiners(draft), Step::Site(site)) => {
                self.stage =
                    Stage::Joiners(AttackDraft { joiners: draft.joiners | square(site).bit(), ..draft });
            }
            (Stage::Joiners(draft), Step::Button(Button(_))) if step == ATTACK => self.strike(draft),
            (Stage::Retreat(draft), Step::Site(site)) => self.done(draft.part(Some(square(site)))),
            _ => {}
        }
    }

    /// Sets the destination of the group.
    fn aim(&mut self, from: StacksSquare, pieces: u8, to: StacksSquare) {
        if self.board.enemy.height(to) == 0 {
            return self.done(Part::quiet(from, pieces, to));
        }
        let draft = self.draft(Part::attack(from, pieces, to, 0, None));
        let draft = AttackDraft { joiners: draft.questions.sole, ..draft };
        if draft.questions.button {
            self.stage = Stage::Joiners(draft);
        } else {
            self.strike(draft);
        }
    }

    /// Returns a whole attack as a draft.
    pub(super) fn draft(&self, part: Part) -> AttackDraft {
        let (from, pieces, to) = (part.from(), part.pieces(), part.to());
        let ground = Ground::new(&self.board);
        let questions =
            AttackQuestions::of(&self.attack(&ground, from, pieces, to), self.board.enemy.height(to));
        AttackDraft { from, pieces, to, joiners: part.joiners(), questions }
    }

    /// Continues once all attackers are chosen.
    fn strike(&mut self, draft: AttackDraft) {
        if draft.retreats(self).count_ones() > 1 {
            self.stage = Stage::Retreat(draft);
        } else {
            self.done(draft.forced(self));
        }
    }

    fn done(&mut self, part: Part) {
        self.board = self.board.after(part);
        self.first = Some(part);
        self.stage = Stage::Start;
    }

    fn attack<'a>(&'a self, ground: &Ground, from: StacksSquare, pieces: u8, to: StacksSquare) -> Attack<'a> {
        let approaches = if self.first.is_some() {
            ground.two_steps(from).0
        } else {
            ground.walks(from).approaches[usize::from(3_u8.saturating_sub(pieces))]
        };
        Attack::new(&self.board, ground, (from, pieces), approaches, to)
    }

    /// Returns the board as these steps would leave it.
    pub(super) fn preview(&self) -> Board {
        match self.stage {
            Stage::Joiners(draft) if draft.is_enough(&self.board) => self.board.after(draft.forced(self)),
            Stage::Retreat(draft) => self.board.after(draft.part(None)),
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
    /// Returns whether the turn is the removal of a stack of four (rule 37).
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

/// Returns the squares of a set, as one argument.
pub(super) fn names(set: u64) -> String {
    crate::guide::list(squares(set))
}

//! Legal turns: one group, two singles, and the duty of fours (rules 7 to 14, 35 to 37).

use std::cmp::Ordering;

use super::attack::{self, Attack};
use super::board::{Board, MAX_HEIGHT};
use super::part::{Part, StacksMove};
use super::square::{BITS, StacksSquare, squares};
use super::walk::Ground;

/// Legal parts of a turn; quiet movements of one group are stored as a set of ends.
#[derive(Copy, Clone, Debug)]
pub(super) enum Found {
    Quiet { from: StacksSquare, pieces: u8, ends: u64 },
    Attack(Part),
}

impl Found {
    /// Counts the parts.
    pub(super) const fn count(self) -> u32 {
        match self {
            Self::Quiet { ends, .. } => ends.count_ones(),
            Self::Attack(_) => 1,
        }
    }

    /// Visits each part.
    pub(super) fn each(self, mut visit: impl FnMut(Part)) {
        match self {
            Self::Quiet { from, pieces, ends } => {
                squares(ends).for_each(|to| visit(Part::quiet(from, pieces, to)));
            }
            Self::Attack(part) => visit(part),
        }
    }
}

/// The turns of the player whose point of view the board has.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) board: Board,
    pub(super) ground: Ground,
    /// The stacks of four that the player must reduce; none without such a duty.
    pub(super) fours: u64,
    /// The squares on which a quiet single from each square can end at the beginning of the turn.
    quiet_singles: [u64; BITS],
}

impl Turns {
    pub(super) fn new(board: Board, duty: bool) -> Self {
        let ground = Ground::new(&board);
        let fours = if duty { board.movable() & board.own.at_least(MAX_HEIGHT) } else { 0 };
        let mut quiet_singles = [0; BITS];
        for from in squares(board.movable()) {
            quiet_singles[from.index()] = ground.two_steps(from).1 & board.room(1);
        }
        Self { board, ground, fours, quiet_singles }
    }

    /// Returns the squares on which a quiet single from a stack can end at the beginning of the turn.
    pub(super) fn singles(&self, from: StacksSquare) -> u64 {
        self.quiet_singles[from.index()]
    }

    /// Visits all turns except removals; turns of two singles by their first part.
    pub(super) fn each(&self, visit: &mut impl FnMut(Option<Part>, Found)) {
        self.each_group(&mut |found| visit(None, found));
        self.each_pair(&mut |first, found| visit(Some(first), found));
    }

    /// Visits the turns of two singles by their first part (rules 9 to 11).
    pub(super) fn each_pair(&self, visit: &mut impl FnMut(Part, Found)) {
        for from in squares(self.board.movable()) {
            self.each_single(&self.board, &self.ground, from, &mut |found| {
                found.each(|first| {
                    let next = self.board.after(first);
                    self.each_second(first, &next, &mut |second| {
                        visit(first, self.in_order(first, &next, second));
                    });
                });
            });
        }
    }

    /// Returns the removals that are legal when no turn takes a piece off a stack of four.
    pub(super) fn removals(&self) -> impl Iterator<Item = StacksMove> {
        squares(self.fours).map(StacksMove::Remove)
    }

    /// Returns whether one group can move. If not, two singles cannot either, because the two steps of a single are
    /// also steps of a group.
    pub(super) fn has_group(&self) -> bool {
        let mut any = false;
        self.each_group(&mut |found| any |= found.count() > 0);
        any
    }

    /// Returns whether a piece from this square may attack (rule 36).
    fn may_attack(&self, from: StacksSquare) -> bool {
        self.fours & from.bit() == 0
    }

    /// Where a turn of one group can start.
    pub(super) const fn group_origins(&self) -> u64 {
        if self.fours == 0 { self.board.movable() } else { self.fours }
    }

    /// Visits the turns of one group (rule 8).
    pub(super) fn each_group(&self, visit: &mut impl FnMut(Found)) {
        squares(self.group_origins()).for_each(|from| self.each_group_from(from, visit));
    }

    /// Visits the turns of one group that start there.
    pub(super) fn each_group_from(&self, from: StacksSquare, visit: &mut impl FnMut(Found)) {
        let board = &self.board;
        let walks = self.ground.walks(from);
        for pieces in 1..=board.own.height(from).min(3) {
            let steps = usize::from(3 - pieces);
            let (approaches, ends) = (walks.approaches[steps], walks.ends[steps]);
            visit(Found::Quiet { from, pieces, ends: ends & board.room(pieces) });
            if self.may_attack(from) {
                attack::each(board, &self.ground, (from, pieces), (approaches, ends), &mut |part| {
                    visit(Found::Attack(part));
                });
            }
        }
    }

    /// Returns whether a part is a turn of one group.
    pub(super) fn allows_group(&self, part: Part) -> bool {
        let (board, from, pieces) = (&self.board, part.from(), part.pieces());
        if self.group_origins() & from.bit() == 0 || !(1..=board.own.height(from)).contains(&pieces) {
            return false;
        }
        let walks = self.ground.walks(from);
        let steps = usize::from(3 - pieces);
        let (approaches, ends) = (walks.approaches[steps], walks.ends[steps]);
        if part.is_attack() {
            ends & board.targets() & part.to().bit() != 0
                && self.may_attack(from)
                && Attack::new(board, &self.ground, (from, pieces), approaches, part.to()).allows(part)
        } else {
            ends & board.room(pieces) & part.to().bit() != 0
        }
    }

    /// Returns whether two parts form a turn of two singles, in this written order.
    pub(super) fn allows_pair(&self, first: Part, second: Part) -> bool {
        let may_attack = |part: Part| !part.is_attack() || self.may_attack(part.from());
        let does_duty = self.fours == 0 || self.fours & (first.from().bit() | second.from().bit()) != 0;
        if !(does_duty && [first, second].into_iter().all(|part| part.pieces() == 1 && may_attack(part)))
            || second.from() == first.to()
            || !is_single(&self.board, &self.ground, first)
        {
            return false;
        }
        let next = self.board.after(first);
        let found = if second.is_attack() {
            Found::Attack(second)
        } else {
            Found::Quiet { from: second.from(), pieces: 1, ends: second.to().bit() }
        };
        is_single(&next, &Ground::new(&next), second) && self.in_order(first, &next, found).count() > 0
    }

    /// Visits what a single from a stack can do within two steps (rule 10).
    pub(super) fn each_single(
        &self,
        board: &Board,
        ground: &Ground,
        from: StacksSquare,
        visit: &mut impl FnMut(Found),
    ) {
        let (approaches, ends) = ground.two_steps(from);
        visit(Found::Quiet { from, pieces: 1, ends: ends & board.room(1) });
        if self.may_attack(from) {
            attack::each(board, ground, (from, 1), (approaches, ends), &mut |part| {
                visit(Found::Attack(part));
            });
        }
    }

    /// Visits every legal second single after a first that leads to `next`, in either written order (rule 11).
    pub(super) fn each_second(&self, first: Part, next: &Board, visit: &mut impl FnMut(Found)) {
        let ground = Ground::new(next);
        for from in squares(self.second_origins(first, next)) {
            self.each_single(next, &ground, from, visit);
        }
    }

    /// Where a second single may start after a first that leads to `next` (rule 11).
    pub(super) fn second_origins(&self, first: Part, next: &Board) -> u64 {
        let origins = next.movable() & !first.to().bit();
        let does_duty = self.fours == 0 || self.fours & first.from().bit() != 0;
        if does_duty { origins } else { origins & self.fours }
    }

    /// Leaves out the seconds that are written the other way round (rule 14).
    pub(super) fn in_order(&self, first: Part, next: &Board, second: Found) -> Found {
        match second {
            Found::Quiet { from, pieces, ends } => {
                let mut exchanged = ends & self.swappable(first, from);
                if first.is_attack() {
                    let commutes = |&to: &StacksSquare| self.commute(first, next, Part::quiet(from, 1, to));
                    exchanged = squares(exchanged).filter(commutes).fold(0, |set, to| set | to.bit());
                }
                Found::Quiet { from, pieces, ends: ends & !exchanged }
            }
            Found::Attack(part) if part.rank() < first.rank() && self.commute(first, next, part) => {
                Found::Quiet { from: part.from(), pieces: 1, ends: 0 }
            }
            Found::Attack(_) => second,
        }
    }

    /// Returns the ends of quiet singles from `from` that are written before `first`, can be exchanged with it, and
    /// leave it a path if they come first. A quiet `first` and a legal second that ends there can be exchanged, because
    /// a quiet single changes nothing else.
    pub(super) fn swappable(&self, first: Part, from: StacksSquare) -> u64 {
        let earlier = match from.cmp(&first.from()) {
            Ordering::Less => u64::MAX,
            Ordering::Equal => first.to().bit() - 1,
            Ordering::Greater => return 0,
        };
        // A second single may not start where the first ended (rule 11).
        let ends = self.singles(from) & earlier & !first.from().bit();
        let beside = self.ground.around(first.from().bit());
        if beside & first.to().bit() != 0 {
            return ends;
        }
        let between = beside & self.ground.around(first.to().bit());
        if between & from.bit() != 0 && self.board.own.height(from) == 1 {
            // It leaves a path over its own square.
            return ends;
        }
        let bridges = between & self.ground.empty();
        let only = if bridges & bridges.wrapping_sub(1) == 0 { bridges } else { 0 };
        ends & !only
    }

    /// Returns whether a legal second single could also come before the first, which leads to `next`, with the same
    /// result.
    pub(super) fn commute(&self, first: Part, next: &Board, second: Part) -> bool {
        second.to() != first.from() && is_single(&self.board, &self.ground, second) && {
            let swapped = self.board.after(second);
            is_single(&swapped, &Ground::new(&swapped), first) && swapped.after(first) == next.after(second)
        }
    }
}

/// Returns whether a part is legal for a single piece with two steps, ignoring duties.
pub(super) fn is_single(board: &Board, ground: &Ground, part: Part) -> bool {
    let (from, to) = (part.from(), part.to());
    if board.movable() & from.bit() == 0 {
        return false;
    }
    let (approaches, ends) = ground.two_steps(from);
    if part.is_attack() {
        ends & board.targets() & to.bit() != 0
            && Attack::new(board, ground, (from, 1), approaches, to).allows(part)
    } else {
        ends & board.room(1) & to.bit() != 0
    }
}

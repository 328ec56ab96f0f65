//! The steps that build a turn: start, number and end of each group, then everything still open.
//!
//! A turn has a step only where there is a choice: the number if the stack has several pieces, the joiners if there is
//! more than one set of them, the retreat if there are several squares, and the end of the turn if a second single
//! could follow. The player confirms an attack with automatic effects (stacks join, survivors retreat or are lost), and
//! so sees them in advance. The questions depend only on the board and the previous steps, so no turn's steps begin
//! another's.

use super::attack::Attack;
use super::board::Board;
use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{StacksSquare, squares};
use super::turn::is_single;
use super::view::site;
use super::walk::Ground;
use crate::{Button, Step};

pub(super) const ATTACK: Step = Step::Button(Button("attack"));

/// The questions about an attack, besides the retreat.
#[derive(Copy, Clone, Debug)]
pub(super) struct AttackQuestions {
    /// Which stacks join: there are several sets of joiners.
    pub(super) joiners: bool,
    /// A button that ends the choice of joiners, or confirms automatic effects.
    pub(super) button: bool,
    /// The joiners, if there is only one set.
    pub(super) sole: u64,
}

impl AttackQuestions {
    pub(super) fn of(attack: &Attack<'_>, attacked: u8) -> Self {
        let (mut sets, mut sole, mut attackers) = (0, 0, 0);
        attack.each_joiners(&mut |joiners, count| {
            sets += 1;
            (sole, attackers) = (joiners, count);
        });
        let survive = Board::survivors(attackers, attacked) > 0;
        let by_itself = sole != 0 || survive && attack.retreats(sole, attackers).count_ones() < 2;
        let joiners = sets > 1;
        Self { joiners, button: joiners || by_itself, sole: if joiners { 0 } else { sole } }
    }
}

impl StacksPosition {
    /// Returns the steps of a legal turn in the order in which it is written, with joiners in any order.
    pub(super) fn sequences(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        match mv {
            StacksMove::Group(part) => {
                let mut sequences = self.group_sequences(part);
                if part.pieces() == 1 && self.can_go_on(part) {
                    for steps in &mut sequences {
                        steps.push(Step::Button(Button("end turn")));
                    }
                }
                sequences
            }
            StacksMove::Singles(first, second) => self.singles_sequences(first, second),
            StacksMove::Remove(square) => {
                vec![vec![Step::Site(site(square)), Step::Button(Button("remove"))]]
            }
        }
    }

    /// Returns the steps of two singles in the reverse of their written order.
    pub(super) fn swapped_sequences(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        let StacksMove::Singles(first, second) = mv else { return Vec::new() };
        let turns = self.turns();
        let swaps = first != second && turns.commute(first, &turns.board.after(first), second);
        if swaps { self.singles_sequences(second, first) } else { Vec::new() }
    }

    fn singles_sequences(&self, first: Part, second: Part) -> Vec<Vec<Step>> {
        let mut sequences = self.group_sequences(first);
        let ends = [Step::Site(site(second.from())), Step::Site(site(second.to()))];
        for steps in &mut sequences {
            steps.extend(ends);
        }
        if second.is_attack() {
            let board = self.board().after(first);
            let ground = Ground::new(&board);
            sequences = with_attack(sequences, &board, &ground, second, ground.two_steps(second.from()).0);
        }
        sequences
    }

    /// Returns the steps of a group, or of a first single, which cannot be distinguished from a group of one until it
    /// ends.
    fn group_sequences(&self, part: Part) -> Vec<Vec<Step>> {
        let board = self.board();
        let mut steps = Vec::with_capacity(6);
        steps.push(Step::Site(site(part.from())));
        if board.own.height(part.from()) > 1 {
            steps.push(Step::Count(part.pieces()));
        }
        steps.push(Step::Site(site(part.to())));
        if !part.is_attack() {
            return vec![steps];
        }
        let ground = Ground::new(&board);
        let most = usize::from(3 - part.pieces());
        with_attack(vec![steps], &board, &ground, part, ground.walks(part.from()).approaches[most])
    }

    /// Returns whether a second single could follow, in either written order of the two.
    fn can_go_on(&self, part: Part) -> bool {
        let turns = self.turns();
        let mut any = false;
        if is_single(&turns.board, &turns.ground, part) {
            turns.each_second(part, &turns.board.after(part), &mut |found| any |= found.count() > 0);
        }
        any
    }
}

/// Extends the sequences with an attack: the joiners in any order, then the other questions.
fn with_attack(
    sequences: Vec<Vec<Step>>,
    board: &Board,
    ground: &Ground,
    part: Part,
    last_steps: u64,
) -> Vec<Vec<Step>> {
    let attack = Attack::new(board, ground, (part.from(), part.pieces()), last_steps, part.to());
    let questions = AttackQuestions::of(&attack, board.enemy.height(part.to()));
    let joiners: Vec<StacksSquare> = squares(if questions.joiners { part.joiners() } else { 0 }).collect();
    let retreats = attack.retreats(part.joiners(), board.attackers(part)).count_ones();
    let retreat = part.retreat().filter(|_| retreats > 1);
    let mut longer = Vec::new();
    for steps in sequences {
        for order in orders(&joiners) {
            let mut steps = steps.clone();
            steps.extend(order.into_iter().map(|joiner| Step::Site(site(joiner))));
            steps.extend(questions.button.then_some(ATTACK));
            steps.extend(retreat.map(|square| Step::Site(site(square))));
            longer.push(steps);
        }
    }
    longer
}

/// Returns all permutations of a few squares, the given order first.
fn orders(squares: &[StacksSquare]) -> Vec<Vec<StacksSquare>> {
    if squares.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in squares.iter().enumerate() {
        let mut rest = squares.to_vec();
        rest.remove(index);
        all.extend(orders(&rest).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}

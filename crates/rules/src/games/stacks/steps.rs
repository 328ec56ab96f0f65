//! How a turn is pointed at: each group's start, number and end, and then whatever is open.
//!
//! Only what leaves a choice is asked: the number if the stack has several pieces, the joiners if
//! there is more than one set of them, the retreat if there are several squares, and whether the
//! turn ends if a second single could follow. An attack in which something happens by itself (stacks
//! join, survivors have to retreat or are lost) is confirmed, so that it can be seen before. What is
//! asked depends only on the board and on the steps before, so that no turn's steps begin another's.

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

/// What is asked of a person who attacks a stack, besides the retreat.
#[derive(Copy, Clone, Debug)]
pub(super) struct Asked {
    /// Who joins: there are several sets of joiners.
    pub(super) joiners: bool,
    /// The button that ends the choice of joiners, or confirms what happens by itself.
    pub(super) button: bool,
    /// The joiners of the only set, if there is one.
    pub(super) sole: u64,
}

impl Asked {
    pub(super) fn of(attack: &Attack<'_>, attacked: u8) -> Self {
        let (mut bands, mut sole, mut attackers) = (0, 0, 0);
        attack.each_band(&mut |joiners, count| {
            bands += 1;
            (sole, attackers) = (joiners, count);
        });
        let survive = Board::survivors(attackers, attacked) > 0;
        let by_itself = sole != 0 || survive && attack.retreats(sole, attackers).count_ones() < 2;
        let joiners = bands > 1;
        Self { joiners, button: joiners || by_itself, sole: if joiners { 0 } else { sole } }
    }
}

impl StacksPosition {
    /// The steps of a legal turn in the order in which it is written, whose joiners may come in any order.
    pub(super) fn ways_of(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        match mv {
            StacksMove::Group(part) => {
                let mut ways = self.group_ways(part);
                if part.pieces() == 1 && self.can_go_on(part) {
                    for steps in &mut ways {
                        steps.push(Step::Button(Button("end turn")));
                    }
                }
                ways
            }
            StacksMove::Singles(first, second) => self.singles_ways(first, second),
            StacksMove::Remove(square) => {
                vec![vec![Step::Site(site(square)), Step::Button(Button("remove"))]]
            }
        }
    }

    /// The steps of two singles in the order in which they are not written.
    pub(super) fn swapped_ways_of(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        let StacksMove::Singles(first, second) = mv else { return Vec::new() };
        let turns = self.turns();
        let swaps = first != second && turns.commute(first, &turns.board.after(first), second);
        if swaps { self.singles_ways(second, first) } else { Vec::new() }
    }

    fn singles_ways(&self, first: Part, second: Part) -> Vec<Vec<Step>> {
        let mut ways = self.group_ways(first);
        let ends = [Step::Site(site(second.from())), Step::Site(site(second.to()))];
        for steps in &mut ways {
            steps.extend(ends);
        }
        if second.is_attack() {
            let board = self.board().after(first);
            let ground = Ground::new(&board);
            ways = with_attack(ways, &board, &ground, second, ground.two_steps(second.from()).0);
        }
        ways
    }

    /// The steps of a group, or of a first single, which looks like a group of one until it ends.
    fn group_ways(&self, part: Part) -> Vec<Vec<Step>> {
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
        with_attack(vec![steps], &board, &ground, part, ground.walks(part.from()).ways[most])
    }

    /// Whether a second single could follow, in whichever order the two would be written.
    fn can_go_on(&self, part: Part) -> bool {
        let turns = self.turns();
        let mut any = false;
        if is_single(&turns.board, &turns.ground, part) {
            turns.each_second(part, &turns.board.after(part), &mut |found| any |= found.count() > 0);
        }
        any
    }
}

/// The ways to go on with an attack: the joiners in any order, then what else is asked.
fn with_attack(
    ways: Vec<Vec<Step>>,
    board: &Board,
    ground: &Ground,
    part: Part,
    last_steps: u64,
) -> Vec<Vec<Step>> {
    let attack = Attack::new(board, ground, (part.from(), part.pieces()), last_steps, part.to());
    let asked = Asked::of(&attack, board.enemy.height(part.to()));
    let joiners: Vec<StacksSquare> = squares(if asked.joiners { part.joiners() } else { 0 }).collect();
    let retreats = attack.retreats(part.joiners(), board.attackers(part)).count_ones();
    let retreat = part.retreat().filter(|_| retreats > 1);
    let mut longer = Vec::new();
    for steps in ways {
        for order in orders(&joiners) {
            let mut steps = steps.clone();
            steps.extend(order.into_iter().map(|joiner| Step::Site(site(joiner))));
            steps.extend(asked.button.then_some(ATTACK));
            steps.extend(retreat.map(|square| Step::Site(site(square))));
            longer.push(steps);
        }
    }
    longer
}

/// All orders of a few squares, the given one first.
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

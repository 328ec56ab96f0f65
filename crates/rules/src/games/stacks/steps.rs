//! How a turn is pointed at: each group's start, number and end, and then whatever is open.
//!
//! Only what leaves a choice is asked: the number if the stack has several pieces, the joiners if
//! there is more than one set of them, the retreat if there are several squares, and whether the
//! turn ends if a second single could follow. What is asked depends only on the board and on the
//! steps before, so that no turn's steps begin another's.

use super::attack::Attack;
use super::board::Board;
use super::part::{Move, Part};
use super::position::Position;
use super::square::squares;
use super::turn::is_single;
use super::view::site;
use super::walk::Ground;
use crate::{Button, Step};

impl Position {
    /// The steps of a legal turn.
    pub(super) fn steps_of(&self, mv: Move) -> Vec<Step> {
        match mv {
            Move::Group(part) => {
                let mut steps = self.group_steps(part);
                if part.pieces() == 1 && self.can_go_on(part) {
                    steps.push(Step::Button(Button("end turn")));
                }
                steps
            }
            Move::Singles(first, second) => self.singles_steps(first, second),
            Move::Remove(square) => vec![Step::Site(site(square)), Step::Button(Button("remove"))],
        }
    }

    /// The steps of two singles in the order in which they are not written.
    pub(super) fn swapped_steps_of(&self, mv: Move) -> Option<Vec<Step>> {
        let Move::Singles(first, second) = mv else { return None };
        let turns = self.turns();
        let swaps = first != second && turns.commute(first, &turns.board.after(first), second);
        swaps.then(|| self.singles_steps(second, first))
    }

    fn singles_steps(&self, first: Part, second: Part) -> Vec<Step> {
        let mut steps = self.group_steps(first);
        steps.extend([Step::Site(site(second.from())), Step::Site(site(second.to()))]);
        if second.is_attack() {
            let board = self.board().after(first);
            let ground = Ground::new(&board);
            attack_steps(&board, &ground, second, ground.two_steps(second.from()).0, &mut steps);
        }
        steps
    }

    /// The steps of a group, or of a first single, which looks like a group of one until it ends.
    fn group_steps(&self, part: Part) -> Vec<Step> {
        let board = self.board();
        let mut steps = Vec::with_capacity(6);
        steps.push(Step::Site(site(part.from())));
        if board.own.height(part.from()) > 1 {
            steps.push(Step::Count(part.pieces()));
        }
        steps.push(Step::Site(site(part.to())));
        if part.is_attack() {
            let ground = Ground::new(&board);
            let most = usize::from(3 - part.pieces());
            attack_steps(&board, &ground, part, ground.walks(part.from()).ways[most], &mut steps);
        }
        steps
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

fn attack_steps(board: &Board, ground: &Ground, part: Part, ways: u64, steps: &mut Vec<Step>) {
    let attack = Attack::new(board, ground, (part.from(), part.pieces()), ways, part.to());
    let mut bands = 0;
    attack.each_band(&mut |_, _| bands += 1);
    if bands > 1 {
        steps.extend(squares(part.joiners()).map(|joiner| Step::Site(site(joiner))));
        steps.push(Step::Button(Button("attack")));
    }
    if attack.retreats(part.joiners(), board.attackers(part)).count_ones() > 1 {
        steps.extend(part.retreat().map(|square| Step::Site(site(square))));
    }
}

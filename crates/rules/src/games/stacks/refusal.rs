//! Refusals of turns that can be read but are illegal.

use super::attack::Attack;
use super::board::{Board, MAX_HEIGHT};
use super::notation::name;
use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{StacksSquare, squares};
use super::turn::Turns;
use super::walk::Ground;
use crate::{ForbiddenMove, Message};

/// Returns the refusal for a square without a stack of the player.
pub(super) fn no_stack(board: &Board, square: StacksSquare) -> Message {
    Message::new("{player} has no stack on {square}")
        .seat("player", name(board.player()))
        .with("square", square)
}

impl StacksPosition {
    /// Refuses an illegal first single, so that explanations of the second make sense.
    pub(super) fn check_first(&self, part: Part) -> Result<(), ForbiddenMove> {
        let turns = self.turns();
        turns.part_problem(&turns.board, part, 2).map_or(Ok(()), |problem| Err(ForbiddenMove(problem)))
    }

    /// Explains why a turn is illegal.
    pub(super) fn why_not(&self, mv: StacksMove) -> Message {
        let turns = self.turns();
        let problem = match mv {
            StacksMove::Remove(square) => Some(turns.why_not_remove(square)),
            StacksMove::Group(part) => turns.part_problem(&turns.board, part, 4 - part.pieces()),
            StacksMove::Singles(first, second) => {
                turns.part_problem(&turns.board, first, 2).or_else(|| turns.second_problem(first, second))
            }
        };
        problem.unwrap_or_else(|| turns.neglected())
    }
}

impl Turns {
    fn why_not_remove(&self, square: StacksSquare) -> Message {
        if self.board.movable() & self.board.own.at_least(MAX_HEIGHT) & square.bit() == 0 {
            Message::new("{player} has no stack of four on {square} that can move")
                .seat("player", name(self.board.player()))
                .with("square", square)
        } else if self.fours == 0 {
            Message::new("stacks can be removed only with the option fours=duty")
        } else {
            Message::new("a piece can be taken off a stack of four, so no stack is removed")
        }
    }

    /// Explains that a turn of legal parts neglects the duty of fours (rules 35, 37).
    fn neglected(&self) -> Message {
        let mut any = false;
        self.each(&mut |_, found| any |= found.count() > 0);
        let fours: Vec<String> = squares(self.fours).map(|square| square.to_string()).collect();
        if self.fours == 0 {
            Message::new("this is not a legal turn here")
        } else if any {
            Message::new("a piece must be taken off a stack of four: {fours}").with("fours", fours.join(", "))
        } else {
            let removals = fours.iter().map(|square| format!("{square}!")).collect();
            Message::new(
                "no piece can be taken off a stack of four, so one stack must be removed: {removals}",
            )
            .any_of("removals", removals)
        }
    }

    fn second_problem(&self, first: Part, second: Part) -> Option<Message> {
        if second.from() == first.to() {
            let refusal =
                Message::new("the second single may not start from {square}, where the first one ended");
            return Some(refusal.with("square", first.to()));
        }
        let next = self.board.after(first);
        self.part_problem(&next, second, 2).or_else(|| {
            let exchanged = second.rank() < first.rank() && self.commute(first, &next, second);
            let refusal =
                Message::new("either order gives the same position, so it is written {second},{first}");
            exchanged.then(|| refusal.with("second", second).with("first", first))
        })
    }

    fn part_problem(&self, board: &Board, part: Part, steps: u8) -> Option<Message> {
        let (from, to, pieces) = (part.from(), part.to(), part.pieces());
        let (own, enemy) = (board.own.height(from), board.enemy.height(to));
        let ground = Ground::new(board);
        let walks = ground.walks(from);
        let most = usize::from(steps.clamp(1, 3) - 1);
        Some(if own == 0 {
            no_stack(board, from)
        } else if board.movable() & from.bit() == 0 {
            Message::new("the stack on {from} is in the enemy's home and locked").with("from", from)
        } else if own < pieces {
            Message::new("the stack on {from} has only {own}").with("from", from).with("own", own)
        } else if from == to {
            Message::new("a group must end on a different square from where it started")
        } else if enemy > 0 && !part.is_attack() {
            Message::new("{to} holds an enemy stack, and an attack is written with x").with("to", to)
        } else if enemy == 0 && part.is_attack() {
            Message::new("{to} holds no enemy stack to attack").with("to", to)
        } else if enemy > 0 && board.targets() & to.bit() == 0 {
            Message::new("the stack on {to} is locked and cannot be attacked").with("to", to)
        } else if enemy == 0 && board.room(pieces) & to.bit() == 0 {
            Message::new("{to} would hold {pieces} pieces, more than four")
                .with("to", to)
                .with("pieces", board.own.height(to) + pieces)
        } else if walks.ends[most] & to.bit() == 0 {
            let refusal = if steps == 1 {
                Message::new(
                    "{to} cannot be reached from {from}: one step at most, over empty squares, and no step squeezes diagonally between two enemy stacks",
                )
            } else {
                Message::new(
                    "{to} cannot be reached from {from}: {steps} steps at most, over empty squares, and no step squeezes diagonally between two enemy stacks",
                )
            };
            refusal.with("to", to).with("from", from).with("steps", steps)
        } else if part.is_attack() && self.fours & from.bit() != 0 {
            Message::new("a piece from the stack of four on {from} may not attack this turn")
                .with("from", from)
        } else if part.is_attack() {
            let attack = Attack::new(board, &ground, (from, pieces), walks.approaches[most], to);
            return attack_problem(board, &attack, part);
        } else {
            return None;
        })
    }
}

/// Explains the problem with an attack on a reachable stack.
fn attack_problem(board: &Board, attack: &Attack<'_>, part: Part) -> Option<Message> {
    let (from, to, joiners) = (part.from(), part.to(), part.joiners());
    let (attackers, attacked) = (board.attackers(part), board.enemy.height(to));
    let stranger = squares(joiners & !(board.movable() & !from.bit())).next();
    Some(if let Some(stranger) = stranger {
        if stranger == from {
            Message::new("what stays behind on {from} cannot join").with("from", from)
        } else if board.own.height(stranger) > 0 {
            Message::new("the stack on {square} is locked and cannot join").with("square", stranger)
        } else {
            no_stack(board, stranger)
        }
    } else if attackers <= attacked {
        Message::new("{attackers} against {attacked} is too few: the attackers must outnumber the attacked")
            .with("attackers", attackers)
            .with("attacked", attacked)
    } else if attackers > MAX_HEIGHT {
        Message::new("{attackers} attackers are too many: four at most").with("attackers", attackers)
    } else if !attack.allows_joiners(joiners) {
        Message::new("joiners must all be next to the square from which the last step is made")
    } else {
        let retreats = attack.retreats(joiners, attackers);
        let choice: Vec<String> = squares(retreats).map(|square| format!(">{square}")).collect();
        match part.retreat() {
            Some(square) if retreats & square.bit() != 0 => return None,
            None if retreats == 0 => return None,
            _ if retreats != 0 => {
                Message::new("say where the survivors retreat to: {choice}").any_of("choice", choice)
            }
            _ if Board::survivors(attackers, attacked) == 0 => {
                Message::new("there are no survivors to retreat")
            }
            _ => Message::new("the survivors have nowhere to go and are eliminated: leave out the retreat"),
        }
    })
}

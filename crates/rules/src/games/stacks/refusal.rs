//! Why a turn that can be read is not legal.

use super::attack::Attack;
use super::board::{Board, HIGHEST};
use super::notation::name;
use super::part::{Move, Part};
use super::position::Position;
use super::square::{Square, squares};
use super::turn::Turns;
use super::walk::Ground;
use crate::Forbidden;

/// What is said when the player has nothing on a square.
pub(super) fn no_stack(board: &Board, square: Square) -> String {
    format!("{} has no stack on {square}", name(board.player()))
}

impl Position {
    /// Refuses a first single that cannot be made, so that what follows it makes sense.
    pub(super) fn check_first(&self, part: Part) -> Result<(), Forbidden> {
        let turns = self.turns();
        turns.part_problem(&turns.board, part, 2).map_or(Ok(()), |problem| Err(Forbidden(problem)))
    }

    /// Why a turn that is not legal is not.
    pub(super) fn why_not(&self, mv: Move) -> String {
        let turns = self.turns();
        let problem = match mv {
            Move::Remove(square) => Some(turns.why_not_remove(square)),
            Move::Group(part) => turns.part_problem(&turns.board, part, 4 - part.pieces()),
            Move::Singles(first, second) => {
                turns.part_problem(&turns.board, first, 2).or_else(|| turns.second_problem(first, second))
            }
        };
        problem.unwrap_or_else(|| turns.neglected(mv))
    }
}

impl Turns {
    fn why_not_remove(&self, square: Square) -> String {
        if self.board.movable() & self.board.own.at_least(HIGHEST) & square.bit() == 0 {
            format!("{} has no stack of four on {square} that can move", name(self.board.player()))
        } else if self.fours == 0 {
            "stacks are removed with the option fours=duty only".to_owned()
        } else {
            "a piece can be taken off a stack of four, so none is removed".to_owned()
        }
    }

    /// What is wrong with a turn whose parts are right: the duty of fours (rules 35, 37).
    fn neglected(&self, mv: Move) -> String {
        let mut any = false;
        self.each(&mut |_, found| any |= found.count() > 0);
        let fours: Vec<String> = squares(self.fours).map(|square| square.to_string()).collect();
        match (mv, any) {
            _ if self.fours == 0 => "it is no legal turn here".to_owned(),
            (_, true) => format!("a piece must be taken off a stack of four: {}", fours.join(", ")),
            (_, false) => {
                format!(
                    "no piece can be taken off a stack of four, so one is removed: {}!",
                    fours.join("! or ")
                )
            }
        }
    }

    fn second_problem(&self, first: Part, second: Part) -> Option<String> {
        if second.from() == first.to() {
            return Some(format!(
                "the second single may not start from {}, where the first ended",
                first.to()
            ));
        }
        let next = self.board.after(first);
        self.part_problem(&next, second, 2).or_else(|| {
            let exchanged = second.rank() < first.rank() && self.commute(first, &next, second);
            exchanged
                .then(|| format!("either order gives the same position, so it is written {second},{first}"))
        })
    }

    fn part_problem(&self, board: &Board, part: Part, steps: u8) -> Option<String> {
        let (from, to, pieces) = (part.from(), part.to(), part.pieces());
        let (own, enemy) = (board.own.height(from), board.enemy.height(to));
        let ground = Ground::new(board);
        let walks = ground.walks(from);
        let most = usize::from(steps.clamp(1, 3) - 1);
        Some(if own == 0 {
            no_stack(board, from)
        } else if board.movable() & from.bit() == 0 {
            format!("the stack on {from} is in the enemy's home and locked")
        } else if own < pieces {
            format!("the stack on {from} has only {own}")
        } else if from == to {
            "a group ends on another square than it began".to_owned()
        } else if enemy > 0 && !part.is_attack() {
            format!("{to} holds an enemy stack, and an attack is written with x")
        } else if enemy == 0 && part.is_attack() {
            format!("{to} holds no enemy stack to attack")
        } else if enemy > 0 && board.prey() & to.bit() == 0 {
            format!("the stack on {to} is locked and cannot be attacked")
        } else if enemy == 0 && board.room(pieces) & to.bit() == 0 {
            format!("{to} would hold {} pieces, more than four", board.own.height(to) + pieces)
        } else if walks.ends[most] & to.bit() == 0 {
            let limit = if steps == 1 { "one step".to_owned() } else { format!("{steps} steps") };
            let squeeze = "and no step squeezes diagonally between two enemy stacks";
            format!("{to} cannot be reached from {from}: {limit} at most, over empty squares, {squeeze}")
        } else if part.is_attack() && self.fours & from.bit() != 0 {
            format!("a piece from the stack of four on {from} may not attack this turn")
        } else if part.is_attack() {
            let attack = Attack::new(board, &ground, (from, pieces), walks.ways[most], to);
            return attack_problem(board, &attack, part);
        } else {
            return None;
        })
    }
}

/// What is wrong with an attack on a stack that can be reached.
fn attack_problem(board: &Board, attack: &Attack<'_>, part: Part) -> Option<String> {
    let (from, to, joiners) = (part.from(), part.to(), part.joiners());
    let (attackers, attacked) = (board.attackers(part), board.enemy.height(to));
    let stranger = squares(joiners & !(board.movable() & !from.bit())).next();
    Some(if let Some(stranger) = stranger {
        if stranger == from {
            format!("what stays behind on {from} cannot join")
        } else if board.own.height(stranger) > 0 {
            format!("the stack on {stranger} is locked and cannot join")
        } else {
            no_stack(board, stranger)
        }
    } else if attackers <= attacked {
        format!("{attackers} against {attacked} are too few: there must be more attackers")
    } else if attackers > HIGHEST {
        format!("{attackers} attackers are too many: at most four")
    } else if !attack.allows_band(joiners) {
        "joiners must all be next to the square from which the last step is made".to_owned()
    } else {
        let retreats = attack.retreats(joiners, attackers);
        let choice: Vec<String> = squares(retreats).map(|square| format!(">{square}")).collect();
        match part.retreat() {
            Some(square) if retreats & square.bit() != 0 => return None,
            None if retreats == 0 => return None,
            _ if retreats != 0 => format!("say where the survivors go: {}", choice.join(" or ")),
            _ if Board::survivors(attackers, attacked) == 0 => "nobody survives to go back".to_owned(),
            _ => "the survivors have nowhere to go and are eliminated: leave out the retreat".to_owned(),
        }
    })
}

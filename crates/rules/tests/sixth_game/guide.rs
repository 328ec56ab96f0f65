//! Prompts and remarks of Tump.

use super::Tump;
use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use super::stack::TumpStack;
use crate::{Game, Guide, Message, Position, Step};

impl Guide for TumpPosition {
    const SAMPLE: &'static str = "w1,b2,wb,1/4/4/4 w";

    fn prompt(&self, taken: &[Step]) -> Message {
        if !taken.is_empty() {
            return Message::new("Choose the stack that it climbs onto");
        }
        let moves = self.moves();
        let places = moves.iter().any(|mv| matches!(mv, TumpMove::Place(_)));
        let climbs = moves.iter().any(|mv| matches!(mv, TumpMove::Climb { .. }));
        match (places, climbs) {
            (true, true) => Message::new("Place a piece on an empty square, or choose a stack that climbs"),
            (true, false) => Message::new("Place a piece on an empty square: no stack of yours can climb"),
            (false, _) => Message::new("The board is full: choose a stack that climbs"),
        }
    }

    fn remarks(&self, mv: TumpMove) -> Vec<Message> {
        let TumpMove::Climb { to, .. } = mv else { return Vec::new() };
        let height = self.after(mv).stack_on(to).map_or(0, TumpStack::height);
        let remark = Message::new("{player}'s stack on {square} is now {height} high of {goal}")
            .seat("player", Tump::INFO.seat(self.to_move).name)
            .with("square", to);
        vec![remark.with("height", height).with("goal", self.options.goal)]
    }

    fn written(&self, steps: &[Step]) -> String {
        let size = self.options.size;
        match steps {
            [Step::Site(from), Step::Site(to), ..] => format!("{}-{}", from.name(size), to.name(size)),
            [Step::Site(at), ..] => {
                let (column, row) = at.place(size);
                let own = self
                    .stack_on(TumpSquare::new(column, row))
                    .is_some_and(|stack| stack.owner() == self.to_move);
                if own { format!("{}-{}", at.name(size), at.name_beside(size)) } else { at.name(size) }
            }
            _ => String::new(),
        }
    }
}

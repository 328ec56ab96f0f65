//! Prompts, remarks and refusals of Stlts.

use super::position::{StltsMove, StltsPosition};
use super::side::Pins;
use super::square::StltsSquare;
use super::{SIZE, Stlts};
use crate::{Button, Game, Guide, Message, Position, Site, Step};

fn square(site: Site) -> StltsSquare {
    let (column, row) = site.place(SIZE);
    StltsSquare::new(column, row)
}

impl Guide for StltsPosition {
    const SAMPLE: &'static str = "w,w2.3,b,9/12/12/12/12/12/12/12/12/12/12/12 w 0";

    fn prompt(&self, taken: &[Step]) -> Message {
        if let [Step::Site(site), ..] = taken {
            let at = square(*site);
            let pins = self.own().pins_on(at).unwrap_or(Pins::NONE);
            let takes_pin = self.insertable(pins).next().is_some();
            let goals = self.destinations(at, pins);
            let prompt = match (takes_pin, goals.is_empty()) {
                (true, true) => {
                    Message::new("Which pin goes into {square}? White: up and down, black: sideways")
                }
                (true, false) => Message::new("Choose where {square} moves to, or which pin goes into it"),
                (false, _) => Message::new("Choose where {square} moves to: it can take no more pins"),
            };
            return prompt.with("square", at);
        }
        let takes_pin = self.own().pieces().any(|(_, pins)| self.insertable(pins).next().is_some());
        let moves = self.own().pieces().any(|(square, pins)| !self.destinations(square, pins).is_empty());
        match (takes_pin, moves) {
            (true, false) => Message::new("Choose a piece to put a pin into: none can move yet"),
            (true, true) => Message::new("Choose a piece: put a pin into it, or move it"),
            (false, _) => Message::new("Choose a piece to move: none can take another pin"),
        }
    }

    fn passed(&self) -> Option<Self> {
        let mut passed = *self;
        passed.to_move = self.to_move.opponent();
        Some(passed.keyed())
    }

    fn may_take(&self, mv: StltsMove) -> bool {
        matches!(mv, StltsMove::Capture { .. })
    }

    fn remarks(&self, mv: StltsMove) -> Vec<Message> {
        let StltsMove::Capture { to, .. } = mv else { return Vec::new() };
        let enemy = Stlts::INFO.seat(self.to_move().opponent()).name;
        let left = self.enemy().squares().count() - 1;
        let remark = match left {
            0 => Message::new("{player}'s last piece, on {square}, is captured"),
            1 => Message::new("{player}'s piece on {square} is captured: one is left"),
            _ => Message::new("{player}'s piece on {square} is captured: {n} are left").with("n", left),
        };
        vec![remark.seat("player", enemy).with("square", to)]
    }

    fn written(&self, steps: &[Step]) -> String {
        match steps {
            [Step::Site(from), Step::Site(to), ..] => {
                let to = square(*to);
                let sign = if self.enemy().pins_on(to).is_some() { 'x' } else { '-' };
                format!("{}{sign}{to}", square(*from))
            }
            [Step::Site(at), Step::Button(Button("black pin")), ..] => format!("{}+b", square(*at)),
            [Step::Site(at), ..] => format!("{}+w", square(*at)),
            _ => String::new(),
        }
    }
}

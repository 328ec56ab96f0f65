//! Prompts, remarks and refusals of Stac.

use super::position::{StacMove, StacPosition};
use super::square::StacSquare;
use super::{CLAIMS, SIZE, Stac};
use crate::{Button, Game, Guide, Message, Position, Site, Step};

fn square(site: Site) -> StacSquare {
    let (column, row) = site.place(SIZE);
    StacSquare::new(column, row)
}

impl Guide for StacPosition {
    const SAMPLE: &'static str = "s,d,W,B,1/5/5/5/5 w c5 a1 - 0";

    fn prompt(&self, taken: &[Step]) -> Message {
        let player = self.to_move();
        if let [Step::Site(site), ..] = taken {
            let to = square(*site);
            let prompt = if self.walks(player) & to.bit() == 0 {
                // (rule 22)
                Message::new("Only a carrying pawn passes over the tower: carry the disc?")
            } else {
                match self.discs_on(to) {
                    0 => Message::new("Carry the disc to {square}, or walk there without it?"),
                    1 => Message::new("Carry the disc to {square} and make a pair, or just walk there?"),
                    _ => Message::new("Carry the disc to {square} and build a tower, or just walk there?"),
                }
            };
            return prompt.with("square", to);
        }
        if self.carries(player) != 0 {
            Message::new("Choose where your pawn goes: it may carry its disc along")
        } else if self.ones & self.pawn(player).bit() == 0 {
            Message::new("Choose where your pawn walks: it has no single disc to carry")
        } else if self.carried[player.index()] {
            Message::new("Choose where your pawn walks: it carried last turn")
        } else {
            Message::new("Choose where your pawn walks: its disc can go nowhere")
        }
    }

    /// Returns the position after a pass, which does not count as carrying a disc.
    fn passed(&self) -> Option<Self> {
        let mut passed = *self;
        passed.carried[self.to_move.index()] = false;
        passed.to_move = self.to_move.opponent();
        Some(passed.keyed())
    }

    fn remarks(&self, mv: StacMove) -> Vec<Message> {
        let player = self.to_move();
        let remark = match self.discs_on(mv.to) {
            1 if mv.carrying => Message::new("{square} holds a pair: a third disc makes it a tower"),
            2 if mv.carrying => {
                let towers = self.after(mv).towers[player.index()].count_ones();
                Message::new("{player} owns the tower on {square}: {towers} of {goal}")
                    .seat("player", Stac::INFO.seat(player).name)
                    .with("towers", towers)
                    .with("goal", CLAIMS)
            }
            _ => return Vec::new(),
        };
        vec![remark.with("square", mv.to)]
    }

    fn written(&self, steps: &[Step]) -> String {
        let site = |step: &Step| if let Step::Site(site) = step { Some(*site) } else { None };
        let Some(to) = steps.iter().rev().find_map(site) else { return String::new() };
        let sign = if steps.last() == Some(&Step::Button(Button("carry"))) { '=' } else { '-' };
        format!("{}{sign}{}", self.pawn(self.to_move()), square(to))
    }
}

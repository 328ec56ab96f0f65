//! Prompts, remarks and refusals of Sight.

use super::Sight;
use super::point::{SightPoint, points};
use super::position::{SightMove, SightPosition};
use crate::guide::list;
use crate::{Game, Guide, Message, Position, Site, Step};

impl Guide for SightPosition {
    const SAMPLE: &'static str = "w1,b2,3/5/5/5/5 w";

    fn prompt(&self, taken: &[Step]) -> Message {
        if !taken.is_empty() {
            return Message::new("Choose where its top piece goes: one step along a line");
        }
        let tallest = self.tallest(self.to_move());
        let movers = self.movers(self.to_move(), tallest);
        if tallest == 0 {
            Message::new("You have no stack, so place a piece on an empty point")
        } else if movers != tallest {
            Message::new("Your tallest that can move must move: choose it")
        } else if movers.is_power_of_two() {
            Message::new("Your tallest stack must move: choose it, on {square}")
                .with("square", SightPoint::lowest(movers))
        } else {
            Message::new("One of your tallest stacks must move: choose which")
        }
    }

    /// Rules 9 and 20.
    fn forced(&self, taken: &[Step]) -> Vec<Site> {
        let player = self.to_move();
        let movers = if taken.is_empty() { self.movers(player, self.tallest(player)) } else { 0 };
        points(movers).map(|point| self.site(point)).collect()
    }

    fn remarks(&self, mv: SightMove) -> Vec<Message> {
        let player = self.to_move();
        let name = Sight::INFO.seat(player).name;
        let after = self.after(mv);
        let own = points(self.pieces[player.index()]);
        let grown: Vec<SightPoint> = own.filter(|&point| after.height(point) > self.height(point)).collect();
        let mut remarks = Vec::new();
        match &grown[..] {
            [] => {}
            [only] => remarks.push(
                Message::new("{square} is seen and grows to {height}")
                    .with("square", only)
                    .with("height", after.height(*only)),
            ),
            several => {
                remarks.push(
                    Message::new("These are seen and grow by one: {squares}").with("squares", list(several)),
                );
            }
        }
        // (rules 8, 9)
        match (self.tallest(player) != 0, after.tallest(player) != 0) {
            (false, true) => remarks.push(
                Message::new("{player} has a stack now, and must move on the next turn").seat("player", name),
            ),
            (true, false) => remarks.push(
                Message::new("{player} has no stack left, and places on the next turn").seat("player", name),
            ),
            _ => {}
        }
        remarks
    }

    fn written(&self, steps: &[Step]) -> String {
        let size = self.options.size;
        match steps {
            [Step::Site(from), Step::Site(to), ..] => format!("{}-{}", from.name(size), to.name(size)),
            [Step::Site(at), ..] if self.tallest(self.to_move()) == 0 => at.name(size),
            [Step::Site(from), ..] => {
                let (column, row) = from.place(size);
                let from = SightPoint::new(column, row);
                // Aims at an empty point, so that the refusal is about the stack.
                let near = self.targets(from);
                let to = SightPoint::lowest(if near == 0 { self.empty() } else { near });
                format!("{from}-{to}")
            }
            _ => String::new(),
        }
    }
}

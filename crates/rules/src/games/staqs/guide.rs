//! Prompts, remarks and refusals of STAQS.

use super::Staqs;
use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use crate::{Game, Guide, Message, Position, Step};

impl StaqsPosition {
    /// Returns the stacks of the player to move that can step.
    fn steppers(&self) -> Vec<StaqsSquare> {
        let mut from: Vec<StaqsSquare> = self
            .moves()
            .into_iter()
            .filter_map(|mv| if let StaqsMove::Step { from, .. } = mv { Some(from) } else { None })
            .collect();
        from.dedup();
        from
    }
}

impl Guide for StaqsPosition {
    const SAMPLE: &'static str = "n,b2,w3,2/5/5/5/5 b 0/0";

    fn prompt(&self, taken: &[Step]) -> Message {
        let player = self.to_move();
        if let [Step::Site(from), ..] = taken {
            let (column, row) = from.place(self.options().size);
            let height = self.stack_on(StaqsSquare::new(column, row)).map_or(0, |(_, height)| height);
            return Message::new("Step onto a neutral disc: the stack grows to {height}")
                .with("height", height + 1);
        }
        let left = self.reserve(player);
        let can_place = left > 0 && !self.neutral().is_empty();
        match (can_place, &self.steppers()[..]) {
            (true, []) => Message::new("Place a disc on a neutral disc ({n} left)").with("n", left),
            (true, _) => Message::new("Place a disc ({n} left), or choose a stack to step").with("n", left),
            (false, []) => Message::new("You can neither place nor step, so you must pass"),
            (false, [only]) => {
                Message::new("Only your stack on {square} can still step: choose it").with("square", only)
            }
            (false, _) => Message::new("Choose a stack to step"),
        }
    }

    fn remarks(&self, mv: StaqsMove) -> Vec<Message> {
        let name = Staqs::INFO.seat(self.to_move()).name;
        let after = self.after(mv);
        let is_over = after.outcome().is_some();
        match mv {
            StaqsMove::Pass => {
                vec![Message::new("{player} can neither place nor step, and passes").seat("player", name)]
            }
            // (rule 7)
            StaqsMove::Place(_)
                if self.placing() && after.neutral().is_empty() && after.reserves() != [0; 4] =>
            {
                vec![Message::new("No neutral disc is left, so the discs still in reserve are forfeited")]
            }
            StaqsMove::Place(_) if self.placing() && !after.placing() && !is_over => {
                vec![Message::new("All discs are placed: from now on stacks step")]
            }
            _ => Vec::new(),
        }
    }

    fn written(&self, steps: &[Step]) -> String {
        let size = self.options().size;
        match steps {
            [Step::Site(from), Step::Site(to), ..] => format!("{}-{}", from.name(size), to.name(size)),
            [Step::Site(at), ..] => {
                let (column, row) = at.place(size);
                let is_stack = self.stack_on(StaqsSquare::new(column, row)).is_some();
                let places = self.placing() || self.reserve(self.to_move()) > 0 && !is_stack;
                if places { at.name(size) } else { format!("{}-{}", at.name(size), at.name_beside(size)) }
            }
            _ => "pass".to_owned(),
        }
    }
}

//! Turns that are typed step by step: squares, numbers of pieces and buttons, one to a line.

use cairn_rules::Step;
use cairn_table::Progress;
use cairn_texts::folded;

use super::execute::print;
use super::table::LineTable;
use crate::failure::Failure;
use crate::printer::Printer;

impl LineTable<'_> {
    /// The names of steps: `c3`, `2`, `attack`.
    pub(super) fn step_names(&self, steps: &[Step]) -> Vec<String> {
        let scene = self.table.session().scene();
        let name = |step: &Step| match *step {
            Step::Site(site) => scene.sites.get(usize::from(site.0)).map(|site| site.name.clone()),
            Step::Count(count) => Some(count.to_string()),
            Step::Button(button) => Some(self.texts().button(button.0).to_owned()),
        };
        steps.iter().filter_map(name).collect()
    }

    /// Takes the step that a word names, if it is one of the choices, and says what comes next.
    pub(super) fn take_step(&mut self, word: &str) -> Result<Option<Progress>, Failure> {
        if !self.table.is_persons_turn() {
            return Ok(None);
        }
        let choices = self.turn.choices(self.table.session()).steps;
        let names = self.step_names(&choices);
        let word = folded(word);
        let is_named = |(step, name): &(Step, String)| {
            folded(name) == word || matches!(step, Step::Button(button) if button.0 == word)
        };
        let Some((step, _)) = choices.into_iter().zip(names).find(is_named) else { return Ok(None) };
        let progress = self.turn.take(step, self.table.session());
        if progress == Progress::Continues {
            self.note(&self.choices_text());
        }
        Ok(Some(progress))
    }

    /// Prints what the next step of the turn is, as a remark.
    pub(super) fn print_prompt(&self) {
        if let Some(prompt) = self.turn.prompt(self.table.session()) {
            self.note(&Printer::wrap(&format!("{}.", self.texts().sentence(&prompt)), 0));
        }
    }

    /// Prints what the next step of the turn is, and what can be chosen.
    pub(super) fn print_choices(&self) -> Result<(), Failure> {
        print(&format!("{}\n", self.choices_text()))
    }

    fn choices_text(&self) -> String {
        let (texts, session) = (self.texts(), self.table.session());
        let Some(prompt) = self.turn.prompt(session) else {
            return texts.say("line.no_such_move").to_owned();
        };
        let prompt = texts.sentence(&prompt);
        let choices = self.step_names(&self.turn.choices(session).steps).join(", ");
        Printer::wrap(&texts.tell("line.choices", &[("prompt", &prompt), ("choices", &choices)]), 0)
    }
}

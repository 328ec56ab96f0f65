//! Turns that are typed step by step: squares, numbers of pieces and buttons, one to a line.

use cairn_rules::{MoveError, Step};
use cairn_table::Progress;
use cairn_texts::folded;

use super::execute::print;
use super::table::LineTable;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::stderr::errln;

impl LineTable<'_> {
    /// The names of steps: `c3`, `2`, `attack`.
    pub(crate) fn step_names(&self, steps: &[Step]) -> Vec<String> {
        let scene = self.table.session().scene();
        let name = |step: &Step| match *step {
            Step::Site(site) => scene.sites.get(usize::from(site.0)).map(|site| site.name.clone()),
            Step::Count(count) => Some(count.to_string()),
            Step::Button(button) => Some(self.texts().button(button.0).to_owned()),
        };
        steps.iter().filter_map(name).collect()
    }

    /// Takes the step that a word names, and says what comes next. `None` if the word is to be read as a move.
    pub(crate) fn take_step(&mut self, word: &str) -> Option<Progress> {
        let session = self.table.session();
        if !self.table.is_persons_turn() {
            return None;
        }
        let step = self.step_named(word)?;
        let is_choice = self.turn.choices(session).steps.contains(&step);
        let is_move = || !matches!(session.fork().play(word), Err(MoveError::Unreadable { .. }));
        if !is_choice && self.turn.steps().is_empty() && is_move() {
            return None;
        }
        let progress = self.turn.take(step, session);
        match &progress {
            Progress::Continues => self.note(&self.choices_text()),
            Progress::Refused(Some(why)) => {
                errln!("{}", self.with_help(&self.texts().sentences(std::slice::from_ref(why))));
            }
            Progress::Refused(None) | Progress::Complete(_) => {}
        }
        Some(progress)
    }

    /// The step that a word names: one of the choices, or any square of the board.
    fn step_named(&self, word: &str) -> Option<Step> {
        let choices = self.turn.choices(self.table.session()).steps;
        let names = self.step_names(&choices);
        let folded_word = folded(word);
        let is_named = |(step, name): &(Step, String)| {
            folded(name) == folded_word || matches!(step, Step::Button(button) if button.0 == folded_word)
        };
        let choice = choices.into_iter().zip(names).find(is_named).map(|(step, _)| step);
        choice.or_else(|| self.table.session().scene().site(word).map(Step::Site))
    }

    /// Prints what the next step of the turn is, as a remark.
    pub(crate) fn print_prompt(&self) {
        if let Some(prompt) = self.turn.prompt(self.table.session()) {
            self.note(&Printer::wrap(&format!("{}.", self.texts().sentence(&prompt)), 0));
        }
    }

    /// Prints what the next step of the turn is, and what can be chosen.
    pub(crate) fn print_choices(&self) -> Result<(), Failure> {
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

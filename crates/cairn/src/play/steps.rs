//! Turns typed step by step: squares, numbers of pieces and buttons, one per line.

use cairn_rules::{Message, MoveError, Step};
use cairn_session::Session;
use cairn_table::{PartialTurn, TurnProgress};
use cairn_texts::{Texts, folded};

use super::execute::print;
use super::table::LineTable;
use crate::failure::Failure;
use crate::output::errln;
use crate::printer::Printer;

/// Returns the names of steps: `c3`, `2`, `attack`.
pub(super) fn step_names(session: &dyn Session, steps: &[Step], texts: Texts) -> Vec<String> {
    let scene = session.board().scene();
    let name = |step: &Step| match *step {
        Step::Site(site) => scene.sites.get(usize::from(site.0)).map(|site| site.name.clone()),
        Step::Count(count) => Some(count.to_string()),
        Step::Button(button) => Some(texts.button(button.0).to_owned()),
    };
    steps.iter().filter_map(name).collect()
}

/// Takes the step that a word names. `None` if the word should be parsed as a move.
pub(super) fn take_step(
    turn: &mut PartialTurn,
    session: &dyn Session,
    word: &str,
    texts: Texts,
) -> Option<TurnProgress> {
    let Some(step) = step_named(turn, session, word, texts) else {
        let is_unreadable = matches!(session.fork().play(word), Err(MoveError::Unreadable { .. }));
        let is_off_board = is_unreadable && names_square(word);
        let refusal = || Message::new("`{square}` is not on the board").with("square", folded(word));
        return is_off_board.then(|| TurnProgress::Refused(Some(refusal())));
    };
    let is_choice = turn.choices(session).steps.contains(&step);
    let is_move = || !matches!(session.fork().play(word), Err(MoveError::Unreadable { .. }));
    if !is_choice && turn.steps().is_empty() && is_move() {
        return None;
    }
    Some(turn.take(step, session))
}

/// Returns whether a word has the form of a square's name: `c3`, `L12`.
fn names_square(word: &str) -> bool {
    let mut letters = word.chars();
    let column = letters.next().filter(char::is_ascii_alphabetic);
    column.is_some() && letters.as_str().parse::<u8>().is_ok()
}

/// Returns the step that a word names: one of the choices, any square of the board, or the only button with this word.
fn step_named(turn: &PartialTurn, session: &dyn Session, word: &str, texts: Texts) -> Option<Step> {
    let choices = turn.choices(session).steps;
    let names = step_names(session, &choices, texts);
    let folded_word = folded(word);
    let is_named = |(step, name): &(Step, String)| {
        folded(name) == folded_word || matches!(step, Step::Button(button) if button.0 == folded_word)
    };
    let named: Vec<(Step, String)> = choices.into_iter().zip(names).collect();
    let choice = named.iter().find(|choice| is_named(choice)).map(|(step, _)| *step);
    let part = || {
        let has_word = |name: &str| folded(name).split_whitespace().any(|part| part == folded_word);
        let mut parts = named.iter().filter(|(step, name)| matches!(step, Step::Button(_)) && has_word(name));
        parts.next().filter(|_| parts.next().is_none()).map(|(step, _)| *step)
    };
    let numbered = || {
        let index = folded_word.parse::<usize>().ok()?.checked_sub(1)?;
        named.get(index).map(|(step, _)| *step)
    };
    choice.or_else(|| session.board().scene().site(word).map(Step::Site)).or_else(part).or_else(numbered)
}

/// Numbers the choices for selection. A choice that is a number keeps that number.
fn numbered_names(steps: &[Step], names: Vec<String>) -> Vec<String> {
    let is_count =
        |number: usize| steps.iter().any(|step| matches!(*step, Step::Count(n) if usize::from(n) == number));
    let is_only_choice = names.len() == 1;
    let numbered = (1..).zip(steps).zip(names).map(|((number, step), name)| {
        let is_number = matches!(step, Step::Count(_));
        if is_number || is_only_choice || is_count(number) { name } else { format!("{number} {name}") }
    });
    numbered.collect()
}

/// Adds the steps of the turn so far to a prompt.
pub(super) fn with_steps(prompt: String, turn: &PartialTurn, session: &dyn Session, texts: Texts) -> String {
    let steps = step_names(session, turn.steps(), texts);
    if steps.is_empty() { prompt } else { format!("{prompt}, {}", steps.join(" ")) }
}

/// Returns the move that this line completes, typed as a whole or step by step; if steps are missing, prints the
/// choices.
pub(super) fn read_turn(
    printer: Printer,
    turn: &mut PartialTurn,
    session: &dyn Session,
    line: &str,
) -> Option<String> {
    let texts = printer.texts();
    match take_step(turn, session, line, texts) {
        None => {
            turn.reset();
            return Some(line.to_owned());
        }
        Some(TurnProgress::Complete(mv)) => return Some(mv),
        Some(TurnProgress::Continues) => printer.note(&choices_text(turn, session, texts)),
        Some(TurnProgress::Refused(why)) => {
            if let Some(why) = why {
                errln!("{}", texts.messages(&[why]));
            }
        }
    }
    None
}

/// Describes the next step of a turn and its choices.
pub(super) fn choices_text(turn: &PartialTurn, session: &dyn Session, texts: Texts) -> String {
    let Some(prompt) = turn.prompt(session) else {
        return texts.text("line.no_such_move").to_owned();
    };
    let prompt = texts.message(&prompt);
    let steps = turn.choices(session).steps;
    let choices = numbered_names(&steps, step_names(session, &steps, texts)).join(", ");
    Printer::wrap(&texts.format("line.choices", &[("prompt", &prompt), ("choices", &choices)]), 0)
}

impl LineTable<'_> {
    /// Returns the names of steps of this game.
    pub(crate) fn step_names(&self, steps: &[Step]) -> Vec<String> {
        step_names(self.table.session(), steps, self.texts())
    }

    /// Takes the step that a word names, and prints the next one. `None` if the word should be parsed as a move.
    pub(crate) fn take_step(&mut self, word: &str) -> Option<TurnProgress> {
        if !self.table.is_persons_turn() {
            return None;
        }
        let texts = self.texts();
        let progress = take_step(&mut self.turn, self.table.session(), word, texts)?;
        match &progress {
            TurnProgress::Continues => self.note(&choices_text(&self.turn, self.table.session(), texts)),
            TurnProgress::Refused(Some(why)) => {
                errln!("{}", self.with_help(&texts.messages(std::slice::from_ref(why))));
            }
            TurnProgress::Refused(None) | TurnProgress::Complete(_) => {}
        }
        Some(progress)
    }

    /// Prints the next step of the turn, as a remark.
    pub(crate) fn print_prompt(&self) {
        if let Some(prompt) = self.turn.prompt(self.table.session()) {
            self.note(&Printer::wrap(&format!("{}.", self.texts().message(&prompt)), 0));
        }
    }

    /// Prints the next step of the turn and its choices.
    pub(crate) fn print_choices(&self) -> Result<(), Failure> {
        print(&format!("{}\n", choices_text(&self.turn, self.table.session(), self.texts())))
    }
}

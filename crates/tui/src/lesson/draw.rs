//! Draws the screen of a lesson.

use super::LessonScreen;
use crate::context::Context;
use crate::draw::{KeyHint, Page};
use crate::keys::Action;
use crate::study::{StudyPage, verdict};
use crate::theme::Role;

/// Draws the screen.
pub(crate) fn draw(screen: &LessonScreen, page: &mut Page) {
    let (lesson, step) = (&screen.lesson, screen.lesson.step());
    let said = screen.said.as_ref().map(verdict);
    let title = (format!("{}/{} {}", lesson.number(), lesson.len(), step.title), Role::Title);
    let study = StudyPage {
        name: lesson.game().name,
        scene: screen.scene(),
        turn: &screen.turn,
        is_open: screen.is_open(),
        is_flipped: screen.is_flipped,
        entries: screen.entries(page.ctx),
        text: said.into_iter().chain([title, (step.text.to_owned(), Role::Text)]).collect(),
        top: screen.top,
        status: status(screen, page.ctx),
    };
    study.draw(page, |has_more| key_hints(screen, has_more));
}

/// Describes what to do next.
fn status(screen: &LessonScreen, ctx: &Context) -> String {
    let prompt = screen.turn.prompt(screen.session()).filter(|_| screen.is_turn());
    let key = match (prompt, screen.is_open(), screen.lesson.is_last()) {
        (Some(prompt), ..) => return ctx.texts.message(&prompt),
        (None, true, _) => "app.lesson_find",
        (None, false, false) => "app.lesson_done",
        (None, false, true) => "app.lesson_end",
    };
    ctx.texts.text(key).to_owned()
}

fn key_hints(screen: &LessonScreen, has_more: bool) -> Vec<KeyHint> {
    let choose = match (screen.is_open(), screen.lesson.is_last()) {
        (true, _) => KeyHint::CHOOSE,
        (false, false) => KeyHint::new("Enter", "app.do.go_on", Action::Choose),
        (false, true) => KeyHint::new("Enter", "app.do.play", Action::Choose),
    };
    let skip = KeyHint::new("]", "app.do.skip", Action::Skip);
    let back = KeyHint::new("[", "app.do.step_back", Action::StepBack);
    let mut hints = vec![choose];
    hints.extend(has_more.then_some(KeyHint::MORE));
    if screen.is_open() {
        hints.extend([KeyHint::TYPE, KeyHint::SOLUTION, skip]);
    }
    hints.extend([back, KeyHint::HELP, KeyHint::MENU]);
    hints
}

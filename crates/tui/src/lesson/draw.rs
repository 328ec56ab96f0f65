//! Draws the screen of a lesson.

use super::LessonScreen;
use crate::context::Notice;
use crate::draw::page::{below, wrap};
use crate::draw::{KeyHint, Page};
use crate::game::draw::{draw_board, draw_title};
use crate::game::draw_entries;
use crate::keys::Action;
use crate::theme::Role;

/// Draws the screen.
pub(crate) fn draw(screen: &LessonScreen, page: &mut Page) {
    let (lesson, step) = (&screen.lesson, screen.lesson.step());
    let is_open = screen.is_open();
    let panel = draw_board(&screen.scene(), screen.turn.cursor.filter(|_| is_open), screen.is_flipped, page);
    let place = format!("{}/{}", lesson.number(), lesson.len());
    let panel = draw_title(lesson.game().name, &place, panel, page);
    let mut rest = page.paragraph(below(panel, 1), step.title, Role::Title);
    let said = screen.said.as_ref().map(|said| match said {
        Notice::Info(text) => (text, Role::Title),
        Notice::Warning(text) => (text, Role::Warning),
    });
    let lines = |text: &str| wrap(text, rest.width, 0).len();
    // Where there is no room for both, the answer takes the place of the question.
    let has_room = said.is_none_or(|(text, _)| lines(step.text) + lines(text) < rest.height.into());
    if has_room {
        rest = page.paragraph(rest, step.text, Role::Text);
    }
    if let Some((text, role)) = said {
        rest = page.paragraph(below(rest, 1), text, role);
    }
    if screen.is_turn() {
        let (entries, highlighted) = screen.turn.named_entries(screen.session(), page.ctx);
        draw_entries(&entries, highlighted, page, below(rest, 1));
    }
    let prompt = screen.turn.prompt(screen.session()).filter(|_| screen.is_turn());
    let status = match (prompt, is_open, lesson.is_last()) {
        (Some(prompt), ..) => page.ctx.texts.message(&prompt),
        (None, true, _) => page.text("app.lesson_find").to_owned(),
        (None, false, false) => page.text("app.lesson_done").to_owned(),
        (None, false, true) => page.text("app.lesson_end").to_owned(),
    };
    page.footer(&status, &key_hints(screen));
    if let Some(input) = &screen.turn.typed {
        page.prompt(page.text("app.type_move"), input);
    }
}

fn key_hints(screen: &LessonScreen) -> Vec<KeyHint> {
    let hint = KeyHint::new;
    let mut hints = Vec::new();
    if screen.is_open() {
        hints.push(hint("Enter", "app.do.choose", Action::Choose));
        hints.push(hint(":", "app.do.type", Action::Type));
        hints.push(hint("t", "app.do.solution", Action::Hint));
        hints.push(hint("]", "app.do.skip", Action::PageDown));
    } else {
        let on = if screen.lesson.is_last() { "app.do.play" } else { "app.do.go_on" };
        hints.push(hint("Enter", on, Action::Choose));
    }
    hints.push(hint("[", "app.do.step_back", Action::PageUp));
    hints.push(hint("?", "app.do.help", Action::Help));
    hints.push(hint("q", "app.do.menu", Action::Leave));
    hints
}

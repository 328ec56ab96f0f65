//! Draws the screen of a puzzle.

use super::PuzzleScreen;
use crate::context::Notice;
use crate::draw::page::below;
use crate::draw::{KeyHint, Page};
use crate::game::draw::{draw_board, draw_title};
use crate::game::draw_entries;
use crate::keys::Action;
use crate::theme::Role;

/// Draws the screen.
pub(crate) fn draw(screen: &PuzzleScreen, page: &mut Page) {
    let texts = page.ctx.texts;
    let info = screen.info;
    let scene = screen.scene();
    let (is_solved, is_open) = (screen.is_solved, screen.is_open());
    let panel = draw_board(&scene, screen.turn.cursor.filter(|_| is_open), screen.is_flipped, page);
    let panel = draw_title(screen.session().info().name, info.id, panel, page);
    let mut rest = page.paragraph(below(panel, 1), &texts.message(&info.title()), Role::Title);
    rest = page.paragraph(below(rest, 1), &texts.message(&info.task()), Role::Text);
    match &screen.verdict {
        Some(Notice::Info(text)) => rest = page.paragraph(below(rest, 1), text, Role::Title),
        Some(Notice::Warning(text)) => rest = page.paragraph(below(rest, 1), text, Role::Warning),
        None => {}
    }
    let streak = page.ctx.puzzles.tell_streak(page.ctx.day(), texts);
    let attempts = texts.format("app.attempts", &[("n", &screen.history.attempts())]);
    rest = page.paragraph(below(rest, 1), if is_solved { &streak } else { &attempts }, Role::Muted);
    if is_open {
        let (entries, highlighted) = screen.turn.named_entries(screen.session(), page.ctx);
        draw_entries(&entries, highlighted, page, below(rest, 1));
    }
    let prompt = screen.turn.prompt(screen.session()).filter(|_| is_open);
    let status = match (is_solved, prompt) {
        (true, _) => page.text("app.puzzle_done").to_owned(),
        (false, Some(prompt)) => texts.message(&prompt),
        (false, None) => page.text("app.puzzle_wait").to_owned(),
    };
    page.footer(&status, &key_hints(is_solved, screen.can_play_on()));
    if let Some(input) = &screen.turn.typed {
        page.prompt(page.text("app.type_move"), input);
    }
}

fn key_hints(is_solved: bool, can_play_on: bool) -> Vec<KeyHint> {
    let hint = KeyHint::new;
    let mut hints = Vec::new();
    if is_solved {
        hints.push(hint("Enter", "app.do.next_puzzle", Action::NextPuzzle));
        hints.extend(can_play_on.then(|| hint("p", "app.do.play_on", Action::PlayOn)));
    } else {
        hints.push(hint("Tab", "app.do.next", Action::Next));
        hints.push(hint("Enter", "app.do.choose", Action::Choose));
        hints.push(hint(":", "app.do.type", Action::Type));
        hints.push(hint("t", "app.do.solution", Action::Hint));
        hints.push(hint("n", "app.do.next_puzzle", Action::NextPuzzle));
    }
    hints.push(hint("r", "app.do.reset", Action::Reset));
    hints.push(hint("?", "app.do.help", Action::Help));
    hints.push(hint("q", "app.do.menu", Action::Leave));
    hints
}

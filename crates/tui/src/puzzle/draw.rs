//! The screen of a puzzle.

use super::PuzzleScreen;
use crate::context::Notice;
use crate::draw::page::below;
use crate::draw::{Hint, Page};
use crate::game::draw::{board, title};
use crate::game::{entry, offered};
use crate::keys::Action;
use crate::theme::Role;

/// Draws the screen.
pub(crate) fn draw(screen: &PuzzleScreen, page: &mut Page) {
    let texts = page.ctx.texts;
    let info = screen.info;
    let scene = screen.scene();
    let (solved, open) = (screen.solved, screen.is_open());
    let side = board(&scene, screen.turn.cursor.filter(|_| open), screen.flipped, page);
    let side = title(screen.session().info().name, info.id, side, page);
    let mut rest = page.paragraph(below(side, 1), texts.puzzle_title(info.id, info.title), Role::Title);
    rest = page.paragraph(below(rest, 1), texts.puzzle_task(info.id, info.task), Role::Text);
    match &screen.verdict {
        Some(Notice::Good(text)) => rest = page.paragraph(below(rest, 1), text, Role::Title),
        Some(Notice::Bad(text)) => rest = page.paragraph(below(rest, 1), text, Role::Warning),
        None => {}
    }
    let attempts = texts.tell("app.attempts", &[("n", &screen.attempts)]);
    rest = page.paragraph(below(rest, 1), &attempts, Role::Muted);
    if open {
        let entries = screen.turn.entries(screen.session());
        let entries: Vec<String> = entries.into_iter().map(|step| entry(step, page.ctx)).collect();
        let alone = screen.turn.sites(screen.session()).is_empty();
        offered(&entries, alone.then_some(screen.turn.listed), page, below(rest, 1));
    }
    let said = match (solved, open) {
        (true, _) => "app.puzzle_done",
        (false, true) => "app.puzzle_move",
        (false, false) => "app.puzzle_wait",
    };
    page.footer(page.say(said), &hints(solved));
    if let Some(line) = &screen.turn.typed {
        page.prompt(page.say("app.type_move"), line);
    }
}

fn hints(solved: bool) -> Vec<Hint> {
    let hint = |key, about, action| Hint { key, about, action };
    let mut hints = Vec::new();
    if solved {
        hints.push(hint("Enter", "app.do.puzzles", Action::Choose));
    } else {
        hints.push(hint("Tab", "app.do.next", Action::Next));
        hints.push(hint("Enter", "app.do.choose", Action::Choose));
        hints.push(hint(":", "app.do.type", Action::Type));
        hints.push(hint("t", "app.do.solution", Action::Hint));
    }
    hints.push(hint("r", "app.do.reset", Action::Reset));
    hints.push(hint("?", "app.do.help", Action::Help));
    hints.push(hint("q", "app.do.menu", Action::Leave));
    hints
}

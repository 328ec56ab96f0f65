//! Draws the screen of a puzzle.

use super::PuzzleScreen;
use crate::context::Context;
use crate::draw::{KeyHint, Page};
use crate::keys::Action;
use crate::study::{StudyPage, verdict};
use crate::theme::Role;

/// Draws the screen.
pub(crate) fn draw(screen: &PuzzleScreen, page: &mut Page) {
    let (texts, info) = (page.ctx.texts, screen.info);
    let mut text: Vec<(String, Role)> = screen.verdict.iter().map(verdict).collect();
    text.push((format!("{} {}", info.id, texts.message(&info.title())), Role::Title));
    text.push((texts.message(&info.task()), Role::Text));
    text.push(if screen.is_solved {
        (page.ctx.puzzles.tell_streak(page.ctx.day(), texts), Role::Muted)
    } else {
        (texts.format("app.attempts", &[("n", &screen.history.attempts())]), Role::Muted)
    });
    let study = StudyPage {
        name: screen.session().info().name,
        scene: screen.scene(),
        turn: &screen.turn,
        is_open: screen.is_open(),
        is_flipped: screen.is_flipped,
        entries: screen.entries(page.ctx),
        text,
        top: screen.top,
        status: status(screen, page.ctx),
    };
    study.draw(page, |has_more| key_hints(screen, has_more));
}

/// Describes what to do next.
fn status(screen: &PuzzleScreen, ctx: &Context) -> String {
    let prompt = screen.turn.prompt(screen.session()).filter(|_| screen.is_open());
    match (screen.is_solved, prompt) {
        (true, _) => ctx.texts.text("app.puzzle_done").to_owned(),
        (false, Some(prompt)) => ctx.texts.message(&prompt),
        (false, None) => ctx.texts.text("app.puzzle_wait").to_owned(),
    }
}

fn key_hints(screen: &PuzzleScreen, has_more: bool) -> Vec<KeyHint> {
    let more = has_more.then_some(KeyHint::MORE);
    let mut hints = Vec::new();
    if screen.is_solved {
        hints.push(KeyHint::new("Enter", "app.do.next_puzzle", Action::Choose));
        let play_on = KeyHint::new("p", "app.do.play_on", Action::PlayOn);
        hints.extend(screen.can_play_on().then_some(play_on).into_iter().chain(more));
    } else {
        hints.extend([KeyHint::NEXT, KeyHint::CHOOSE].into_iter().chain(more));
        let next = KeyHint::new("n", "app.do.next_puzzle", Action::NextPuzzle);
        hints.extend([KeyHint::TYPE, KeyHint::SOLUTION, next]);
    }
    let reset = KeyHint::new("r", "app.do.reset", Action::Reset);
    hints.extend([reset, KeyHint::HELP, KeyHint::MENU]);
    hints
}

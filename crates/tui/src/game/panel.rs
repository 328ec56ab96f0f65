//! The panel beside a board: players, evaluation, entries to choose from, moves.

use cairn_engine::Score;
use cairn_rules::{Player, Scene};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::messages::score as score_text;
use super::{GameScreen, move_list};
use crate::board::panel;
use crate::draw::Page;
use crate::draw::page::{below, row};
use crate::keys::Action;
use crate::theme::Role;

/// The least width for two columns.
const MIN_WIDE: u16 = 56;

/// Draws the panel.
pub(super) fn draw(game: &GameScreen, scene: &Scene, page: &mut Page, area: Rect) {
    let is_wide = area.width >= MIN_WIDE;
    let area = gap(area, is_wide);
    let half = Rect { width: area.width / 2, ..area };
    let mut rest = draw_seats(game, scene, page, if is_wide { half } else { area });
    if game.table.is_evaluating() {
        rest = draw_evaluation(game, page, gap(rest, is_wide));
    }
    if is_wide {
        rest = Rect { x: half.right(), width: area.width - half.width, ..area };
    }
    let (entries, highlighted) = game.entries(page.ctx);
    if !entries.is_empty() {
        rest = draw_entries(&entries, highlighted, page, gap(rest, is_wide));
    }
    rest = draw_remarks(game, page, rest, is_wide);
    move_list::draw(game, page, gap(rest, is_wide));
}

/// What the last move of every player has done beyond what the move list says.
fn draw_remarks(game: &GameScreen, page: &mut Page, area: Rect, is_wide: bool) -> Rect {
    let shown = game.table.shown();
    let moves = shown.history();
    let mut rest = area;
    for (ply, mv) in (1..).zip(&moves).skip(moves.len().saturating_sub(shown.seats())) {
        let remarks = shown.remarks(ply);
        if !remarks.is_empty() {
            let text = format!("{mv}: {}", page.ctx.texts.sentences(&remarks));
            rest = page.paragraph(gap(rest, is_wide), &text, Role::Muted);
        }
    }
    rest
}

/// An empty line before the next part, where there is room for it.
fn gap(area: Rect, is_wide: bool) -> Rect {
    below(area, u16::from(!is_wide))
}

/// The seats with their players and numbers.
fn draw_seats(game: &GameScreen, scene: &Scene, page: &mut Page, area: Rect) -> Rect {
    let texts = page.ctx.texts;
    let mut rest = area;
    for player in Player::seats(scene.seats.len()) {
        let mut lines = panel::seat(scene, player, page.ctx.theme, area.width, texts);
        if let Some(line) = lines.first_mut() {
            let name = game.player_name(player, page.ctx);
            line.push_span(Span::styled(format!(" ({name})"), page.style(Role::Muted)));
        }
        rest = draw_lines(lines, page, rest);
    }
    let common = panel::common(scene, page.ctx.theme, area.width, texts);
    draw_lines(common, page, rest)
}

/// Draws lines one under the other, and returns the area below them.
fn draw_lines(lines: Vec<Line>, page: &mut Page, area: Rect) -> Rect {
    let mut rest = area;
    for line in lines {
        line.render(row(rest, 0), page.buffer);
        rest = below(rest, 1);
    }
    rest
}

/// A bar with the first player's chances, and the principal variation.
fn draw_evaluation(game: &GameScreen, page: &mut Page, area: Rect) -> Rect {
    let shown = game.table.shown();
    let Some(analysis) = game.table.evaluation() else {
        let key = if shown.outcome().is_some() { "app.eval_over" } else { "app.eval_wait" };
        let text = page.say(key);
        page.write(row(area, 0), text, Role::Muted);
        return below(area, 1);
    };
    let Some(score) = analysis.score() else { return area };
    let player = shown.to_move();
    let percent = if player == Player::FIRST { score.whole_percent() } else { 100 - score.whole_percent() };
    let width = area.width.saturating_sub(6);
    let filled = (u32::from(width) * percent).div_ceil(100) as usize;
    let bar = "█".repeat(filled) + &"░".repeat(usize::from(width) - filled);
    page.write(row(area, 0), &bar, Role::Title);
    page.write_right(row(area, 0), &format!("{percent} %"), Role::Text);
    let name = game.seat_name(player, page.ctx);
    let detail = match score {
        Score::Centipawns(_) => page.ctx.texts.tell("app.depth", &[("n", &analysis.depth)]),
        score => score_text(score, page.ctx),
    };
    let moves = analysis.lines.first().map(|variation| variation.moves.join(" ")).unwrap_or_default();
    page.write(row(area, 1), &format!("{name}: {detail}"), Role::Muted);
    page.write(row(area, 2), &moves, Role::Muted);
    below(area, 3)
}

/// Draws numbered entries that can be picked, and returns the area below them.
pub(crate) fn draw_entries(
    entries: &[String],
    highlighted: Option<usize>,
    page: &mut Page,
    area: Rect,
) -> Rect {
    for (index, text) in entries.iter().enumerate() {
        let row = row(area, index as u16);
        let text = format!("{} {text}", index + 1);
        page.entry(row, &text, highlighted == Some(index));
        page.hit_areas.add(row, Action::Pick(index));
    }
    below(area, entries.len() as u16)
}

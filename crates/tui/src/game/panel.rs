//! What stands beside a board: who plays, how it stands, what can be chosen, the moves.

use cairn_rules::{Player, Scene};
use cairn_session::study::Score;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::advice::{percent, worth};
use super::{Table, moves};
use crate::board::panel;
use crate::draw::Page;
use crate::draw::page::{below, row};
use crate::keys::Action;
use crate::theme::Role;

/// From this width on there are two columns.
const WIDE: u16 = 60;

/// Draws all of it.
pub(super) fn draw(table: &Table, scene: &Scene, page: &mut Page, area: Rect) {
    let is_wide = area.width >= WIDE;
    let area = gap(area, is_wide);
    let half = Rect { width: area.width / 2, ..area };
    let mut rest = seats(table, scene, page, if is_wide { half } else { area });
    if table.evaluating {
        rest = evaluation(table, page, gap(rest, is_wide));
    }
    if is_wide {
        rest = Rect { x: half.right(), width: area.width - half.width, ..area };
    }
    let (entries, highlighted) = table.offered(page.ctx);
    if !entries.is_empty() {
        rest = offered(&entries, highlighted, page, gap(rest, is_wide));
    }
    moves::draw(table, page, gap(rest, is_wide));
}

/// An empty line before the next part, where there is room for it.
fn gap(area: Rect, is_wide: bool) -> Rect {
    below(area, u16::from(!is_wide))
}

/// Who plays, with their numbers.
pub(super) fn seats(table: &Table, scene: &Scene, page: &mut Page, area: Rect) -> Rect {
    let texts = page.ctx.texts;
    let say = |word: &str| {
        let fact = texts.fact(word);
        if fact == word { texts.seat(word).to_owned() } else { fact.to_owned() }
    };
    let mut rest = area;
    for player in Player::seats(scene.seats.len()) {
        let mut lines = panel::seat(scene, player, page.ctx.theme, area.width, &say);
        if let Some((name, seat)) = lines.first_mut().zip(table.seats.get(player.index())) {
            let who = texts.who(&seat.player_spec().to_string());
            name.push_span(Span::styled(format!(" ({who})"), page.style(Role::Muted)));
        }
        rest = write(lines, page, rest);
    }
    let common = panel::common(scene, page.ctx.theme, area.width, &say);
    write(common, page, rest)
}

/// Writes lines one under the other, and gives the area below them.
pub(crate) fn write(lines: Vec<Line>, page: &mut Page, area: Rect) -> Rect {
    let mut rest = area;
    for line in lines {
        line.render(row(rest, 0), page.buffer);
        rest = below(rest, 1);
    }
    rest
}

/// A bar that says how likely the first player wins, and the line that the search expects.
fn evaluation(table: &Table, page: &mut Page, area: Rect) -> Rect {
    let Some(analysis) = table.evaluation() else {
        let key = if table.shown().outcome().is_some() { "app.eval_over" } else { "app.eval_wait" };
        let text = page.say(key);
        page.write(row(area, 0), text, Role::Muted);
        return below(area, 1);
    };
    let Some(score) = analysis.score() else { return area };
    let player = table.shown().to_move();
    let first = if player == Player::FIRST { percent(score) } else { 100 - percent(score) };
    let width = area.width.saturating_sub(6);
    let filled = (u32::from(width) * first).div_ceil(100) as usize;
    let bar = "█".repeat(filled) + &"░".repeat(usize::from(width) - filled);
    page.write(row(area, 0), &bar, Role::Title);
    page.write_right(row(area, 0), &format!("{first} %"), Role::Text);
    let name = table.name(player, page.ctx);
    let worth = match score {
        Score::Value(_) => page.ctx.texts.tell("app.depth", &[("n", &analysis.depth)]),
        score => worth(score, page.ctx),
    };
    let line = analysis.lines.first().map(|line| line.moves.join(" ")).unwrap_or_default();
    page.write(row(area, 1), &format!("{name}: {worth}"), Role::Muted);
    page.write(row(area, 2), &line, Role::Muted);
    below(area, 3)
}

/// Choices without a place on the board, by number.
pub(crate) fn offered(entries: &[String], highlighted: Option<usize>, page: &mut Page, area: Rect) -> Rect {
    for (index, text) in entries.iter().enumerate() {
        let row = row(area, index as u16);
        let text = format!("{} {text}", index + 1);
        page.entry(row, &text, highlighted == Some(index));
        page.seen.add(row, Action::Pick(index));
    }
    below(area, entries.len() as u16)
}

//! The panel beside a board: players, evaluation, entries to choose from, moves.

use cairn_rules::{Player, Scene};
use cairn_texts::clock_time;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::messages::{chance_of, proven};
use super::{GameScreen, move_list};
use crate::board::panel;
use crate::draw::Page;
use crate::draw::fit::{fitting_words, shortened};
use crate::draw::page::{below, row};
use crate::keys::Action;
use crate::theme::Role;
use crate::turn::Entry;

/// The minimum width for two columns.
const MIN_WIDE: u16 = 56;

/// The maximum height of a panel in which every line counts.
const LOW: u16 = 8;
/// The indentation of a name on a separate line.
const NAME_INDENT: u16 = 3;

/// Draws the panel.
pub(super) fn draw(game: &GameScreen, scene: &Scene, page: &mut Page, area: Rect) {
    let is_wide = area.width >= MIN_WIDE;
    let area = gap(area, is_wide);
    let area = draw_offer(game, page, area);
    let half = Rect { width: area.width / 2, ..area };
    let mut rest = draw_seats(game, scene, page, if is_wide { half } else { area });
    rest = draw_rating(game, page, rest);
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

/// Draws remarks on the last move of every player: effects that the move list does not show.
fn draw_remarks(game: &GameScreen, page: &mut Page, area: Rect, is_wide: bool) -> Rect {
    let shown = game.table.shown();
    let mut rest = area;
    for index in shown.ply().saturating_sub(shown.seats())..shown.ply() {
        let remarks = shown.board().remarks(index + 1);
        if let Some(mv) = shown.move_at(index).filter(|_| !remarks.is_empty()) {
            let text = format!("{mv}: {}", page.ctx.texts.messages(&remarks));
            rest = page.paragraph(gap(rest, is_wide), &text, Role::Muted);
        }
    }
    rest
}

/// Returns the area after an empty line, if there is room for it.
fn gap(area: Rect, is_wide: bool) -> Rect {
    below(area, u16::from(!is_wide))
}

/// Draws the seats with their players and numbers.
fn draw_seats(game: &GameScreen, scene: &Scene, page: &mut Page, area: Rect) -> Rect {
    let texts = page.ctx.texts;
    let mut rest = area;
    for player in Player::seats(scene.seats.len()) {
        let mut lines = panel::seat(scene, player, page.ctx.theme, area.width, texts);
        if let Some(line) = lines.first_mut() {
            if let Some(left) = game.time_left(player, page.ctx.now) {
                line.push_span(Span::styled(format!(" {}", clock_time(left)), page.style(Role::Key)));
            }
            let name = format!(" ({})", game.player_name(player, page.ctx));
            let width = Span::raw(&*name).width() as u16;
            let room = area.width.saturating_sub(line.width() as u16);
            let style = page.style(Role::Muted);
            // A long name gets a separate line, unless every line counts.
            if width > room && area.height > LOW {
                let name = shortened(name.trim_start(), area.width.saturating_sub(NAME_INDENT));
                lines.insert(1, Line::styled(" ".repeat(NAME_INDENT.into()) + &name, style));
            } else {
                line.push_span(Span::styled(shortened(&name, room), style));
            }
        }
        rest = draw_lines(lines, page, rest);
    }
    let common = panel::common(scene, page.ctx.theme, area.width, texts);
    draw_lines(common, page, rest)
}

/// Draws the open offer or request in a remote game.
fn draw_offer(game: &GameScreen, page: &mut Page, area: Rect) -> Rect {
    match game.on_offer(page.ctx) {
        Some(offer) => page.paragraph(area, &offer, Role::Key),
        None => area,
    }
}

/// Draws that the game is rated, and at its end the effect on the rating.
fn draw_rating(game: &GameScreen, page: &mut Page, area: Rect) -> Rect {
    if !game.table.is_rated() {
        return area;
    }
    match &game.counted {
        Some(counted) => {
            let text = page.ctx.texts.format("rating.panel", &[("numbers", &counted.numbers())]);
            page.write(row(area, 0), &text, Role::Title);
        }
        None => {
            page.write(row(area, 0), page.text("rating.in_game"), Role::Muted);
        }
    }
    below(area, 1)
}

/// Draws lines one under the other, and returns the area below them.
pub(crate) fn draw_lines(lines: Vec<Line>, page: &mut Page, area: Rect) -> Rect {
    let mut rest = area;
    for line in lines {
        line.render(row(rest, 0), page.buffer);
        rest = below(rest, 1);
    }
    rest
}

/// Draws the evaluation: a bar with the first player's chances, or those of the player to move if there are more than
/// two players, the score, and the principal variation. Proven results appear in words instead of percent.
fn draw_evaluation(game: &GameScreen, page: &mut Page, area: Rect) -> Rect {
    let shown = game.table.shown();
    let Some(analysis) = game.table.evaluation() else {
        let key = if shown.outcome().is_some() { "app.eval_over" } else { "app.eval_wait" };
        let text = page.text(key);
        page.write(row(area, 0), text, Role::Muted);
        return below(area, 1);
    };
    let Some(score) = analysis.score() else { return area };
    let player = shown.to_move();
    // With more than two players the score is that of the player to move against all others.
    let seen_from = if shown.seats() == 2 { Player::FIRST } else { player };
    let of_mover = score.whole_percent(shown.seats());
    let percent = if seen_from == player { of_mover } else { 100 - of_mover };
    let depth = || page.ctx.texts.format("app.depth", &[("n", &analysis.depth)]);
    let (label, detail) = match proven(shown, score, page.ctx) {
        None => (chance_of(&game.seat_name(seen_from, page.ctx), percent, page.ctx), depth()),
        Some(value) => (String::new(), value),
    };
    let label_width = Span::raw(&*label).width() as u16;
    let width = area.width.saturating_sub(label_width + u16::from(label_width > 0));
    let filled = filled(width, percent);
    let bar = "█".repeat(filled) + &"░".repeat(usize::from(width) - filled);
    page.write(row(area, 0), &bar, Role::Title);
    page.write_right(row(area, 0), &label, Role::Text);
    let moves = analysis.lines.first().map(|variation| fitting_words(&variation.moves, area.width));
    let rest = page.paragraph(below(area, 1), &detail, Role::Muted);
    page.write(row(rest, 0), &moves.unwrap_or_default(), Role::Muted);
    below(rest, 1)
}

/// Returns the filled part of a bar: empty or full only for a certain result.
fn filled(width: u16, percent: u32) -> usize {
    let width = usize::from(width);
    match percent {
        0 => 0,
        100 => width,
        _ => (width * percent as usize).div_ceil(100).min(width.saturating_sub(1)),
    }
}

/// Draws numbered entries for selection, and returns the area below them. If there are not enough rows, several entries
/// share a row.
pub(crate) fn draw_entries(
    entries: &[Entry],
    highlighted: Option<usize>,
    page: &mut Page,
    area: Rect,
) -> Rect {
    let longest = entries.iter().map(|entry| Span::raw(&*entry.text).width()).max().unwrap_or_default();
    // A symbol and a space precede every entry, and two spaces follow it.
    let width = (longest as u16 + 4).min(area.width).max(1);
    let fitting = if entries.len() > area.height.into() { (area.width + 2) / width } else { 1 };
    let columns = usize::from(fitting.max(1));
    for (index, Entry { number, text }) in entries.iter().enumerate() {
        let row = row(area, (index / columns) as u16);
        let x = row.x + (index % columns) as u16 * width;
        let place =
            if columns == 1 { row } else { Rect { x, width: (width - 2).min(row.right() - x), ..row } };
        page.entry(place, text, highlighted == Some(index));
        page.hit_areas.add(place, Action::Pick(number - 1));
    }
    below(area, entries.len().div_ceil(columns) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_results_fill_or_empty_a_bar() {
        for width in 2..60 {
            let parts: Vec<usize> = (0..=100).map(|percent| filled(width, percent)).collect();
            assert!(parts.is_sorted());
            assert_eq!((parts[0], parts[100]), (0, width.into()));
            assert!(parts[1] > 0 && parts[99] < width.into());
        }
        assert_eq!((filled(0, 50), filled(10, 50)), (0, 5));
    }
}

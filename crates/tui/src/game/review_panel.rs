//! Draws the review beside the board: accuracy, the graph, turning points, and the comment on the move that led to the
//! displayed position.

use cairn_coach::review::{MoveReview, Review};
use cairn_draw::text::{Charset, bar_cell, mark_line};
use cairn_draw::{Graph, GraphCurve};
use cairn_rules::Player;
use cairn_texts::Texts;
use ratatui::layout::Rect;

use super::GameScreen;
use crate::draw::Page;
use crate::draw::fit::wrap;
use crate::draw::page::{below, row};
use crate::keys::Action;
use crate::theme::Role;

/// The minimum width for two columns.
const MIN_WIDE: u16 = 60;
/// The minimum and maximum number of lines of all curves together.
const GRAPH_HEIGHT: (u16, u16) = (4, 9);
/// The minimum number of lines where text needs the room.
const SMALLEST_GRAPH: u16 = 2;

/// Draws the panel.
pub(super) fn draw(game: &GameScreen, review: &Review, page: &mut Page, area: Rect) {
    if area.width >= MIN_WIDE {
        // The panel is under the board: the graph on the left, text on the right.
        let left = Rect { width: area.width / 2, ..area };
        let right = Rect { x: left.right() + 1, width: area.width - left.width - 1, ..area };
        let lines = area.height.saturating_sub(3);
        let rest = draw_accuracy(game, review, page, left);
        draw_graph(game, review, page, rest, lines);
        draw_move(game, page, right);
        return;
    }
    let rest = draw_accuracy(game, review, page, area);
    let lines = (area.height / 4).clamp(GRAPH_HEIGHT.0, GRAPH_HEIGHT.1);
    // The comment on the move is never cut: if there is no room, the panel first omits the list of turning points,
    // which the graph also shows, and then the graph.
    let around_graph = review.curves().len() as u16 + 2;
    let listed = review.turning_points().len() as u16 + 1;
    let spare = rest.height.saturating_sub(around_graph + 1 + move_height(game, page, area.width));
    if lines + listed <= spare {
        let rest = draw_graph(game, review, page, rest, lines);
        let rest = draw_turning_points(review, page, rest);
        draw_move(game, page, below(rest, 1));
    } else {
        let rest = draw_graph(game, review, page, rest, lines.min(spare.max(SMALLEST_GRAPH)));
        draw_move(game, page, below(rest, 1));
    }
}

/// Draws `Accuracy: Blue 91 %, White 64 %`.
fn draw_accuracy(game: &GameScreen, review: &Review, page: &mut Page, area: Rect) -> Rect {
    let texts = page.ctx.texts;
    let players = Player::seats(game.session().seats()).zip(review.accuracy());
    let known: Vec<String> = players
        .filter_map(|(player, accuracy)| {
            Some(format!("{} {:.0} %", game.seat_name(player, page.ctx), accuracy?))
        })
        .collect();
    let text = format!("{}: {}", texts.text("review.accuracy"), known.join(", "));
    page.paragraph(area, &text, Role::Text)
}

/// Draws the chances over the course of the game. Columns can be clicked; a symbol marks the displayed one.
fn draw_graph(game: &GameScreen, review: &Review, page: &mut Page, area: Rect, lines: u16) -> Rect {
    let curves = review.curves().into_iter().map(|curve| (curve.player, curve.points));
    let scene = game.session().board().scene();
    let graph = Graph::new(&scene, page.ctx.texts, review.plies(), curves, review.turning_points());
    let each = (lines / (graph.curves.len() as u16).max(1)).max(1);
    let mut rest = area;
    for curve in &graph.curves {
        let text = page.ctx.texts.format("review.chances_short", &[("player", &curve.name)]);
        page.write(row(rest, 0), &text, Role::Muted);
        draw_bars(game, &graph, curve, page, Rect { height: each.min(rest.height), ..below(rest, 1) });
        rest = below(rest, each + 1);
    }
    let width = usize::from(area.width);
    let marks = mark_line(&graph, width);
    if !marks.is_empty() {
        page.write(row(rest, 0), &marks, Role::Title);
        rest = below(rest, 1);
    }
    let shown = graph.column_of(game.table.shown_ply(), width) as u16;
    let sign = Rect { x: area.x + shown.min(area.width), width: 1, ..row(rest, 0) };
    page.write(sign, "^", Role::Key);
    below(rest, 1)
}

fn draw_bars(game: &GameScreen, graph: &Graph, curve: &GraphCurve, page: &mut Page, area: Rect) {
    let charset = if page.ctx.theme.is_ascii() { Charset::Ascii } else { Charset::Unicode };
    let shown = game.table.shown_ply();
    for (column, ply) in (0..).zip(graph.plies_by_column(area.width.into())) {
        let place = Rect { x: area.x + column, width: 1, ..area };
        page.hit_areas.add(place, Action::Ply(ply));
        let Some(chance) = curve.at(ply) else { continue };
        let role = if ply == shown { Role::Key } else { Role::Muted };
        for line in 0..area.height {
            let sign = bar_cell(chance, line.into(), area.height.into(), charset);
            let cell = Rect { y: area.bottom() - 1 - line, height: 1, ..place };
            page.write(cell, sign.encode_utf8(&mut [0; 4]), role);
        }
    }
}

/// Draws the turning points, which can be clicked.
fn draw_turning_points(review: &Review, page: &mut Page, area: Rect) -> Rect {
    let texts = page.ctx.texts;
    let turning_points = review.turning_points();
    if turning_points.is_empty() {
        if review.is_complete() {
            return page.paragraph(area, texts.text("review.no_turning_points"), Role::Muted);
        }
        return area;
    }
    page.write(row(area, 0), texts.text("review.turning_points"), Role::Title);
    let mut rest = below(area, 1);
    for (number, judged) in (1..).zip(turning_points.iter().filter_map(|&ply| review.at(ply))) {
        let name = texts.message(&judged.judgement.message());
        let line = row(rest, 0);
        page.write(line, &format!("{number}  {} {}, {name}", judged.ply + 1, judged.mv), Role::Text);
        page.hit_areas.add(line, Action::Ply(judged.ply + 1));
        rest = below(rest, 1);
    }
    rest
}

/// Formats the comment on a judged move, printed below its name: the verdict and the reasons.
fn words_about(judged: &MoveReview, texts: Texts) -> Vec<String> {
    [judged.verdict()].iter().chain(&judged.reasons()).map(|message| texts.message(message)).collect()
}

/// Returns the number of lines that [`draw_move`] needs.
fn move_height(game: &GameScreen, page: &Page, width: u16) -> u16 {
    let words = game.judged().map(|judged| words_about(judged, page.ctx.texts)).unwrap_or_default();
    1 + words.iter().map(|text| wrap(text, width, 0).len() as u16).sum::<u16>()
}

/// Draws the comment on the move that led to the displayed position.
fn draw_move(game: &GameScreen, page: &mut Page, area: Rect) {
    let texts = page.ctx.texts;
    if game.table.shown_ply() == 0 {
        page.paragraph(area, texts.text("review.start"), Role::Muted);
        return;
    }
    let Some(judged) = game.judged() else {
        page.paragraph(area, texts.text("review.not_judged"), Role::Muted);
        return;
    };
    let (name, chance) = (game.seat_name(judged.player, page.ctx), texts.message(&judged.after.message()));
    page.write(row(area, 0), &format!("{} {}", judged.ply + 1, judged.mv), Role::Title);
    page.write_right(row(area, 0), &format!("{name}: {chance}"), Role::Text);
    let role = if judged.judgement.is_bad() { Role::Warning } else { Role::Text };
    let mut rest = below(area, 1);
    for (index, text) in words_about(judged, texts).iter().enumerate() {
        rest = page.paragraph(rest, text, if index == 0 { role } else { Role::Text });
    }
}

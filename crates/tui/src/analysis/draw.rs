//! Draws the analysis board.

use cairn_engine::Analysis;
use cairn_session::setup_tools;
use ratatui::layout::Rect;

use super::{AnalysisScreen, engine, tree};
use crate::board::panel;
use crate::context::Context;
use crate::draw::fit::fitting_words;
use crate::draw::page::{below, row};
use crate::draw::{KeyHint, Page};
use crate::game::draw::{draw_board, draw_title};
use crate::game::{draw_entries, draw_lines, proven, score_of};
use crate::keys::Action;
use crate::theme::Role;

/// The minimum height of a panel that has room for the players.
const MIN_WITH_PLAYERS: u16 = 14;

/// Draws the screen.
pub(crate) fn draw(screen: &AnalysisScreen, page: &mut Page) {
    let scene = screen.scene();
    let session = screen.session();
    let cursor = screen.turn.cursor.filter(|_| session.outcome().is_none() || screen.tool.is_some());
    let status = status(screen, page.ctx);
    let panel = draw_board(&scene, cursor, screen.is_flipped, &status, page);
    let mut rest = panel;
    if panel.height >= MIN_WITH_PLAYERS {
        rest = draw_title(session.info().name, &session.spec(), panel, page);
        let lines = panel::seats(&scene, page.ctx.theme, rest.width, page.ctx.texts);
        rest = below(draw_lines(lines, page, rest), 1);
    }
    if let Some(tool) = screen.tool {
        draw_tools(screen, tool, page, rest);
    } else {
        rest = draw_analysis(screen, page, rest);
        let (entries, highlighted) = screen.turn.named_entries(session, page.ctx);
        rest = draw_entries(&entries, highlighted, page, rest);
        let gap = u16::from(panel.height >= MIN_WITH_PLAYERS);
        tree::draw(&screen.tree, page, below(rest, gap));
    }
    page.footer(&status, &key_hints(screen));
    if let Some(input) = &screen.turn.typed {
        page.prompt(
            page.text(if screen.tool.is_some() { "analysis.type_position" } else { "analysis.type" }),
            input,
        );
    }
}

/// Draws the tools for setting up a position, and the position as text.
fn draw_tools(screen: &AnalysisScreen, tool: usize, page: &mut Page, area: Rect) {
    let names = setup_tools(screen.session()).into_iter().map(|tool| page.ctx.texts.message(&tool.name));
    let empty = page.text("analysis.empty").to_owned();
    let rows: Vec<String> = (1..).zip(names.chain([empty])).map(|(n, name)| format!("{n} {name}")).collect();
    let height = (rows.len() as u16).min(area.height);
    page.list(Rect { height, ..area }, &rows, tool);
    page.paragraph(below(area, height + 1), &screen.session().position(), Role::Muted);
}

/// Draws the results of the engine: the value if it is proven, and lines of play, which can be clicked.
fn draw_analysis(screen: &AnalysisScreen, page: &mut Page, area: Rect) -> Rect {
    let session = screen.session();
    if !screen.engine.is_on || session.outcome().is_some() {
        return area;
    }
    let analysis = screen.engine.analysis.as_ref();
    let score = analysis.and_then(Analysis::score);
    let value = score.and_then(|score| proven(session, score, page.ctx));
    let is_proven = value.is_some();
    let head = value.unwrap_or_else(|| match analysis {
        Some(analysis) => page.ctx.texts.format("app.depth", &[("n", &analysis.depth)]),
        None => page.text("app.eval_wait").to_owned(),
    });
    page.write(row(area, 0), &head, if is_proven { Role::Title } else { Role::Muted });
    if screen.engine.is_busy() {
        page.write_right(row(area, 0), "…", Role::Muted);
    }
    // The number of rows is constant, so that the tree does not jump.
    let rows = (screen.engine.lines() as u16).min(area.height / 2);
    let lines = analysis.map(|analysis| &analysis.lines[..]).unwrap_or_default();
    for (index, line) in lines.iter().enumerate().take(rows.into()) {
        let row = row(area, index as u16 + 1);
        let score = score_of("", line.score, session.seats(), page.ctx);
        let end = page.write(row, score.trim_start(), Role::Key) + 1;
        let rest = Rect { x: end, width: row.right().saturating_sub(end), ..row };
        page.write(rest, &fitting_words(&line.moves, rest.width), Role::Text);
        page.hit_areas.add(row, Action::Line(index));
    }
    below(area, rows + 1)
}

fn status(screen: &AnalysisScreen, ctx: &Context) -> String {
    let session = screen.session();
    if let Some(outcome) = session.outcome() {
        return cairn_draw::outcome(&session.board().scene(), outcome, ctx.texts);
    }
    let player = ctx.texts.seat(session.info().seats[session.to_move().index()].name);
    if screen.tool.is_some() {
        return ctx.texts.format("analysis.setting_up", &[("player", &player)]);
    }
    let prompt = screen.turn.prompt(session).map(|prompt| ctx.texts.message(&prompt)).unwrap_or_default();
    ctx.texts.format("app.first_step", &[("player", &player), ("prompt", &prompt)])
}

fn key_hints(screen: &AnalysisScreen) -> Vec<KeyHint> {
    let hint = KeyHint::new;
    let mut hints = if screen.tool.is_some() {
        vec![
            hint("Tab", "analysis.do.tool", Action::Next),
            hint("Enter", "analysis.do.put", Action::Choose),
            hint("Esc", "analysis.do.done", Action::Back),
            hint("t", "analysis.do.turn", Action::Turn),
            hint(":", "analysis.do.position", Action::Type),
        ]
    } else {
        vec![
            hint("t", "analysis.do.best", Action::Hint),
            hint("p", "analysis.do.position", Action::SetUp),
            hint("[", "app.do.earlier", Action::PageUp),
            hint("]", "app.do.later", Action::PageDown),
            hint(
                "+",
                "analysis.do.lines",
                if screen.engine.lines() < engine::MAX_LINES { Action::Faster } else { Action::Slower },
            ),
        ]
    };
    hints.push(hint("?", "app.do.help", Action::Help));
    hints.push(hint("q", "app.do.back", Action::Leave));
    hints
}

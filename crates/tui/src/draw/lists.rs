//! Draws the lists of puzzles and of records.

use std::path::Path;

use cairn_engine::puzzle;
use cairn_session::{Record, open};
use ratatui::layout::Rect;

use super::page::{below, body};
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::{PuzzleList, RecordList};
use crate::theme::Role;

const PUZZLE_HINTS: [KeyHint; 4] = [
    KeyHint::new("↑↓", "app.do.select", Action::Down),
    KeyHint::new("Enter", "app.do.choose", Action::Choose),
    KeyHint::new("b", "app.do.rules", Action::Rules),
    KeyHint::new("Esc", "app.do.menu", Action::Back),
];

const RECORD_HINTS: [KeyHint; 4] = [
    KeyHint::new("↑↓", "app.do.select", Action::Down),
    KeyHint::new("Enter", "app.do.open", Action::Choose),
    KeyHint::new(":", "app.do.path", Action::Type),
    KeyHint::new("Esc", "app.do.back", Action::Back),
];

pub(super) fn draw_puzzles(list: &PuzzleList, page: &mut Page) {
    let texts = page.ctx.texts;
    page.header(page.say("app.menu.puzzles"), page.say("app.tagline"));
    let body = body(page.buffer.area);
    let all = puzzle::all();
    let rows: Vec<String> =
        all.iter().map(|info| format!("{}  {}", info.id, texts.puzzle_title(info.id, info.title))).collect();
    let width = body.width / 2;
    if let Some((at, info)) = list.highlighted() {
        page.list(Rect { width, ..body }, &rows, at);
        let x = body.x + width + 2;
        let details = Rect { x, width: body.right().saturating_sub(x), ..body };
        let rest = page.paragraph(details, texts.puzzle_task(info.id, info.task), Role::Text);
        if let Ok(session) = open(info.spec, Some(info.position)) {
            page.picture(below(rest, 1), &session.scene());
        }
    }
    page.footer("", &PUZZLE_HINTS);
}

pub(super) fn draw_records(list: &RecordList, page: &mut Page) {
    let folder =
        page.ctx.storage.as_ref().map(|storage| storage.records().display().to_string()).unwrap_or_default();
    page.header(page.say("app.menu.load"), &folder);
    let body = body(page.buffer.area);
    let rows: Vec<String> = match list.games() {
        Some(games) => games.iter().map(|record| title(record, page)).collect(),
        None => list.files().iter().map(|path| file_name(path)).collect(),
    };
    if rows.is_empty() {
        page.paragraph(body, page.say("app.no_records"), Role::Text);
    } else {
        page.list(body, &rows, list.highlighted());
    }
    page.footer("", &RECORD_HINTS);
    if let Some(input) = list.typed() {
        page.prompt(page.say("app.type_path"), input);
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A record in one line.
fn title(record: &Record, page: &Page) -> String {
    let tag = |name| record.tag(name).unwrap_or("?");
    let moves = page.ctx.texts.plural("app.moves", record.moves().len() as u64, &[]);
    format!(
        "{}  {}  {} – {}  {}  {moves}",
        tag("Date"),
        record.game(),
        tag("First"),
        tag("Second"),
        tag("Result")
    )
}

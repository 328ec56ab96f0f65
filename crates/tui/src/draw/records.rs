//! The list of records on the screen.

use super::page::body;
use super::{Hint, Page};
use crate::keys::Action;
use crate::screens::Load;
use crate::theme::Role;

const HINTS: [Hint; 4] = [
    Hint { key: "↑↓", about: "app.do.select", action: Action::Down },
    Hint { key: "Enter", about: "app.do.open", action: Action::Choose },
    Hint { key: ":", about: "app.do.path", action: Action::Type },
    Hint { key: "Esc", about: "app.do.back", action: Action::Back },
];

pub(super) fn draw(load: &Load, page: &mut Page) {
    let folder = page.ctx.home.as_ref().map(|home| home.records().display().to_string()).unwrap_or_default();
    page.header(page.say("app.menu.load"), &folder);
    let body = body(page.buffer.area);
    let rows: Vec<String> = match load.games() {
        Some(games) => games.iter().map(|record| title(record, page)).collect(),
        None => load.files().iter().map(|path| file_name(path)).collect(),
    };
    if rows.is_empty() {
        page.paragraph(body, page.say("app.no_records"), Role::Text);
    } else {
        page.list(body, &rows, load.highlighted());
    }
    page.footer("", &HINTS);
    if let Some(line) = load.typed() {
        page.prompt(page.say("app.type_path"), line);
    }
}

fn file_name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A game of a file in a line.
fn title(record: &cairn_session::Record, page: &Page) -> String {
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

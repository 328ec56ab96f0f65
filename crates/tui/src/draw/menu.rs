//! The menu on the screen: what there is on the left, the game on the right.

use cairn_session::open;
use ratatui::layout::Rect;

use super::page::{below, body, row};
use super::{Hint, Page};
use crate::keys::Action;
use crate::screens::{Entry, Menu};
use crate::theme::Role;

/// How wide the list is.
const LIST: u16 = 30;

const HINTS: [Hint; 5] = [
    Hint { key: "↑↓", about: "app.do.select", action: Action::Down },
    Hint { key: "Enter", about: "app.do.choose", action: Action::Choose },
    Hint { key: "b", about: "app.do.rules", action: Action::Rules },
    Hint { key: "?", about: "app.do.help", action: Action::Help },
    Hint { key: "q", about: "app.do.quit", action: Action::Leave },
];

pub(super) fn draw(menu: &Menu, page: &mut Page) {
    page.header("Cairn", page.say("app.tagline"));
    let body = body(page.buffer.area);
    let (at, highlighted) = menu.highlighted();
    let rows: Vec<String> = menu.entries().into_iter().map(|entry| name(entry, menu, page)).collect();
    let width = LIST.min(body.width / 2);
    page.list(Rect { width, ..body }, &rows, at);
    let x = body.x + width + 2;
    beside(highlighted, menu, page, Rect { x, width: body.right().saturating_sub(x), ..body });
    let forget = Hint { key: "Del", about: "app.do.forget", action: Action::Forget };
    let extra = matches!(highlighted, Entry::Resume(_)).then_some(forget);
    page.footer("", &HINTS.into_iter().chain(extra).collect::<Vec<_>>());
}

fn name(entry: Entry, menu: &Menu, page: &Page) -> String {
    let key = match entry {
        Entry::Resume(index) => {
            let name = menu.unfinished(index).map_or("?", |unfinished| unfinished.session.info().name);
            return page.ctx.texts.tell("app.menu.resume", &[("game", &name)]);
        }
        Entry::Game(info) => return page.ctx.texts.tell("app.menu.play", &[("game", &info.name)]),
        Entry::Puzzles => "app.menu.puzzles",
        Entry::Load => "app.menu.load",
        Entry::Rules => "app.menu.rules",
        Entry::Settings => "app.menu.settings",
        Entry::About => "app.menu.about",
        Entry::Quit => "app.menu.quit",
    };
    page.say(key).to_owned()
}

/// What the highlighted entry is about.
fn beside(entry: Entry, menu: &Menu, page: &mut Page, area: Rect) {
    let texts = page.ctx.texts;
    let about = match entry {
        Entry::Resume(index) => {
            let Some(unfinished) = menu.unfinished(index) else { return };
            let session = &unfinished.session;
            let who: Vec<String> = unfinished.seats.iter().map(|word| texts.who(word)).collect();
            let moves = texts.plural("app.moves", session.history().len() as u64, &[]);
            page.write(row(area, 0), &format!("{} · {}", session.info().name, who.join(" – ")), Role::Title);
            page.write(row(area, 1), &moves, Role::Text);
            page.picture(below(area, 3), &session.scene());
            return;
        }
        Entry::Game(info) => {
            page.write(row(area, 0), info.name, Role::Title);
            let rest = page.paragraph(below(area, 1), texts.summary(info.id), Role::Text);
            let rest = page.paragraph(rest, texts.designer(info.id), Role::Muted);
            if let Ok(session) = open(info.id, None) {
                page.picture(below(rest, 1), &session.scene());
            }
            return;
        }
        Entry::Puzzles => "app.menu.puzzles_about",
        Entry::Load => "app.menu.load_about",
        Entry::Rules => "app.menu.rules_about",
        Entry::Settings => "app.menu.settings_about",
        Entry::About => "app.menu.about_about",
        Entry::Quit => "app.menu.quit_about",
    };
    page.paragraph(area, page.say(about), Role::Text);
}

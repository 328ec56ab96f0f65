//! A game before it begins, on the screen.

use ratatui::layout::Rect;

use super::page::{below, body};
use super::{Hint, Page};
use crate::keys::Action;
use crate::screens::{Row, Setup};
use crate::theme::Role;

/// How wide the form is.
const FORM: u16 = 36;

const HINTS: [Hint; 6] = [
    Hint { key: "↑↓", about: "app.do.select", action: Action::Down },
    Hint { key: "←→", about: "app.do.change", action: Action::Right },
    Hint { key: "Enter", about: "app.do.choose", action: Action::Choose },
    Hint { key: ":", about: "app.do.enter", action: Action::Type },
    Hint { key: "b", about: "app.do.rules", action: Action::Rules },
    Hint { key: "Esc", about: "app.do.menu", action: Action::Back },
];

pub(super) fn draw(setup: &Setup, page: &mut Page) {
    let texts = page.ctx.texts;
    page.header(setup.info().name, texts.designer(setup.info().id));
    let body = body(page.buffer.area);
    let (at, highlighted) = setup.highlighted();
    let rows: Vec<String> = setup.rows().into_iter().map(|row| name(row, setup, page)).collect();
    let width = FORM.min(body.width * 3 / 5);
    page.list(Rect { width, ..body }, &rows, at);
    let x = body.x + width + 2;
    let beside = Rect { x, width: body.right().saturating_sub(x), ..body };
    let rest = page.paragraph(beside, texts.summary(setup.info().id), Role::Text);
    let about = about(highlighted, setup, page);
    let rest = page.paragraph(below(rest, 1), &about, Role::Muted);
    if let Some(session) = setup.session() {
        page.picture(below(rest, 1), &session.scene());
    }
    page.footer("", &HINTS);
    if let Some(line) = setup.typed() {
        page.prompt(page.say("app.type_value"), line);
    }
}

fn name(row: Row, setup: &Setup, page: &Page) -> String {
    let texts = page.ctx.texts;
    match row {
        Row::Start => page.say("app.setup.start").to_owned(),
        Row::Seat(player) => {
            let seat = texts.seat(setup.info().seats[player.index()].name);
            format!("{seat:<12} ‹ {} ›", texts.who(setup.player_spec(player)))
        }
        Row::Preset => {
            let name = setup.preset().unwrap_or(page.say("app.setup.own"));
            format!("{:<12} ‹ {name} ›", page.say("app.setup.preset"))
        }
        Row::Option(index) => {
            let (spec, value) = setup.option(index);
            format!("{:<12} ‹ {} ›", texts.option(spec.name), texts.value(spec.name, &value))
        }
    }
}

/// What the highlighted row is about.
fn about(row: Row, setup: &Setup, page: &Page) -> String {
    match row {
        Row::Start => page.say("app.setup.start_about").to_owned(),
        Row::Seat(_) => page.say("app.setup.seat_about").to_owned(),
        Row::Preset => page.say("app.setup.preset_about").to_owned(),
        Row::Option(index) => {
            let (spec, _) = setup.option(index);
            let help = page.ctx.texts.option_help(setup.info().id, spec.name);
            format!("{help} ({})", spec.allowed())
        }
    }
}

//! What lies over a screen, drawn: help, rules, settings, questions, and what the program is.

use cairn_storage::Choice;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::page::{below, centered, row, wrap};
use super::{Hint, Page};
use crate::board::BoardView;
use crate::context::size_words;
use crate::game::Question;
use crate::keys::{Action, Binding};
use crate::overlays::{Block, Preference, Preferences, Reader};
use crate::screens::Screen;
use crate::theme::Role;

const CLOSE: Hint = Hint { key: "Esc", about: "app.do.close", action: Action::Back };
const SCROLL: Hint = Hint { key: "↑↓", about: "app.do.scroll", action: Action::Down };
/// Lines of text wider than this are hard to read.
const WIDEST: u16 = 84;

/// Covers everything with a page of its own; where text goes.
fn whole(page: &mut Page) -> Rect {
    let area = page.buffer.area;
    page.blank(area);
    let body = Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area };
    centered(body, WIDEST.min(area.width.saturating_sub(2)), body.height)
}

/// Lines that can be scrolled.
fn lines<T>(
    page: &mut Page,
    area: Rect,
    top: usize,
    lines: &[T],
    mut write: impl FnMut(&mut Page, Rect, &T),
) {
    page.seen.lines = lines.len();
    page.seen.page = area.height.into();
    let top = top.min(page.seen.last_top());
    for (number, line) in lines.iter().skip(top).take(area.height.into()).enumerate() {
        write(page, row(area, number as u16), line);
    }
}

/// How far a text is scrolled, for the top line.
fn progress(page: &Page, top: usize) -> String {
    let seen = (top + page.seen.page).min(page.seen.lines);
    format!("{seen}/{}", page.seen.lines)
}

pub(super) fn help(keys: &[Binding], top: usize, page: &mut Page) {
    let area = whole(page);
    lines(page, area, top, keys, |page, row, binding| {
        let end = page.write(row, binding.shown, Role::Key);
        let text = page.say(binding.about);
        let x = (row.x + 14).max(end + 1);
        page.write(Rect { x, width: row.right().saturating_sub(x), ..row }, text, Role::Text);
    });
    page.header(page.say("app.help"), &progress(page, top));
    page.footer(page.say("app.help_mouse"), &[SCROLL, CLOSE]);
}

/// A line of the rules.
enum RulesLine {
    Text(String, Role),
    /// A row of a picture.
    Picture(std::rc::Rc<Buffer>, u16),
}

pub(super) fn rules(reader: &Reader, page: &mut Page) {
    let area = whole(page);
    let mut all = Vec::new();
    for block in reader.blocks() {
        match block {
            Block::Title(_) => {}
            Block::Heading(text) => {
                all.push(RulesLine::Text(String::new(), Role::Text));
                all.push(RulesLine::Text(text.clone(), Role::Title));
            }
            Block::Text(text, indent) => {
                let wrapped = wrap(text, area.width, *indent);
                all.extend(wrapped.into_iter().map(|line| RulesLine::Text(line, Role::Text)));
            }
            Block::Picture(scene) => {
                all.push(RulesLine::Text(String::new(), Role::Text));
                let view = BoardView::new(scene, page.ctx.theme);
                // A picture is no higher than the window, so that it can be seen as a whole.
                let Some(size) = view.fits(area.as_size()) else { continue };
                let size = view.extent(size);
                let mut picture = Buffer::empty(Rect::new(0, 0, size.width.min(area.width), size.height));
                picture.set_style(picture.area, page.style(Role::Text));
                view.render(picture.area, &mut picture);
                let picture = std::rc::Rc::new(picture);
                all.extend((0..picture.area.height).map(|row| RulesLine::Picture(picture.clone(), row)));
            }
        }
    }
    lines(page, area, reader.top, &all, |page, row, line| match line {
        RulesLine::Text(text, role) => {
            page.write(row, text, *role);
        }
        RulesLine::Picture(picture, number) => {
            for x in 0..picture.area.width {
                if let (Some(from), Some(to)) =
                    (picture.cell((x, *number)), page.buffer.cell_mut((row.x + x, row.y)))
                {
                    *to = from.clone();
                }
            }
        }
    });
    let title = page.ctx.texts.tell("app.rules_of", &[("game", &reader.game().name)]);
    page.header(&title, &progress(page, reader.top));
    let other = Hint { key: "←→", about: "app.do.other_game", action: Action::Right };
    page.footer("", &[SCROLL, other, CLOSE]);
}

pub(super) fn settings(preferences: &Preferences, page: &mut Page) {
    let rows: Vec<String> = Preference::ALL.iter().map(|row| setting(*row, page)).collect();
    let area = centered(page.buffer.area, 56, rows.len() as u16 + 5);
    let inner = page.frame(area, page.say("app.menu.settings"));
    page.list(Rect { height: rows.len() as u16, ..inner }, &rows, preferences.highlighted());
    let file = page.ctx.home.as_ref().map(|home| home.settings_file().display().to_string());
    page.write(row(below(inner, rows.len() as u16 + 1), 0), &file.unwrap_or_default(), Role::Muted);
    let change = Hint { key: "←→", about: "app.do.change", action: Action::Right };
    page.footer("", &[Hint { key: "↑↓", about: "app.do.select", action: Action::Down }, change, CLOSE]);
}

fn setting(row: Preference, page: &Page) -> String {
    let settings = &page.ctx.settings;
    let (name, value) = match row {
        Preference::Language => {
            let named = settings.language.map(|language| language.name().to_owned());
            ("app.set.language", named.unwrap_or_else(|| page.say("app.set.auto").to_owned()))
        }
        Preference::Theme => ("app.set.theme", settings.theme.word().to_owned()),
        Preference::Mode => (
            "app.set.mode",
            page.say(match settings.mode {
                cairn_storage::Mode::Auto => "app.set.auto",
                cairn_storage::Mode::Light => "app.set.light",
                cairn_storage::Mode::Dark => "app.set.dark",
            })
            .to_owned(),
        ),
        Preference::Ascii => {
            let word = if settings.ascii { "app.set.yes" } else { "app.set.no" };
            ("app.set.ascii", page.say(word).to_owned())
        }
        Preference::Cells => ("app.set.cells", page.say(size_words(settings.cells)).to_owned()),
        Preference::Speed => (
            "app.set.speed",
            page.say(match settings.speed {
                cairn_storage::Speed::Slow => "app.set.slow",
                cairn_storage::Speed::Normal => "app.set.normal",
                cairn_storage::Speed::Fast => "app.set.fast",
                cairn_storage::Speed::Instant => "app.set.instant",
            })
            .to_owned(),
        ),
        Preference::Opponent => ("app.set.opponent", page.ctx.texts.who(&settings.opponent)),
    };
    format!("{:<22} ‹ {value} ›", page.say(name))
}

pub(super) fn about(page: &mut Page) {
    let area = centered(page.buffer.area, 60, 12);
    let inner = page.frame(area, "Cairn");
    let version = page.ctx.texts.tell("app.version", &[("version", &env!("CARGO_PKG_VERSION"))]);
    page.write(row(inner, 0), &version, Role::Text);
    page.paragraph(below(inner, 2), page.say("app.about"), Role::Text);
    page.footer("", &[CLOSE]);
}

pub(super) fn ask(question: Question, screen: &Screen, page: &mut Page) {
    let Screen::Game(table) = screen else { return };
    let text = table.ask(question, page.ctx);
    let area = centered(page.buffer.area, 50, 7);
    let inner = page.frame(area, page.say("app.question"));
    let rest = page.paragraph(inner, &text, Role::Text);
    let mut rest = row(below(rest, 1), 0);
    for (key, about, action) in [("y", "app.key.yes", Action::Yes), ("n", "app.key.no", Action::No)] {
        let start = rest.x;
        let end = page.write_all(rest, &[(key, Role::Key), (" ", Role::Text), (page.say(about), Role::Text)]);
        page.seen.add(Rect { x: start, width: end - start, ..rest }, action);
        rest = Rect { x: end + 4, width: rest.right().saturating_sub(end + 4), ..rest };
    }
}

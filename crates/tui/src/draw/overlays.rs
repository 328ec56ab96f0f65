//! Draws the overlays: help, rules, settings, questions, about.

use cairn_storage::Choice;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::fit::wrap;
use super::page::{below, centered, row};
use super::{KeyHint, Page};
use crate::board::BoardView;
use crate::context::{cell_size_key, speed_key};
use crate::game::Question;
use crate::keys::{self, Action, Bindings};
use crate::overlays::{Block, Reader, Setting, SettingsForm};
use crate::screens::Screen;
use crate::theme::Role;

const CLOSE: KeyHint = KeyHint::new("Esc", "app.do.close", Action::Back);
const SCROLL: KeyHint = KeyHint::new("↑↓", "app.do.scroll", Action::Down);
/// Width of the keys in the list of keys.
const KEYS_WIDTH: u16 = 14;
/// Width of text; longer lines are hard to read.
const MAX_WIDTH: u16 = 84;

/// Clears the whole window, and returns the area for text.
fn full_page(page: &mut Page) -> Rect {
    let area = page.buffer.area;
    page.blank(area);
    let body = Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area };
    centered(body, MAX_WIDTH.min(area.width.saturating_sub(2)), body.height)
}

/// Formats the scroll position of a text, for the header.
fn progress(page: &Page, top: usize) -> String {
    let last = (top + usize::from(page.hit_areas.text.height)).min(page.hit_areas.lines);
    format!("{last}/{}", page.hit_areas.lines)
}

pub(super) fn draw_help(bindings: Bindings, top: usize, page: &mut Page) {
    let area = full_page(page);
    let width = area.width.saturating_sub(KEYS_WIDTH);
    let mut lines = Vec::new();
    for binding in keys::all(bindings) {
        let mut keys = wrap(&page.ctx.keys.shown(binding), KEYS_WIDTH - 1, 0);
        let mut about = wrap(page.text(binding.about), width, 0);
        let height = keys.len().max(about.len());
        keys.resize(height, String::new());
        about.resize(height, String::new());
        lines.extend(keys.into_iter().zip(about));
    }
    page.scrolled(area, top, &lines, |page, row, (keys, text)| {
        page.write(row, keys, Role::Key);
        let x = row.x + KEYS_WIDTH;
        page.write(Rect { x, width, ..row }, text, Role::Text);
    });
    page.header(page.text("app.help"), &progress(page, top));
    page.footer(page.text("app.help_mouse"), &[SCROLL, CLOSE]);
}

pub(super) fn draw_legend(lines: &[String], top: usize, page: &mut Page) {
    let area = full_page(page);
    page.scrolled(area, top, lines, |page, row, line| {
        page.write(row, line, Role::Text);
    });
    page.header(page.text("app.legend"), &progress(page, top));
    page.footer("", &[SCROLL, CLOSE]);
}

/// A line of the rules.
enum RulesLine {
    Text(String, Role),
    /// A row of a picture.
    Picture(std::rc::Rc<Buffer>, u16),
}

pub(super) fn draw_rules(reader: &Reader, page: &mut Page) {
    let area = full_page(page);
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
                // A picture is no higher than the window, so that it is completely visible.
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
    page.scrolled(area, reader.top, &all, |page, row, line| match line {
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
    let title = page.ctx.texts.format("app.rules_of", &[("game", &reader.game().name)]);
    page.header(&title, &progress(page, reader.top));
    let other = KeyHint::new("←→", "app.do.other_game", Action::Right);
    page.footer("", &[SCROLL, other, CLOSE]);
}

pub(super) fn draw_settings(form: &SettingsForm, page: &mut Page) {
    let rows: Vec<String> = Setting::ALL.iter().map(|row| setting(*row, page)).collect();
    let area = centered(page.buffer.area, 56, rows.len() as u16 + 5);
    let inner = page.frame(area, page.text("app.menu.settings"));
    page.list(Rect { height: rows.len() as u16, ..inner }, &rows, form.highlighted());
    let file = page.ctx.storage.as_ref().map(|storage| storage.settings_file().display().to_string());
    page.write(row(below(inner, rows.len() as u16 + 1), 0), &file.unwrap_or_default(), Role::Muted);
    let change = KeyHint::new("←→", "app.do.change", Action::Right);
    page.footer("", &[KeyHint::new("↑↓", "app.do.select", Action::Down), change, CLOSE]);
}

fn setting(row: Setting, page: &Page) -> String {
    let settings = &page.ctx.settings;
    let (name, value) = match row {
        Setting::Language => {
            let named = settings.language.map(|language| language.name().to_owned());
            ("app.set.language", named.unwrap_or_else(|| page.text("app.set.auto").to_owned()))
        }
        Setting::Theme => ("app.set.theme", settings.theme.word().to_owned()),
        Setting::Mode => (
            "app.set.mode",
            page.text(match settings.mode {
                cairn_storage::Mode::Auto => "app.set.auto",
                cairn_storage::Mode::Light => "app.set.light",
                cairn_storage::Mode::Dark => "app.set.dark",
            })
            .to_owned(),
        ),
        Setting::Ascii => {
            let key = if settings.ascii { "app.set.yes" } else { "app.set.no" };
            ("app.set.ascii", page.text(key).to_owned())
        }
        Setting::Cells => ("app.set.cells", page.text(cell_size_key(settings.cells)).to_owned()),
        Setting::Speed => ("app.set.speed", page.text(speed_key(settings.speed)).to_owned()),
        Setting::Opponent => ("app.set.opponent", page.ctx.texts.who(&settings.opponent)),
    };
    format!("{:<22} ‹ {value} ›", page.text(name))
}

pub(super) fn draw_about(page: &mut Page) {
    let area = centered(page.buffer.area, 60, 12);
    let inner = page.frame(area, "Cairn");
    let version = page.ctx.texts.format("app.version", &[("version", &env!("CARGO_PKG_VERSION"))]);
    page.write(row(inner, 0), &version, Role::Text);
    page.paragraph(below(inner, 2), page.text("app.about"), Role::Text);
    page.footer("", &[CLOSE]);
}

pub(super) fn draw_question(question: Question, screen: &Screen, page: &mut Page) {
    let Screen::Game(game) = screen else { return };
    let text = game.question(question, page.ctx);
    // A warning about lost moves needs more room than the other questions.
    let lines = text.chars().count() / 40 + 1;
    let area = centered(page.buffer.area, 50, 7.max(lines as u16 + 4));
    let inner = page.frame(area, page.text("app.question"));
    let rest = page.paragraph(inner, &text, Role::Text);
    let mut rest = row(below(rest, 1), 0);
    for (key, about, action) in [("y", "app.key.yes", Action::Yes), ("n", "app.key.no", Action::No)] {
        let start = rest.x;
        let end =
            page.write_all(rest, &[(key, Role::Key), (" ", Role::Text), (page.text(about), Role::Text)]);
        page.hit_areas.add(Rect { x: start, width: end - start, ..rest }, action);
        rest = Rect { x: end + 4, width: rest.right().saturating_sub(end + 4), ..rest };
    }
}

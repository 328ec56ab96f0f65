//! A frame to draw on: text by its role, boards, lists, boxes, header and footer.
//!
//! All text of the app passes through here and is escaped, because it may come from a file or another program.

use std::borrow::Cow;

use cairn_rules::{Scene, Site};
use cairn_texts::safe_line;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line as Text, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::fit::{ascii, shortened, wrap};
use crate::board::BoardView;
use crate::context::{Context, Notice};
use crate::hit_areas::HitAreas;
use crate::keys::{Action, Bindings};
use crate::text_input::TextInput;
use crate::theme::Role;

/// A key that is useful now, shown at the bottom of the screen; it can also be clicked.
pub(crate) struct KeyHint {
    key: &'static str,
    /// The text key of its description.
    about: &'static str,
    action: Action,
}

impl KeyHint {
    pub(crate) const CHOOSE: Self = Self::new("Enter", "app.do.choose", Action::Choose);
    pub(crate) const NEXT: Self = Self::new("Tab", "app.do.next", Action::Next);
    pub(crate) const TYPE: Self = Self::new(":", "app.do.type", Action::Type);
    pub(crate) const MORE: Self = Self::new("PgDn", "app.do.more", Action::PageDown);
    pub(crate) const SOLUTION: Self = Self::new("t", "app.do.solution", Action::Hint);
    pub(crate) const HELP: Self = Self::new("?", "app.do.help", Action::Help);
    pub(crate) const MENU: Self = Self::new("q", "app.do.menu", Action::Leave);

    pub(crate) const fn new(key: &'static str, about: &'static str, action: Action) -> Self {
        Self { key, about, action }
    }
}

/// The frame that is being drawn.
pub(crate) struct Page<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) ctx: &'a Context,
    pub(crate) hit_areas: HitAreas,
    /// The key bindings of the screen.
    bindings: Bindings,
}

impl<'a> Page<'a> {
    /// Creates an empty page.
    pub(crate) fn new(buffer: &'a mut Buffer, ctx: &'a Context, bindings: Bindings) -> Self {
        buffer.set_style(buffer.area, ctx.theme.style(Role::Text));
        Self { buffer, ctx, hit_areas: HitAreas::default(), bindings }
    }

    /// Returns the hit areas of clicks.
    pub(crate) fn finish(self) -> HitAreas {
        self.hit_areas
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        self.ctx.theme.style(role)
    }

    /// Returns a text of the catalogue.
    pub(crate) fn text(&self, key: &'static str) -> &'static str {
        self.ctx.texts.text(key)
    }

    /// Prepares for an overlay: discards the hit areas of the screen under it.
    pub(crate) fn begin_overlay(&mut self, bindings: Bindings) {
        self.hit_areas.clear();
        self.bindings = bindings;
    }

    /// Writes text at the left end of a row, and returns the column after it.
    pub(crate) fn write(&mut self, row: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        self.write_styled(row, text, style)
    }

    pub(crate) fn write_styled(&mut self, row: Rect, text: &str, style: Style) -> u16 {
        if row.is_empty() {
            return row.x;
        }
        let text = safe_line(text);
        let text = if self.ctx.theme.is_ascii() { ascii(&text).into() } else { text };
        self.buffer.set_stringn(row.x, row.y, text, row.width.into(), style).0
    }

    /// Writes pieces of text by their roles, and returns the column after them.
    pub(crate) fn write_all(&mut self, row: Rect, pieces: &[(&str, Role)]) -> u16 {
        let mut rest = row;
        for (text, role) in pieces {
            let end = self.write(rest, text, *role);
            rest = Rect { x: end, width: row.right().saturating_sub(end), ..row };
        }
        rest.x
    }

    /// Writes text at the right end of a row.
    pub(crate) fn write_right(&mut self, row: Rect, text: &str, role: Role) {
        let text = &safe_line(text);
        let width = Span::raw(&**text).width().min(row.width.into()) as u16;
        self.write(Rect { x: row.right() - width, width, ..row }, text, role);
    }

    /// Writes a paragraph with line breaks, and returns the area below it.
    pub(crate) fn paragraph(&mut self, area: Rect, text: &str, role: Role) -> Rect {
        let mut rest = area;
        for line in wrap(text, area.width, 0) {
            if rest.is_empty() {
                break;
            }
            self.write(row(rest, 0), &line, role);
            rest = below(rest, 1);
        }
        rest
    }

    /// Escapes text for a line, and replaces symbols that the terminal lacks.
    pub(crate) fn line(&self, text: &str, role: Role) -> Text<'static> {
        let text = safe_line(text);
        let text = if self.ctx.theme.is_ascii() { ascii(&text) } else { text.into_owned() };
        Text::styled(text, self.style(role))
    }

    /// Draws lines that can be scrolled.
    pub(crate) fn scrolled<T>(
        &mut self,
        area: Rect,
        top: usize,
        lines: &[T],
        mut write: impl FnMut(&mut Self, Rect, &T),
    ) {
        (self.hit_areas.text, self.hit_areas.lines) = (area, lines.len());
        let top = top.min(self.hit_areas.max_scroll());
        for (number, line) in lines.iter().skip(top).take(area.height.into()).enumerate() {
            write(self, row(area, number as u16), line);
        }
    }

    /// Draws a box with a title, and returns the area inside it.
    pub(crate) fn frame(&mut self, area: Rect, title: &str) -> Rect {
        Clear.render(area, self.buffer);
        let set = if self.ctx.theme.is_ascii() { ASCII_BORDER } else { border::ROUNDED };
        let title = Text::styled(format!(" {} ", safe_line(title)), self.style(Role::Title));
        Block::bordered()
            .border_set(set)
            .border_style(self.style(Role::Border))
            .style(self.style(Role::Text))
            .title(title)
            .render(area, self.buffer);
        area.inner(Margin::new(2, 1))
    }

    /// Draws the first line of a screen.
    pub(crate) fn header(&mut self, title: &str, right: &str) {
        let row = Rect { height: 1, ..self.buffer.area }.inner(Margin::new(1, 0));
        let end = self.write(row, title, Role::Title) + 2;
        let rest = Rect { x: end, width: row.right().saturating_sub(end), ..row };
        self.write_right(rest, &shortened(right, rest.width), Role::Muted);
    }

    /// Returns the notice, or else the status.
    fn last_words<'s>(&'s self, status: &'s str) -> (&'s str, Role) {
        match &self.ctx.notice {
            Some(Notice::Info(text)) => (text, Role::Title),
            Some(Notice::Warning(text)) => (text, Role::Warning),
            None => (status, Role::Text),
        }
    }

    /// Returns the part of an area above a footer with this status.
    pub(crate) fn above_footer(&self, area: Rect, status: &str) -> Rect {
        let screen = self.buffer.area.inner(Margin::new(1, 0));
        let lines = wrap(self.last_words(status).0, screen.width, 0).len().max(1) as u16;
        let bottom = screen.bottom().saturating_sub(lines + 1);
        Rect { height: area.height.min(bottom.saturating_sub(area.y)), ..area }
    }

    /// Draws the last two lines: the notice, or else the status, and the key hints.
    pub(crate) fn footer(&mut self, status: &str, hints: &[KeyHint]) {
        let area = self.buffer.area.inner(Margin::new(1, 0));
        let (text, role) = self.last_words(status);
        // A long text grows upwards over the screen and disappears with the next key.
        let lines = wrap(text, area.width, 0);
        let height = (lines.len().max(1) as u16 + 1).min(area.height);
        let place = Rect { y: area.bottom() - height, height, ..area };
        self.blank(Rect { x: 0, width: self.buffer.area.width, ..place });
        for (number, line) in (0..height - 1).zip(&lines) {
            self.write(row(place, number), line, role);
        }
        let mut rest = row(place, height - 1);
        for (hint, key) in self.fitting(hints, rest.width) {
            let text = self.text(hint.about);
            let start = rest.x;
            let end = self.write_all(rest, &[(&key, Role::Key), (" ", Role::Text), (text, Role::Muted)]);
            self.hit_areas.add(Rect { x: start, width: end - start, ..rest }, hint.action);
            let next = end + 2;
            rest = Rect { x: next, width: area.right().saturating_sub(next), ..rest };
        }
    }

    /// Returns the hints that fit into a width, with their keys. Help and leaving come last, and are always included.
    fn fitting<'h>(&self, hints: &'h [KeyHint], width: u16) -> Vec<(&'h KeyHint, Cow<'static, str>)> {
        let named = |hint: &'h KeyHint| {
            if let Some(key) = self.ctx.keys.custom_key(self.bindings, hint.action) {
                return (hint, key.into());
            }
            // A list of key names would be hard to read.
            let key = match hint.key {
                "↑↓←→" if self.ctx.theme.is_ascii() => self.text("app.arrows"),
                "↑↓" if self.ctx.theme.is_ascii() => "Up/Down",
                "←→" if self.ctx.theme.is_ascii() => "Left/Right",
                key => key,
            };
            (hint, key.into())
        };
        let mut fitting: Vec<(&KeyHint, Cow<str>)> = hints.iter().map(named).collect();
        let way_out = hints.last().map(|hint| hint.action);
        let is_kept = |hint: &KeyHint| hint.action == Action::Help || Some(hint.action) == way_out;
        let needed = |all: &[(&KeyHint, Cow<str>)]| {
            let widths = all
                .iter()
                .map(|(hint, key)| Span::raw(&**key).width() + Span::raw(self.text(hint.about)).width() + 3);
            widths.sum::<usize>().saturating_sub(2)
        };
        while needed(&fitting) > width.into() {
            let Some(last) =
                fitting.iter().rposition(|(hint, _)| !is_kept(hint)).or(fitting.len().checked_sub(1))
            else {
                break;
            };
            fitting.remove(last);
        }
        fitting
    }

    /// Clears an area.
    pub(crate) fn blank(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.style(Role::Text));
    }

    /// Draws a text input with its prompt in the last line of the screen.
    pub(crate) fn prompt(&mut self, prompt: &str, input: &TextInput) {
        let area = self.buffer.area;
        let row = Rect { y: area.bottom() - 1, height: 1, ..area };
        self.blank(row);
        let row = row.inner(Margin::new(1, 0));
        let (before, after) = input.halves();
        let room = usize::from(row.width).saturating_sub(Span::raw(prompt).width() + 4);
        let skipped = before.chars().count().saturating_sub(room);
        let before: String = before.chars().skip(skipped).collect();
        let mut rest = after.chars();
        let under = rest.next().unwrap_or(' ').to_string();
        let pieces =
            [(prompt, Role::Key), (" ", Role::Text), (&before, Role::Text), (&under, Role::Selected)];
        let end = self.write_all(row, &pieces);
        self.write(Rect { x: end, width: row.right().saturating_sub(end), ..row }, rest.as_str(), Role::Text);
    }

    /// Draws a board that cannot be clicked, if there is room for it.
    pub(crate) fn picture(&mut self, area: Rect, scene: &Scene) {
        let view = BoardView::new(scene, self.ctx.theme);
        if view.layout(area).is_ok() {
            view.render(area, self.buffer);
        }
    }

    /// Draws a board whose sites can be clicked.
    pub(crate) fn board(&mut self, area: Rect, scene: &Scene, cursor: Option<Site>, is_flipped: bool) {
        let view = BoardView::new(scene, self.ctx.theme)
            .at_most(self.ctx.max_cell_size())
            .cursor(cursor)
            .flipped(is_flipped);
        view.render(area, self.buffer);
        if let Ok(layout) = view.layout(area) {
            for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
                if let Some(cell) = layout.cell_of(site) {
                    self.hit_areas.add(cell, Action::Site(site));
                }
            }
        }
    }

    /// Draws a list, scrolled to the highlighted row; rows can be clicked.
    pub(crate) fn list(&mut self, area: Rect, rows: &[String], highlighted: usize) {
        self.list_of(area, rows.len(), highlighted, |index, _| rows[index].clone());
    }

    /// Draws a list of `count` rows; calls `text` only for the visible ones.
    pub(crate) fn list_of(
        &mut self,
        area: Rect,
        count: usize,
        highlighted: usize,
        text: impl Fn(usize, &Self) -> String,
    ) {
        let page = usize::from(area.height).max(1);
        let top = highlighted.saturating_sub(page / 2).min(count.saturating_sub(page));
        for (number, index) in (top..count).take(page).enumerate() {
            let row = row(area, number as u16);
            let text = text(index, self);
            self.entry(row, &text, index == highlighted);
            self.hit_areas.add(row, Action::Row(index));
        }
    }

    /// Draws a row of a list.
    pub(crate) fn entry(&mut self, row: Rect, text: &str, is_highlighted: bool) {
        let role = if is_highlighted { Role::Selected } else { Role::Text };
        let style = self.style(role);
        self.buffer.set_style(row, style);
        // The symbol marks it where there are no colours.
        let sign = if is_highlighted { "›" } else { " " };
        let text = shortened(&format!("{sign} {text}"), row.width);
        self.write_styled(row, &text, style);
    }
}

/// Returns a row of an area.
pub(crate) fn row(area: Rect, number: u16) -> Rect {
    let height = u16::from(number < area.height);
    Rect { y: area.y + number.min(area.height), height, ..area }
}

/// Returns the area without its first rows.
pub(crate) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// Returns the screen without header and footer.
pub(crate) fn body(area: Rect) -> Rect {
    Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area }.inner(Margin::new(1, 0))
}

/// Returns an area of this size in the middle of another.
pub(crate) fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// The border of a box in ASCII.
const ASCII_BORDER: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

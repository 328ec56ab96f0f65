//! A page to draw on: text in its role, boards, lists and frames, the top and the bottom line.

use cairn_rules::{Scene, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line as Text, Span};
use ratatui::widgets::{Block, Clear, Widget};

use crate::board::BoardView;
use crate::context::{Context, Notice};
use crate::hit_areas::HitAreas;
use crate::keys::Action;
use crate::text_input::TextInput;
use crate::theme::Role;

/// A key that can be pressed or clicked now, at the bottom of the screen.
pub(crate) struct Hint {
    pub(crate) key: &'static str,
    /// The key of its text.
    pub(crate) about: &'static str,
    pub(crate) action: Action,
}

/// What is drawn on.
pub(crate) struct Page<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) ctx: &'a Context,
    pub(crate) seen: HitAreas,
}

impl<'a> Page<'a> {
    /// An empty page.
    pub(crate) fn new(buffer: &'a mut Buffer, ctx: &'a Context) -> Self {
        buffer.set_style(buffer.area, ctx.theme.style(Role::Text));
        Self { buffer, ctx, seen: HitAreas::default() }
    }

    /// What clicks and scrolling have to know.
    pub(crate) fn finish(self) -> HitAreas {
        self.seen
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        self.ctx.theme.style(role)
    }

    /// A text of the catalogue.
    pub(crate) fn say(&self, key: &'static str) -> &'static str {
        self.ctx.texts.say(key)
    }

    /// Something will lie over what was drawn: clicks on it no longer count.
    pub(crate) fn overlay(&mut self) {
        self.seen.clear();
    }

    /// Writes into a row from its left end, and gives the column behind the text.
    pub(crate) fn write(&mut self, row: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        self.write_styled(row, text, style)
    }

    pub(crate) fn write_styled(&mut self, row: Rect, text: &str, style: Style) -> u16 {
        if row.is_empty() {
            return row.x;
        }
        let text = if self.ctx.theme.is_ascii() { ascii(text) } else { text.to_owned() };
        self.buffer.set_stringn(row.x, row.y, text, row.width.into(), style).0
    }

    /// Writes pieces of text in their roles.
    pub(crate) fn write_all(&mut self, row: Rect, pieces: &[(&str, Role)]) -> u16 {
        let mut rest = row;
        for (text, role) in pieces {
            let end = self.write(rest, text, *role);
            rest = Rect { x: end, width: row.right().saturating_sub(end), ..row };
        }
        rest.x
    }

    /// Writes text that ends at the right end of a row.
    pub(crate) fn write_right(&mut self, row: Rect, text: &str, role: Role) {
        let width = (Span::raw(text).width() as u16).min(row.width);
        self.write(Rect { x: row.right() - width, width, ..row }, text, role);
    }

    /// Writes a paragraph in as many lines as it takes, and gives the area below it.
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

    /// A frame with a title; what is inside it.
    pub(crate) fn frame(&mut self, area: Rect, title: &str) -> Rect {
        Clear.render(area, self.buffer);
        let set = if self.ctx.theme.is_ascii() { ASCII } else { border::ROUNDED };
        let title = Text::styled(format!(" {title} "), self.style(Role::Title));
        Block::bordered()
            .border_set(set)
            .border_style(self.style(Role::Border))
            .style(self.style(Role::Text))
            .title(title)
            .render(area, self.buffer);
        area.inner(Margin::new(2, 1))
    }

    /// The first line of a screen: its name, and what matters most.
    pub(crate) fn header(&mut self, title: &str, right: &str) {
        let row = Rect { height: 1, ..self.buffer.area }.inner(Margin::new(1, 0));
        self.write(row, title, Role::Title);
        self.write_right(row, right, Role::Muted);
    }

    /// The last two lines: what is said now, or else `otherwise`, and keys that help now.
    pub(crate) fn footer(&mut self, otherwise: &str, hints: &[Hint]) {
        let area = self.buffer.area.inner(Margin::new(1, 0));
        let (text, role) = match &self.ctx.notice {
            Some(Notice::Good(text)) => (text.as_str(), Role::Title),
            Some(Notice::Bad(text)) => (text.as_str(), Role::Warning),
            None => (otherwise, Role::Text),
        };
        // What does not fit into the line grows upwards; it is gone with the next key.
        let lines = wrap(text, area.width, 0);
        let height = (lines.len().max(1) as u16 + 1).min(area.height);
        let place = Rect { y: area.bottom() - height, height, ..area };
        self.blank(Rect { x: 0, width: self.buffer.area.width, ..place });
        for (number, line) in (0..height - 1).zip(&lines) {
            self.write(row(place, number), line, role);
        }
        let mut rest = row(place, height - 1);
        for hint in hints {
            let text = self.say(hint.about);
            let width = (Span::raw(hint.key).width() + 1 + Span::raw(text).width()) as u16;
            if width > rest.width {
                break;
            }
            let start = rest.x;
            let end = self.write_all(rest, &[(hint.key, Role::Key), (" ", Role::Text), (text, Role::Muted)]);
            self.seen.add(Rect { x: start, width: end - start, ..rest }, hint.action);
            let next = end + 2;
            rest = Rect { x: next, width: area.right().saturating_sub(next), ..rest };
        }
    }

    /// Wipes an area.
    pub(crate) fn blank(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.style(Role::Text));
    }

    /// A line that is being typed, with its prompt, in the last line of the screen.
    pub(crate) fn prompt(&mut self, prompt: &str, line: &TextInput) {
        let area = self.buffer.area;
        let row = Rect { y: area.bottom() - 1, height: 1, ..area };
        self.blank(row);
        let row = row.inner(Margin::new(1, 0));
        let (before, after) = line.halves();
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

    /// A board that can only be looked at; `false` if there is no room for it.
    pub(crate) fn picture(&mut self, area: Rect, scene: &Scene) -> bool {
        let view = BoardView::new(scene, self.ctx.theme);
        let fits = view.layout(area).is_ok();
        if fits {
            view.render(area, self.buffer);
        }
        fits
    }

    /// A board that can be pointed at.
    pub(crate) fn board(&mut self, area: Rect, scene: &Scene, cursor: Option<Site>, flipped: bool) {
        let view = BoardView::new(scene, self.ctx.theme)
            .at_most(self.ctx.largest_cells())
            .cursor(cursor)
            .flipped(flipped);
        view.render(area, self.buffer);
        if let Ok(layout) = view.layout(area) {
            for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
                if let Some(cell) = layout.cell_of(site) {
                    self.seen.add(cell, Action::Site(site));
                }
            }
        }
    }

    /// A list with one row highlighted, scrolled so that it can be seen; rows can be clicked.
    pub(crate) fn list(&mut self, area: Rect, rows: &[String], highlighted: usize) {
        let page = usize::from(area.height).max(1);
        let top = highlighted.saturating_sub(page / 2).min(rows.len().saturating_sub(page));
        for (number, (index, text)) in rows.iter().enumerate().skip(top).take(page).enumerate() {
            let row = row(area, number as u16);
            self.entry(row, text, index == highlighted);
            self.seen.add(row, Action::Row(index));
        }
    }

    /// A row of a list.
    pub(crate) fn entry(&mut self, row: Rect, text: &str, is_highlighted: bool) {
        let role = if is_highlighted { Role::Selected } else { Role::Text };
        let style = self.style(role);
        self.buffer.set_style(row, style);
        // The sign says it where there are no colours.
        let sign = if is_highlighted { "›" } else { " " };
        let text = format!("{sign} {text}");
        self.write_styled(row, &text, style);
    }
}

/// A row of an area.
pub(crate) fn row(area: Rect, number: u16) -> Rect {
    let height = u16::from(number < area.height);
    Rect { y: area.y + number.min(area.height), height, ..area }
}

/// What is left of an area below its first rows.
pub(crate) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// The screen without its first and its last two lines.
pub(crate) fn body(area: Rect) -> Rect {
    Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area }.inner(Margin::new(1, 0))
}

/// An area of this size in the middle of another.
pub(crate) fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Text in lines of a width; lines after the first begin further in.
pub(crate) fn wrap(text: &str, width: u16, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(usize::from(width).max(8)).subsequent_indent(&indent);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Text without signs that plain terminals lack. Letters of languages stay.
fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '↑' => plain.push_str("Up"),
            '↓' => plain.push_str("Down"),
            '←' => plain.push_str("Left"),
            '→' => plain.push_str("Right"),
            '›' => plain.push('>'),
            '‹' => plain.push('<'),
            '…' => plain.push_str("..."),
            '–' | '·' => plain.push('-'),
            '█' => plain.push('#'),
            '░' => plain.push('.'),
            sign => plain.push(sign),
        }
    }
    plain
}

/// A frame of plain characters.
const ASCII: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

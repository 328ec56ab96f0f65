//! The page of a lesson or a puzzle: the board, and a panel with the players and their reserves, the choices, and
//! scrollable text.

use cairn_rules::Scene;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::panel;
use crate::context::Notice;
use crate::draw::fit::wrap;
use crate::draw::page::{below, row};
use crate::draw::{KeyHint, Page};
use crate::game::draw::{draw_board, draw_title};
use crate::game::{draw_entries, draw_lines};
use crate::theme::Role;
use crate::turn::{Entry, Turn};

/// The rows of a panel besides those of the players: a title, some choices and text, and the spaces between them. A
/// lower panel has no title, and shows its players last.
const MIN_BELOW_SEATS: u16 = 9;
/// The minimum height of the text.
const MIN_TEXT: u16 = 2;

/// The page of a lesson or a puzzle.
pub(crate) struct StudyPage<'a> {
    /// The name of the game.
    pub(crate) name: &'a str,
    pub(crate) scene: Scene,
    pub(crate) turn: &'a Turn,
    /// Whether a person may act on the board now.
    pub(crate) is_open: bool,
    pub(crate) is_flipped: bool,
    /// The choices for the next step, and the highlighted one.
    pub(crate) entries: (Vec<Entry>, Option<usize>),
    /// Paragraphs by their roles.
    pub(crate) text: Vec<(String, Role)>,
    /// The first visible line of the text.
    pub(crate) top: usize,
    /// A message about the next action.
    pub(crate) status: String,
}

/// Formats a paragraph about the last attempt.
pub(crate) fn verdict(notice: &Notice) -> (String, Role) {
    match notice {
        Notice::Info(text) => (text.clone(), Role::Title),
        Notice::Warning(text) => (text.clone(), Role::Warning),
    }
}

impl StudyPage<'_> {
    /// Draws the page. Calls `hints` with whether the text can be scrolled.
    pub(crate) fn draw(&self, page: &mut Page, hints: impl FnOnce(bool) -> Vec<KeyHint>) {
        let cursor = self.turn.cursor.filter(|_| self.is_open);
        let panel = draw_board(&self.scene, cursor, self.is_flipped, &self.status, page);
        self.draw_panel(panel, page);
        let hints = hints(page.hit_areas.max_scroll() > 0);
        page.footer(&self.status, &hints);
        if let Some(input) = &self.turn.typed {
            page.prompt(page.text("app.type_move"), input);
        }
    }

    /// Draws the panel. The choices come first and are always visible; the text can be scrolled. In a low panel the
    /// players come after the text.
    fn draw_panel(&self, area: Rect, page: &mut Page) {
        let (theme, texts) = (page.ctx.theme, page.ctx.texts);
        let seats = |width| {
            let mut lines = panel::seats(&self.scene, theme, width, texts);
            lines.extend(panel::common(&self.scene, theme, width, texts));
            lines
        };
        let is_low = usize::from(area.height) < usize::from(MIN_BELOW_SEATS) + seats(area.width).len();
        let mut rest = area;
        if !is_low {
            rest = draw_title(self.name, "", rest, page);
            rest = below(draw_lines(seats(rest.width), page, rest), 1);
        }
        let (entries, highlighted) = &self.entries;
        if !entries.is_empty() {
            let room = Rect { height: rest.height.saturating_sub(MIN_TEXT + u16::from(!is_low)), ..rest };
            let after = draw_entries(entries, *highlighted, page, room).y;
            rest = below(rest, after - rest.y + u16::from(!is_low));
        }
        let lines = |width: u16, page: &Page| {
            let mut lines: Vec<Line> = Vec::new();
            for (number, (text, role)) in self.text.iter().enumerate() {
                if number > 0 && !is_low {
                    lines.push(Line::default());
                }
                lines.extend(wrap(text, width, 0).iter().map(|line| page.line(line, *role)));
            }
            if is_low {
                lines.extend(seats(width));
            }
            lines
        };
        let all = lines(rest.width, page);
        if all.len() <= rest.height.into() {
            page.scrolled(rest, 0, &all, draw_line);
            return;
        }
        let narrow = Rect { width: rest.width.saturating_sub(2), ..rest };
        let all = lines(narrow.width, page);
        page.scrolled(narrow, self.top, &all, draw_line);
        let top = self.top.min(page.hit_areas.max_scroll());
        let bar = Rect { x: narrow.right() + 1, width: 1, ..rest };
        let (up, down) = if theme.is_ascii() { ("^", "v") } else { ("▲", "▼") };
        if top > 0 {
            page.write(row(bar, 0), up, Role::Key);
        }
        if top < page.hit_areas.max_scroll() {
            page.write(row(bar, bar.height.saturating_sub(1)), down, Role::Key);
        }
    }
}

fn draw_line(page: &mut Page, row: Rect, line: &Line<'static>) {
    draw_lines(vec![line.clone()], page, row);
}

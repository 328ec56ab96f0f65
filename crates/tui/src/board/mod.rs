//! A widget that draws the scene of any game.
//!
//! Everything that is drawn comes from the [`Scene`]: nothing here knows a game or a rule. Owners are
//! letters, heights are digits, and marks are brackets, so that nothing depends on colours alone.
//!
//! Reading order: `mod.rs` (the widget), `layout.rs` (where sites are on the screen), `face.rs` (what is drawn
//! on a site) with `glyphs.rs`, `surface.rs` (the board) with `strokes.rs` (its lines), `cursor.rs`, and
//! `panel.rs` (players and their numbers).

mod cursor;
mod face;
mod glyphs;
mod layout;
pub mod panel;
mod strokes;
mod surface;

use cairn_draw::mark_of;
use cairn_rules::{Ground, Mark, MarkKind, Scene, Site, SiteView};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;

use crate::theme::{Role, Theme};
use cursor::Highlight;
use face::{Face, Faces};

pub use cursor::{Direction, neighbour};
pub use layout::Layout;

/// How large the cells of a board are.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum CellSize {
    /// One row each; neighbours share the place for their brackets.
    Tiny,
    /// One row each.
    Small,
    /// Two rows and a frame.
    Medium,
    /// Three rows and a frame.
    Large,
    /// Five rows and a frame.
    Huge,
    /// Seven rows and a frame.
    Giant,
}

impl CellSize {
    /// Every size, from the smallest.
    pub const ALL: [Self; 6] = [Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge, Self::Giant];

    /// The rows of a cell.
    pub(crate) const fn rows(self) -> u16 {
        match self {
            Self::Tiny | Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 3,
            Self::Huge => 5,
            Self::Giant => 7,
        }
    }

    /// The columns of a cell, unless something wider is on the board.
    const fn columns(self) -> u16 {
        match self {
            Self::Tiny | Self::Small => 4,
            Self::Medium => 6,
            Self::Large => 8,
            Self::Huge => 12,
            Self::Giant => 16,
        }
    }
}

/// The area is too small for the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TooSmall {
    /// What the board needs with its smallest cells.
    pub needed: Size,
    /// The size of the area.
    pub available: Size,
}

/// A widget that draws a board.
#[derive(Copy, Clone, Debug)]
pub struct BoardView<'a> {
    scene: &'a Scene,
    theme: Theme,
    max_size: CellSize,
    cursor: Option<Site>,
    flipped: bool,
}

impl<'a> BoardView<'a> {
    /// A board in the largest cells that fit, seen from the side of row 1.
    pub const fn new(scene: &'a Scene, theme: Theme) -> Self {
        Self { scene, theme, max_size: CellSize::Giant, cursor: None, flipped: false }
    }

    /// Uses no larger cells than these.
    #[must_use]
    pub const fn at_most(self, max_size: CellSize) -> Self {
        Self { max_size, ..self }
    }

    /// Shows the cursor on a site.
    #[must_use]
    pub const fn cursor(self, cursor: Option<Site>) -> Self {
        Self { cursor, ..self }
    }

    /// Shows the board from the other side.
    #[must_use]
    pub const fn flipped(self, flipped: bool) -> Self {
        Self { flipped, ..self }
    }

    /// The size of the board with cells of a size.
    pub fn extent(&self, size: CellSize) -> Size {
        self.plan(size).1.extent()
    }

    /// The largest cells that fit into the area, if any do.
    pub fn fits(&self, area: Size) -> Option<CellSize> {
        self.sizes().find(|&size| is_within(self.extent(size), area))
    }

    /// The layout of the board in an area.
    pub fn layout(&self, area: Rect) -> Result<Layout, TooSmall> {
        self.fit(area.as_size()).map(|(_, layout)| layout.center(area))
    }

    fn plan(&self, size: CellSize) -> (Vec<Face>, Layout) {
        let faces = Faces::new(self.scene, self.theme, size).all();
        let layout = Layout::new(self.scene, &faces, size, self.flipped);
        (faces, layout)
    }

    /// The sizes that may be used, from the largest.
    fn sizes(&self) -> impl Iterator<Item = CellSize> {
        let max_size = self.max_size;
        CellSize::ALL.into_iter().rev().filter(move |&size| size <= max_size)
    }

    /// The largest layout that fits.
    fn fit(&self, available: Size) -> Result<(Vec<Face>, Layout), TooSmall> {
        let mut needed = Size::default();
        for size in self.sizes() {
            let plan = self.plan(size);
            needed = plan.1.extent();
            if is_within(needed, available) {
                return Ok(plan);
            }
        }
        Err(TooSmall { needed, available })
    }

    fn draw_site(&self, index: usize, face: &Face, layout: &Layout, buffer: &mut Buffer) {
        let site = Site(index as u16);
        let (Some(view), Some(cell)) = (self.scene.sites.get(index), layout.cell_of(site)) else { return };
        let mark = mark_of(self.scene, index);
        let is_empty = view.pile.is_none() && view.pawn.is_none();
        buffer.set_style(cell, Style::new().bg(self.background(view, mark)));
        if view.ground == Ground::Void && is_empty {
            let void = self.theme.signs().void.to_string().repeat(cell.width.into());
            for row in cell.rows() {
                buffer.set_string(row.x, row.y, &void, Style::new().fg(self.theme.line()));
            }
        }
        let top = cell.y + (cell.height - cell.height.min(face.rows.len() as u16)) / 2;
        for (row, y) in face.rows.iter().zip(top..) {
            let mut x = layout.start_of(face::width(row), cell);
            for run in row {
                (x, _) = buffer.set_stringn(x, y, &run.text, usize::MAX, run.style);
            }
        }
        let is_bare = is_empty && view.ground == Ground::Plain;
        let is_last = self.scene.marks.contains(&Mark { site, kind: MarkKind::Last });
        let highlight = Highlight { mark, is_last, is_cursor: self.cursor == Some(site), is_bare };
        highlight.draw(face, cell, layout, self.theme, buffer);
    }

    /// The background colour of a site.
    fn background(&self, site: &SiteView, mark: Option<MarkKind>) -> Color {
        match (mark, site.ground) {
            (Some(kind), _) => self.theme.mark_background(kind),
            (None, Ground::Plain) => self.theme.board(),
            (None, Ground::Void) => self.theme.page(),
            (None, Ground::Home(player)) => self.theme.home_background(self.scene, player),
        }
    }
}

fn is_within(inner: Size, outer: Size) -> bool {
    inner.width <= outer.width && inner.height <= outer.height
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let (faces, layout) = match self.fit(area.as_size()) {
            Ok((faces, layout)) => (faces, layout.center(area)),
            Err(TooSmall { needed, available }) => {
                // Numbers need no translation.
                let sizes =
                    format!("{}x{} < {}x{}", available.width, available.height, needed.width, needed.height);
                buffer.set_stringn(area.x, area.y, sizes, area.width.into(), self.theme.style(Role::Text));
                return;
            }
        };
        surface::draw(self.scene, &layout, self.theme, buffer);
        for (index, face) in faces.iter().enumerate() {
            self.draw_site(index, face, &layout, buffer);
        }
        surface::draw_coordinates(self.scene, &layout, self.theme, buffer);
    }
}

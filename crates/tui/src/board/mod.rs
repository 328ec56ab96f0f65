//! A widget that shows the board of any game in a window.
//!
//! The board comes from `cairn_draw::cells`; the widget chooses the size of the cells and the colours. `panel.rs` draws
//! the players and their facts.

pub mod panel;

use cairn_draw::cells::{Area, Board, CellStyle, ColorRole, Plan};
use cairn_rules::{Scene, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use crate::theme::{Role, Theme};

pub use cairn_draw::cells::CellSize;

/// The area is too small for the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TooSmall {
    /// The size of the board with its smallest cells.
    pub needed: Size,
    /// The size of the area.
    pub available: Size,
}

/// The position of a board on the screen.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Layout {
    /// The size of the cells.
    pub size: CellSize,
    /// The board with its coordinates.
    pub area: Rect,
    /// The board with its frame, without coordinates.
    pub board: Rect,
    inner: cairn_draw::cells::Layout,
}

impl Layout {
    /// Centres a board in an area.
    fn new(inner: cairn_draw::cells::Layout, area: Rect) -> Self {
        let x = area.x + area.width.saturating_sub(inner.area.width) / 2;
        let y = area.y + area.height.saturating_sub(inner.area.height) / 2;
        let rect = |area: Area| Rect::new(x + area.x, y + area.y, area.width, area.height);
        Self { size: inner.size, area: rect(inner.area), board: rect(inner.board), inner }
    }

    /// Returns the area of a site on the screen, without its frame.
    pub fn cell_of(&self, site: Site) -> Option<Rect> {
        let Area { x, y, width, height } = self.inner.cell_of(site)?;
        Some(Rect::new(self.area.x + x, self.area.y + y, width, height))
    }

    /// Returns the site at a position of the screen; `None` on frames and outside the board.
    pub fn site_at(&self, column: u16, row: u16) -> Option<Site> {
        self.inner.site_at(column.checked_sub(self.area.x)?, row.checked_sub(self.area.y)?)
    }
}

/// A widget that draws a board.
#[derive(Copy, Clone, Debug)]
pub struct BoardView<'a> {
    board: Board<'a>,
    theme: Theme,
    max_size: CellSize,
}

impl<'a> BoardView<'a> {
    /// Creates a board in the largest cells that fit, from the side of row 1.
    pub const fn new(scene: &'a Scene, theme: Theme) -> Self {
        let board = Board { scene, charset: theme.charset, cursor: None, flipped: false };
        Self { board, theme, max_size: CellSize::Giant }
    }

    /// Limits the size of the cells.
    #[must_use]
    pub const fn at_most(self, max_size: CellSize) -> Self {
        Self { max_size, ..self }
    }

    /// Shows the cursor on a site.
    #[must_use]
    pub const fn cursor(self, cursor: Option<Site>) -> Self {
        Self { board: Board { cursor, ..self.board }, ..self }
    }

    /// Shows the board from the other side.
    #[must_use]
    pub const fn flipped(self, flipped: bool) -> Self {
        Self { board: Board { flipped, ..self.board }, ..self }
    }

    /// Returns the size of the board with cells of a size.
    pub fn extent(&self, size: CellSize) -> Size {
        extent(&self.board.plan(size))
    }

    /// Returns the largest cell size that fits into the area, if there is one.
    pub fn fits(&self, area: Size) -> Option<CellSize> {
        self.fit(area).ok().map(|plan| plan.layout.size)
    }

    /// Returns the layout of the board in an area.
    pub fn layout(&self, area: Rect) -> Result<Layout, TooSmall> {
        self.fit(area.as_size()).map(|plan| Layout::new(plan.layout, area))
    }

    /// Returns the largest layout that fits.
    fn fit(&self, available: Size) -> Result<Plan<'a>, TooSmall> {
        let mut needed = Size::default();
        for size in CellSize::ALL.into_iter().rev().filter(|&size| size <= self.max_size) {
            let plan = self.board.plan(size);
            needed = extent(&plan);
            if needed.width <= available.width && needed.height <= available.height {
                return Ok(plan);
            }
        }
        Err(TooSmall { needed, available })
    }

    fn style(&self, style: CellStyle) -> Style {
        let color = |role: ColorRole| self.theme.color(role, self.board.scene);
        let mut shown = Style { fg: style.fg.map(color), bg: style.bg.map(color), ..Style::new() };
        shown = if style.bold { shown.add_modifier(Modifier::BOLD) } else { shown };
        if style.reversed { shown.add_modifier(Modifier::REVERSED) } else { shown }
    }
}

fn extent(plan: &Plan<'_>) -> Size {
    Size::new(plan.layout.area.width, plan.layout.area.height)
}

impl Theme {
    /// Returns the colour of a role on a board.
    fn color(self, role: ColorRole, scene: &Scene) -> Color {
        match role {
            ColorRole::Page => self.page(),
            ColorRole::Board => self.board(),
            ColorRole::Home(player) => self.home_background(scene, player),
            ColorRole::Line => self.line(),
            ColorRole::Faint => self.faint(),
            ColorRole::Muted => self.muted(),
            ColorRole::Cursor => self.cursor(),
            ColorRole::Mark(kind) => self.mark(kind),
            ColorRole::MarkGround(kind) => self.mark_background(kind),
            ColorRole::Face(owner) => self.piece_colors(scene, owner).face,
            ColorRole::Ink(owner) => self.piece_colors(scene, owner).ink,
            ColorRole::Edge(owner) => self.piece_colors(scene, owner).edge,
            ColorRole::PinFace { is_white } => self.pin_colors(is_white).face,
            ColorRole::PinInk { is_white } => self.pin_colors(is_white).ink,
        }
    }
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let plan = match self.fit(area.as_size()) {
            Ok(plan) => plan,
            Err(TooSmall { needed, available }) => {
                // Numbers need no translation.
                let sizes =
                    format!("{}x{} < {}x{}", available.width, available.height, needed.width, needed.height);
                buffer.set_stringn(area.x, area.y, sizes, area.width.into(), self.theme.style(Role::Text));
                return;
            }
        };
        let grid = plan.draw();
        let place = Layout::new(plan.layout, area).area;
        for (line, y) in grid.lines().zip(place.y..) {
            for (&(char, style), x) in line.iter().zip(place.x..) {
                // Blank cells of the board keep the background.
                if (char, style) != (' ', CellStyle::default())
                    && let Some(cell) = buffer.cell_mut((x, y))
                {
                    cell.set_char(char).set_style(self.style(style));
                }
            }
        }
    }
}

/// A direction on the screen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "directions")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Returns the next site in a direction of the screen; `None` at the edge of the board.
pub fn neighbour(scene: &Scene, from: Site, direction: Direction, flipped: bool) -> Option<Site> {
    let here = scene.sites.get(usize::from(from.0))?;
    let direction = if flipped { direction.opposite() } else { direction };
    // Returns the distance to a site straight ahead.
    let ahead = |column: u8, row: u8| {
        let (from, to, straight) = match direction {
            Direction::Up => (here.row, row, column == here.column),
            Direction::Down => (row, here.row, column == here.column),
            Direction::Right => (here.column, column, row == here.row),
            Direction::Left => (column, here.column, row == here.row),
        };
        to.checked_sub(from).filter(|&distance| straight && distance > 0)
    };
    let sites = scene.sites.iter().enumerate();
    let near = sites.filter_map(|(index, site)| Some((ahead(site.column, site.row)?, index))).min()?;
    Some(Site(near.1 as u16))
}

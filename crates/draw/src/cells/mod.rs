//! Renders the scene of any game to a grid of characters, for lines of text and for full-screen apps.
//!
//! Owners are letters, heights are digits, and marks are brackets, so nothing depends on colours alone. The [`Grid`]
//! has roles instead of colours.
//!
//! `layout` places the sites, `face` chooses the characters of a site with `glyphs`; `surface` draws the board, with
//! `strokes` for its lines, and `highlight` the marks and the cursor.

mod face;
mod glyphs;
mod grid;
mod highlight;
mod layout;
mod strokes;
mod surface;

use cairn_rules::{Ground, Mark, MarkKind, Scene, Site, SiteView};

use crate::mark_of;
use crate::text::{Charset, Signs};
use face::Face;
use highlight::Highlight;

pub(crate) use face::{Faces, Run};
pub(crate) use surface::home_row;

pub use grid::{Area, CellStyle, ColorRole, Grid};
pub use layout::Layout;

/// The size of a board's cells.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum CellSize {
    /// One row each without frames between them, for lines of text.
    DenseLine,
    /// One row each and a frame, for lines of text.
    Line,
    /// One row each; neighbours share the columns for their brackets.
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
    /// Every size for a window, from the smallest.
    pub const ALL: [Self; 6] = [Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge, Self::Giant];

    /// Returns the rows of a cell.
    pub const fn rows(self) -> u16 {
        match self {
            Self::DenseLine | Self::Line | Self::Tiny | Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 3,
            Self::Huge => 5,
            Self::Giant => 7,
        }
    }

    /// Returns the columns of a cell, unless the board has wider content.
    const fn columns(self) -> u16 {
        match self {
            Self::DenseLine | Self::Line => 3,
            Self::Tiny | Self::Small => 4,
            Self::Medium => 6,
            Self::Large => 8,
            Self::Huge => 12,
            Self::Giant => 16,
        }
    }

    /// Returns whether the size is for lines of text.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::DenseLine | Self::Line)
    }
}

/// A board to draw.
#[derive(Copy, Clone, Debug)]
pub struct Board<'a> {
    /// The position.
    pub scene: &'a Scene,
    /// The characters to draw with.
    pub charset: Charset,
    /// The site of the cursor.
    pub cursor: Option<Site>,
    /// Whether to show the board from the other side.
    pub flipped: bool,
}

/// A board with cells of one size.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    board: Board<'a>,
    faces: Vec<Face>,
    /// The layout, with the board in the top left corner.
    pub layout: Layout,
}

impl<'a> Board<'a> {
    /// Plans the board with cells of this size.
    pub fn plan(self, size: CellSize) -> Plan<'a> {
        let faces = Faces::new(self.scene, self.charset, size).all();
        let layout = Layout::new(self.scene, &faces, size, self.flipped);
        Plan { board: self, faces, layout }
    }
}

impl Plan<'_> {
    /// Draws the board.
    pub fn draw(&self) -> Grid {
        let mut grid = Grid::default();
        surface::draw(&self.board, &self.layout, &mut grid);
        for (index, face) in self.faces.iter().enumerate() {
            self.draw_site(index, face, &mut grid);
        }
        surface::draw_coordinates(&self.board, &self.layout, &mut grid);
        grid
    }

    fn draw_site(&self, index: usize, face: &Face, grid: &mut Grid) {
        let (Board { scene, charset, cursor, .. }, layout) = (self.board, &self.layout);
        let is_line = layout.size.is_line();
        let site = Site(index as u16);
        let (Some(view), Some(cell)) = (scene.sites.get(index), layout.cell_of(site)) else { return };
        let mark = mark_of(scene, index);
        let is_empty = view.pile.is_none() && view.pawn.is_none();
        if !is_line {
            grid.set_style(cell, CellStyle::bg(background(view, mark)));
        }
        let is_filled = !is_line || (layout.has_frames() && mark.is_none());
        if view.ground == Ground::Void && is_empty && is_filled {
            let void = Signs::of(charset).void.to_string().repeat(cell.width.into());
            for y in cell.y..cell.bottom() {
                grid.put(cell.x, y, &void, CellStyle::fg(ColorRole::Line));
            }
        }
        let top = cell.y + (cell.height - cell.height.min(face.rows.len() as u16)) / 2;
        for (row, y) in face.rows.iter().zip(top..) {
            let mut x = layout.start_of(face::width(row), cell);
            for run in row {
                grid.put(x, y, &run.text, run.style);
                x += run.text.chars().count() as u16;
            }
        }
        // In lines of text, a site has room for one mark only.
        let is_bare = !is_line && is_empty && view.ground == Ground::Plain;
        let is_last = !is_line && scene.marks.contains(&Mark { site, kind: MarkKind::Last });
        let highlight = Highlight { mark, is_last, is_cursor: cursor == Some(site), is_bare };
        highlight.draw(&self.board, face, cell, layout, grid);
    }
}

/// Returns the background of a site.
const fn background(site: &SiteView, mark: Option<MarkKind>) -> ColorRole {
    match (mark, site.ground) {
        (Some(kind), _) => ColorRole::MarkGround(kind),
        (None, Ground::Plain) => ColorRole::Board,
        (None, Ground::Void) => ColorRole::Page,
        (None, Ground::Home(player)) => ColorRole::Home(player),
    }
}

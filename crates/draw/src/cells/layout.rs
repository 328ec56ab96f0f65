//! Maps the sites of a board to the grid, and positions of the grid to sites.

use cairn_rules::{Scene, Site, Surface};

use super::CellSize;
use super::face::Face;
use super::grid::Area;
use super::surface::home_row;

/// The positions of a board and its sites on the grid.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Layout {
    /// The size of the cells.
    pub size: CellSize,
    /// The board with its coordinates.
    pub area: Area,
    /// The board with its frame, without coordinates.
    pub board: Area,
    /// The columns from left to right and the rows from top to bottom.
    pub(super) columns: Vec<Segment>,
    pub(super) rows: Vec<Segment>,
    is_framed: bool,
    surface: Surface,
    /// The column and the row of every site, from the top left corner.
    places: Vec<(usize, usize)>,
}

/// Consecutive columns or rows of the grid.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Segment {
    pub(super) start: u16,
    pub(super) length: u16,
}

impl Segment {
    /// Returns the middle, rounded down.
    pub(super) const fn middle(self) -> u16 {
        self.start + self.length.saturating_sub(1) / 2
    }

    /// Returns the first one after it.
    pub(super) const fn end(self) -> u16 {
        self.start + self.length
    }

    /// Creates segments of these lengths, starting at `start` and `gap` apart.
    fn row(start: u16, lengths: impl IntoIterator<Item = u16>, gap: u16) -> Vec<Self> {
        let mut next = start;
        let segment = |length| {
            let segment = Self { start: next, length };
            next += length + gap;
            segment
        };
        lengths.into_iter().map(segment).collect()
    }
}

/// The maximum width, in lines of text, of a board with columns of one width.
const MAX_EVEN_WIDTH: u16 = 80;

/// The size of cells and the gaps between them.
struct Pitch {
    /// The width of the widest cell.
    width: u16,
    height: u16,
    /// The distance between columns.
    across: u16,
    /// The distance between rows.
    down: u16,
    /// The width of the brackets of a site.
    brackets: u16,
    /// The space after the last column, for its right brackets where neighbours share theirs.
    trail: u16,
}

impl Pitch {
    /// Computes the sizes for pieces that are up to `face` characters wide.
    fn new(surface: Surface, size: CellSize, face: u16) -> Self {
        // Points are twice as many columns apart as rows, so that diagonals are straight.
        let (across, down) = match (surface, size) {
            (Surface::Squares, CellSize::Tiny | CellSize::Small | CellSize::DenseLine)
            | (Surface::Points, CellSize::Medium) => (0, 0),
            (Surface::Squares, _) => (1, 1),
            (Surface::Points, CellSize::Line) => (0, 2),
            (Surface::Points, _) => (0, 1),
        };
        // Medium points are three rows apart.
        let height = size.rows() + u16::from((surface, size) == (Surface::Points, CellSize::Medium));
        let trail = u16::from(size == CellSize::Tiny);
        let brackets = 2 - trail;
        let width = match (surface, size.is_line()) {
            (_, false) => size.columns().max(face + brackets),
            (Surface::Squares, true) => size.columns().max(face + brackets).next_multiple_of(2),
            (Surface::Points, true) => (face + 4).next_multiple_of(2).max(6),
        };
        Self { width, height, across, down, brackets, trail }
    }
}

impl Layout {
    /// Lays out the board in the top left corner of the grid.
    pub(super) fn new(scene: &Scene, faces: &[Face], size: CellSize, flipped: bool) -> Self {
        let (columns, rows) = (usize::from(scene.columns), usize::from(scene.rows));
        let turn =
            |at: usize, count: usize, turned: bool| if turned { count.saturating_sub(1 + at) } else { at };
        let place =
            |column: u8, row: u8| (turn(column.into(), columns, flipped), turn(row.into(), rows, !flipped));
        let places: Vec<_> = scene.sites.iter().map(|site| place(site.column, site.row)).collect();
        let pitch = Pitch::new(scene.surface, size, faces.iter().map(Face::width).max().unwrap_or(0));
        let frame = u16::from(scene.surface == Surface::Squares);
        let left = if scene.rows > 9 || size.is_line() { 3 } else { 2 };
        let count = u16::from(scene.columns);
        let inner_frames = if pitch.across > 0 { count } else { 1 };
        let is_too_wide = left + count * pitch.width + inner_frames >= MAX_EVEN_WIDTH;
        let mut widths = vec![pitch.width; columns];
        if size == CellSize::Tiny || (size.is_line() && frame == 1 && is_too_wide) {
            // Where every column counts, wide pieces widen only their own column.
            widths.fill(size.columns());
            for (face, &(column, _)) in faces.iter().zip(&places) {
                if let Some(width) = widths.get_mut(column) {
                    *width = (*width).max(face.width() + pitch.brackets);
                }
            }
        }
        // In lines of text, the first point is in the sixth column, or further right if its pieces are wide.
        let points_left =
            if size.is_line() && frame == 0 { 5_u16.saturating_sub((pitch.width - 1) / 2) } else { left };
        let columns = Segment::row(points_left + frame, widths, pitch.across);
        let rows = Segment::row(frame, vec![pitch.height; rows], pitch.down);
        let end = |segments: &[Segment]| segments.last().map_or(frame, |last| last.end()) + frame;
        let width = (end(&columns) + pitch.trail).saturating_sub(left);
        let board = Area { x: left, y: 0, width, height: end(&rows) };
        let homes = !size.is_line() && (0..scene.rows).any(|row| home_row(scene, row).is_some());
        let is_framed = frame == 1 && pitch.across > 0;
        let mut layout =
            Self { size, area: board, board, columns, rows, is_framed, surface: scene.surface, places };
        // A frame may have room for the column letters.
        let letters = u16::from(!layout.has_letters_in_frame());
        let width = board.right() + if homes { 3 } else { 0 };
        layout.area = Area { x: 0, y: 0, width, height: board.height + letters };
        layout
    }

    /// Returns whether the column letters are in the lower edge of the frame.
    pub(super) fn has_letters_in_frame(&self) -> bool {
        self.surface == Surface::Squares && !self.size.is_line()
    }

    /// Returns whether every cell has a separate frame.
    pub(super) const fn has_frames(&self) -> bool {
        self.is_framed
    }

    /// Returns where content of this width begins if it is centred in a cell. In the smallest cells the first column is
    /// only for the brackets, and the column after the cell belongs to the next one.
    pub(super) fn start_of(&self, width: u16, cell: Area) -> u16 {
        let brackets = u16::from(self.size == CellSize::Tiny);
        cell.x + brackets + cell.width.saturating_sub(brackets + width) / 2
    }

    /// Returns the middle of a site, where lines through it meet.
    pub(super) fn center_of(&self, site: Site) -> Option<(u16, u16)> {
        let (_, row) = self.segments(site)?;
        Some((self.start_of(1, self.cell_of(site)?), row.middle()))
    }

    /// Returns the columns and rows of a site.
    pub(super) fn segments(&self, site: Site) -> Option<(Segment, Segment)> {
        let &(column, row) = self.places.get(usize::from(site.0))?;
        Some((*self.columns.get(column)?, *self.rows.get(row)?))
    }

    /// Returns the area of a site, without its frame.
    pub fn cell_of(&self, site: Site) -> Option<Area> {
        let (column, row) = self.segments(site)?;
        Some(Area { x: column.start, y: row.start, width: column.length, height: row.length })
    }

    /// Returns the site at a position; `None` on frames and outside the board.
    pub fn site_at(&self, column: u16, row: u16) -> Option<Site> {
        let find = |segments: &[Segment], at: u16| {
            segments.iter().position(|segment| (segment.start..segment.end()).contains(&at))
        };
        let place = (find(&self.columns, column)?, find(&self.rows, row)?);
        self.places.iter().position(|&other| other == place).map(|index| Site(index as u16))
    }
}

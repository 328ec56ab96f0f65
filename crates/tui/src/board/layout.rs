//! Where every site of a board is on the screen, and which site is at a position of the screen.

use cairn_draw::text::home_row;
use cairn_rules::{Scene, Site, Surface};
use ratatui::layout::{Rect, Size};

use super::CellSize;
use super::face::Face;

/// Where a board is on the screen.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Layout {
    /// How large the cells are.
    pub size: CellSize,
    /// The board with its coordinates.
    pub area: Rect,
    /// The board with its frame, without coordinates.
    pub board: Rect,
    /// The columns from left to right and the rows from top to bottom.
    pub(super) columns: Vec<Segment>,
    pub(super) rows: Vec<Segment>,
    is_framed: bool,
    /// The column and the row of every site, as the screen counts them.
    places: Vec<(usize, usize)>,
}

/// Consecutive columns or rows of the screen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Segment {
    pub(super) start: u16,
    pub(super) length: u16,
}

impl Segment {
    /// The middle, rounded down.
    pub(super) const fn middle(self) -> u16 {
        self.start + self.length.saturating_sub(1) / 2
    }

    /// The first one after it.
    pub(super) const fn end(self) -> u16 {
        self.start + self.length
    }

    /// Segments of these lengths, from `start` on and `gap` apart.
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

/// The size of cells and the gaps between them.
struct Pitch {
    width: u16,
    height: u16,
    /// Between columns.
    across: u16,
    /// Between rows.
    down: u16,
    /// For the brackets of a site.
    brackets: u16,
    /// After the last column, for its right brackets where neighbours share theirs.
    trail: u16,
}

impl Pitch {
    /// For pieces that are up to `face` characters wide.
    fn new(surface: Surface, size: CellSize, face: u16) -> Self {
        // Twice as many columns as rows from point to point, so that diagonals are straight.
        let (across, down) = match (surface, size) {
            (Surface::Squares, CellSize::Tiny | CellSize::Small) | (Surface::Points, CellSize::Medium) => {
                (0, 0)
            }
            (Surface::Squares, _) => (1, 1),
            (Surface::Points, _) => (0, 1),
        };
        // Medium points are three rows apart.
        let height = size.rows() + u16::from((surface, size) == (Surface::Points, CellSize::Medium));
        let trail = u16::from(size == CellSize::Tiny);
        let brackets = 2 - trail;
        Self { width: size.columns().max(face + brackets), height, across, down, brackets, trail }
    }
}

impl Layout {
    /// The board in the top left corner of the screen.
    pub(super) fn new(scene: &Scene, faces: &[Face], size: CellSize, flipped: bool) -> Self {
        let (columns, rows) = (usize::from(scene.columns), usize::from(scene.rows));
        let turn =
            |at: usize, count: usize, turned: bool| if turned { count.saturating_sub(1 + at) } else { at };
        let place =
            |column: u8, row: u8| (turn(column.into(), columns, flipped), turn(row.into(), rows, !flipped));
        let places: Vec<_> = scene.sites.iter().map(|site| place(site.column, site.row)).collect();
        let pitch = Pitch::new(scene.surface, size, faces.iter().map(Face::width).max().unwrap_or(0));
        let mut widths = vec![pitch.width; columns];
        if size == CellSize::Tiny {
            // Where every column counts, wide pieces widen their own column alone.
            widths.fill(size.columns());
            for (face, &(column, _)) in faces.iter().zip(&places) {
                if let Some(width) = widths.get_mut(column) {
                    *width = (*width).max(face.width() + pitch.brackets);
                }
            }
        }
        let frame = u16::from(scene.surface == Surface::Squares);
        let left = if scene.rows > 9 { 3 } else { 2 };
        let columns = Segment::row(left + frame, widths, pitch.across);
        let rows = Segment::row(frame, vec![pitch.height; rows], pitch.down);
        let end = |segments: &[Segment]| segments.last().map_or(frame, |last| last.end()) + frame;
        let width = (end(&columns) + pitch.trail).saturating_sub(left);
        let board = Rect::new(left, 0, width, end(&rows));
        let homes = (0..scene.rows).any(|row| home_row(scene, row).is_some());
        // A frame has room for the letters of the columns.
        let area = Rect::new(0, 0, board.right() + if homes { 3 } else { 0 }, board.height + 1 - frame);
        let is_framed = scene.surface == Surface::Squares && size > CellSize::Small;
        Self { size, area, board, columns, rows, is_framed, places }
    }

    /// The size on the screen.
    pub(super) fn extent(&self) -> Size {
        self.area.as_size()
    }

    /// Moves the board from the top left corner to the middle of an area.
    pub(super) fn center(mut self, area: Rect) -> Self {
        let x = area.x + area.width.saturating_sub(self.area.width) / 2;
        let y = area.y + area.height.saturating_sub(self.area.height) / 2;
        for rect in [&mut self.area, &mut self.board] {
            rect.x += x;
            rect.y += y;
        }
        self.columns.iter_mut().for_each(|column| column.start += x);
        self.rows.iter_mut().for_each(|row| row.start += y);
        self
    }

    /// Whether every cell has a frame of its own.
    pub(super) const fn has_frames(&self) -> bool {
        self.is_framed
    }

    /// Where something so wide begins in the middle of a cell. In the smallest cells the first column is for
    /// the brackets alone, and the column after the cell is the next one's.
    pub(super) fn start_of(&self, width: u16, cell: Rect) -> u16 {
        let brackets = u16::from(self.size == CellSize::Tiny);
        cell.x + brackets + cell.width.saturating_sub(brackets + width) / 2
    }

    /// The middle of a site, where lines through it meet.
    pub(super) fn center_of(&self, site: Site) -> Option<(u16, u16)> {
        let (_, row) = self.segments(site)?;
        Some((self.start_of(1, self.cell_of(site)?), row.middle()))
    }

    /// The columns and rows of a site.
    pub(super) fn segments(&self, site: Site) -> Option<(Segment, Segment)> {
        let &(column, row) = self.places.get(usize::from(site.0))?;
        Some((*self.columns.get(column)?, *self.rows.get(row)?))
    }

    /// The area of a site on the screen, without its frame.
    pub fn cell_of(&self, site: Site) -> Option<Rect> {
        let (column, row) = self.segments(site)?;
        Some(Rect::new(column.start, row.start, column.length, row.length))
    }

    /// The site at a position of the screen; `None` on frames and outside the board.
    pub fn site_at(&self, column: u16, row: u16) -> Option<Site> {
        let find = |segments: &[Segment], at: u16| {
            segments.iter().position(|segment| (segment.start..segment.end()).contains(&at))
        };
        let place = (find(&self.columns, column)?, find(&self.rows, row)?);
        self.places.iter().position(|&other| other == place).map(|index| Site(index as u16))
    }
}

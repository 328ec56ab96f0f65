//! Decides where the cursor goes when an arrow is pressed.

use cairn_rules::{Scene, Site};

/// A way on the screen.
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

/// The next site from here as the screen shows it; none beyond the edge of the board.
pub fn neighbour(scene: &Scene, from: Site, direction: Direction, flipped: bool) -> Option<Site> {
    let here = scene.sites.get(usize::from(from.0))?;
    let direction = if flipped { direction.opposite() } else { direction };
    // How far a site lies ahead, if it lies straight ahead.
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

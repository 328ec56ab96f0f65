//! Text output: a board in lines of characters, with every piece as letters and digits, with or without colour.
//!
//! The board comes from [`cells`](crate::cells), `footer` adds the lines below, and `ansi` writes both. `legend`
//! explains the symbols. `graph` draws the course of a game.

mod ansi;
mod footer;
mod graph;
mod legend;
mod signs;

use cairn_rules::{Scene, Site, SiteView};
use cairn_texts::Texts;

use crate::cells::{Board, CellSize, CellStyle, ColorRole, Faces, Grid, Layout, Run, home_row};
use crate::description;

pub use graph::{bar_cell, graph, mark_line};
pub use legend::legend;
pub use signs::{Signs, brackets, letter};

/// The number of lines of the smallest terminal that a board should fit.
const SCREEN_LINES: u16 = 24;

/// The characters to draw with.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Charset {
    /// Box-drawing and a few other characters that nearly every terminal font has.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The style of a board as text.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Style {
    /// Whether to use ANSI escape codes for colour.
    pub color: bool,
    /// The characters to draw with.
    pub charset: Charset,
    /// The language of the lines below the board.
    pub texts: Texts,
    /// Whether to show the board from the other side.
    pub flipped: bool,
}

/// Renders the board with its coordinates, followed by the seats, the facts and the outcome.
pub fn render(scene: &Scene, style: Style) -> String {
    let board = Board { scene, charset: style.charset, cursor: None, flipped: style.flipped };
    let roomy = board.plan(CellSize::Line);
    // The footer must also fit on the screen.
    let max_lines = SCREEN_LINES.saturating_sub(footer::height(scene) as u16);
    let plan = if roomy.layout.area.height <= max_lines { roomy } else { board.plan(CellSize::DenseLine) };
    let mut grid = plan.draw();
    draw_homes(scene, &plan.layout, style, &mut grid);
    footer::draw(scene, style, &mut grid);
    ansi::write(&grid, scene, style.color)
}

/// Writes the names of the players beside their homes.
fn draw_homes(scene: &Scene, layout: &Layout, style: Style, grid: &mut Grid) {
    for (index, site) in scene.sites.iter().enumerate().filter(|(_, site)| site.column == 0) {
        let (Some(player), Some(cell)) = (home_row(scene, site.row), layout.cell_of(Site(index as u16)))
        else {
            continue;
        };
        let player = description::seat_name(scene, player, style.texts);
        let home = style.texts.format("scene.home", &[("player", &player)]);
        grid.put(layout.board.right() + 1, cell.y, &home, CellStyle::fg(ColorRole::Muted));
    }
}

/// Renders the board in plain rows, with annotations, such as the values of moves, instead of the pieces on their
/// sites.
pub fn render_annotated(scene: &Scene, annotations: &[(Site, String)], style: Style) -> String {
    let faces = Faces::new(scene, style.charset, CellSize::Line);
    let label = |(index, site): (usize, &SiteView)| -> Vec<Run> {
        if let Some((_, text)) = annotations.iter().find(|(site, _)| usize::from(site.0) == index) {
            return vec![Run { text: text.clone(), style: CellStyle::default().bold() }];
        }
        let is_empty = site.pile.is_none() && site.pawn.is_none();
        if is_empty { vec![faces.sign(site.ground)] } else { faces.face(site).rows.concat() }
    };
    let labels: Vec<Vec<Run>> = scene.sites.iter().enumerate().map(label).collect();
    let width = |label: &Vec<Run>| label.iter().map(|run| run.text.chars().count() as u16).sum();
    let column_width = 2 + labels.iter().map(width).max().unwrap_or(1);
    let muted = CellStyle::fg(ColorRole::Muted);
    let mut grid = Grid::default();
    for (site, label) in scene.sites.iter().zip(labels) {
        let y = u16::from(scene.rows.saturating_sub(1 + site.row));
        let mut x = 4 + u16::from(site.column) * column_width;
        grid.put(0, y, &format!("{:>2}", site.row + 1), muted);
        for run in label {
            grid.put(x, y, &run.text, run.style);
            x += run.text.chars().count() as u16;
        }
    }
    for site in scene.sites.iter().filter(|site| site.row == 0) {
        let letters: String = site.name.chars().take_while(char::is_ascii_alphabetic).collect();
        grid.put(4 + u16::from(site.column) * column_width, scene.rows.into(), &letters, muted);
    }
    ansi::write(&grid, scene, style.color)
}

//! Decides how a scene looks as a picture: an SVG without fonts, scripts or anything from outside.
//!
//! The board is a group with the role `grid` that holds a `row` for each row, top row first, and in
//! it a `gridcell` for each site with its description as `aria-label` and its index in the scene as
//! `data-site`, so that a page can make it live without drawing anything itself.

mod glyphs;
mod ground;
mod lettering;
mod marks;
mod panel;
mod paper;
mod pieces;
mod theme;

use cairn_rules::{Scene, Site};

use crate::words::ENGLISH;
use crate::{describe, marking, words};
use lettering::{Anchor, Hand};
use paper::{Num, Paper};
use theme::Palette;

pub use theme::Theme;

/// The side of a square, and the way from point to point.
const CELL: f32 = 100.0;
/// The frame around the squares, in which the coordinates stand.
const FRAME: f32 = 44.0;
/// What is left free around everything.
const MARGIN: f32 = 16.0;

/// What a part of the picture is drawn from and where it is drawn to.
struct Easel<'a> {
    scene: &'a Scene,
    /// What is written on sites.
    words: &'a [(Site, String)],
    palette: &'static Palette,
    paper: Paper,
}

/// The scene as an SVG document.
pub fn render(scene: &Scene, theme: Theme) -> String {
    render_with(scene, &[], theme)
}

/// The scene as an SVG document with words on some sites, such as what it is worth to move there.
pub fn render_with(scene: &Scene, words: &[(Site, String)], theme: Theme) -> String {
    let size = (f32::from(scene.columns) * CELL, f32::from(scene.rows) * CELL);
    let board = (size.0 + 2.0 * FRAME, size.1 + 2.0 * FRAME);
    let width = board.0 + 2.0 * MARGIN;
    let panel = panel::Panel::new(scene, board.0);
    let height = board.1 + 2.0 * MARGIN + panel.height();

    let mut easel = Easel { scene, words, palette: Palette::of(theme), paper: Paper::default() };
    let view = format!("0 0 {} {}", Num(width), Num(height));
    let svg = easel.paper.tag("svg").attr("xmlns", "http://www.w3.org/2000/svg");
    let svg = svg.attr("viewBox", &view).attr("role", "group");
    svg.attr("stroke-linecap", "round").attr("stroke-linejoin", "round").open();
    easel.paper.words("title", &title(scene));
    easel.paper.words("desc", &words::summary(scene, ENGLISH));
    let page = easel.palette.page;
    easel.paper.rect((0.0, 0.0), (width, height), 0.0).fill(page).done();
    easel.board(board);
    panel.draw(&mut easel, (MARGIN, board.1 + 2.0 * MARGIN));
    easel.paper.close("svg");
    easel.paper.finish()
}

fn title(scene: &Scene) -> String {
    let board = format!("Board of {} columns and {} rows", scene.columns, scene.rows);
    match (scene.outcome, scene.to_move) {
        (Some(outcome), _) => format!("{board}, {}", words::outcome(scene, outcome, ENGLISH)),
        (None, Some(player)) => format!("{board}, {} to move", words::seat_name(scene, player, ENGLISH)),
        (None, None) => board,
    }
}

impl Easel<'_> {
    fn board(&mut self, size: (f32, f32)) {
        let Palette { board, board_edge, shadow_strength, .. } = *self.palette;
        let shadow = self.paper.rect((MARGIN, MARGIN + 4.0), size, 20.0).fill("#000");
        shadow.attr("fill-opacity", shadow_strength).done();
        self.paper.rect((MARGIN, MARGIN), size, 20.0).fill(board).stroke(board_edge, 2.0).done();
        self.coordinates(size);
        ground::lines(self);
        self.paper.tag("g").attr("role", "grid").attr("aria-label", "Board").open();
        for row in (0..self.scene.rows).rev() {
            self.paper.tag("g").attr("role", "row").open();
            let sites = self.scene.sites.iter().enumerate();
            for (index, site) in sites.filter(|(_, site)| site.row == row) {
                let (x, y) = self.place(site.column, site.row);
                let cell = self.paper.tag("g").attr("role", "gridcell");
                let word = self.words.iter().find(|(site, _)| usize::from(site.0) == index);
                let mut label = describe(site, self.scene, ENGLISH);
                if let Some((_, word)) = word {
                    label = format!("{label}: {word}");
                }
                let cell = cell.attr("aria-label", &label);
                cell.num("data-site", index as f32).at(x, y).open();
                let mark = marking::mark_of(self.scene, index);
                ground::draw(self, site);
                if let Some(kind) = mark {
                    marks::draw(self, site, kind);
                }
                pieces::draw(self, site);
                if let Some((_, word)) = word {
                    self.plate(word);
                }
                self.paper.close("g");
            }
            self.paper.close("g");
        }
        self.paper.close("g");
    }

    /// A word on a plate in the middle of a site.
    fn plate(&mut self, word: &str) {
        let Palette { page, board_edge, text, .. } = *self.palette;
        let hand = Hand { color: text, size: 19.0, weight: 2.4 };
        let half = hand.width(word) / 2.0 + 9.0;
        self.paper.rect((-half, -19.0), (2.0 * half, 38.0), 9.0).fill(page).stroke(board_edge, 2.0).done();
        hand.write(&mut self.paper, (0.0, 0.0), Anchor::Middle, word);
    }

    /// The middle of a site.
    fn place(&self, column: u8, row: u8) -> (f32, f32) {
        let from_top = self.scene.rows.saturating_sub(1).saturating_sub(row);
        let at = |cells: u8| MARGIN + FRAME + (f32::from(cells) + 0.5) * CELL;
        (at(column), at(from_top))
    }

    /// Letters and numbers on all four sides.
    fn coordinates(&mut self, size: (f32, f32)) {
        let hand = Hand { color: self.palette.muted, size: 19.0, weight: 2.0 };
        for column in 0..self.scene.columns {
            let (x, _) = self.place(column, 0);
            let letter = char::from(b'a' + column.min(25)).to_string();
            // Small letters have their middle lower than capitals.
            for y in [MARGIN + FRAME / 2.0 - 2.0, MARGIN + size.1 - FRAME / 2.0 - 2.0] {
                hand.write(&mut self.paper, (x, y), Anchor::Middle, &letter);
            }
        }
        for row in 0..self.scene.rows {
            let (_, y) = self.place(0, row);
            for x in [MARGIN + FRAME / 2.0, MARGIN + size.0 - FRAME / 2.0] {
                hand.write(&mut self.paper, (x, y), Anchor::Middle, &(row + 1).to_string());
            }
        }
    }
}

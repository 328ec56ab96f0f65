//! SVG output without fonts, scripts or external resources.
//!
//! The board is a group with the role `grid` that contains a `row` for each row, top row first, and in it a `gridcell`
//! for each site with its description as `aria-label` and its name as `data-site`, so that a web page can make it
//! interactive. [`render`] draws a standalone picture; [`page`] draws only the board, for a page that defines its own
//! colours and words, with the pieces of a site as `data-piece`.
//!
//! `ground`, `marks` and `pieces` draw a site from the bottom up, and `panel` the lines below the board. `theme`
//! defines the colours, `lettering` and `glyphs` the built-in stroke font, and `writer` the SVG syntax. `graph` draws
//! the course of a game, `chart` results and statistics.

mod chart;
mod glyphs;
mod graph;
mod ground;
mod lettering;
mod marks;
mod panel;
mod pieces;
mod theme;
mod writer;

use cairn_rules::{MarkKind, Pile, Player, Scene, Site, SiteView, Surface};
use cairn_texts::Texts;

use crate::{column_letter, describe, description, mark_of, rotated, row_number};
use lettering::{Anchor, TextStyle};
use theme::Palette;
use writer::{Num, SvgWriter};

pub use chart::chart;
pub use graph::{graph, page_graph};
pub use theme::{Theme, page_colors};

/// The side of a square, or the distance between points.
const CELL: f32 = 100.0;
/// The width of the frame around the squares, which contains the coordinates.
const FRAME: f32 = 44.0;
/// The margin around everything.
const MARGIN: f32 = 16.0;

/// The width of the frame of a board on each side.
#[derive(Copy, Clone)]
struct Frame {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Frame {
    /// Coordinates on all sides.
    const PICTURE: Self = Self { left: FRAME, top: FRAME, right: FRAME, bottom: FRAME };
    /// Coordinates on the left and below, so that a page has more room for the squares.
    const PAGE: Self = Self { left: 26.0, top: 8.0, right: 8.0, bottom: 28.0 };
}

/// Options for drawing a board.
#[derive(Copy, Clone, Default, Debug)]
pub struct Options<'a> {
    /// The colours of [`render`]; a page defines its own.
    pub theme: Theme,
    /// The language of title, description and labels. The panel below the board is in English, the language for
    /// which the built-in font has all letters.
    pub texts: Texts,
    /// Whether to show the board from the other side.
    pub flipped: bool,
    /// Annotations of sites, besides the scene.
    pub notes: Notes<'a>,
}

impl Options<'_> {
    /// Creates the default options with labels in a language.
    pub fn new(texts: Texts) -> Self {
        Self { texts, ..Self::default() }
    }
}

/// Annotations of sites, besides the scene.
#[derive(Copy, Clone, Default, Debug)]
pub struct Notes<'a> {
    /// Texts, such as the values of moves.
    pub values: &'a [(Site, String)],
    /// The sites that the rules force the player to choose.
    pub forced: &'a [Site],
    /// The sites where the opponent's next turn could cost the player to move something.
    pub threatened: &'a [Site],
}

/// A scene, the options, and the SVG under construction.
struct Painter<'a> {
    scene: &'a Scene,
    options: Options<'a>,
    palette: &'static Palette,
    /// Whether a script of a page has to find the pieces.
    is_page: bool,
    frame: Frame,
    svg: SvgWriter,
}

/// Renders the scene as an SVG document: the board, and below it the seats, the facts and the outcome.
pub fn render(scene: &Scene, options: Options<'_>) -> String {
    let scene = if options.flipped { &rotated(scene) } else { scene };
    let frame = Frame::PICTURE;
    let board = board_size(scene, frame);
    let width = board.0 + 2.0 * MARGIN;
    let panel = panel::Panel::new(scene, board.0);
    let height = board.1 + 2.0 * MARGIN + panel.height();

    let palette = Palette::of(options.theme);
    let mut painter = Painter { scene, options, palette, is_page: false, frame, svg: SvgWriter::default() };
    let view = format!("0 0 {} {}", Num(width), Num(height));
    let svg = painter.svg.tag("svg").attr("xmlns", "http://www.w3.org/2000/svg");
    let svg = svg.attr("viewBox", &view).attr("role", "group");
    svg.attr("stroke-linecap", "round").attr("stroke-linejoin", "round").open();
    painter.svg.text_element("title", &title(scene, options.texts));
    painter.svg.text_element("desc", &description::summary(scene, options.texts));
    painter.svg.rect((0.0, 0.0), (width, height), 0.0).fill(palette.page).done();
    painter.board(board);
    panel.draw(&mut painter, (MARGIN, board.1 + 2.0 * MARGIN));
    painter.svg.close("svg");
    painter.svg.finish()
}

/// Renders the board of a scene for a web page: without panel and background, in colours that the page defines by
/// [`page_colors`].
///
/// The pieces on a site are a group whose `data-piece` is its kind, the number of its owner's seat (`-` if it is
/// neutral), its height, and the seat of the pieces below the top, or of each of them from the top down in a mixed
/// pile: `pile 0 3 -`, `pile 0 4 1,1,0`, `pawn 1 1 1`. `translate` positions all parts, so that a script can turn the
/// board around: sites, letters (`data-label` with `data-along=x`) and numbers (`data-along=y`), and all lines at once
/// (`data-lines`). Elements of the class `target` mark a player's choices.
pub fn page(scene: &Scene, options: Options<'_>) -> String {
    let scene = if options.flipped { &rotated(scene) } else { scene };
    let frame = Frame::PAGE;
    let board = board_size(scene, frame);
    let palette = Palette::for_page();
    let mut painter = Painter { scene, options, palette, is_page: true, frame, svg: SvgWriter::default() };
    // The shadow of the board needs some room, and its frame half a line.
    let (left, width) = (MARGIN - 2.0, board.0 + 4.0);
    let view = format!("{} {} {} {}", Num(left), Num(left), Num(width), Num(board.1 + 8.0));
    let svg = painter.svg.tag("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("viewBox", &view);
    // The size is large, so that a page that limits only width and height gets the largest board that fits.
    let svg = svg.num("width", width * 4.0).num("height", (board.1 + 8.0) * 4.0);
    svg.attr("stroke-linecap", "round").attr("stroke-linejoin", "round").open();
    painter.board(board);
    painter.svg.close("svg");
    painter.svg.finish()
}

/// Returns the sites of a board of [`page`] that differ after a move, by name, each as the element that replaces the
/// old one.
pub fn changed_sites(before: &Scene, after: &Scene, options: Options<'_>) -> Vec<(String, String)> {
    let (frame, palette) = (Frame::PAGE, Palette::for_page());
    let pairs = before.sites.iter().zip(&after.sites).enumerate();
    let changed = pairs.filter(|(index, (old, new))| old != new || mark_of(after, *index).is_some());
    let draw = |(index, (_, new)): (usize, (&SiteView, &SiteView))| {
        let svg = SvgWriter::default();
        let mut painter = Painter { scene: after, options, palette, is_page: true, frame, svg };
        painter.site(index, new);
        (new.name.clone(), painter.svg.finish())
    };
    changed.map(draw).collect()
}

/// Draws a square with a mark, for the legend of a page; the marks have the names of their attributes: `choice`,
/// `last`.
pub fn mark_sample(mark: &str) -> String {
    let mut site = SiteView::new(0, 0);
    if mark != "choice" {
        site.pile = Some(Pile::of(Some(Player::FIRST), 1));
    }
    let scene = Scene {
        columns: 1,
        rows: 1,
        surface: Surface::Squares,
        sites: Vec::new(),
        lines: Vec::new(),
        seats: Vec::new(),
        unowned: "neutral",
        facts: Vec::new(),
        to_move: None,
        outcome: None,
        verdict: None,
        marks: Vec::new(),
    };
    let (frame, palette) = (Frame::PAGE, Palette::for_page());
    let svg = SvgWriter::default();
    let mut painter =
        Painter { scene: &scene, options: Options::default(), palette, is_page: false, frame, svg };
    let svg = painter.svg.tag("svg").attr("class", "sample").attr("viewBox", "-52 -52 104 104");
    svg.attr("aria-hidden", "true").open();
    ground::draw(&mut painter, &site);
    if let Some(kind) = marks::of_name(mark) {
        marks::draw(&mut painter, &site, kind);
    }
    if mark == "forced" {
        marks::forced(&mut painter);
    }
    pieces::draw(&mut painter, &site);
    if mark == "threatened" {
        marks::threatened(&mut painter);
    }
    painter.svg.close("svg");
    painter.svg.finish()
}

/// Returns the size of the board with its frame.
fn board_size(scene: &Scene, frame: Frame) -> (f32, f32) {
    let side = |cells: u8, edges: f32| f32::from(cells) * CELL + edges;
    (side(scene.columns, frame.left + frame.right), side(scene.rows, frame.top + frame.bottom))
}

fn title(scene: &Scene, texts: Texts) -> String {
    let size = texts.format("scene.size", &[("columns", &scene.columns), ("rows", &scene.rows)]);
    match (scene.outcome, scene.to_move) {
        (Some(outcome), _) => format!("{size}, {}", description::outcome(scene, outcome, texts)),
        (None, Some(player)) => {
            let player = description::seat_name(scene, player, texts);
            format!("{size}, {}", texts.format("scene.turn", &[("player", &player)]))
        }
        (None, None) => size,
    }
}

impl Painter<'_> {
    fn board(&mut self, size: (f32, f32)) {
        let Palette { board, board_edge, shadow_opacity, .. } = *self.palette;
        let shadow = self.svg.rect((MARGIN, MARGIN + 4.0), size, 20.0).fill("#000");
        shadow.attr("fill-opacity", shadow_opacity).done();
        self.svg.rect((MARGIN, MARGIN), size, 20.0).fill(board).stroke(board_edge, 2.0).done();
        self.coordinates(size);
        ground::lines(self);
        self.svg
            .tag("g")
            .attr("role", "grid")
            .attr("aria-label", self.options.texts.text("scene.board"))
            .open();
        for row in (0..self.scene.rows).rev() {
            self.svg.tag("g").attr("role", "row").open();
            let sites = self.scene.sites.iter().enumerate();
            for (index, site) in sites.filter(|(_, site)| site.row == row) {
                self.site(index, site);
            }
            self.svg.close("g");
        }
        self.svg.close("g");
    }

    /// Draws a site with everything on it, as a cell of the grid.
    fn site(&mut self, index: usize, site: &SiteView) {
        let (x, y) = self.center(site.column, site.row);
        let cell = self.svg.tag("g").attr("role", "gridcell");
        let here = |other: &Site| usize::from(other.0) == index;
        let (is_forced, is_threatened) =
            (self.options.notes.forced.iter().any(here), self.options.notes.threatened.iter().any(here));
        let annotation = self.options.notes.values.iter().find(|(site, _)| here(site));
        let mut label = describe(site, self.scene, self.options.texts);
        for (is_so, key) in [(is_forced, "site.forced"), (is_threatened, "site.threatened")] {
            if is_so {
                label = format!("{label}, {}", self.options.texts.text(key));
            }
        }
        if let Some((_, text)) = annotation {
            label = format!("{label}: {text}");
        }
        let cell = cell.attr("aria-label", &label).attr("data-site", &site.name);
        let mark = mark_of(self.scene, index);
        let mut cell = match mark {
            Some(kind) if self.is_page => cell.attr("data-mark", marks::name(kind)),
            _ => cell,
        };
        for (is_so, name) in [(is_forced, "data-forced"), (is_threatened, "data-threatened")] {
            if is_so {
                cell = cell.attr(name, "");
            }
        }
        cell.at(x, y).open();
        ground::draw(self, site);
        match mark {
            Some(kind @ MarkKind::Choice) if self.is_page => {
                self.svg.tag("g").attr("class", "target").open();
                marks::draw(self, site, kind);
                self.svg.close("g");
            }
            Some(kind) => marks::draw(self, site, kind),
            None => {}
        }
        if is_forced {
            marks::forced(self);
        }
        pieces::draw(self, site);
        if is_threatened {
            marks::threatened(self);
        }
        if let Some((_, text)) = annotation {
            self.annotation(text);
        }
        self.svg.close("g");
    }

    /// Draws an annotation on a plate in the centre of a site.
    fn annotation(&mut self, text: &str) {
        let Palette { page, board_edge, text: color, .. } = *self.palette;
        let style = TextStyle { color, size: 19.0, weight: 2.4 };
        let half = style.width(text) / 2.0 + 9.0;
        self.svg.rect((-half, -19.0), (2.0 * half, 38.0), 9.0).fill(page).stroke(board_edge, 2.0).done();
        style.write(&mut self.svg, (0.0, 0.0), Anchor::Middle, text);
    }

    /// Returns the first letter of a player's name in the language of the page or of the picture's labels.
    fn letter(&self, player: Player) -> String {
        let seat = self.scene.seats.get(player.index());
        let name = seat.map_or(player.name(), |seat| self.options.texts.seat(seat.name));
        name.chars().next().unwrap_or(' ').to_uppercase().collect()
    }

    /// Returns the centre of a site.
    fn center(&self, column: u8, row: u8) -> (f32, f32) {
        let from_top = self.scene.rows.saturating_sub(1).saturating_sub(row);
        let at = |cells: u8, edge: f32| MARGIN + edge + (f32::from(cells) + 0.5) * CELL;
        (at(column, self.frame.left), at(from_top, self.frame.top))
    }

    /// Draws letters and numbers on the edges: on all four of a picture, on two of a page.
    fn coordinates(&mut self, size: (f32, f32)) {
        let Frame { left, top, right, bottom } = self.frame;
        for column in 0..self.scene.columns {
            let (x, _) = self.center(column, 0);
            let letter = column_letter(self.scene, column, self.options.flipped);
            if !self.is_page {
                // Lowercase letters are centred lower than capitals.
                self.label((x, MARGIN + top / 2.0 - 2.0), &letter, "x");
            }
            self.label((x, MARGIN + size.1 - bottom / 2.0 - 2.0), &letter, "x");
        }
        for row in 0..self.scene.rows {
            let (_, y) = self.center(0, row);
            let number = row_number(self.scene, row, self.options.flipped).to_string();
            self.label((MARGIN + left / 2.0, y), &number, "y");
            if !self.is_page {
                self.label((MARGIN + size.0 - right / 2.0, y), &number, "y");
            }
        }
    }

    /// Draws a coordinate of the sites along an axis.
    fn label(&mut self, at: (f32, f32), text: &str, axis: &'static str) {
        let style = TextStyle { color: self.palette.muted, size: 19.0, weight: 2.0 };
        if self.is_page {
            self.svg.tag("g").attr("data-label", text).attr("data-along", axis).at(at.0, at.1).open();
            style.write(&mut self.svg, (0.0, 0.0), Anchor::Middle, text);
            self.svg.close("g");
        } else {
            style.write(&mut self.svg, at, Anchor::Middle, text);
        }
    }
}

//! The contents of a site: pieces as letters, digits and symbols, in one row or as discs of several rows. A pile is as
//! high as its cell allows: a label on the topmost piece, and the others as layers under it.

use cairn_rules::{Ground, Layer, Pile, PileState, Pins, Player, Scene, SiteView, Surface};

use super::CellSize;
use super::glyphs::Glyphs;
use super::grid::{CellStyle, ColorRole};
use crate::text::{Charset, Signs, letter};

/// The minimum width of pieces that can have pins, and of labels in cells of more than one row.
const MIN_WIDTH: usize = 4;

/// A few characters in one style.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) style: CellStyle,
}

/// The drawing of one site, row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Face {
    pub(crate) rows: Vec<Vec<Run>>,
}

impl Face {
    /// Returns the width of the widest row.
    pub(crate) fn width(&self) -> u16 {
        self.rows.iter().map(|row| width(row)).max().unwrap_or(0)
    }
}

/// Returns the width of a row.
pub(super) fn width(row: &[Run]) -> u16 {
    row.iter().map(|run| run.text.chars().count()).sum::<usize>() as u16
}

/// Creates the faces of a scene for cells of one size.
pub(crate) struct Faces<'a> {
    scene: &'a Scene,
    charset: Charset,
    size: CellSize,
    signs: Signs,
    glyphs: &'static Glyphs,
}

impl<'a> Faces<'a> {
    pub(crate) fn new(scene: &'a Scene, charset: Charset, size: CellSize) -> Self {
        Self { scene, charset, size, signs: Signs::of(charset), glyphs: Glyphs::of(charset) }
    }

    /// Returns the faces of all sites.
    pub(super) fn all(&self) -> Vec<Face> {
        self.scene.sites.iter().map(|site| self.face(site)).collect()
    }

    pub(crate) fn face(&self, site: &SiteView) -> Face {
        let rows = match (self.size, self.scene.surface) {
            (CellSize::Line | CellSize::DenseLine, _) => vec![self.one_row(site, 0)],
            (CellSize::Tiny, _) => vec![self.one_row(site, 1)],
            (CellSize::Small, _) => vec![self.one_row(site, 2)],
            (CellSize::Medium, Surface::Points) => vec![self.one_row(site, MIN_WIDTH)],
            _ => self.standing(site),
        };
        Face { rows }
    }

    /// Draws everything in one row: `b7`, `w2.3`, `♜w3`, `○2♙b`.
    fn one_row(&self, site: &SiteView, least: usize) -> Vec<Run> {
        // Pieces that can have pins reserve their full width from the start, unless every column counts.
        let has_room =
            |pile: &Pile| pile.pins.is_some() && !self.size.is_line() && self.size > CellSize::Tiny;
        let room = |pile: &Pile| if has_room(pile) { MIN_WIDTH } else { least };
        let pile = site.pile.iter().flat_map(|pile| match pile.state {
            PileState::Claimed => vec![chip(&self.full_label(pile), pile.owner(), room(pile))],
            _ if pile.is_mixed() => self.layers(pile.layers().rev(), pile.state),
            _ => vec![chip(&self.full_label(pile), pile.owner(), room(pile))],
        });
        let pawn = site.pawn.map(|player| self.pawn(player, least));
        let pieces: Vec<Run> = pile.chain(pawn).collect();
        if pieces.is_empty() { self.ground(site.ground) } else { pieces }
    }

    /// Draws all rows of a cell. Pieces stand on the lower edge of a square, or around a point.
    fn standing(&self, site: &SiteView) -> Vec<Vec<Run>> {
        let room = usize::from(self.size.rows());
        let mut rows = match (&site.pile, site.pawn) {
            (Some(pile), pawn) => self.pile(pile, pawn, room),
            (None, Some(pawn)) => self.lone_pawn(pawn, room),
            (None, None) => {
                let mut rows = vec![Vec::new(); room];
                rows[(room - 1) / 2] = self.framed_ground(site.ground);
                rows
            }
        };
        let missing = room.saturating_sub(rows.len());
        let below = if self.scene.surface == Surface::Points { missing / 2 } else { 0 };
        rows.splice(0..0, vec![Vec::new(); missing - below]);
        rows.resize(room, Vec::new());
        rows
    }

    /// Draws a pile in at most this many rows, with or without a pawn on it: an upper edge if there is room, a label,
    /// and the rows under it.
    fn pile(&self, pile: &Pile, pawn: Option<Player>, room: usize) -> Vec<Vec<Run>> {
        if pile.is_mixed() && pile.state != PileState::Claimed {
            return self.mixed_pile(pile, pawn, room);
        }
        let is_flat = room < 3;
        let label = if pawn.is_some() { self.full_label(pile) } else { self.short_label(pile) };
        let width = self.inner_width(pile, &label);
        let mut rows = Vec::new();
        rows.extend(pawn.map(|pawn| vec![self.pawn(pawn, self.disc_width())]));
        let chip = vec![chip(&label, pile.owner(), width)];
        rows.push(if is_flat { chip } else { self.sided(chip, pile.owner()) });
        let under = room.saturating_sub(rows.len());
        if is_thin(pile) && !is_flat {
            rows.extend((under > 0).then(|| rim(self.glyphs.foot, width, pile.owner())));
        } else {
            for row in self.feet(pile, width, under) {
                rows.push(if is_flat { row } else { self.sided(row, body(pile)) });
            }
        }
        if pawn.is_none() && rows.len() < room {
            rows.insert(0, self.cap(pile, width));
        }
        rows
    }

    /// Draws a pile of several owners' pieces: a label with the whole height, and below it a row for each layer under
    /// the topmost piece. Layers without a separate row share the last one.
    fn mixed_pile(&self, pile: &Pile, pawn: Option<Player>, room: usize) -> Vec<Vec<Run>> {
        let is_flat = room < 3;
        let mut rows: Vec<_> =
            pawn.map(|pawn| vec![self.pawn(pawn, self.disc_width())]).into_iter().collect();
        let mut layers: Vec<Layer> = pile.layers().rev().collect();
        let room_below = room.saturating_sub(rows.len() + 1);
        if room_below == 0 {
            rows.push(self.layers(layers.into_iter(), pile.state));
            return rows;
        }
        if let Some(top) = layers.first_mut() {
            top.height -= 1;
        }
        layers.retain(|layer| layer.height > 0);
        let alone = layers.len().min(if layers.len() > room_below { room_below - 1 } else { room_below });
        let rest = layers.split_off(alone);
        let rest = self.layers(rest.into_iter(), PileState::Free);
        let label = match pile.state {
            PileState::Locked => format!("{}{}", self.short_label(pile), self.signs.locked),
            _ => self.short_label(pile),
        };
        let width = self.inner_width(pile, &label).max(width(&rest).into());
        let side = |row: Vec<Run>, owner| if is_flat { row } else { self.sided(row, owner) };
        rows.push(side(vec![chip(&label, pile.owner(), width)], pile.owner()));
        for layer in layers {
            let chip = chip(&self.signs.layer(layer, self.scene), layer.owner, width);
            rows.push(side(vec![chip], layer.owner));
        }
        if !rest.is_empty() {
            rows.push(rest);
        }
        if pawn.is_none() && rows.len() < room {
            rows.insert(0, self.cap(pile, width));
        }
        rows
    }

    /// Draws the layers of a mixed pile side by side, from the top: `wb2`.
    fn layers(&self, layers: impl Iterator<Item = Layer>, state: PileState) -> Vec<Run> {
        let chip = |layer: Layer| chip(&self.signs.layer(layer, self.scene), layer.owner, 1);
        let mut runs: Vec<Run> = layers.map(chip).collect();
        if let (PileState::Locked, Some(last)) = (state, runs.last_mut()) {
            last.text.push(self.signs.locked);
        }
        runs
    }

    /// Draws a pawn that does not stand on a pile.
    fn lone_pawn(&self, pawn: Player, room: usize) -> Vec<Vec<Run>> {
        let width = self.disc_width();
        let chip = vec![self.pawn(pawn, width)];
        if room < 3 {
            return [chip].into_iter().chain(self.feet(&Pile::of(Some(pawn), 1), width, 1)).collect();
        }
        let edge = |ends| rim(ends, width - 2, Some(pawn));
        vec![edge(self.glyphs.cap), chip, edge(self.glyphs.foot)]
    }

    /// Returns the width of a label on a disc.
    fn disc_width(&self) -> usize {
        match self.size {
            CellSize::Giant => 10,
            CellSize::Huge => 8,
            _ => MIN_WIDTH,
        }
    }

    /// Returns the inner width of a disc that fits its label and its pins.
    fn inner_width(&self, pile: &Pile, label: &str) -> usize {
        let pins = set_pins(pile).map_or(0, |pins| plain_pins(pins).len());
        label.chars().count().max(pins).max(self.disc_width())
    }

    fn pawn(&self, player: Player, least: usize) -> Run {
        chip(&format!("{}{}", self.signs.pawn, letter(self.scene, player)), Some(player), least)
    }

    /// Returns the owner and the number of pieces: `b7`, `○2`. A single neutral piece needs no number, and pieces with
    /// pins are never stacked.
    fn short_label(&self, pile: &Pile) -> String {
        let letter = pile.owner().map_or(self.signs.neutral, |player| letter(self.scene, player));
        let is_counted = pile.pins.is_none() && (pile.owner().is_some() || pile.height() > 1);
        if is_counted { format!("{letter}{}", pile.height()) } else { letter.to_string() }
    }

    /// Returns the label with pins and state: `b7`, `w2.3`, `♜w3`, `r2×`.
    fn full_label(&self, pile: &Pile) -> String {
        let brief = self.short_label(pile);
        let pins = set_pins(pile).map(|pins| self.brief_pins(pins)).unwrap_or_default();
        match pile.state {
            PileState::Free => brief + &pins,
            // In a line of text a tower needs no number, because all towers have the same height.
            PileState::Claimed if self.size.is_line() => {
                let letter = pile.owner().map_or(self.signs.neutral, |player| letter(self.scene, player));
                format!("{}{letter}", self.signs.tower)
            }
            PileState::Claimed => format!("{}{brief}{pins}", self.signs.tower),
            PileState::Locked => format!("{brief}{pins}{}", self.signs.locked),
        }
    }

    /// Returns the pins beside a label: `2.3`, or `23` in the smallest cells if it is unambiguous.
    fn brief_pins(&self, pins: Pins) -> String {
        let is_short = self.size == CellSize::Tiny && pins.white < 10 && pins.black < 10;
        if is_short { format!("{}{}", pins.white, pins.black) } else { plain_pins(pins) }
    }

    /// Draws the rows under the label, at most `room`: pins, towers, chains, or the layers of a pile, several per row
    /// if necessary.
    fn feet(&self, pile: &Pile, width: usize, room: usize) -> Vec<Vec<Run>> {
        if room == 0 {
            return Vec::new();
        }
        if let Some(pins) = set_pins(pile) {
            return vec![self.pins(pins, pile.owner(), width)];
        }
        let owner = body(pile);
        let layered = CellStyle::fg(ColorRole::Edge(owner)).on(ColorRole::Face(owner));
        let lettered = CellStyle::fg(ColorRole::Ink(owner)).on(ColorRole::Face(owner));
        let under = usize::from(pile.height().saturating_sub(1));
        let rows = under.clamp(1, room);
        // If the rows differ, the lower ones contain more layers.
        let layers = |row: usize| under / rows + usize::from(row + under % rows >= rows);
        let foot = |row: usize| {
            let (glyph, style) = match pile.state {
                PileState::Claimed => (self.signs.tower, lettered),
                PileState::Locked => (self.signs.locked, lettered),
                PileState::Free if !is_thin(pile) => {
                    (self.glyphs.layers[layers(row).clamp(1, 3) - 1], layered)
                }
                PileState::Free if self.is_ascii() => (self.glyphs.thin, layered),
                PileState::Free => (self.glyphs.thin, CellStyle::fg(ColorRole::Face(owner))),
            };
            vec![Run { text: glyph.to_string().repeat(width), style }]
        };
        (0..rows).map(foot).collect()
    }

    /// Draws the pins, white ones for steps up and down, black ones for steps to the sides: `↕2↔3`.
    fn pins(&self, pins: Pins, owner: Option<Player>, width: usize) -> Vec<Run> {
        let [up, across] = self.glyphs.pins;
        let text = [format!("{up}{}", pins.white), format!("{across}{}", pins.black)];
        let is_signed = text.concat().chars().count() <= width;
        if self.is_ascii() || !is_signed {
            return vec![chip(&plain_pins(pins), owner, width)];
        }
        let [white, black] = text;
        vec![Run { text: white, style: pin(true) }, Run { text: black, style: pin(false) }]
    }

    /// Draws the upper edge of a disc or a tower.
    fn cap(&self, pile: &Pile, width: usize) -> Vec<Run> {
        if pile.state != PileState::Claimed {
            return rim(self.glyphs.cap, width, pile.owner());
        }
        let [merlon, crenel] = self.glyphs.battlement;
        let teeth = (0..width + 2).map(|at| if at % 3 == 1 { crenel } else { merlon });
        vec![Run { text: teeth.collect(), style: CellStyle::fg(ColorRole::Face(pile.owner())) }]
    }

    /// Draws a row between the sides of a disc.
    fn sided(&self, inside: Vec<Run>, owner: Option<Player>) -> Vec<Run> {
        let style = CellStyle::fg(ColorRole::Face(owner));
        let side = |glyph: char| Run { text: glyph.into(), style };
        let [left, right] = self.glyphs.sides.map(side);
        let mut row = vec![left];
        row.extend(inside);
        row.push(right);
        row
    }

    /// Draws an empty site in a frame. In ASCII it has a symbol, because sites out of play are blank too.
    fn framed_ground(&self, ground: Ground) -> Vec<Run> {
        if ground == Ground::Plain && !self.is_ascii() { Vec::new() } else { self.ground(ground) }
    }

    /// Draws an empty site. The lines through a point show it, and sites out of play are filled.
    fn ground(&self, ground: Ground) -> Vec<Run> {
        match ground {
            Ground::Void if !self.size.is_line() => Vec::new(),
            Ground::Plain if self.scene.surface == Surface::Points => {
                let point = Run { text: self.glyphs.point.into(), style: CellStyle::fg(ColorRole::Faint) };
                if self.size.is_line() { vec![point] } else { Vec::new() }
            }
            ground => vec![self.sign(ground)],
        }
    }

    /// Returns the symbol of an empty site.
    pub(crate) fn sign(&self, ground: Ground) -> Run {
        let text = match ground {
            Ground::Plain => self.signs.empty.to_string(),
            Ground::Void => self.signs.void.to_string(),
            Ground::Home(player) => format!("{}{}", self.signs.home, letter(self.scene, player)),
        };
        Run { text, style: CellStyle::fg(ColorRole::Faint) }
    }

    fn is_ascii(&self) -> bool {
        self.charset == Charset::Ascii
    }
}

/// Returns the pins of a pile, if it has any.
fn set_pins(pile: &Pile) -> Option<Pins> {
    pile.pins.filter(|pins| pins.white > 0 || pins.black > 0)
}

/// Returns whether a pile looks like one ordinary piece.
fn is_thin(pile: &Pile) -> bool {
    pile.state == PileState::Free && pile.height() < 2 && set_pins(pile).is_none()
}

/// Formats the pins in notation: `2.3`.
fn plain_pins(pins: Pins) -> String {
    format!("{}.{}", pins.white, pins.black)
}

/// Draws an edge with round ends.
fn rim([left, middle, right]: [char; 3], width: usize, owner: Option<Player>) -> Vec<Run> {
    let text = format!("{left}{}{right}", middle.to_string().repeat(width));
    vec![Run { text, style: CellStyle::fg(ColorRole::Face(owner)) }]
}

/// Returns the owner of the pieces under the top one.
fn body(pile: &Pile) -> Option<Player> {
    let bottom = pile.layers().next().and_then(|layer| layer.owner);
    if pile.state == PileState::Claimed { pile.owner() } else { bottom }
}

/// Returns the style of white pins, or of black ones.
const fn pin(is_white: bool) -> CellStyle {
    CellStyle::fg(ColorRole::PinInk { is_white }).on(ColorRole::PinFace { is_white }).bold()
}

/// Draws a label on a piece, centred in at least this many characters.
fn chip(label: &str, owner: Option<Player>, least: usize) -> Run {
    Run { text: format!("{label:^least$}"), style: CellStyle::piece(owner) }
}

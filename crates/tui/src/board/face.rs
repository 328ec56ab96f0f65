//! Decides what is written on a site: pieces by letters, digits and signs, in one line or as discs
//! of several lines.

use cairn_draw::text::{Signs, letter};
use cairn_rules::{Ground, Pile, PileState, Pins, Player, Scene, SiteView, Surface};
use ratatui::style::Style;

use super::CellSize;
use super::glyphs::Glyphs;
use crate::theme::{Skin, Theme};

/// The least that a disc of several lines is wide inside.
const DISC: usize = 4;

/// A few characters in one style.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) style: Style,
}

/// What is written on one site, line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Face {
    pub(super) rows: Vec<Vec<Run>>,
}

impl Face {
    /// How many characters the widest line has.
    pub(super) fn width(&self) -> u16 {
        self.rows.iter().map(|row| width(row)).max().unwrap_or(0)
    }
}

/// How many characters there are in a line.
pub(super) fn width(row: &[Run]) -> u16 {
    row.iter().map(|run| run.text.chars().count()).sum::<usize>() as u16
}

/// Writes sites.
pub(super) struct Faces<'a> {
    scene: &'a Scene,
    theme: Theme,
    signs: Signs,
    glyphs: &'static Glyphs,
}

impl<'a> Faces<'a> {
    pub(super) fn new(scene: &'a Scene, theme: Theme) -> Self {
        Self { scene, theme, signs: theme.signs(), glyphs: Glyphs::of(theme.charset) }
    }

    /// The faces of all sites.
    pub(super) fn all(&self, size: CellSize) -> Vec<Face> {
        self.scene.sites.iter().map(|site| self.face(site, size)).collect()
    }

    fn face(&self, site: &SiteView, size: CellSize) -> Face {
        let rows = match (size, self.scene.surface) {
            (CellSize::Small, _) => vec![self.line(site, 2)],
            (CellSize::Medium, Surface::Points) => vec![self.line(site, DISC)],
            (CellSize::Medium, Surface::Squares) => self.low(site),
            (CellSize::Large, _) => self.tall(site),
        };
        Face { rows }
    }

    /// Everything in one line: `b7`, `w2.3`, `♜w3`, `○2♙b`.
    fn line(&self, site: &SiteView, least: usize) -> Vec<Run> {
        // Pieces that have pins take the room of some before they get any.
        let room = |pile: &Pile| if pile.pins.is_some() { DISC } else { least };
        let pile = site.pile.map(|pile| self.chip(&self.full(&pile), pile.owner, room(&pile)));
        let pawn = site.pawn.map(|player| self.pawn(player, least));
        let pieces: Vec<Run> = pile.into_iter().chain(pawn).collect();
        if pieces.is_empty() { self.ground(site.ground) } else { pieces }
    }

    /// Two lines: a label, and the edge of what lies under it.
    fn low(&self, site: &SiteView) -> Vec<Vec<Run>> {
        match (site.pile, site.pawn) {
            (Some(pile), Some(pawn)) => {
                vec![vec![self.pawn(pawn, DISC)], vec![self.chip(&self.full(&pile), pile.owner, DISC)]]
            }
            (Some(pile), None) => {
                let label = self.brief(&pile);
                let width = inner_width(&pile, &label);
                vec![vec![self.chip(&label, pile.owner, width)], self.foot(&pile, width)]
            }
            (None, Some(pawn)) => {
                vec![vec![self.pawn(pawn, DISC)], self.foot(&Pile::of(Some(pawn), 1), DISC)]
            }
            (None, None) => vec![self.framed_ground(site.ground), Vec::new()],
        }
    }

    /// Three lines: the upper edge, a label, and the lower edge.
    fn tall(&self, site: &SiteView) -> Vec<Vec<Run>> {
        match (site.pile, site.pawn) {
            (Some(pile), pawn) => {
                let label = if pawn.is_some() { self.full(&pile) } else { self.brief(&pile) };
                let width = inner_width(&pile, &label);
                let skin = self.theme.skin(self.scene, pile.owner);
                let top = pawn.map_or_else(|| self.cap(&pile, width), |pawn| vec![self.pawn(pawn, DISC)]);
                let middle = self.sided(vec![self.chip(&label, pile.owner, width)], skin);
                let foot = if is_thin(&pile) {
                    rim(self.glyphs.foot, width, skin)
                } else {
                    self.sided(self.foot(&pile, width), self.body(&pile))
                };
                vec![top, middle, foot]
            }
            (None, Some(pawn)) => {
                let skin = self.theme.skin(self.scene, Some(pawn));
                let edge = |ends| rim(ends, DISC - 2, skin);
                vec![edge(self.glyphs.cap), vec![self.pawn(pawn, DISC)], edge(self.glyphs.foot)]
            }
            (None, None) => vec![Vec::new(), self.framed_ground(site.ground), Vec::new()],
        }
    }

    /// A label on a piece, in the middle of at least so many characters.
    fn chip(&self, label: &str, owner: Option<Player>, least: usize) -> Run {
        let skin = self.theme.skin(self.scene, owner);
        Run { text: format!("{label:^least$}"), style: Style::new().fg(skin.ink).bg(skin.face).bold() }
    }

    fn pawn(&self, player: Player, least: usize) -> Run {
        self.chip(&format!("{}{}", self.signs.pawn, letter(self.scene, player)), Some(player), least)
    }

    /// The owner and the number of pieces: `b7`, `○2`; a single piece of nobody's needs no number,
    /// and pieces with pins are never piled.
    fn brief(&self, pile: &Pile) -> String {
        let letter = pile.owner.map_or(self.signs.neutral, |player| letter(self.scene, player));
        let is_counted = pile.pins.is_none() && (pile.owner.is_some() || pile.height > 1);
        if is_counted { format!("{letter}{}", pile.height) } else { letter.to_string() }
    }

    /// All that is to be said of a pile: `b7`, `w2.3`, `♜w3`, `r2×`.
    fn full(&self, pile: &Pile) -> String {
        let brief = self.brief(pile);
        let pins = set_pins(pile).map(plain_pins).unwrap_or_default();
        match pile.state {
            PileState::Free => brief + &pins,
            PileState::Claimed => format!("{}{brief}{pins}", self.signs.tower),
            PileState::Locked => format!("{brief}{pins}{}", self.signs.locked),
        }
    }

    /// The colours of what lies under the topmost piece.
    fn body(&self, pile: &Pile) -> Skin {
        let owner = if pile.state == PileState::Claimed || pile.height < 2 { pile.owner } else { pile.body };
        self.theme.skin(self.scene, owner)
    }

    /// The lower edge: pins, towers, chains, or layers.
    fn foot(&self, pile: &Pile, width: usize) -> Vec<Run> {
        if let Some(pins) = set_pins(pile) {
            return self.pins(pins, pile.owner, width);
        }
        let skin = self.body(pile);
        let layered = Style::new().fg(skin.edge).bg(skin.face);
        let (glyph, style) = match pile.state {
            PileState::Claimed => (self.signs.tower, layered.fg(skin.ink)),
            PileState::Locked => (self.signs.locked, layered.fg(skin.ink)),
            PileState::Free if !is_thin(pile) => (self.glyphs.layer, layered),
            PileState::Free if self.theme.is_ascii() => (self.glyphs.thin, layered),
            PileState::Free => (self.glyphs.thin, Style::new().fg(skin.face)),
        };
        vec![Run { text: glyph.to_string().repeat(width), style }]
    }

    /// White pins for steps up and down, black ones for steps to the sides: `↕2↔3`.
    fn pins(&self, pins: Pins, owner: Option<Player>, width: usize) -> Vec<Run> {
        let [up, across] = self.glyphs.pins;
        let text = [format!("{up}{}", pins.white), format!("{across}{}", pins.black)];
        let is_signed = text.concat().chars().count() <= width;
        if self.theme.is_ascii() || !is_signed {
            return vec![self.chip(&plain_pins(pins), owner, width)];
        }
        let [white, black] = text;
        vec![
            Run { text: white, style: self.theme.pin(true) },
            Run { text: black, style: self.theme.pin(false) },
        ]
    }

    /// The upper edge of a disc or a tower.
    fn cap(&self, pile: &Pile, width: usize) -> Vec<Run> {
        let skin = self.theme.skin(self.scene, pile.owner);
        if pile.state != PileState::Claimed {
            return rim(self.glyphs.cap, width, skin);
        }
        let [merlon, crenel] = self.glyphs.battlement;
        let teeth = (0..width + 2).map(|at| if at % 3 == 1 { crenel } else { merlon });
        vec![Run { text: teeth.collect(), style: Style::new().fg(skin.face) }]
    }

    /// A line between the sides of a disc.
    fn sided(&self, inside: Vec<Run>, skin: Skin) -> Vec<Run> {
        let side = |glyph: char| Run { text: glyph.into(), style: Style::new().fg(skin.face) };
        let [left, right] = self.glyphs.sides.map(side);
        let mut row = vec![left];
        row.extend(inside);
        row.push(right);
        row
    }

    /// An empty place where a frame shows it; in ASCII, places out of play are as blank.
    fn framed_ground(&self, ground: Ground) -> Vec<Run> {
        if ground == Ground::Plain && !self.theme.is_ascii() { Vec::new() } else { self.ground(ground) }
    }

    /// An empty place. Lines show the points of a board by themselves, and places out of play are
    /// filled.
    fn ground(&self, ground: Ground) -> Vec<Run> {
        let text = match ground {
            Ground::Void => return Vec::new(),
            Ground::Plain if self.scene.surface == Surface::Points => return Vec::new(),
            Ground::Plain => self.signs.empty.to_string(),
            Ground::Home(player) => format!("{}{}", self.signs.home, letter(self.scene, player)),
        };
        vec![Run { text, style: Style::new().fg(self.theme.faint()) }]
    }
}

/// The pins of a pile, if there are any in it.
fn set_pins(pile: &Pile) -> Option<Pins> {
    pile.pins.filter(|pins| pins.white > 0 || pins.black > 0)
}

/// Whether there is no more to be seen of a pile than one ordinary piece.
fn is_thin(pile: &Pile) -> bool {
    pile.state == PileState::Free && pile.height < 2 && set_pins(pile).is_none()
}

/// How wide a disc is inside, so that its label and its pins have room.
fn inner_width(pile: &Pile, label: &str) -> usize {
    let pins = set_pins(pile).map_or(0, |pins| plain_pins(pins).len());
    label.chars().count().max(pins).max(DISC)
}

/// The pins as notation has them: `2.3`.
fn plain_pins(pins: Pins) -> String {
    format!("{}.{}", pins.white, pins.black)
}

/// An edge with round ends.
fn rim([left, middle, right]: [char; 3], width: usize, skin: Skin) -> Vec<Run> {
    let text = format!("{left}{}{right}", middle.to_string().repeat(width));
    vec![Run { text, style: Style::new().fg(skin.face) }]
}

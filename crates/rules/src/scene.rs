//! A board as plain data, which every renderer draws: text, terminal, browser and pictures.

use crate::{Message, Outcome, Player, SeatColor, Site};

/// A warning of a draw for lack of progress appears when at most this many plies, or a quarter of the limit, remain.
const DRAW_WARNING_PLIES: u16 = 20;

/// A position to be drawn.
///
/// ```
/// use cairn_rules::{Game, Present, games::stacks::Stacks};
///
/// let scene = Stacks::start(&Default::default()).scene();
/// assert_eq!((scene.columns, scene.rows), (5, 7));
/// let site = scene.site("C7").unwrap();
/// let view = &scene.sites[usize::from(site.0)];
/// assert_eq!((view.name.as_str(), view.pile.as_ref().unwrap().height()), ("c7", 2));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scene {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The surface of the board.
    pub surface: Surface,
    /// The sites of the board; a [`Site`] is an index into this list. Order: a1, b1, ..., a2, ...
    pub sites: Vec<SiteView>,
    /// Lines drawn on the board, from site to site.
    pub lines: Vec<(Site, Site)>,
    /// The players in turn order.
    pub seats: Vec<SeatView>,
    /// The adjective for pieces without an owner: `neutral`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unowned: &'static str,
    /// Facts that concern no single player, such as an imminent draw.
    pub facts: Vec<Message>,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// The outcome in a sentence, if it adds to the reason: `Blue wins on the second stack, 4 against 3`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub verdict: Option<Message>,
    /// Highlighted sites; a position has none, sessions and interfaces add them.
    pub marks: Vec<Mark>,
}

/// The surface of a board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Surface {
    /// Pieces stand in squares.
    Squares,
    /// Pieces stand on the points where lines meet.
    Points,
}

/// A site of the board and its contents.
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SiteView {
    /// The name: `c3`.
    pub name: String,
    /// The column, counted from 0 on the left.
    pub column: u8,
    /// The row, counted from 0 at the bottom.
    pub row: u8,
    /// The ground of the site.
    pub ground: Ground,
    /// Discs or pieces, if any.
    pub pile: Option<Pile>,
    /// A pawn that stands on top of everything.
    pub pawn: Option<Player>,
}

impl SiteView {
    /// Creates an empty site of a rectangular board.
    pub fn new(column: u8, row: u8) -> Self {
        let name = crate::grid::name(column, row);
        Self { name, column, row, ground: Ground::Plain, pile: None, pawn: None }
    }
}

/// The ground of a site, under its pieces.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Ground {
    /// An ordinary site.
    Plain,
    /// A site that can never be used again.
    Void,
    /// A site of a player's home.
    Home(Player),
}

/// The pieces on one site: a list from the bottom up, in which every piece has an owner or is neutral.
///
/// ```
/// use cairn_rules::{Layer, Pile, Player};
///
/// let [white, black] = [Some(Player::FIRST), Some(Player::SECOND)];
/// let pile = Pile::from_pieces([white, black, black]).unwrap();
/// assert_eq!((pile.owner(), pile.height()), (black, 3));
/// let layers = [Layer { owner: white, height: 1 }, Layer { owner: black, height: 2 }];
/// assert!(pile.layers().eq(layers));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pile {
    /// The pieces.
    pub pieces: Pieces,
    /// The pins in it, in games that have pins.
    pub pins: Option<Pins>,
    /// Whether players can still change it.
    pub state: PileState,
}

/// The pieces of a [`Pile`]. Only a mixed pile allocates memory.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Pieces(PiecesKind);

#[derive(Clone, Eq, PartialEq, Debug)]
enum PiecesKind {
    /// Pieces of one owner, or neutral pieces below one with an owner.
    Plain { top: Option<Player>, below: Option<Player>, height: u16 },
    /// At least two layers; neighbours have different owners.
    Mixed(Box<[Layer]>),
}

/// Consecutive pieces of one owner in a pile.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Layer {
    /// The owner; `None` if the pieces are neutral.
    pub owner: Option<Player>,
    /// The number of pieces.
    pub height: u16,
}

impl Pieces {
    /// Returns the layers from the bottom up; neighbours have different owners.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = Layer> {
        let (plain, mixed): (_, &[Layer]) = match self.0 {
            PiecesKind::Plain { top, below, height } if top == below || height < 2 => {
                ([None, Some(Layer { owner: top, height })], &[])
            }
            PiecesKind::Plain { top, below, height } => {
                let layers = [Layer { owner: below, height: height - 1 }, Layer { owner: top, height: 1 }];
                (layers.map(Some), &[])
            }
            PiecesKind::Mixed(ref layers) => ([None, None], layers),
        };
        plain.into_iter().flatten().chain(mixed.iter().copied())
    }
}

impl Pile {
    /// Creates a pile of `height` pieces of one owner.
    pub const fn of(owner: Option<Player>, height: u16) -> Self {
        Self::new(PiecesKind::Plain { top: owner, below: owner, height })
    }

    /// Creates a neutral pile of `height` pieces that belongs to the player whose colour is on top.
    pub const fn topped(owner: Player, height: u16) -> Self {
        Self::new(PiecesKind::Plain { top: Some(owner), below: None, height })
    }

    /// Creates a pile of pieces with these owners, from the bottom up; `None` if there are none.
    pub fn from_pieces(owners: impl IntoIterator<Item = Option<Player>>) -> Option<Self> {
        let mut layers: Vec<Layer> = Vec::new();
        for owner in owners {
            match layers.last_mut() {
                Some(layer) if layer.owner == owner => layer.height = layer.height.saturating_add(1),
                _ => layers.push(Layer { owner, height: 1 }),
            }
        }
        match layers[..] {
            [] => None,
            [Layer { owner, height }] => Some(Self::of(owner, height)),
            _ => Some(Self::new(PiecesKind::Mixed(layers.into()))),
        }
    }

    const fn new(kind: PiecesKind) -> Self {
        Self { pieces: Pieces(kind), pins: None, state: PileState::Free }
    }

    /// Returns the owner of the pile, that of the topmost piece; `None` if it is neutral.
    pub fn owner(&self) -> Option<Player> {
        match &self.pieces.0 {
            PiecesKind::Plain { top, .. } => *top,
            PiecesKind::Mixed(layers) => layers.last().and_then(|layer| layer.owner),
        }
    }

    /// Returns the number of pieces.
    pub fn height(&self) -> u16 {
        match &self.pieces.0 {
            PiecesKind::Plain { height, .. } => *height,
            PiecesKind::Mixed(layers) => {
                layers.iter().fold(0, |height, layer| height.saturating_add(layer.height))
            }
        }
    }

    /// Returns the layers from the bottom up; neighbours have different owners.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = Layer> {
        self.pieces.layers()
    }

    /// Returns the owner of each piece from the bottom up.
    pub fn owners(&self) -> impl DoubleEndedIterator<Item = Option<Player>> {
        self.layers().flat_map(|layer| std::iter::repeat_n(layer.owner, layer.height.into()))
    }

    /// Returns whether owner and height are not enough to describe the pile: [`Pile::from_pieces`] has combined pieces
    /// of several owners, and an interface must show each layer.
    pub const fn is_mixed(&self) -> bool {
        matches!(self.pieces.0, PiecesKind::Mixed(_))
    }
}

/// Pins in a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pins {
    /// White pins, for vertical steps.
    pub white: u8,
    /// Black pins, for horizontal steps.
    pub black: u8,
}

/// Whether players can still change a pile.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PileState {
    /// An ordinary pile.
    Free,
    /// A finished tower, which its owner keeps.
    Claimed,
    /// Pieces that can no longer move.
    Locked,
}

/// A player at the board.
#[derive(Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatView {
    /// The name: `Blue`.
    pub name: &'static str,
    /// The letter of the colour.
    pub letter: char,
    /// The colour.
    pub color: SeatColor,
    /// The player's facts, such as a reserve.
    pub facts: Vec<Message>,
}

/// A highlighted site.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mark {
    /// The site.
    pub site: Site,
    /// The reason for the highlight.
    pub kind: MarkKind,
}

/// The reason for highlighting a site.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum MarkKind {
    /// Part of the last move.
    Last,
    /// A choice for the next step.
    Choice,
    /// Part of a suggested move.
    Hint,
    /// Chosen in this turn.
    Chosen,
}

impl MarkKind {
    /// Every kind, in ascending precedence: of several marks on one site, interfaces show the last of these.
    pub const ALL: [Self; 4] = [Self::Last, Self::Choice, Self::Hint, Self::Chosen];
}

impl Scene {
    /// Returns the site with this name, in either case.
    pub fn site(&self, name: &str) -> Option<Site> {
        let index = self.sites.iter().position(|site| site.name.eq_ignore_ascii_case(name))?;
        Some(Site(index as u16))
    }

    /// Adds the warning of an imminent draw for lack of progress: `soon` with the number of turns as `{n}`, or `next`
    /// if it is the last one. Adds nothing while the draw is far away.
    pub(crate) fn warn_of_draw(
        &mut self,
        position: &impl crate::Position,
        limit: u16,
        soon: Message,
        next: Message,
    ) {
        let Some(left) = position.quiet_plies_left() else { return };
        if left == 1 {
            self.facts.push(next);
        } else if left > 0 && left < DRAW_WARNING_PLIES.max(limit / 4) {
            self.facts.push(soon.with("n", left));
        }
    }

    /// Creates an empty rectangular board for the seats of `info`, which a game fills.
    pub fn board(info: &crate::GameInfo, columns: u8, rows: u8, position: &impl crate::Position) -> Self {
        Self::with_sites(info, columns, rows, position, SiteView::new)
    }

    /// Creates a rectangular board for the seats of `info`; `site` returns the contents of each column and row.
    pub fn with_sites(
        info: &crate::GameInfo,
        columns: u8,
        rows: u8,
        position: &impl crate::Position,
        site: impl Fn(u8, u8) -> SiteView,
    ) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let sites = places.map(|(column, row)| site(column, row)).collect();
        let seats = info.seats[..position.seats().into()]
            .iter()
            .map(|seat| SeatView {
                name: seat.name,
                letter: seat.letter,
                color: seat.color,
                facts: Vec::new(),
            })
            .collect();
        let outcome = position.outcome();
        Self {
            columns,
            rows,
            surface: Surface::Squares,
            sites,
            lines: Vec::new(),
            seats,
            unowned: "neutral",
            facts: Vec::new(),
            to_move: outcome.is_none().then(|| position.to_move()),
            outcome,
            verdict: None,
            marks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Option<Player> = Some(Player::FIRST);
    const BLACK: Option<Player> = Some(Player::SECOND);

    #[test]
    fn a_pile_is_a_list_of_pieces() {
        for (pile, owner, pieces, is_mixed) in [
            (Pile::of(WHITE, 2), WHITE, vec![WHITE, WHITE], false),
            (Pile::of(None, 1), None, vec![None], false),
            (Pile::topped(Player::FIRST, 1), WHITE, vec![WHITE], false),
            (Pile::topped(Player::FIRST, 3), WHITE, vec![None, None, WHITE], false),
            (Pile::from_pieces([BLACK, BLACK]).unwrap(), BLACK, vec![BLACK, BLACK], false),
            (Pile::from_pieces([None, WHITE]).unwrap(), WHITE, vec![None, WHITE], true),
            (Pile::from_pieces([WHITE, BLACK, BLACK]).unwrap(), BLACK, vec![WHITE, BLACK, BLACK], true),
        ] {
            assert_eq!((pile.owner(), pile.is_mixed()), (owner, is_mixed), "{pile:?}");
            assert_eq!(usize::from(pile.height()), pieces.len(), "{pile:?}");
            assert!(pile.owners().eq(pieces.iter().copied()), "{pile:?}");
            assert!(pile.owners().rev().eq(pieces.iter().rev().copied()), "{pile:?}");
        }
        assert_eq!(Pile::from_pieces([]), None);
    }

    #[test]
    fn a_uniform_pile_has_no_list() {
        assert!(size_of::<Pile>() <= 24, "{}", size_of::<Pile>());
    }
}

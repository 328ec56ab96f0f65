//! What a board looks like, as plain data: text, terminal, browser and pictures are all drawn from it.

use crate::{Message, Outcome, Player, SeatColor, Site};

/// A draw for want of progress is near when fewer plies than this, or than a quarter of the limit, remain.
const NEAR: u16 = 20;

/// A position to be drawn.
///
/// ```
/// use cairn_rules::{Game, Present, games::stacks::Stacks};
///
/// let scene = Stacks::start(&Default::default()).scene();
/// assert_eq!((scene.columns, scene.rows), (5, 7));
/// let site = scene.site("C7").unwrap();
/// let view = &scene.sites[usize::from(site.0)];
/// assert_eq!((view.name.as_str(), view.pile.unwrap().height), ("c7", 2));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Scene {
    /// How many columns the board has.
    pub columns: u8,
    /// How many rows the board has.
    pub rows: u8,
    /// What the board is made of.
    pub surface: Surface,
    /// The sites of the board; a [`Site`] is an index into this list. Order: a1, b1, ..., a2, ...
    pub sites: Vec<SiteView>,
    /// Lines drawn on the board, from site to site.
    pub lines: Vec<(Site, Site)>,
    /// The players in turn order.
    pub seats: Vec<SeatView>,
    /// What belongs to no player, such as a draw that is near.
    pub facts: Vec<Message>,
    /// Whose turn it is; nobody's when the game is over.
    pub to_move: Option<Player>,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// Highlighted sites; a position has none, sessions and interfaces add them.
    pub marks: Vec<Mark>,
}

/// What a board is made of.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Surface {
    /// Pieces stand in squares.
    Squares,
    /// Pieces stand on the points where lines meet.
    Points,
}

/// A site of the board and what stands there.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SiteView {
    /// `c3`.
    pub name: String,
    /// From the left, from 0.
    pub column: u8,
    /// From the bottom, from 0.
    pub row: u8,
    /// What the site itself is.
    pub ground: Ground,
    /// Discs or pieces, if any.
    pub pile: Option<Pile>,
    /// A pawn that stands on top of everything.
    pub pawn: Option<Player>,
}

/// What a site is, apart from what stands on it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ground {
    /// An ordinary site.
    Plain,
    /// A site that can never be used again.
    Void,
    /// A site of a player's home.
    Home(Player),
}

/// Discs or pieces on one site.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Pile {
    /// The owner: the colour of the topmost piece; `None` if it is neutral.
    pub owner: Option<Player>,
    /// The colour of the pieces below the topmost one.
    pub body: Option<Player>,
    /// How many pieces.
    pub height: u16,
    /// The pins in it, in games that have pins.
    pub pins: Option<Pins>,
    /// Whether it can still be changed.
    pub state: PileState,
}

impl Pile {
    /// A pile of `height` pieces of one colour.
    pub const fn of(owner: Option<Player>, height: u16) -> Self {
        Self { owner, body: owner, height, pins: None, state: PileState::Free }
    }
}

/// Pins in a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Pins {
    /// White ones: vertical steps.
    pub white: u8,
    /// Black ones: horizontal steps.
    pub black: u8,
}

/// Whether a pile can still be changed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PileState {
    /// An ordinary pile.
    Free,
    /// A finished tower, its owner's for good.
    Claimed,
    /// Pieces that can no longer move.
    Locked,
}

/// A player at the board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SeatView {
    /// `Blue`.
    pub name: &'static str,
    /// The letter of the colour.
    pub letter: char,
    /// The colour.
    pub color: SeatColor,
    /// What belongs to the player, such as a reserve.
    pub facts: Vec<Message>,
}

/// A highlighted site.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Mark {
    /// Where.
    pub site: Site,
    /// Why it is highlighted.
    pub kind: MarkKind,
}

/// Why a site is highlighted.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum MarkKind {
    /// Part of the last move.
    Last,
    /// Can be chosen next.
    Choice,
    /// Part of a move that is advised.
    Hint,
    /// Chosen already in this turn.
    Chosen,
}

impl MarkKind {
    /// Every kind; of several on one site, the last of these is shown.
    pub const ALL: [Self; 4] = [Self::Last, Self::Choice, Self::Hint, Self::Chosen];
}

impl Scene {
    /// The site with this name, in either case.
    pub fn site(&self, name: &str) -> Option<Site> {
        let index = self.sites.iter().position(|site| site.name.eq_ignore_ascii_case(name))?;
        Some(Site(index as u16))
    }

    /// Adds the warning that the game is soon drawn for want of progress: `soon` with the number of turns as
    /// `{n}`, or `next` if this is the last one. Nothing is said while that is far away.
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
        } else if left > 0 && left < NEAR.max(limit / 4) {
            self.facts.push(soon.with("n", left));
        }
    }

    /// An empty rectangular board for the seats of `info`, to be filled by a game.
    pub fn board(info: &crate::GameInfo, columns: u8, rows: u8, position: &impl crate::Position) -> Self {
        let sites = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| SiteView {
                name: crate::grid::name(column, row),
                column,
                row,
                ground: Ground::Plain,
                pile: None,
                pawn: None,
            })
            .collect();
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
            facts: Vec::new(),
            to_move: outcome.is_none().then(|| position.to_move()),
            outcome,
            marks: Vec::new(),
        }
    }
}

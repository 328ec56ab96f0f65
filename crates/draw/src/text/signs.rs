//! Decides which letters, digits and signs stand for a site.

use anstyle::Style as AnsiStyle;
use cairn_rules::{Ground, Layer, MarkKind, Pile, PileState, Player, Scene, SiteView};

use super::{Charset, color};

/// Characters in one style.
pub(super) struct Span {
    pub(super) text: String,
    pub(super) style: AnsiStyle,
}

/// The text of one site, from left to right.
pub(super) type Label = Vec<Span>;

/// The width of a label.
pub(super) fn width(label: &[Span]) -> usize {
    label.iter().map(|span| span.text.chars().count()).sum()
}

/// The signs of a character set.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Signs {
    /// A neutral piece.
    pub neutral: char,
    /// A claimed tower.
    pub tower: char,
    /// A pawn.
    pub pawn: char,
    /// A locked pile, which can no longer move.
    pub locked: char,
    /// An empty site.
    pub empty: char,
    /// A site out of play.
    pub void: char,
    /// An empty home site.
    pub home: char,
    /// The player to move.
    pub turn: char,
}

impl Signs {
    /// The signs of a character set.
    pub const fn of(charset: Charset) -> Self {
        match charset {
            Charset::Unicode => Self {
                neutral: '○',
                tower: '♜',
                pawn: '♙',
                locked: '×',
                empty: '·',
                void: '░',
                home: '⌂',
                turn: '►',
            },
            Charset::Ascii => Self {
                neutral: 'o',
                tower: '#',
                pawn: '@',
                locked: 'x',
                empty: '.',
                void: ' ',
                home: '_',
                turn: '>',
            },
        }
    }

    /// The pieces on a site: `b7`, `w2.3`, `♜w`, `○2♙b`, `wb2` for a mixed pile; empty for an empty site.
    pub(super) fn pieces(&self, site: &SiteView, scene: &Scene) -> Label {
        let pile = site.pile.iter().flat_map(|pile| self.pile(pile, scene));
        let pawn = site.pawn.map(|player| {
            let text = format!("{}{}", self.pawn, letter(scene, player));
            Span { text, style: piece_style(scene, Some(player)) }
        });
        pile.chain(pawn).collect()
    }

    fn pile(&self, pile: &Pile, scene: &Scene) -> Label {
        let letter = self.letter(scene, pile.owner());
        let number = match pile.pins {
            Some(pins) if pins.white > 0 || pins.black > 0 => format!("{}.{}", pins.white, pins.black),
            None if pile.owner().is_some() || pile.height() > 1 => pile.height().to_string(),
            _ => String::new(),
        };
        let span = |text, owner| Span { text, style: piece_style(scene, owner) };
        let mut label = match pile.state {
            PileState::Claimed => vec![span(format!("{}{letter}", self.tower), pile.owner())],
            _ if pile.is_mixed() => {
                pile.layers().rev().map(|layer| span(self.layer(layer, scene), layer.owner)).collect()
            }
            _ => vec![span(format!("{letter}{number}"), pile.owner())],
        };
        if let (PileState::Locked, Some(last)) = (pile.state, label.last_mut()) {
            last.text.push(self.locked);
        }
        label
    }

    /// A layer of a mixed pile: its owner, and its height unless it is a single piece: `w`, `b2`.
    pub fn layer(&self, layer: Layer, scene: &Scene) -> String {
        let letter = self.letter(scene, layer.owner);
        if layer.height == 1 { letter.to_string() } else { format!("{letter}{}", layer.height) }
    }

    /// The letter of an owner, or the sign of a neutral piece.
    fn letter(&self, scene: &Scene, owner: Option<Player>) -> char {
        owner.map_or(self.neutral, |player| letter(scene, player))
    }

    /// The sign of an empty site.
    pub(super) fn ground(&self, ground: Ground, scene: &Scene) -> Span {
        match ground {
            Ground::Plain => Span { text: self.empty.into(), style: color::dim() },
            Ground::Void => Span { text: self.void.into(), style: color::dim() },
            Ground::Home(player) => {
                Span { text: format!("{}{}", self.home, letter(scene, player)), style: color::dim() }
            }
        }
    }
}

/// The brackets around a marked site.
pub const fn brackets(kind: MarkKind, charset: Charset) -> (&'static str, &'static str) {
    match (kind, charset) {
        (MarkKind::Last, _) => ("(", ")"),
        (MarkKind::Choice, _) => ("[", "]"),
        (MarkKind::Hint, Charset::Unicode) => ("◆", "◆"),
        (MarkKind::Hint, Charset::Ascii) => ("{", "}"),
        (MarkKind::Chosen, Charset::Unicode) => ("«", "»"),
        (MarkKind::Chosen, Charset::Ascii) => ("<", ">"),
    }
}

/// The letter of a player's seat.
pub fn letter(scene: &Scene, player: Player) -> char {
    scene.seats.get(player.index()).map_or('?', |seat| seat.letter)
}

fn piece_style(scene: &Scene, owner: Option<Player>) -> AnsiStyle {
    let seat = owner.and_then(|player| scene.seats.get(player.index()));
    seat.map_or(AnsiStyle::new(), |seat| color::chip(seat.color))
}

//! Decides which letters, digits and signs stand for a site.

use anstyle::Style as AnsiStyle;
use cairn_rules::{Ground, MarkKind, Pile, PileState, Player, Scene, SiteView};

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

    /// The pieces on a site: `b7`, `w2.3`, `♜w`, `○2♙b`; empty for an empty site.
    pub(super) fn pieces(&self, site: &SiteView, scene: &Scene) -> Label {
        let pile = site
            .pile
            .map(|pile| Span { text: self.pile(&pile, scene), style: piece_style(scene, pile.owner) });
        let pawn = site.pawn.map(|player| {
            let text = format!("{}{}", self.pawn, letter(scene, player));
            Span { text, style: piece_style(scene, Some(player)) }
        });
        pile.into_iter().chain(pawn).collect()
    }

    fn pile(&self, pile: &Pile, scene: &Scene) -> String {
        let letter = pile.owner.map_or(self.neutral, |player| letter(scene, player));
        if pile.state == PileState::Claimed {
            return format!("{}{letter}", self.tower);
        }
        let number = match pile.pins {
            Some(pins) if pins.white > 0 || pins.black > 0 => format!("{}.{}", pins.white, pins.black),
            None if pile.owner.is_some() || pile.height > 1 => pile.height.to_string(),
            _ => String::new(),
        };
        let lock = if pile.state == PileState::Locked { self.locked.to_string() } else { String::new() };
        format!("{letter}{number}{lock}")
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

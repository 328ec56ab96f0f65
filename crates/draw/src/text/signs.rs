//! Decides by which letters, digits and signs a site is told.

use anstyle::Style as Ink;
use cairn_rules::{Ground, MarkKind, Pile, PileState, Player, Scene, SiteView};

use super::{Charset, color};

/// A few characters in one style.
pub(super) struct Run {
    pub(super) text: String,
    pub(super) ink: Ink,
}

/// What is written for one site, from left to right.
pub(super) type Label = Vec<Run>;

/// How many characters a label has.
pub(super) fn width(label: &[Run]) -> usize {
    label.iter().map(|run| run.text.chars().count()).sum()
}

/// The signs of one set of characters.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Signs {
    /// A piece that is nobody's.
    pub neutral: char,
    /// A tower that somebody has claimed.
    pub tower: char,
    /// A pawn.
    pub pawn: char,
    /// Pieces that can no longer move.
    pub locked: char,
    /// An empty place.
    pub empty: char,
    /// A place out of play.
    pub void: char,
    /// An empty place of a home.
    pub home: char,
    /// Whose turn it is.
    pub turn: char,
}

impl Signs {
    /// The signs of a set of characters.
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

    /// What stands on a site: `b7`, `w2.3`, `♜w`, `○2♙b`. Nothing if the site is empty.
    pub(super) fn pieces(&self, site: &SiteView, scene: &Scene) -> Label {
        let pile = site.pile.map(|pile| Run { text: self.pile(&pile, scene), ink: ink(scene, pile.owner) });
        let pawn = site.pawn.map(|player| {
            let text = format!("{}{}", self.pawn, letter(scene, player));
            Run { text, ink: ink(scene, Some(player)) }
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

    /// An empty site.
    pub(super) fn ground(&self, ground: Ground, scene: &Scene) -> Run {
        match ground {
            Ground::Plain => Run { text: self.empty.into(), ink: color::faint() },
            Ground::Void => Run { text: self.void.into(), ink: color::faint() },
            Ground::Home(player) => {
                Run { text: format!("{}{}", self.home, letter(scene, player)), ink: color::faint() }
            }
        }
    }
}

/// The brackets that point a site out.
pub const fn brackets(kind: MarkKind, charset: Charset) -> (&'static str, &'static str) {
    match (kind, charset) {
        (MarkKind::Last, _) => ("(", ")"),
        (MarkKind::Choice, _) => ("[", "]"),
        (MarkKind::Chosen, Charset::Unicode) => ("«", "»"),
        (MarkKind::Chosen, Charset::Ascii) => ("<", ">"),
    }
}

/// The letter of a player's colour.
pub fn letter(scene: &Scene, player: Player) -> char {
    scene.seats.get(player.index()).map_or('?', |seat| seat.letter)
}

fn ink(scene: &Scene, owner: Option<Player>) -> Ink {
    let seat = owner.and_then(|player| scene.seats.get(player.index()));
    seat.map_or(Ink::new(), |seat| color::chip(seat.paint))
}

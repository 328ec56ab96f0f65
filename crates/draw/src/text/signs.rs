//! The symbols of pieces, sites and marks.

use cairn_rules::{Layer, MarkKind, Player, Scene};

use super::Charset;

/// The symbols of a character set.
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
    /// Returns the symbols of a character set.
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

    /// Formats a layer of a mixed pile: its owner, and its height unless it is a single piece: `w`, `b2`.
    pub fn layer(&self, layer: Layer, scene: &Scene) -> String {
        let letter = self.letter(scene, layer.owner);
        if layer.height == 1 { letter.to_string() } else { format!("{letter}{}", layer.height) }
    }

    /// Returns the letter of an owner, or the symbol of a neutral piece.
    fn letter(&self, scene: &Scene, owner: Option<Player>) -> char {
        owner.map_or(self.neutral, |player| letter(scene, player))
    }
}

/// Returns the brackets around a marked site.
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

/// Returns the letter of a player's seat.
pub fn letter(scene: &Scene, player: Player) -> char {
    scene.seats.get(player.index()).map_or('?', |seat| seat.letter)
}

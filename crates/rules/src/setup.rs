//! Tools for setting up positions by hand, as data: what each game can put on a square.

use crate::{Message, notation};

/// A tool for setting up a position.
#[derive(Clone, Debug)]
pub struct SetupTool {
    /// Its user-facing name: `blue stack`.
    pub name: Message,
    /// Its effect on a square.
    pub effect: SetupEffect,
}

/// The effect of a tool on a square.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SetupEffect {
    /// Puts a piece on the square, given in the text of position strings.
    Piece(&'static str),
    /// Puts a stack on the square: the letter of its owner, its minimum and maximum height. Used again, it raises the
    /// stack by one.
    Stack(char, u16, u16),
    /// Increases a number of the piece on the square, such as its white pins. The numbers follow the letter of the
    /// piece, separated by dots.
    Count {
        /// The index of the number, from 0.
        index: usize,
        /// The number of numbers of a piece.
        of: usize,
    },
    /// Writes the name of the square into a field of the position string, to place a pawn there.
    Pawn(usize),
}

impl SetupTool {
    /// Creates a tool with this English name.
    pub const fn new(name: &'static str, effect: SetupEffect) -> Self {
        Self { name: Message::new(name), effect }
    }

    /// Returns the new text of a square, given the old one; `None` if the tool cannot be used there, or does not change
    /// the square itself.
    ///
    /// ```
    /// use cairn_rules::{SetupEffect, SetupTool};
    ///
    /// let tool = SetupTool::new("blue stack", SetupEffect::Stack('b', 2, 4));
    /// assert_eq!(tool.cell(None).as_deref(), Some("b2"));
    /// assert_eq!(tool.cell(Some("b3")).as_deref(), Some("b4"));
    /// assert_eq!(tool.cell(Some("b4")).as_deref(), Some("b2"));
    /// let pin = SetupTool::new("black pin", SetupEffect::Count { index: 1, of: 2 });
    /// assert_eq!(pin.cell(Some("w2.3")).as_deref(), Some("w2.4"));
    /// assert_eq!(pin.cell(Some("w")).as_deref(), Some("w0.1"));
    /// assert_eq!(pin.cell(None), None);
    /// ```
    pub fn cell(&self, before: Option<&str>) -> Option<String> {
        match self.effect {
            SetupEffect::Piece(text) => Some(text.to_owned()),
            SetupEffect::Stack(letter, least, greatest) => {
                let height = before.and_then(|text| text.strip_prefix(letter)).and_then(notation::number);
                let next = height.map_or(least, |height| height.saturating_add(1));
                Some(format!("{letter}{}", if next > greatest { least } else { next }))
            }
            SetupEffect::Count { index, of } => {
                let before = before?;
                let split = before.find(|c: char| c.is_ascii_digit()).unwrap_or(before.len());
                let (piece, counts) = before.split_at(split);
                let mut counts: Vec<u16> = counts.split('.').filter_map(notation::number).collect();
                counts.resize(of, 0);
                let count = counts.get_mut(index)?;
                *count = count.saturating_add(1);
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                Some(format!("{piece}{}", counts.join(".")))
            }
            SetupEffect::Pawn(_) => None,
        }
    }
}

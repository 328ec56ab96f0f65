//! Builds positions piece by piece and checks them like parsed ones.

use crate::{Game, Player, PositionError};

/// Sets up a position piece by piece; [`build`](Self::build) checks it. Every game adds setters for its own pieces.
///
/// ```
/// use cairn_rules::games::staqs::{Staqs, StaqsSquare};
/// use cairn_rules::{PositionBuilder, prelude::*};
///
/// let square = |name: &str| name.parse::<StaqsSquare>();
/// let position = PositionBuilder::<Staqs>::new(&Default::default())
///     .clear_board()
///     .stack(square("a1")?, Player::FIRST, 3)
///     .stack(square("e5")?, Player::SECOND, 2)
///     .neutral(square("a2")?)
///     .reserve(Player::FIRST, 0)
///     .reserve(Player::SECOND, 0)
///     .build()?;
/// assert_eq!(position.to_string(), "4,w2/5/5/n,4/b3,4 b 0/0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionBuilder<G: Game> {
    options: G::Options,
    columns: usize,
    /// The text of the piece on each square, a1 first.
    cells: Vec<Option<String>>,
    /// The fields of the position string after the rows.
    fields: Vec<String>,
}

impl<G: Game> PositionBuilder<G> {
    /// Creates a builder with the starting position for these options.
    pub fn new(options: &G::Options) -> Self {
        Self::from_position(options, &G::start(options))
    }

    /// Creates a builder with a position of a game with these options.
    pub fn from_position(options: &G::Options, position: &G::Position) -> Self {
        let text = position.to_string();
        let mut fields = text.split(' ').map(ToOwned::to_owned);
        let rows = fields.next().unwrap_or_default();
        let mut cells = Vec::new();
        for row in rows.split('/').rev() {
            for word in row.split(',') {
                match word.parse::<usize>() {
                    Ok(run) => cells.resize(cells.len() + run, None),
                    Err(_) => cells.push(Some(word.to_owned())),
                }
            }
        }
        let columns = cells.len() / rows.split('/').count();
        Self { options: *options, columns, cells, fields: fields.collect() }
    }

    /// Removes all pieces from the board.
    #[must_use]
    pub fn clear_board(mut self) -> Self {
        self.cells.fill(None);
        self
    }

    /// Sets the text of the cell in a column and row, both from 0, as in a position string; `None` empties it. Ignores
    /// squares off the board.
    #[must_use]
    pub fn cell(mut self, column: u8, row: u8, text: Option<String>) -> Self {
        let place = usize::from(row) * self.columns + usize::from(column);
        if let Some(cell) = self.cells.get_mut(place).filter(|_| usize::from(column) < self.columns) {
            *cell = text;
        }
        self
    }

    /// Sets a field of the position string by its number; ignores field 0, which holds the rows.
    #[must_use]
    pub fn field(mut self, number: usize, text: String) -> Self {
        if let Some(field) = number.checked_sub(1).and_then(|index| self.fields.get_mut(index)) {
            *field = text;
        }
        self
    }

    /// Sets one of the numbers of a field such as `4/4`.
    #[must_use]
    pub(crate) fn field_part(self, number: usize, part: usize, text: &str) -> Self {
        let field =
            number.checked_sub(1).and_then(|index| self.fields.get(index)).cloned().unwrap_or_default();
        let parts: Vec<&str> =
            field.split('/').enumerate().map(|(at, old)| if at == part { text } else { old }).collect();
        self.field(number, parts.join("/"))
    }

    /// Sets the player to move.
    #[must_use]
    pub fn to_move(self, player: Player) -> Self {
        let turn = G::INFO.seats.get(player.index()).map_or('?', |seat| seat.letter);
        self.field(1, turn.to_string())
    }

    /// Builds the position, or returns an error if it breaks the rules.
    pub fn build(&self) -> Result<G::Position, PositionError> {
        let empty = || "1".to_owned();
        let rows: Vec<String> = self
            .cells
            .chunks(self.columns.max(1))
            .rev()
            .map(|row| {
                row.iter().map(|cell| cell.clone().unwrap_or_else(empty)).collect::<Vec<_>>().join(",")
            })
            .collect();
        G::read_position(&self.options, &format!("{} {}", rows.join("/"), self.fields.join(" ")))
    }
}

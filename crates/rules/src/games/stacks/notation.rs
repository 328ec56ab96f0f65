//! Position strings of Stacks.

use std::fmt;

use super::board::{MAX_HEIGHT, Side};
use super::options::StacksOptions;
use super::position::StacksPosition;
use super::square::{COLUMNS, ROWS, StacksSquare};
use super::{PIECES, Stacks};
use crate::{Game, Message, Player, Position, PositionBuilder, PositionError, grid, notation};

impl fmt::Display for StacksPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_rows(f, COLUMNS, ROWS, |out, column, row| {
            let Some((player, height)) = self.stack_on(StacksSquare::new(column, row)) else {
                return Ok(false);
            };
            write!(out, "{}{height}", Stacks::INFO.seat(player).letter)?;
            Ok(true)
        })?;
        write!(f, " {} {}", Stacks::INFO.seat(self.to_move()).letter, self.halfmove_clock)
    }
}

/// Returns the name of a player's colour.
pub(super) const fn name(player: Player) -> &'static str {
    Stacks::INFO.seat(player).name
}

/// The fields of a position string.
pub(super) const FIELDS: [Message; 3] =
    [Message::new("rows"), Message::new("turn"), Message::new("plies since progress")];

pub(super) fn read_position(options: StacksOptions, text: &str) -> Result<StacksPosition, PositionError> {
    let [rows, turn, halfmove_clock] = notation::fields(text, &FIELDS)?;
    let cells = grid::read_rows(rows, COLUMNS, ROWS, read_cell)?;
    let to_move = notation::player(turn, Stacks::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is b or r")))?;
    let halfmove_clock = notation::halfmove_clock(halfmove_clock, options.quiet)?;
    let mut sides = [Side::default(); 2];
    for (index, cell) in (0..).zip(cells) {
        if let Some((owner, height)) = cell {
            sides[owner.index()].set(StacksSquare::new(index % COLUMNS, index / COLUMNS), height);
        }
    }
    for owner in Player::seats(2) {
        let pieces = sides[owner.index()].pieces();
        if pieces > PIECES {
            let problem = Message::new("{player} has {pieces} pieces, more than {limit}")
                .seat("player", name(owner))
                .with("pieces", pieces)
                .with("limit", PIECES);
            return Err(PositionError::new(rows, problem));
        }
    }
    Ok(StacksPosition::set_up(options, sides, to_move, halfmove_clock))
}

impl PositionBuilder<Stacks> {
    /// Puts a stack on a square.
    #[must_use]
    pub fn stack(self, square: StacksSquare, owner: Player, height: u8) -> Self {
        let stack = format!("{}{height}", Stacks::INFO.seat(owner).letter);
        self.cell(square.column(), square.row(), Some(stack))
    }
}

fn read_cell(word: &str) -> Result<(Player, u8), PositionError> {
    let stack = notation::stack(word, Stacks::INFO.seats, 1..=MAX_HEIGHT.into());
    stack.map(|(owner, height)| (owner, height as u8)).ok_or_else(|| {
        PositionError::new(
            word,
            Message::new(
                "a cell is a number of empty squares, or a colour (b, r) and a height from 1 to {highest}",
            )
            .with("highest", MAX_HEIGHT),
        )
    })
}

//! Position strings and moves of Tump as text.

use std::fmt;

use super::Tump;
use super::options::TumpOptions;
use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use crate::notation::SquareOrStep;
use crate::{
    Forbidden, Game, Message, Notation, Player, Position, PositionError, Unreadable, grid, notation,
};

impl fmt::Display for TumpPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.options.size;
        grid::write_rows(f, size, size, |out, column, row| {
            let Some((owner, height)) = self.stack_on(TumpSquare::new(column, row)) else { return Ok(false) };
            write!(out, "{}{height}", Tump::INFO.seat(owner).letter)?;
            Ok(true)
        })?;
        write!(f, " {}", Tump::INFO.seat(self.to_move).letter)
    }
}

/// The fields of a position string.
const FIELDS: [Message; 2] = [Message::new("rows"), Message::new("turn")];

pub(super) fn read_position(options: TumpOptions, text: &str) -> Result<TumpPosition, PositionError> {
    let [rows, turn] = notation::fields(text, &FIELDS)?;
    let cells = grid::read_rows(rows, options.size, options.size, |word| read_cell(word, options.goal))?;
    let mut position = TumpPosition::start(options);
    for (square, cell) in TumpSquare::all(options.size).zip(cells) {
        position.stacks[square.index()] = cell;
    }
    let both_won = Player::seats(2).all(|player| position.tallest(player) >= options.goal);
    if both_won {
        return Err(PositionError::new(rows, Message::new("both players have a stack that wins")));
    }
    position.to_move = notation::player(turn, Tump::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
    Ok(position)
}

/// The highest stack that can be made: two that do not win yet, together.
fn read_cell(word: &str, goal: u8) -> Result<(Player, u8), PositionError> {
    let highest = 2 * (goal - 1);
    let stack = notation::stack(word, Tump::INFO.seats, 1..=highest.into());
    stack.map(|(owner, height)| (owner, height as u8)).ok_or_else(|| {
        PositionError::new(
            word,
            Message::new(
                "a cell is a number of empty squares, or a colour (w, b) and a height from 1 to {highest}",
            )
            .with("highest", highest),
        )
    })
}

impl Notation for TumpPosition {
    type Written = SquareOrStep;

    fn read(text: &str) -> Result<Self::Written, Unreadable> {
        notation::square_or_step(text)
            .ok_or(Unreadable(Message::new("a move is a square to place on (c3) or a climb (c3-c4)")))
    }

    fn resolve(&self, written: &Self::Written) -> Result<TumpMove, Forbidden> {
        let size = self.options.size;
        let on_board = |at| grid::on_board(at, size, size).map(|(column, row)| TumpSquare::new(column, row));
        let mv = match *written {
            SquareOrStep::Square(at) => TumpMove::Place(on_board(at)?),
            SquareOrStep::Step(from, to) => TumpMove::Climb { from: on_board(from)?, to: on_board(to)? },
        };
        if self.moves().contains(&mv) { Ok(mv) } else { Err(Forbidden(self.why_not(mv))) }
    }
}

impl TumpPosition {
    /// Why a move that is not legal is not.
    fn why_not(&self, mv: TumpMove) -> Message {
        match mv {
            TumpMove::Place(square) => Message::new("{square} is not empty").with("square", square),
            TumpMove::Climb { from, .. }
                if self.stack_on(from).is_none_or(|(owner, _)| owner != self.to_move) =>
            {
                Message::new("{player} has no stack on {square}")
                    .seat("player", Tump::INFO.seat(self.to_move).name)
                    .with("square", from)
            }
            TumpMove::Climb { .. } => {
                Message::new("a stack climbs onto a stack left, right, above or below it")
            }
        }
    }
}

//! Notation of Tump: position strings and moves.

use std::fmt;

use super::Tump;
use super::options::TumpOptions;
use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use super::stack::TumpStack;
use crate::notation::SquareOrStep;
use crate::{
    ForbiddenMove, Game, Message, Notation, Player, Position, PositionError, UnreadableMove, grid, notation,
};

impl fmt::Display for TumpPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.options.size;
        grid::write_rows(f, size, size, |out, column, row| {
            let Some(stack) = self.stack_on(TumpSquare::new(column, row)) else { return Ok(false) };
            let pieces: Vec<Player> = stack.pieces().rev().collect();
            for layer in pieces.chunk_by(|above, below| above == below) {
                write!(out, "{}", Tump::INFO.seat(layer[0]).letter)?;
                // A single piece has a number only where it stands alone, as on a board.
                if layer.len() > 1 || pieces.len() == 1 {
                    write!(out, "{}", layer.len())?;
                }
            }
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
    for (square, cell) in TumpSquare::all(options.size, options.size).zip(cells) {
        position.stacks[square.index()] = cell;
    }
    if Player::seats(2).all(|player| position.winners_by_height().any(|winner| winner == player)) {
        return Err(PositionError::new(rows, Message::new("both players win by a stack")));
    }
    position.to_move = notation::player(turn, Tump::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
    Ok(position)
}

/// Parses a stack from the top down: `w3`, `wb2w`.
fn read_cell(word: &str, goal: u8) -> Result<TumpStack, PositionError> {
    // A climb combines two stacks below the goal.
    let highest = 2 * (goal - 1);
    read_stack(word, highest).ok_or_else(|| {
        PositionError::new(
            word,
            Message::new(
                "a cell is a number of empty squares, or from the top down colours (w, b) with numbers of pieces, together from 1 to {highest}",
            )
            .with("highest", highest),
        )
    })
}

fn read_stack(word: &str, highest: u8) -> Option<TumpStack> {
    let (owner, rest) = notation::owner(word, Tump::INFO.seats)?;
    let (number, below) = rest.split_at(rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len()));
    let height = if number.is_empty() { 1 } else { notation::number(number)? };
    let layer =
        TumpStack::of(owner, u8::try_from(height).ok().filter(|height| (1..=highest).contains(height))?);
    if below.is_empty() {
        return Some(layer);
    }
    Some(layer.on(read_stack(below, highest.checked_sub(layer.height())?)?))
}

impl Notation for TumpPosition {
    type ParsedMove = SquareOrStep;

    fn read(text: &str) -> Result<Self::ParsedMove, UnreadableMove> {
        notation::square_or_step(text).ok_or(UnreadableMove(Message::new(Tump::INFO.forms)))
    }

    fn resolve(&self, written: &Self::ParsedMove) -> Result<TumpMove, ForbiddenMove> {
        let size = self.options.size;
        let on_board = |at| grid::on_board(at, size, size).map(|(column, row)| TumpSquare::new(column, row));
        let mv = match *written {
            SquareOrStep::Square(at) => TumpMove::Place(on_board(at)?),
            SquareOrStep::Step(from, to) => TumpMove::Climb { from: on_board(from)?, to: on_board(to)? },
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(ForbiddenMove(self.why_not(mv))) }
    }
}

impl TumpPosition {
    /// Explains why a move is illegal.
    fn why_not(&self, mv: TumpMove) -> Message {
        match mv {
            TumpMove::Place(square) => Message::new("{square} is not empty").with("square", square),
            TumpMove::Climb { from, .. }
                if self.stack_on(from).is_none_or(|stack| stack.owner() != self.to_move) =>
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

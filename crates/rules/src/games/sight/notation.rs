//! Notation of Sight: position strings and moves.

use std::fmt;

use super::Sight;
use super::options::{SightOptions, Tallest};
use super::point::SightPoint;
use super::position::{PLANES, SightMove, SightPosition};
use crate::notation::SquareOrStep;
use crate::{
    ForbiddenMove, Game, Message, Notation, Player, Position, PositionBuilder, PositionError, UnreadableMove,
    grid, notation,
};

/// The tallest stack that a position string may have. No game from the starting position comes near it, and growth on
/// the largest board stays within the bit planes.
const TALLEST: u16 = 150;

impl fmt::Display for SightPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.options.size;
        grid::write_rows(f, size, size, |out, column, row| {
            let Some((owner, height)) = self.stack_on(SightPoint::new(column, row)) else { return Ok(false) };
            write!(out, "{}{height}", Sight::INFO.seat(owner).letter)?;
            Ok(true)
        })?;
        write!(f, " {}", Sight::INFO.seat(self.to_move()).letter)
    }
}

/// The fields of a position string.
pub(super) const FIELDS: [Message; 2] = [Message::new("rows"), Message::new("turn")];

pub(super) fn read_position(options: SightOptions, text: &str) -> Result<SightPosition, PositionError> {
    let [rows, turn] = notation::fields(text, &FIELDS)?;
    let size = options.size;
    let cells = grid::read_rows(rows, size, size, read_cell)?;
    let to_move = notation::player(turn, Sight::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
    let mut pieces = [0; 2];
    let mut planes = [0; PLANES];
    for (index, cell) in (0..).zip(cells) {
        let Some((owner, height)) = cell else { continue };
        let point = SightPoint::new(index % size, index / size);
        pieces[owner.index()] |= point.bit();
        for (plane, set) in planes.iter_mut().enumerate() {
            if (height - 1) >> plane & 1 != 0 {
                *set |= point.bit();
            }
        }
    }
    Ok(SightPosition::set_up(options, pieces, planes, to_move))
}

fn read_cell(word: &str) -> Result<(Player, u16), PositionError> {
    notation::stack(word, Sight::INFO.seats, 1..=TALLEST).ok_or_else(|| {
        PositionError::new(
            word,
            Message::new(
                "a cell is a number of empty points, or a colour (w, b) and a height from 1 to {highest}",
            )
            .with("highest", TALLEST),
        )
    })
}

impl PositionBuilder<Sight> {
    /// Puts a stack on a point.
    #[must_use]
    pub fn stack(self, point: SightPoint, owner: Player, height: u16) -> Self {
        let stack = format!("{}{height}", Sight::INFO.seat(owner).letter);
        self.cell(point.column(), point.row(), Some(stack))
    }
}

impl Notation for SightPosition {
    type ParsedMove = SquareOrStep;

    fn read(text: &str) -> Result<Self::ParsedMove, UnreadableMove> {
        notation::square_or_step(text).ok_or(UnreadableMove(Message::new(Sight::INFO.forms)))
    }

    fn resolve(&self, written: &Self::ParsedMove) -> Result<SightMove, ForbiddenMove> {
        let mv = match *written {
            SquareOrStep::Square(at) => SightMove::Place(self.on_board(at)?),
            SquareOrStep::Step(from, to) => {
                SightMove::Step { from: self.on_board(from)?, to: self.on_board(to)? }
            }
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(ForbiddenMove(self.why_not(mv))) }
    }
}

impl SightPosition {
    fn on_board(&self, written: (u8, u8)) -> Result<SightPoint, ForbiddenMove> {
        let size = self.options.size;
        grid::on_board(written, size, size).map(|(column, row)| SightPoint::new(column, row))
    }

    /// Explains why a move is illegal.
    fn why_not(&self, mv: SightMove) -> Message {
        let player = self.to_move();
        let name = Sight::INFO.seat(player).name;
        let tallest = self.tallest(player);
        match mv {
            SightMove::Place(_) if tallest != 0 => {
                Message::new("{player} has a stack, and must move the top of one of the tallest")
                    .seat("player", name)
            }
            SightMove::Place(to) => occupied(to),
            SightMove::Step { .. } if tallest == 0 => {
                Message::new("{player} has no stack, and must place a piece").seat("player", name)
            }
            SightMove::Step { from, .. } if self.owner(from) != Some(player) => {
                Message::new("{player} has no stack on {square}").seat("player", name).with("square", from)
            }
            SightMove::Step { from, .. } if self.height(from) == 1 => {
                Message::new("{square} holds a single piece, and only the top of a stack moves")
                    .with("square", from)
            }
            SightMove::Step { from, to } => self.why_no_step(self.movers(player, tallest), from, to),
        }
    }

    fn why_no_step(&self, movers: u128, from: SightPoint, to: SightPoint) -> Message {
        if self.owner(to).is_some() {
            return occupied(to);
        }
        if movers & from.bit() == 0 {
            let height = self.height(SightPoint::lowest(movers));
            let refusal = match self.options.tallest {
                Tallest::Strict => {
                    Message::new("the tallest stacks have height {height}, and {square} has {own}")
                }
                Tallest::Fallback => Message::new(
                    "the tallest stacks that can move have height {height}, and {square} has {own}",
                ),
            };
            return refusal.with("height", height).with("square", from).with("own", self.height(from));
        }
        if self.targets(from) == 0 {
            return Message::new("the top of {square} cannot move: no empty point lies one step away")
                .with("square", from);
        }
        if from.column().abs_diff(to.column()) == 1 && from.row().abs_diff(to.row()) == 1 {
            return Message::new("no diagonal line runs through {square}").with("square", from);
        }
        Message::new("the top of a stack goes one step along a drawn line")
    }
}

fn occupied(point: SightPoint) -> Message {
    Message::new("{square} is not empty").with("square", point)
}

//! Position strings and moves of Sight as text.

use std::fmt;

use super::Sight;
use super::options::{Options, Tallest};
use super::point::Point;
use super::position::{Move, PLANES, Position};
use crate::{Forbidden, Game, Notation, Player, PositionError, Refusal, Unreadable, grid, notation};

/// The tallest stack that a position string may have. No game from the start comes near it, and
/// whatever the largest board still adds stays within the planes.
const TALLEST: u16 = 150;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.options.size;
        grid::write_rows(f, size, size, |out, column, row| {
            let Some((owner, height)) = self.stack_on(Point::new(column, row)) else { return Ok(false) };
            write!(out, "{}{height}", letter(owner))?;
            Ok(true)
        })?;
        write!(f, " {}", letter(crate::Position::to_move(self)))
    }
}

fn letter(player: Player) -> char {
    Sight::INFO.seats[player.index()].letter
}

fn player(letter: &str) -> Option<Player> {
    Player::seats(2).find(|&player| letter.chars().eq([self::letter(player)]))
}

pub(super) fn read_position(options: Options, text: &str) -> Result<Position, PositionError> {
    let [rows, turn] = notation::fields(text, ["rows", "turn"])?;
    let size = options.size;
    let cells = grid::read_rows(rows, size, size, read_cell)?;
    let to_move = player(turn).ok_or_else(|| PositionError::new(turn, "the turn is w or b"))?;
    let mut pieces = [0; 2];
    let mut planes = [0; PLANES];
    for (index, cell) in (0..).zip(cells) {
        let Some((owner, height)) = cell else { continue };
        let point = Point::new(index % size, index / size);
        pieces[owner.index()] |= point.bit();
        for (plane, set) in planes.iter_mut().enumerate() {
            if (height - 1) >> plane & 1 != 0 {
                *set |= point.bit();
            }
        }
    }
    Ok(Position::set_up(options, pieces, planes, to_move))
}

fn read_cell(word: &str) -> Result<(Player, u16), PositionError> {
    word.char_indices()
        .nth(1)
        .and_then(|(cut, _)| {
            let owner = player(&word[..cut])?;
            let height = notation::number(&word[cut..]).filter(|height| (1..=TALLEST).contains(height))?;
            Some((owner, height))
        })
        .ok_or_else(|| {
            PositionError::new(
                word,
                format!(
                    "a cell is a number of empty points, or a colour (w, b) and a height from 1 to {TALLEST}"
                ),
            )
        })
}

/// A move as it is written.
#[derive(Copy, Clone, Debug)]
pub enum Written {
    Place((u8, u8)),
    Step((u8, u8), (u8, u8)),
}

impl Notation for Position {
    type Written = Written;

    fn read(text: &str) -> Result<Written, Unreadable> {
        let expected = |_| {
            Unreadable(Refusal::new("a move is a point to place on (c3) or a step of a stack's top (c3-c4)"))
        };
        match text.split_once('-') {
            None => Ok(Written::Place(notation::square(text).map_err(expected)?)),
            Some((from, to)) => Ok(Written::Step(
                notation::square(from).map_err(expected)?,
                notation::square(to).map_err(expected)?,
            )),
        }
    }

    fn resolve(&self, written: &Written) -> Result<Move, Forbidden> {
        let mut moves = Vec::new();
        crate::Position::legal_moves(self, &mut moves);
        let mv = match *written {
            Written::Place(at) => Move::Place(self.on_board(at)?),
            Written::Step(from, to) => Move::Step { from: self.on_board(from)?, to: self.on_board(to)? },
        };
        if moves.contains(&mv) { Ok(mv) } else { Err(Forbidden(self.why_not(mv))) }
    }
}

impl Position {
    fn on_board(&self, written: (u8, u8)) -> Result<Point, Forbidden> {
        let size = self.options.size;
        grid::on_board(written, size, size).map(|(column, row)| Point::new(column, row))
    }

    /// Why an illegal move is illegal.
    fn why_not(&self, mv: Move) -> Refusal {
        let player = crate::Position::to_move(self);
        let name = Sight::INFO.seats[player.index()].name;
        let tallest = self.tallest(player);
        match mv {
            Move::Place(_) if tallest != 0 => {
                Refusal::new("{player} has a stack, and must move the top of one of the tallest")
                    .seat("player", name)
            }
            Move::Place(to) => occupied(to),
            Move::Step { .. } if tallest == 0 => {
                Refusal::new("{player} has no stack, and must place a piece").seat("player", name)
            }
            Move::Step { from, .. } if self.owner(from) != Some(player) => {
                Refusal::new("{player} has no stack on {square}").seat("player", name).with("square", from)
            }
            Move::Step { from, .. } if self.height(from) == 1 => {
                Refusal::new("{square} holds a single piece, and only the top of a stack moves")
                    .with("square", from)
            }
            Move::Step { from, to } => self.why_no_step(self.movers(player, tallest), from, to),
        }
    }

    fn why_no_step(&self, movers: u128, from: Point, to: Point) -> Refusal {
        if self.owner(to).is_some() {
            return occupied(to);
        }
        if movers & from.bit() == 0 {
            let height = self.height(Point::lowest(movers));
            let refusal = match self.options.tallest {
                Tallest::Strict => {
                    Refusal::new("the tallest stacks have height {height}, and {square} has {own}")
                }
                Tallest::Fallback => Refusal::new(
                    "the tallest stacks that can move have height {height}, and {square} has {own}",
                ),
            };
            return refusal.with("height", height).with("square", from).with("own", self.height(from));
        }
        if from.column().abs_diff(to.column()) == 1 && from.row().abs_diff(to.row()) == 1 {
            return Refusal::new("no diagonal line runs through {square}").with("square", from);
        }
        Refusal::new("the top of a stack goes one step along a drawn line")
    }
}

fn occupied(point: Point) -> Refusal {
    Refusal::new("{square} is not empty").with("square", point)
}

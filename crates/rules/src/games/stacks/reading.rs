//! Notation of turns of Stacks.

use super::Stacks;
use super::board::{Board, MAX_HEIGHT};
use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{COLUMNS, ROWS, StacksSquare};
use crate::{ForbiddenMove, Game, Message, Notation, Position, UnreadableMove, grid, notation};

/// A turn as written.
#[derive(Clone, Debug)]
pub enum ParsedMove {
    Group(WrittenPart),
    Singles(WrittenPart, WrittenPart),
    Remove((u8, u8)),
}

/// A part of a turn as written.
#[derive(Clone, Debug)]
pub struct WrittenPart {
    pieces: Option<u8>,
    from: (u8, u8),
    attack: bool,
    to: (u8, u8),
    joiners: Vec<(u8, u8)>,
    retreat: Option<(u8, u8)>,
}

impl Notation for StacksPosition {
    type ParsedMove = ParsedMove;

    fn read(text: &str) -> Result<ParsedMove, UnreadableMove> {
        if let Some(square) = text.strip_suffix('!') {
            return Ok(ParsedMove::Remove(read_square(square)?));
        }
        let mut parts = text.split(',');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(part), None, _) => Ok(ParsedMove::Group(read_part(part)?)),
            (Some(first), Some(second), None) => {
                Ok(ParsedMove::Singles(read_part(first)?, read_part(second)?))
            }
            _ => Err(UnreadableMove(forms())),
        }
    }

    fn resolve(&self, written: &ParsedMove) -> Result<StacksMove, ForbiddenMove> {
        let board = self.board();
        let mv = match written {
            ParsedMove::Group(part) => StacksMove::Group(part.on(&board, false)?),
            ParsedMove::Singles(first, second) => {
                let first = first.on(&board, true)?;
                self.check_first(first)?;
                StacksMove::Singles(first, second.on(&board.after(first), true)?)
            }
            &ParsedMove::Remove(square) => StacksMove::Remove(on_board(square)?),
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(ForbiddenMove(self.why_not(mv))) }
    }
}

/// Describes the notation of turns.
fn forms() -> Message {
    Message::new(Stacks::INFO.forms)
}

fn read_square(text: &str) -> Result<(u8, u8), UnreadableMove> {
    notation::square(text).map_err(|UnreadableMove(problem)| UnreadableMove(problem.then(forms())))
}

fn read_part(text: &str) -> Result<WrittenPart, UnreadableMove> {
    let digit = text.chars().next().and_then(|first| first.to_digit(10));
    let rest = if digit.is_some() { &text[1..] } else { text };
    let cut = rest
        .find(['-', 'x', 'X'])
        .ok_or_else(|| notation::no_move(text, Stacks::INFO.forms, COLUMNS, ROWS))?;
    let attack = &rest[cut..=cut] != "-";
    let (end, retreat) =
        rest[cut + 1..].split_once('>').map_or((&rest[cut + 1..], None), |(end, square)| (end, Some(square)));
    let mut squares = end.split('+');
    let to = read_square(squares.next().unwrap_or_default())?;
    let joiners = squares.map(read_square).collect::<Result<Vec<_>, _>>()?;
    let retreat = retreat.map(read_square).transpose()?;
    if !attack && (!joiners.is_empty() || retreat.is_some()) {
        return Err(UnreadableMove(
            Message::new("only an attack (x) has joiners and a retreat").then(forms()),
        ));
    }
    let from = read_square(&rest[..cut])?;
    Ok(WrittenPart { pieces: digit.map(|digit| digit as u8), from, attack, to, joiners, retreat })
}

fn on_board((column, row): (u8, u8)) -> Result<StacksSquare, ForbiddenMove> {
    grid::on_board((column, row), COLUMNS, ROWS).map(|(column, row)| StacksSquare::new(column, row))
}

impl WrittenPart {
    /// Resolves the part, legal or not.
    fn on(&self, board: &Board, single: bool) -> Result<Part, ForbiddenMove> {
        let (from, to) = (on_board(self.from)?, on_board(self.to)?);
        let pieces = self.number(board, from, single)?;
        if !self.attack {
            return Ok(Part::quiet(from, pieces, to));
        }
        let mut joiners = 0;
        for &joiner in &self.joiners {
            let joiner = on_board(joiner)?;
            if to.near() & joiner.bit() == 0 {
                return Err(ForbiddenMove(
                    Message::new("{joiner} is not next to {square} and cannot join")
                        .with("joiner", joiner)
                        .with("square", to),
                ));
            }
            if joiners >= joiner.bit() {
                return Err(ForbiddenMove(Message::new(
                    "joiners are written once each and in the order a1, b1, ..., a2",
                )));
            }
            joiners |= joiner.bit();
        }
        let retreat = self.retreat.map(on_board).transpose()?;
        if let Some(square) = retreat.filter(|square| to.near() & square.bit() == 0) {
            return Err(ForbiddenMove(
                Message::new("{retreat} is not next to {square}: survivors retreat one step")
                    .with("retreat", square)
                    .with("square", to),
            ));
        }
        Ok(Part::attack(from, pieces, to, joiners, retreat))
    }

    /// Returns the number of pieces; without one, the whole stack moves.
    fn number(&self, board: &Board, from: StacksSquare, single: bool) -> Result<u8, ForbiddenMove> {
        let height = board.own.height(from);
        match self.pieces.unwrap_or(height) {
            1 => Ok(1),
            2..=3 if single && self.pieces.is_some() => {
                Err(ForbiddenMove(Message::new("each of the two singles is one piece")))
            }
            2..=3 if single => Err(ForbiddenMove(
                Message::new("{square} has {height} pieces: write 1{square} for a single one")
                    .with("square", from)
                    .with("height", height),
            )),
            pieces @ 2..=3 => Ok(pieces),
            0 if self.pieces.is_none() => Err(ForbiddenMove(super::refusal::no_stack(board, from))),
            MAX_HEIGHT => Err(ForbiddenMove(Message::new(
                "four pieces never move together: write how many move, 1 to 3",
            ))),
            _ => Err(ForbiddenMove(Message::new("a group is 1, 2 or 3 pieces"))),
        }
    }
}

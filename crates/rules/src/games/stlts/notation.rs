//! Notation of Stlts: position strings and moves.

use std::fmt;

use super::options::{StltsOptions, Walks};
use super::position::{StltsMove, StltsPosition};
use super::side::{Pin, Pins, Side};
use super::square::StltsSquare;
use super::{PIECES, SIZE, Stlts};
use crate::{
    ForbiddenMove, Game, Message, Notation, Player, Position, PositionBuilder, PositionError, UnreadableMove,
    grid, notation,
};

impl fmt::Display for StltsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_rows(f, SIZE, SIZE, |out, column, row| {
            let Some((player, pins)) = self.piece_on(StltsSquare::new(column, row)) else { return Ok(false) };
            out.write_char(Stlts::INFO.seat(player).letter)?;
            if (pins.white, pins.black) != (0, 0) {
                write!(out, "{}.{}", pins.white, pins.black)?;
            }
            Ok(true)
        })?;
        write!(f, " {} {}", Stlts::INFO.seat(self.to_move()).letter, self.halfmove_clock)
    }
}

/// The fields of a position string.
pub(super) const FIELDS: [Message; 3] =
    [Message::new("rows"), Message::new("turn"), Message::new("plies since progress")];

pub(super) fn read_position(options: StltsOptions, text: &str) -> Result<StltsPosition, PositionError> {
    let [rows, turn, halfmove_clock] = notation::fields(text, &FIELDS)?;
    let cells = grid::read_rows(rows, SIZE, SIZE, |word| read_piece(word, options.pins))?;
    let to_move = notation::player(turn, Stlts::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
    let halfmove_clock = notation::halfmove_clock(halfmove_clock, options.quiet)?;
    let mut sides = [Side::EMPTY; 2];
    for player in Player::seats(2) {
        let pieces: Vec<(StltsSquare, Pins)> = StltsSquare::all(SIZE, SIZE)
            .zip(&cells)
            .filter_map(|(square, cell)| cell.filter(|cell| cell.0 == player).map(|cell| (square, cell.1)))
            .collect();
        if pieces.len() > PIECES {
            let (name, count) = (Stlts::INFO.seat(player).name, pieces.len());
            return Err(PositionError::new(
                rows,
                Message::new("{player} has {pieces} pieces, more than {limit}")
                    .seat("player", name)
                    .with("pieces", count)
                    .with("limit", PIECES),
            ));
        }
        for (square, pins) in pieces {
            sides[player.index()].put(square, pins);
        }
    }
    if sides == [Side::EMPTY; 2] {
        return Err(PositionError::new(
            rows,
            Message::new("no piece stands on the board; at least one side has pieces"),
        ));
    }
    let mut position = StltsPosition::start(options);
    (position.sides, position.to_move, position.halfmove_clock) = (sides, to_move, halfmove_clock);
    Ok(position.keyed())
}

fn read_piece(word: &str, limit: u8) -> Result<(Player, Pins), PositionError> {
    let problem = || {
        PositionError::new(
            word,
            Message::new(
                "a cell is a number of empty squares, or w or b, followed by white pins, a dot and black pins (w2.3), each from 0 to {limit}",
            )
            .with("limit", limit),
        )
    };
    let (player, pins) = notation::owner(word, Stlts::INFO.seats).ok_or_else(problem)?;
    if pins.is_empty() {
        return Ok((player, Pins::NONE));
    }
    let number = |text| notation::number(text).filter(|&pins| pins <= limit.into()).map(|pins| pins as u8);
    pins.split_once('.')
        .and_then(|(white, black)| Some(Pins { white: number(white)?, black: number(black)? }))
        .map(|pins| (player, pins))
        .ok_or_else(problem)
}

/// A move as written.
#[derive(Copy, Clone, Debug)]
pub enum ParsedMove {
    Insert((u8, u8), Pin),
    Walk((u8, u8), (u8, u8)),
    Capture((u8, u8), (u8, u8)),
}

impl PositionBuilder<Stlts> {
    /// Puts a piece with its pins on a square.
    #[must_use]
    pub fn piece(self, square: StltsSquare, owner: Player, pins: crate::Pins) -> Self {
        let piece = format!("{}{}.{}", Stlts::INFO.seat(owner).letter, pins.white, pins.black);
        self.cell(square.column(), square.row(), Some(piece))
    }
}

impl Notation for StltsPosition {
    type ParsedMove = ParsedMove;

    fn read(text: &str) -> Result<ParsedMove, UnreadableMove> {
        read_move(text).ok_or_else(|| notation::no_move(text, Stlts::INFO.forms, SIZE, SIZE))
    }

    fn resolve(&self, written: &ParsedMove) -> Result<StltsMove, ForbiddenMove> {
        let mv = match *written {
            ParsedMove::Insert(at, pin) => StltsMove::Insert { at: on_board(at)?, pin },
            ParsedMove::Walk(from, to) => StltsMove::Walk { from: on_board(from)?, to: on_board(to)? },
            ParsedMove::Capture(from, to) => StltsMove::Capture { from: on_board(from)?, to: on_board(to)? },
        };
        self.why_not(mv).map_or(Ok(mv), |why| Err(ForbiddenMove(why)))
    }
}

fn read_move(text: &str) -> Option<ParsedMove> {
    // The first letter names a column, on the board or not: `x5-d7` is not a capture.
    let (at, sign) = text.char_indices().skip(1).find(|(_, sign)| "+-xX".contains(*sign))?;
    let (first, second) = (grid::read_name(&text[..at])?, &text[at + 1..]);
    match sign {
        '+' => {
            let pin = Pin::BOTH.into_iter().find(|pin| second.to_lowercase().chars().eq([pin.letter()]))?;
            Some(ParsedMove::Insert(first, pin))
        }
        '-' => Some(ParsedMove::Walk(first, grid::read_name(second)?)),
        _ => Some(ParsedMove::Capture(first, grid::read_name(second)?)),
    }
}

fn on_board(written: (u8, u8)) -> Result<StltsSquare, ForbiddenMove> {
    grid::on_board(written, SIZE, SIZE).map(|(column, row)| StltsSquare::new(column, row))
}

impl StltsPosition {
    /// Explains why a move is illegal; `None` if it is legal.
    fn why_not(&self, mv: StltsMove) -> Option<Message> {
        let player = self.to_move();
        let (StltsMove::Insert { at: square, .. }
        | StltsMove::Walk { from: square, .. }
        | StltsMove::Capture { from: square, .. }) = mv;
        let Some(pins) = self.own().pins_on(square) else {
            let refusal = Message::new("{player} has no piece on {square}");
            return Some(refusal.seat("player", Stlts::INFO.seat(player).name).with("square", square));
        };
        match mv {
            StltsMove::Insert { pin, .. } => (pins.of(pin) >= self.options.pins).then(|| {
                let refusal = match pin {
                    Pin::White => Message::new(
                        "the piece on {square} can take no more white pins: the limit is {limit}",
                    ),
                    Pin::Black => Message::new(
                        "the piece on {square} can take no more black pins: the limit is {limit}",
                    ),
                };
                refusal.with("square", square).with("limit", self.options.pins)
            }),
            StltsMove::Walk { from, to } | StltsMove::Capture { from, to } => {
                if !self.destinations(from, pins).contains(to) {
                    return Some(self.why_no_walk(from, pins, to));
                }
                match (mv, self.walk(from, to)) {
                    (StltsMove::Walk { .. }, right @ StltsMove::Capture { .. }) => {
                        let refusal =
                            Message::new("an enemy stands on {square}: the capture is written {right}");
                        Some(refusal.with("square", to).with("right", right))
                    }
                    (StltsMove::Capture { .. }, right @ StltsMove::Walk { .. }) => {
                        let refusal = Message::new("{square} is empty: the move is written {right}");
                        Some(refusal.with("square", to).with("right", right))
                    }
                    _ => None,
                }
            }
        }
    }

    fn why_no_walk(&self, from: StltsSquare, pins: Pins, to: StltsSquare) -> Message {
        let Pins { white, black } = pins;
        let (rows, columns) = (from.row().abs_diff(to.row()), from.column().abs_diff(to.column()));
        let refusal = if from == to {
            Message::new("a walk must not end on {from}, where it started")
        } else if self.own().squares().contains(to) {
            let player = Stlts::INFO.seat(self.to_move()).name;
            Message::new("{to} holds one of {player}'s own pieces").seat("player", player)
        } else if pins == Pins::NONE {
            Message::new("the piece on {from} has no pins and cannot move")
        } else if self.options.walks == Walks::Straight && rows > 0 && columns > 0 {
            Message::new("a walk does not turn with walks=straight")
        } else if rows > white {
            Message::new("{to} lies {rows} up or down from {from}, and the white pins allow {white}")
        } else if columns > black {
            Message::new("{to} lies {columns} to the side of {from}, and the black pins allow {black}")
        } else {
            Message::new(
                "no path over empty squares leads from {from} to {to} in {white} vertical and {black} horizontal steps",
            )
        };
        let numbers = [("rows", rows), ("columns", columns), ("white", white), ("black", black)];
        let refusal = refusal.with("from", from).with("to", to);
        numbers.into_iter().fold(refusal, |refusal, (name, number)| refusal.with(name, number))
    }
}

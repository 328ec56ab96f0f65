//! Notation of Stac: position strings and moves.

use std::fmt;

use super::options::StacOptions;
use super::position::{StacMove, StacPosition};
use super::square::StacSquare;
use super::{CLAIMS, SIZE, SQUARES, Stac};
use crate::{
    ForbiddenMove, Game, Message, Notation, Player, Position, PositionBuilder, PositionError, UnreadableMove,
    grid, notation,
};

/// The text of the carried flags: neither player's, White's, Black's, both.
const CARRIED: [(&str, [bool; 2]); 4] =
    [("-", [false, false]), ("w", [true, false]), ("b", [false, true]), ("wb", [true, true])];

#[derive(Copy, Clone)]
enum Cell {
    One,
    Two,
    Tower(Player),
}

impl fmt::Display for StacPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::write_rows(f, SIZE, SIZE, |out, column, row| {
            let bit = StacSquare::new(column, row).bit();
            let cells = [(self.ones, 's'), (self.twos, 'd'), (self.towers[0], 'W'), (self.towers[1], 'B')];
            let Some((_, letter)) = cells.into_iter().find(|(set, _)| set & bit != 0) else {
                return Ok(false);
            };
            out.write_char(letter)?;
            Ok(true)
        })?;
        let turn = Stac::INFO.seat(self.to_move()).letter;
        let [white, black] = self.pawns;
        let carried = CARRIED.iter().find(|(_, flags)| *flags == self.carried).map_or("-", |(word, _)| word);
        write!(f, " {turn} {white} {black} {carried} {}", self.halfmove_clock)
    }
}

/// The fields of a position string.
pub(super) const FIELDS: [Message; 6] = [
    Message::new("rows"),
    Message::new("turn"),
    Message::new("white pawn"),
    Message::new("black pawn"),
    Message::new("carried"),
    Message::new("plies since progress"),
];

pub(super) fn read_position(options: StacOptions, text: &str) -> Result<StacPosition, PositionError> {
    let [rows, turn, white, black, carried, halfmove_clock] = notation::fields(text, &FIELDS)?;
    let cells = grid::read_rows(rows, SIZE, SIZE, read_cell)?;
    let to_move = notation::player(turn, Stac::INFO.seats)
        .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
    let pawns = [read_pawn(white)?, read_pawn(black)?];
    if pawns[0] == pawns[1] {
        return Err(PositionError::new(black, Message::new("the pawns stand on different squares")));
    }
    let mut position = StacPosition::bare(options, pawns, to_move);
    (_, position.carried) = *CARRIED.iter().find(|(word, _)| *word == carried).ok_or_else(|| {
        PositionError::new(carried, Message::new("who carried on the last turn is written -, w, b or wb"))
    })?;
    position.halfmove_clock = notation::halfmove_clock(halfmove_clock, options.quiet)?;
    for (index, cell) in (0..).zip(cells) {
        let bit = StacSquare::new(index % SIZE, index / SIZE).bit();
        match cell {
            Some(Cell::One) => position.ones |= bit,
            Some(Cell::Two) => position.twos |= bit,
            Some(Cell::Tower(owner)) => position.towers[owner.index()] |= bit,
            None => {}
        }
    }
    check_discs(&position, rows)?;
    Ok(position.keyed())
}

fn read_cell(word: &str) -> Result<Cell, PositionError> {
    match word {
        "s" => Ok(Cell::One),
        "d" => Ok(Cell::Two),
        "W" => Ok(Cell::Tower(Player::FIRST)),
        "B" => Ok(Cell::Tower(Player::SECOND)),
        _ => Err(PositionError::new(
            word,
            Message::new(
                "a cell is s (one disc), d (two discs), W or B (a tower) or a number of empty squares",
            ),
        )),
    }
}

fn read_pawn(word: &str) -> Result<StacSquare, PositionError> {
    word.parse()
        .map_err(|_| PositionError::new(word, Message::new("a pawn stands on a square from a1 to e5")))
}

fn check_discs(position: &StacPosition, rows: &str) -> Result<(), PositionError> {
    let [ones, twos] = [position.ones, position.twos].map(u32::count_ones);
    let towers = position.towers.map(u32::count_ones);
    for player in Player::seats(2) {
        let (name, count) = (Stac::INFO.seat(player).name, towers[player.index()]);
        if count > CLAIMS {
            let problem =
                Message::new("{player} has {towers} towers, more than {claims} claim discs can mark")
                    .seat("player", name)
                    .with("towers", count)
                    .with("claims", CLAIMS);
            return Err(PositionError::new(rows, problem));
        }
    }
    let discs = ones + 2 * twos + 3 * (towers[0] + towers[1]);
    if discs as usize > SQUARES {
        let problem = Message::new("{discs} discs, three to a tower, where the game has {limit}")
            .with("discs", discs)
            .with("limit", SQUARES);
        return Err(PositionError::new(rows, problem));
    }
    Ok(())
}

/// A move as written.
#[derive(Copy, Clone, Debug)]
pub struct ParsedMove {
    from: (u8, u8),
    to: (u8, u8),
    carrying: bool,
}

impl PositionBuilder<Stac> {
    /// Puts up to two loose discs on a square.
    #[must_use]
    pub fn discs(self, square: StacSquare, discs: u8) -> Self {
        let text = match discs {
            0 => None,
            1 => Some("s".to_owned()),
            2 => Some("d".to_owned()),
            _ => Some(format!("s{discs}")),
        };
        self.cell(square.column(), square.row(), text)
    }

    /// Puts a tower on a square.
    #[must_use]
    pub fn tower(self, square: StacSquare, owner: Player) -> Self {
        let letter = Stac::INFO.seat(owner).letter.to_uppercase().collect();
        self.cell(square.column(), square.row(), Some(letter))
    }

    /// Moves a player's pawn to a square.
    #[must_use]
    pub fn pawn(self, player: Player, square: StacSquare) -> Self {
        self.field(2 + player.index(), square.to_string())
    }
}

impl Notation for StacPosition {
    type ParsedMove = ParsedMove;

    fn read(text: &str) -> Result<ParsedMove, UnreadableMove> {
        let expected = || notation::no_move(text, Stac::INFO.forms, SIZE, SIZE);
        let sign = text.find(['-', '=']).ok_or_else(expected)?;
        let square = |text: &str| notation::square(text).map_err(|_| expected());
        Ok(ParsedMove {
            from: square(&text[..sign])?,
            to: square(&text[sign + 1..])?,
            carrying: text[sign..].starts_with('='),
        })
    }

    fn resolve(&self, written: &ParsedMove) -> Result<StacMove, ForbiddenMove> {
        let mv =
            StacMove { from: on_board(written.from)?, to: on_board(written.to)?, carrying: written.carrying };
        if self.is_legal(mv) { Ok(mv) } else { Err(ForbiddenMove(self.why_not(mv))) }
    }
}

fn on_board(written: (u8, u8)) -> Result<StacSquare, ForbiddenMove> {
    grid::on_board(written, SIZE, SIZE).map(|(column, row)| StacSquare::new(column, row))
}

impl StacPosition {
    /// Explains why a move is illegal.
    fn why_not(&self, StacMove { from, to, carrying }: StacMove) -> Message {
        let (player, opponent) = (self.to_move(), self.to_move().opponent());
        let (name, other_name) = (Stac::INFO.seat(player).name, Stac::INFO.seat(opponent).name);
        let (pawn, other) = (self.pawn(player), self.pawn(opponent));
        if from != pawn {
            Message::new("{player}'s pawn stands on {square}").seat("player", name).with("square", pawn)
        } else if to == from {
            Message::new("a pawn must move at least one square")
        } else if from.lines() & to.bit() == 0 {
            Message::new("a pawn moves along its row or its column")
        } else if to == other {
            Message::new("{player}'s pawn stands on {square}").seat("player", other_name).with("square", to)
        } else if !carrying {
            // Only a tower in the way can stop a pawn on its lines here (rules 8, 22, 23).
            Message::new("with towers=stop a walking pawn cannot pass over a tower")
        } else if self.ones & from.bit() == 0 {
            self.why_no_disc(from)
        } else if self.carried[player.index()] {
            Message::new("{player} carried last turn, and nobody carries twice in a row").seat("player", name)
        } else if self.all_towers() & to.bit() != 0 {
            Message::new("{square} holds a tower, and nothing is added to a tower").with("square", to)
        } else {
            Message::new("a carrying pawn cannot pass over {player}'s pawn on {square}")
                .seat("player", other_name)
                .with("square", other)
        }
    }

    /// Explains why no disc can be carried from a square without a single disc.
    fn why_no_disc(&self, square: StacSquare) -> Message {
        let refusal = if self.all_towers() & square.bit() != 0 {
            Message::new("{square} holds a tower, and only a single disc can be carried")
        } else if self.twos & square.bit() != 0 {
            Message::new("{square} holds two discs, and only a single disc can be carried")
        } else {
            Message::new("{square} holds no disc, and only a single disc can be carried")
        };
        refusal.with("square", square)
    }
}

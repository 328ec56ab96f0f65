//! Notation of STAQS: position strings and moves.

use std::fmt;

use super::bits::Bits;
use super::options::{Placement, StaqsOptions, Steps};
use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use super::stacks::Stack;
use super::{DISCS, Staqs};
use crate::notation::SquareOrStep;
use crate::{
    ForbiddenMove, Game, Message, Notation, Player, Position, PositionBuilder, PositionError, SeatInfo,
    UnreadableMove, grid, notation,
};

/// The tallest stack in position strings; no game from the starting position comes near it. The parser rejects
/// positions from which play could exceed it, so that every position can be written and read again.
const TALLEST: u16 = 250;

#[derive(Copy, Clone)]
enum Cell {
    Neutral,
    Stack(Player, u8),
}

impl fmt::Display for StaqsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.options().size;
        grid::write_rows(f, size, size, |out, column, row| {
            let square = StaqsSquare::new(column, row);
            if self.neutral().contains(square) {
                out.write_char('n')?;
                return Ok(true);
            }
            let Some((player, height)) = self.stack_on(square) else { return Ok(false) };
            write!(out, "{}{height}", Staqs::INFO.seat(player).letter)?;
            Ok(true)
        })?;
        write!(f, " {} ", Staqs::INFO.seat(self.to_move()).letter)?;
        for player in Player::seats(self.options().players.into()) {
            let slash = if player == Player::FIRST { "" } else { "/" };
            write!(f, "{slash}{}", self.reserve(player))?;
        }
        Ok(())
    }
}

/// Returns the seats for this number of players.
fn seats(players: u8) -> &'static [SeatInfo] {
    &Staqs::INFO.seats[..usize::from(players)]
}

fn letters(players: u8) -> String {
    let letters: Vec<String> = seats(players).iter().map(|seat| seat.letter.to_string()).collect();
    letters.join(", ")
}

/// The fields of a position string.
pub(super) const FIELDS: [Message; 3] =
    [Message::new("rows"), Message::new("turn"), Message::new("reserves")];

pub(super) fn read_position(options: StaqsOptions, text: &str) -> Result<StaqsPosition, PositionError> {
    let [rows, turn, reserves_text] = notation::fields(text, &FIELDS)?;
    let size = options.size;
    let cells = grid::read_rows(rows, size, size, |word| read_cell(word, options.players))?;
    let to_move = notation::player(turn, seats(options.players)).ok_or_else(|| {
        let problem = Message::new("the turn is one of {letters}").with("letters", letters(options.players));
        PositionError::new(turn, problem)
    })?;
    let reserves = read_reserves(reserves_text, options.players)?;
    let mut neutral = Bits::default();
    let mut stacks = Vec::new();
    for (index, cell) in (0..).zip(cells) {
        let square = StaqsSquare::new(index % size, index / size);
        match cell {
            Some(Cell::Neutral) => neutral.insert(square),
            Some(Cell::Stack(owner, height)) => stacks.push((owner, Stack { square, height })),
            None => {}
        }
    }
    // Each neutral disc raises one stack by one (rule 9), and nothing else does.
    let highest = stacks.iter().map(|(_, stack)| u16::from(stack.height)).max().unwrap_or(0);
    if highest + neutral.count() as u16 > TALLEST {
        let left = neutral.count();
        return Err(PositionError::new(
            text,
            Message::new("a stack of {height} could grow above {limit} on {left} neutral discs")
                .with("height", highest)
                .with("limit", TALLEST)
                .with("left", left),
        ));
    }
    for owner in Player::seats(options.players.into()) {
        let count = stacks.iter().filter(|&&(player, _)| player == owner).count();
        let reserve = reserves[owner.index()];
        if count + usize::from(reserve) > usize::from(DISCS) {
            let name = Staqs::INFO.seat(owner).name;
            return Err(PositionError::new(
                text,
                Message::new(
                    "{player} has {stacks} stacks and {reserve} in reserve: more than {limit} discs",
                )
                .seat("player", name)
                .with("stacks", count)
                .with("reserve", reserve)
                .with("limit", DISCS),
            ));
        }
    }
    if options.placement == Placement::Setup {
        check_alternation(reserves, to_move, options.players, reserves_text)?;
    }
    Ok(StaqsPosition::set_up(options, neutral, &stacks, reserves, to_move))
}

fn read_cell(word: &str, players: u8) -> Result<Cell, PositionError> {
    if word == "n" {
        return Ok(Cell::Neutral);
    }
    let stack = notation::stack(word, seats(players), 2..=TALLEST);
    stack.map(|(owner, height)| Cell::Stack(owner, height as u8)).ok_or_else(|| {
        let letters = letters(players);
        PositionError::new(
            word,
            Message::new("a cell is n, a number of empty squares, or a colour ({letters}) and a height from 2 to {highest}")
                .with("letters", letters)
                .with("highest", TALLEST),
        )
    })
}

fn read_reserves(text: &str, players: u8) -> Result<[u8; 4], PositionError> {
    let mut reserves = [0; 4];
    let mut words = text.split('/');
    let fits = reserves.iter_mut().take(players.into()).all(|reserve| {
        let number = words.next().and_then(notation::number).filter(|&discs| discs <= DISCS.into());
        *reserve = number.unwrap_or_default() as u8;
        number.is_some()
    });
    if fits && words.next().is_none() {
        return Ok(reserves);
    }
    let problem = Message::new("the reserves are {players} numbers from 0 to {limit} joined by /")
        .with("players", players)
        .with("limit", DISCS);
    Err(PositionError::new(text, problem))
}

/// While players place in turn (rule 6), those who have had this round's turn have one disc less.
fn check_alternation(
    reserves: [u8; 4],
    to_move: Player,
    players: u8,
    text: &str,
) -> Result<(), PositionError> {
    let most = reserves[to_move.index()];
    let fits = Player::seats(players.into()).all(|player| {
        let placed = u8::from(player < to_move);
        reserves[player.index()] + placed == most
    });
    if fits || reserves == [0; 4] {
        return Ok(());
    }
    Err(PositionError::new(
        text,
        Message::new(
            "with placement=setup the players place in turn, so these reserves are impossible with {player} to move; placement=free allows them",
        )
        .seat("player", Staqs::INFO.seat(to_move).name),
    ))
}

impl PositionBuilder<Staqs> {
    /// Puts a neutral disc on a square.
    #[must_use]
    pub fn neutral(self, square: StaqsSquare) -> Self {
        self.cell(square.column(), square.row(), Some("n".to_owned()))
    }

    /// Puts a stack on a square.
    #[must_use]
    pub fn stack(self, square: StaqsSquare, owner: Player, height: u8) -> Self {
        let stack = format!("{}{height}", Staqs::INFO.seat(owner).letter);
        self.cell(square.column(), square.row(), Some(stack))
    }

    /// Sets how many discs a player has to place.
    #[must_use]
    pub fn reserve(self, player: Player, discs: u8) -> Self {
        self.field_part(2, player.index(), &discs.to_string())
    }
}

impl Notation for StaqsPosition {
    /// A parsed move; `None` is a pass.
    type ParsedMove = Option<SquareOrStep>;

    fn read(text: &str) -> Result<Self::ParsedMove, UnreadableMove> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        let written =
            notation::square_or_step(text).ok_or(UnreadableMove(Message::new(Staqs::INFO.forms)))?;
        Ok(Some(written))
    }

    fn resolve(&self, written: &Self::ParsedMove) -> Result<StaqsMove, ForbiddenMove> {
        let mv = match *written {
            Some(SquareOrStep::Square(at)) => StaqsMove::Place(self.on_board(at)?),
            Some(SquareOrStep::Step(from, to)) => {
                StaqsMove::Step { from: self.on_board(from)?, to: self.on_board(to)? }
            }
            None => StaqsMove::Pass,
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(ForbiddenMove(self.why_not(mv))) }
    }
}

impl StaqsPosition {
    fn on_board(&self, written: (u8, u8)) -> Result<StaqsSquare, ForbiddenMove> {
        let size = self.options().size;
        grid::on_board(written, size, size).map(|(column, row)| StaqsSquare::new(column, row))
    }

    /// Explains why a move is illegal.
    fn why_not(&self, mv: StaqsMove) -> Message {
        let player = self.to_move();
        let name = Staqs::INFO.seat(player).name;
        match mv {
            _ if !self.can_act(player) => {
                Message::new("{player} can neither place nor step and must pass").seat("player", name)
            }
            StaqsMove::Pass => {
                Message::new("{player} can still place or step, and may not pass").seat("player", name)
            }
            StaqsMove::Place(_) if self.reserve(player) == 0 => {
                Message::new("{player} has no disc left to place").seat("player", name)
            }
            StaqsMove::Place(square) => covered(square),
            StaqsMove::Step { .. } if self.placing() => {
                Message::new("all discs are placed before the first step")
            }
            StaqsMove::Step { from, to } => self.why_no_step(player, from, to),
        }
    }

    fn why_no_step(&self, player: Player, from: StaqsSquare, to: StaqsSquare) -> Message {
        if !self.stacks_of(player).any(|(square, _)| square == from) {
            let name = Staqs::INFO.seat(player).name;
            return Message::new("{player} has no stack on {square}")
                .seat("player", name)
                .with("square", from);
        }
        let can_step = |mv: &StaqsMove| matches!(mv, StaqsMove::Step { from: start, .. } if *start == from);
        if !self.moves().iter().any(can_step) {
            return Message::new("the stack on {square} cannot step: no neutral disc lies next to it")
                .with("square", from);
        }
        let (across, up) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
        match (self.options().steps, across, up) {
            (Steps::Orthogonal, 0, 1) | (Steps::Orthogonal, 1, 0) | (Steps::All, 0..=1, 0..=1)
                if from != to =>
            {
                covered(to)
            }
            (Steps::Orthogonal, ..) => Message::new("STAQS stacks step up, down, left or right, one square"),
            (Steps::All, ..) => Message::new("STAQS stacks step to a neighbouring square"),
        }
    }
}

fn covered(square: StaqsSquare) -> Message {
    Message::new("{square} holds no uncovered neutral disc").with("square", square)
}

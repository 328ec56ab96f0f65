//! The pieces of one player: their squares and their pins.

use super::PIECES;
use super::square::{Squares, StltsSquare};

/// The colour of a pin, which is independent of the colour of the piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Pin {
    /// Allows a vertical step.
    White,
    /// Allows a horizontal step.
    Black,
}

impl Pin {
    pub(super) const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the letter in moves.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the other colour.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The pins of a piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Pins {
    pub(super) white: u8,
    pub(super) black: u8,
}

impl Pins {
    pub(super) const NONE: Self = Self { white: 0, black: 0 };

    /// Returns the number of pins of a colour.
    pub(super) const fn of(self, pin: Pin) -> u8 {
        match pin {
            Pin::White => self.white,
            Pin::Black => self.black,
        }
    }

    /// Adds a pin.
    #[must_use]
    pub(super) const fn and(self, pin: Pin) -> Self {
        match pin {
            Pin::White => Self { white: self.white.saturating_add(1), ..self },
            Pin::Black => Self { black: self.black.saturating_add(1), ..self },
        }
    }
}

/// A player's pieces.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Side {
    squares: Squares,
    /// The pins of the pieces, in square order; unused entries have none.
    pins: [Pins; PIECES],
}

impl Side {
    pub(super) const EMPTY: Self = Self { squares: Squares::EMPTY, pins: [Pins::NONE; PIECES] };

    /// Returns the squares of the pieces.
    pub(super) const fn squares(&self) -> Squares {
        self.squares
    }

    /// Returns the pieces in square order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (StltsSquare, Pins)> {
        self.squares.iter().zip(self.pins)
    }

    /// Returns the index in `pins` of the piece on a square, if there is one.
    fn place(&self, square: StltsSquare) -> Option<usize> {
        self.squares
            .contains(square)
            .then(|| self.squares.count_before(square))
            .filter(|&place| place < PIECES)
    }

    /// Returns the pins of the piece on a square, if there is one.
    pub(super) fn pins_on(&self, square: StltsSquare) -> Option<Pins> {
        self.place(square).map(|place| self.pins[place])
    }

    /// Changes the pins of the piece on a square.
    pub(super) fn set_pins(&mut self, square: StltsSquare, pins: Pins) {
        if let Some(place) = self.place(square) {
            self.pins[place] = pins;
        }
    }

    /// Adds a piece on a free square of the board; there must be fewer than twelve pieces.
    pub(super) fn put(&mut self, square: StltsSquare, pins: Pins) {
        let place = self.squares.count_before(square);
        // Even an illegal move cannot put a piece off the board.
        if place < PIECES && Squares::BOARD.contains(square) {
            self.pins.copy_within(place..PIECES - 1, place + 1);
            self.pins[place] = pins;
            self.squares |= Squares::of(square);
        }
    }

    /// Removes the piece on a square and returns its pins.
    pub(super) fn take(&mut self, square: StltsSquare) -> Option<Pins> {
        let place = self.place(square)?;
        let pins = self.pins[place];
        self.pins.copy_within(place + 1.., place);
        self.pins[PIECES - 1] = Pins::NONE;
        self.squares = self.squares & !Squares::of(square);
        Some(pins)
    }
}

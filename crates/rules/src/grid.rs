//! Rectangular boards: names of squares, and rows of cells as text.

use crate::{ForbiddenMove, Message, PositionError};

/// Returns the name of a square, both counted from 0: `name(2, 2)` is `c3`.
pub fn name(column: u8, row: u8) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// Writes the name of a square.
pub fn write_name(out: &mut impl std::fmt::Write, column: u8, row: u8) -> std::fmt::Result {
    write!(out, "{}{}", char::from(b'a' + column), row + 1)
}

/// Parses the name of a square, in either case, on the largest board of any game. Returns column and row from 0.
pub fn read_name(text: &str) -> Option<(u8, u8)> {
    let (column, row) = (text.chars().next()?, text.get(1..)?);
    let column = column.to_ascii_lowercase();
    if !column.is_ascii_lowercase() {
        return None;
    }
    let row = crate::notation::number(row).filter(|row| (1..=26).contains(row))?;
    Some((column as u8 - b'a', row as u8 - 1))
}

/// Returns the square if it lies on a board with `columns` and `rows`, or a refusal.
pub fn on_board((column, row): (u8, u8), columns: u8, rows: u8) -> Result<(u8, u8), ForbiddenMove> {
    if column < columns && row < rows {
        return Ok((column, row));
    }
    Err(ForbiddenMove(
        Message::new("{square} is not on the {columns} x {rows} board")
            .with("square", name(column, row))
            .with("columns", columns)
            .with("rows", rows),
    ))
}

/// Returns the image of a square under one of the eight symmetries of a square board: bit 0 mirrors left and
/// right, bit 1 up and down, bit 2 exchanges columns and rows.
pub const fn image((column, row): (u8, u8), size: u8, symmetry: u8) -> (u8, u8) {
    let column = if symmetry & 1 == 0 { column } else { size - 1 - column };
    let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
    if symmetry & 4 == 0 { (column, row) } else { (row, column) }
}

/// Parses rows from the top down, joined by `/`, cells joined by `,`, a number for a run of empty cells. `cell` parses
/// everything that is not a number. Returns the cells in square order, a1 first.
pub fn read_rows<T: Clone>(
    text: &str,
    columns: u8,
    rows: u8,
    mut cell: impl FnMut(&str) -> Result<T, PositionError>,
) -> Result<Vec<Option<T>>, PositionError> {
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let found = text.split('/').count();
    if found != rows {
        return Err(PositionError::new(
            text,
            Message::new("{found} rows where the board has {rows}").with("found", found).with("rows", rows),
        ));
    }
    let mut cells = vec![None; columns * rows];
    for (from_top, row_text) in text.split('/').enumerate() {
        let row = &mut cells[(rows - 1 - from_top) * columns..][..columns];
        let mut column = 0;
        for word in row_text.split(',') {
            let width = if word.starts_with(|first: char| first.is_ascii_digit()) {
                crate::notation::number(word)
                    .map(usize::from)
                    .filter(|run| (1..=columns).contains(run))
                    .ok_or_else(|| {
                        PositionError::new(
                            word,
                            Message::new("a run of empty squares is a number from 1 to {columns}")
                                .with("columns", columns),
                        )
                    })?
            } else {
                if word.is_empty() {
                    return Err(PositionError::new(
                        row_text,
                        Message::new("an empty cell; cells are joined by one comma"),
                    ));
                }
                if let Some(place) = row.get_mut(column) {
                    *place = Some(cell(word)?);
                }
                1
            };
            column += width;
            if column > columns {
                break;
            }
        }
        if column != columns {
            let problem = if column < columns {
                Message::new("row {row} has fewer squares than the board's {columns}")
            } else {
                Message::new("row {row} has more squares than the board's {columns}")
            };
            let problem = problem.with("row", rows - from_top).with("columns", columns);
            return Err(PositionError::new(row_text, problem));
        }
    }
    Ok(cells)
}

/// Writes rows in the format of [`read_rows`]. `cell` writes the square at column and row, or returns `false` if it is
/// empty.
pub fn write_rows<W: std::fmt::Write>(
    out: &mut W,
    columns: u8,
    rows: u8,
    mut cell: impl FnMut(&mut dyn std::fmt::Write, u8, u8) -> Result<bool, std::fmt::Error>,
) -> std::fmt::Result {
    let mut text = String::new();
    for row in (0..rows).rev() {
        let mut empty = 0;
        let mut separator = "";
        for column in 0..columns {
            text.clear();
            if cell(&mut text, column, row)? {
                if empty > 0 {
                    write!(out, "{separator}{empty}")?;
                    (empty, separator) = (0, ",");
                }
                write!(out, "{separator}{text}")?;
                separator = ",";
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            write!(out, "{separator}{empty}")?;
        }
        if row > 0 {
            out.write_char('/')?;
        }
    }
    Ok(())
}

/// Implements column, row, `Display` and `FromStr` for a type of squares, a tuple struct of a `u8`, for a largest board
/// of this many columns and rows. The stride is the distance from a square to the one above it.
///
/// ```
/// #[derive(Copy, Clone, Eq, PartialEq, Debug)]
/// struct Square(u8);
///
/// cairn_rules::grid_square!(Square, 8, 8, stride 8);
/// assert_eq!("c3".parse(), Ok(Square(18)));
/// assert_eq!(Square::new(2, 2).to_string(), "c3");
/// assert!("j10".parse::<Square>().is_err());
/// ```
#[macro_export]
macro_rules! grid_square {
    ($square:ident, $columns:expr, $rows:expr, stride $stride:expr) => {
        impl $square {
            /// Creates the square in this column and row, both from 0 and on the board.
            pub(crate) const fn new(column: u8, row: u8) -> Self {
                Self(row * $stride + column)
            }

            /// Returns the column, counted from 0 on the left.
            pub const fn column(self) -> u8 {
                self.0 % $stride
            }

            /// Returns the row, counted from 0 at the bottom.
            pub const fn row(self) -> u8 {
                self.0 / $stride
            }

            /// Returns the square in this column and row, both from 0, if the game's largest board has it.
            pub fn try_new(column: u8, row: u8) -> Option<Self> {
                (column < $columns && row < $rows).then(|| Self::new(column, row))
            }

            /// Returns the squares of a board with this many columns and rows: a1, b1, ..., a2, ...
            pub fn all(columns: u8, rows: u8) -> impl Iterator<Item = Self> + Clone {
                let (columns, rows) = (columns.min($columns), rows.min($rows));
                (0..rows).flat_map(move |row| (0..columns).map(move |column| Self::new(column, row)))
            }

            /// Parses a name such as `c3`, in either case, on a board with this many columns and rows.
            pub fn parse_on(text: &str, columns: u8, rows: u8) -> Result<Self, $crate::ParseSquareError> {
                let (columns, rows) = (columns.min($columns), rows.min($rows));
                match $crate::grid::read_name(text) {
                    Some((column, row)) if column < columns && row < rows => Ok(Self::new(column, row)),
                    _ => Err($crate::ParseSquareError::new(text, columns, rows)),
                }
            }
        }

        impl std::fmt::Display for $square {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::grid::write_name(f, self.column(), self.row())
            }
        }

        impl std::str::FromStr for $square {
            type Err = $crate::ParseSquareError;

            /// Parses a name such as `c3`, in either case, on the game's largest board.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::parse_on(text, $columns, $rows)
            }
        }
    };
}

/// Sets of squares as the bits of a number; `$squares` lists the squares of one.
macro_rules! square_set {
    ($square:ident, $set:ty, $squares:ident) => {
        impl $square {
            /// The square of the lowest bit of a set that is not empty.
            pub(super) const fn lowest(set: $set) -> Self {
                Self(set.trailing_zeros() as u8)
            }

            /// The set of this square alone.
            pub(super) const fn bit(self) -> $set {
                1 << self.0
            }
        }

        /// All squares of a set, lowest first.
        pub(super) fn $squares(mut set: $set) -> impl Iterator<Item = $square> {
            std::iter::from_fn(move || {
                (set != 0).then(|| {
                    let square = $square::lowest(set);
                    set &= set - 1;
                    square
                })
            })
        }
    };
}
pub(crate) use square_set;

#[cfg(test)]
mod tests {
    use super::*;

    fn x(word: &str) -> Result<char, PositionError> {
        match word {
            "x" => Ok('x'),
            _ => Err(PositionError::new(word, Message::new("x is the only piece"))),
        }
    }

    #[test]
    fn names_round_trip() {
        for row in 0..12 {
            for column in 0..12 {
                assert_eq!(read_name(&name(column, row)), Some((column, row)));
            }
        }
        assert_eq!(read_name("C3"), Some((2, 2)));
        for bad in ["", "a", "3", "a0", "a01", "aa", "a+1", "é1", "a99", "a-1", " a1"] {
            assert_eq!(read_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn rows_round_trip_to_the_canonical_form() {
        let cells = read_rows("1,1,x/x,2", 3, 2, x).unwrap();
        assert_eq!(cells, [Some('x'), None, None, None, None, Some('x')]);
        let mut text = String::new();
        write_rows(&mut text, 3, 2, |out, column, row| {
            let piece = cells[usize::from(row * 3 + column)];
            piece.map_or(Ok(()), |piece| out.write_char(piece))?;
            Ok(piece.is_some())
        })
        .unwrap();
        assert_eq!(text, "2,x/x,2");
    }

    #[test]
    fn errors_name_the_word() {
        for (text, word) in [
            ("3/3/3", "3/3/3"),
            ("3/4", "4"),
            ("3/0,3", "0"),
            ("3/2", "2"),
            ("3/x,x,x,x", "x,x,x,x"),
            ("3/x,,x", "x,,x"),
            ("3/y,2", "y"),
            ("3/99999999999999999999", "99999999999999999999"),
        ] {
            assert_eq!(read_rows(text, 3, 2, x).unwrap_err().word, word);
        }
    }
}

//! An independent implementation of the rules, which reads only the position string.

use super::SightPosition;
use crate::games::shared_tests::cells;

/// A colour and a height, or nothing.
type Cell = Option<(char, u32)>;

struct Board {
    /// Rows from the bottom.
    rows: Vec<Vec<Cell>>,
    turn: char,
}

/// Lists the legal moves, following the wording of RULES.md.
pub(super) fn moves(position: &SightPosition, options: &str) -> Vec<String> {
    let board = Board::read(&position.to_string());
    let fallback = options.split(',').any(|word| word == "tallest=fallback");
    let all: Vec<(i32, i32)> = board.all().collect();
    let heights: Vec<u32> = all.iter().map(|&at| board.own_height(at)).collect();
    let mut tall = heights.iter().copied().max().unwrap();
    if tall < 2 {
        return all.into_iter().filter(|&at| board.get(at).is_none()).map(name).collect();
    }
    while tall >= 2 {
        let mut found = Vec::new();
        for &from in all.iter().filter(|&&at| board.own_height(at) == tall) {
            for &way in ways(from) {
                let to = (from.0 + way.0, from.1 + way.1);
                if board.is_on(to) && board.get(to).is_none() {
                    found.push(format!("{}-{}", name(from), name(to)));
                }
            }
        }
        if !fallback || !found.is_empty() {
            return found;
        }
        tall -= 1;
    }
    Vec::new()
}

/// Plays a move, following the wording of RULES.md.
pub(super) fn after(text: &str, mv: &str) -> String {
    let mut board = Board::read(text);
    let mut words = mv.split('-').map(|word| {
        let letters: Vec<char> = word.chars().collect();
        (letters[0] as i32 - 'a' as i32, letters[1] as i32 - '1' as i32)
    });
    let first = words.next().unwrap();
    let (from, to) = words.next().map_or((None, first), |to| (Some(first), to));
    if let Some((column, row)) = from {
        board.rows[row as usize][column as usize].as_mut().unwrap().1 -= 1;
    }
    for &way in ways(to) {
        let mut at = (to.0 + way.0, to.1 + way.1);
        while board.is_on(at) && board.get(at).is_none() {
            at = (at.0 + way.0, at.1 + way.1);
        }
        if board.is_on(at) && board.own_height(at) > 0 && Some(at) != from {
            board.rows[at.1 as usize][at.0 as usize].as_mut().unwrap().1 += 1;
        }
    }
    board.rows[to.1 as usize][to.0 as usize] = Some((board.turn, 1));
    board.turn = if board.turn == 'w' { 'b' } else { 'w' };
    board.write()
}

/// Diagonal lines exist only where the sum of column and row, counted from 1, is even.
fn ways((column, row): (i32, i32)) -> &'static [(i32, i32)] {
    let all = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    if (column + 1 + row + 1) % 2 == 0 { all } else { &all[..4] }
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

impl Board {
    fn read(text: &str) -> Self {
        let (rows, turn) = text.split_once(' ').unwrap();
        let cell = |cell: String| Some((cell.chars().next()?, cell[1..].parse().unwrap()));
        let rows = cells(rows).into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        Self { rows, turn: turn.chars().next().unwrap() }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().rev().map(|row| write_row(row)).collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn all(&self) -> impl Iterator<Item = (i32, i32)> {
        let size = self.rows.len() as i32;
        (0..size * size).map(move |index| (index % size, index / size))
    }

    fn is_on(&self, (column, row): (i32, i32)) -> bool {
        let size = self.rows.len() as i32;
        (0..size).contains(&column) && (0..size).contains(&row)
    }

    fn get(&self, (column, row): (i32, i32)) -> Cell {
        self.rows[row as usize][column as usize]
    }

    /// Returns 0 where the player to move has no stack.
    fn own_height(&self, at: (i32, i32)) -> u32 {
        self.get(at).filter(|cell| cell.0 == self.turn).map_or(0, |cell| cell.1)
    }
}

fn write_row(row: &[Cell]) -> String {
    let mut words = Vec::new();
    let mut empty = 0;
    for cell in row {
        match cell {
            None => empty += 1,
            Some((colour, height)) => {
                if empty > 0 {
                    words.push(empty.to_string());
                    empty = 0;
                }
                words.push(format!("{colour}{height}"));
            }
        }
    }
    if empty > 0 {
        words.push(empty.to_string());
    }
    words.join(",")
}

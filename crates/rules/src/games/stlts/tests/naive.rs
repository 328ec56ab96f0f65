//! An independent move generator, which reads only the position string.

use std::collections::VecDeque;

use super::StltsPosition;
use crate::games::shared_tests::cells;

type Board = Vec<Vec<String>>;

/// Lists the legal moves, following the wording of RULES.md.
pub(super) fn moves(position: &StltsPosition, options: &str) -> Vec<String> {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let option = |name: &str, default: u32| {
        let values = options.split(',').filter_map(|word| word.split_once('='));
        values
            .filter(|(key, _)| *key == name)
            .map(|(_, value)| value.parse().unwrap())
            .next()
            .unwrap_or(default)
    };
    let (limit, quiet) = (option("pins", 99), option("quiet", 200));
    let board = cells(words[0]);
    let count = |colour: &str| board.iter().flatten().filter(|cell| cell.starts_with(colour)).count();
    if count("w") == 0 || count("b") == 0 || (quiet > 0 && words[2].parse::<u32>().unwrap() >= quiet) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for row in 0..12 {
        for column in 0..12 {
            if !board[row][column].starts_with(words[1]) {
                continue;
            }
            let pins = board[row][column][1..].split_once('.').unwrap_or(("0", "0"));
            let (white, black): (u32, u32) = (pins.0.parse().unwrap(), pins.1.parse().unwrap());
            let here = name(column, row);
            if white < limit {
                found.push(format!("{here}+w"));
            }
            if black < limit {
                found.push(format!("{here}+b"));
            }
            let ends = if options.contains("walks=straight") { straight_ends } else { ends };
            for (column, row) in ends(&board, column, row, white, black) {
                match &board[row][column] {
                    cell if cell.is_empty() => found.push(format!("{here}-{}", name(column, row))),
                    cell if cell.starts_with(words[1]) => {}
                    _ => found.push(format!("{here}x{}", name(column, row))),
                }
            }
        }
    }
    found
}

fn name(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Lists the squares that a piece can reach or bump into: a search over squares and the steps used so far. It enters a
/// square again only with a walk that has used fewer steps of some colour than every earlier one.
fn ends(board: &Board, column: usize, row: usize, white: u32, black: u32) -> Vec<(usize, usize)> {
    let mut spent: Vec<Vec<(u32, u32)>> = vec![Vec::new(); 144];
    let mut queue = VecDeque::from([(column, row, 0, 0)]);
    while let Some((x, y, vertical, horizontal)) = queue.pop_front() {
        let known = &mut spent[y * 12 + x];
        if known.iter().any(|&(v, h)| v <= vertical && h <= horizontal) {
            continue;
        }
        known.push((vertical, horizontal));
        if !board[y][x].is_empty() && (x, y) != (column, row) {
            continue;
        }
        for (x, y, v, h) in
            [(x + 1, y, 0, 1), (x.wrapping_sub(1), y, 0, 1), (x, y + 1, 1, 0), (x, y.wrapping_sub(1), 1, 0)]
        {
            if x < 12 && y < 12 && vertical + v <= white && horizontal + h <= black {
                queue.push_back((x, y, vertical + v, horizontal + h));
            }
        }
    }
    let all = (0..12).flat_map(|y| (0..12).map(move |x| (x, y)));
    all.filter(|&(x, y)| (x, y) != (column, row) && !spent[y * 12 + x].is_empty()).collect()
}

/// Lists the ends of walks that do not turn: each line, up to the first piece.
fn straight_ends(board: &Board, column: usize, row: usize, white: u32, black: u32) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (dx, dy, steps) in [(1, 0, black), (-1, 0, black), (0, 1, white), (0, -1, white)] {
        let (mut x, mut y) = (column, row);
        for _ in 0..steps {
            (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if x >= 12 || y >= 12 {
                break;
            }
            found.push((x, y));
            if !board[y][x].is_empty() {
                break;
            }
        }
    }
    found
}

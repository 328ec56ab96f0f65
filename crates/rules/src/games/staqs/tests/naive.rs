//! An independent move generator, which reads only the position string.

use super::StaqsPosition;
use crate::games::shared_tests::cells;

/// Lists the legal moves, following the wording of RULES.md.
pub(super) fn moves(position: &StaqsPosition, options: &str) -> Vec<String> {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let has = |option: &str| options.split(',').any(|word| word == option);
    let board = cells(words[0]);
    let reserves: Vec<u32> = words[2].split('/').map(|word| word.parse().unwrap()).collect();
    let turn = "bwrg".find(words[1]).unwrap();
    let own = actions(&board, &reserves, turn, has("placement=free"), has("steps=all"));
    let anyone = (0..reserves.len()).any(|player| {
        !actions(&board, &reserves, player, has("placement=free"), has("steps=all")).is_empty()
    });
    if own.is_empty() && anyone { vec!["pass".to_owned()] } else { own }
}

fn actions(
    board: &[Vec<String>],
    reserves: &[u32],
    player: usize,
    free: bool,
    diagonal: bool,
) -> Vec<String> {
    let size = board.len() as i32;
    let colour = &"bwrg"[player..=player];
    let name = |column: i32, row: i32| format!("{}{}", (b'a' + column as u8) as char, row + 1);
    let neutral = |column: i32, row: i32| {
        (0..size).contains(&column) && (0..size).contains(&row) && board[row as usize][column as usize] == "n"
    };
    let any_neutral = board.iter().flatten().any(|cell| cell == "n");
    let all_placing = !free && any_neutral && reserves.iter().any(|&reserve| reserve > 0);
    let mut found = Vec::new();
    for row in 0..size {
        for column in 0..size {
            if neutral(column, row) && reserves[player] > 0 {
                found.push(name(column, row));
            }
            if !board[row as usize][column as usize].starts_with(colour) || all_placing {
                continue;
            }
            for (across, up) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if (diagonal || across == 0 || up == 0) && neutral(column + across, row + up) {
                    found.push(format!("{}-{}", name(column, row), name(column + across, row + up)));
                }
            }
        }
    }
    found
}

//! The original STAQS puzzles.

use cairn_rules::games::staqs::Staqs;
use cairn_rules::{Game, GameSpec};
use cairn_search::Limits;
use cairn_search::solver::Wdl;

use crate::test_positions::small_solver;

/// Returns the moves of a puzzle with this value.
fn moves_of_value(position: &str, value: Wdl) -> Vec<String> {
    let spec = GameSpec::<Staqs>::read_options(Some("placement=free")).unwrap();
    let position = Staqs::read_position(&spec.options, position).unwrap();
    let solved = small_solver().solve_moves(&position, &[], &Limits::default(), &mut |_| ()).unwrap();
    let mut moves: Vec<String> = solved
        .moves
        .iter()
        .filter(|one| one.bounds.value().unwrap() == value)
        .map(|one| one.mv.to_string())
        .collect();
    moves.sort_unstable();
    moves
}

#[test]
fn one_move_does_not_lose() {
    let puzzle = "4,n/5/w7,2,b3,1/n,b6,n,w2,n/n,1,b2,n,b2 b 0/2";
    assert_eq!(moves_of_value(puzzle, Wdl::Win), ["b2-a2"]);
    assert!(moves_of_value(puzzle, Wdl::Draw).is_empty());
}

#[test]
fn two_moves_draw() {
    let puzzle = "3,w5,n/3,n,n/w2,b5,n,w4,1/2,b4,n,1/2,n,n,1 b 2/1";
    assert_eq!(moves_of_value(puzzle, Wdl::Draw), ["c2-c1", "c2-d2"]);
    assert_eq!(moves_of_value(puzzle, Wdl::Loss).len(), 9);
}

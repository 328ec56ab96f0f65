//! A first game of every kind in line mode, in both languages: the texts before and after each move.

use cairn_rules::games::ALL;

use crate::run::cairn_with;

/// A beginner's input: the list of choices, a wrong square, and moves, some of them step by step.
const TYPED: [(&str, &[&str]); 5] = [
    ("staqs", &["choices", "a1", "a1", "b2", "c3", "d4", "choices", "b2", "e5", "b3", "c3", "undo"]),
    ("sight", &["choices", "c3", "c3", "e3", "e5", "choices", "c3", "c4"]),
    (
        "stlts",
        &["choices", "c11", "white pin", "c11", "choices", "undo", "a1", "c11-c12", "b10", "black pin"],
    ),
    ("stac", &["choices", "b2", "a4", "carry", "a1", "walk", "d1"]),
    ("stacks", &["choices", "c7", "2", "c5", "a1", "a7", "1", "a5", "end turn", "b7", "1", "b6", "e7", "e6"]),
];

#[test]
fn first_games() {
    for info in ALL {
        let Some((game, typed)) = TYPED.iter().find(|(game, _)| *game == info.id) else { continue };
        for language in ["en", "pt"] {
            let args = ["play", game, "--second", "random", "--seed", "4", "--lang", language, "--ascii"];
            let run = cairn_with(&args, (typed.join("\n") + "\n").as_bytes());
            insta::assert_snapshot!(format!("{game}_{language}"), run.stderr());
        }
    }
}

#[test]
fn prompts_and_remarks_stay_out_of_standard_output() {
    let typed = "c3\nquit\n";
    let run = cairn_with(&["play", "sight", "--second", "human"], typed.as_bytes());
    assert!(
        run.stderr().contains("You have no stack, so place a piece on an empty point.\n"),
        "{}",
        run.stderr()
    );
    assert!(!run.stdout_of_success().contains("place a piece"));
    let run = cairn_with(&["play", "sight", "--second", "human", "--quiet"], typed.as_bytes());
    assert_eq!(run.stderr(), "");
}

#[test]
fn a_turn_is_typed_step_by_step_and_taken_back() {
    let typed = "c7\n2\nundo\n1\nc6\nend turn\nhistory\nlegend\n";
    let run = cairn_with(&["play", "stacks", "--second", "human"], typed.as_bytes());
    let (out, err) = (run.stdout_of_success(), run.stderr());
    assert!(out.contains("\n1 1c7-c6\n"), "{out}");
    assert!(out.contains("locked"), "the legend also shows symbols that are not on the board: {out}");
    assert!(err.contains("Black to move, c7 2> "), "{err}");
}

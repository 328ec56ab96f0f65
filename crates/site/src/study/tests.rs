//! Tests of the study API, called like the server calls it.

use cairn_coach::puzzle::{self as catalogue, Day};
use cairn_protocol::{
    LessonAttempt, LessonTask, LessonVerdict, PositionAddress, PuzzleAttempt, PuzzleQuery, PuzzleVerdict,
};
use cairn_rules::games::ALL;
use http::StatusCode;
use serde_json::{Value, json};

use super::*;

const ENGLISH: Texts = Texts::new(cairn_texts::Language::English);

fn answer(query: &Value) -> Result<Value, Problem> {
    let (address, query) = (serde_json::from_value(query.clone()), serde_json::from_value(query.clone()));
    position(&address.unwrap(), &query.unwrap(), ENGLISH).map(|view| json!(view))
}

fn view_of(query: &Value) -> Value {
    answer(query).unwrap()
}

#[test]
fn a_position_has_its_board_its_moves_and_its_turn() {
    let shown = view_of(&json!({ "game": "staqs:size=4", "moves": "a1,b2" }));
    assert_eq!((&shown["ply"], &shown["to_move"], &shown["result"]), (&json!(2), &json!(0), &Value::Null));
    assert_eq!(shown["moves"], json!(["a1", "b2"]));
    assert!(shown["legal"].as_array().unwrap().len() > 3);
    assert!(shown["svg"].as_str().unwrap().contains("data-site=\"a1\""));
    assert!(shown["turn"]["steps"][0]["kind"] == "site" && shown["turn"]["taken"] == json!([]));
    let step = view_of(&json!({ "game": "stac", "steps": "a4" }));
    assert_eq!(step["turn"]["finished"], Value::Null);
    assert!(step["turn"]["steps"].as_array().unwrap().iter().any(|step| step["kind"] == "button"));
}

/// Returns the sites whose cells have an attribute, on the board of the turn.
fn cells(shown: &Value, attribute: &str) -> Vec<String> {
    let svg = shown["turn"]["svg"].as_str().unwrap();
    let cells = svg.split("<g role=\"gridcell\"").skip(1).map(|cell| cell.split('>').next().unwrap());
    let cells = cells.filter(|cell| cell.contains(attribute));
    cells
        .map(|cell| cell.split("data-site=\"").nth(1).unwrap().split('"').next().unwrap().to_owned())
        .collect()
}

#[test]
fn a_turn_shows_forced_threatened_and_suggested_sites() {
    let mut sight = json!({ "game": "sight", "position": "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w2,3 w" });
    let shown = view_of(&sight);
    assert_eq!(cells(&shown, "data-forced"), ["a4", "d2", "b1"]);
    assert_eq!(cells(&shown, "data-mark=\"hint\""), [""; 0]);
    (sight["hint"], sight["threats"]) = (json!("d2-d3"), json!("1"));
    let shown = view_of(&sight);
    assert_eq!(cells(&shown, "data-mark=\"hint\""), ["d3", "d2"]);
    assert_eq!(cells(&shown, "data-threatened"), [""; 0]);
    let stlts = json!({ "game": "stlts", "position": "12/12/b1.1,11/w,11/w,11/12/12/12/12/12/12/12 w 0" });
    assert!(cells(&view_of(&stlts), "data-threatened").is_empty());
    let mut threats = stlts.clone();
    (threats["threats"], threats["steps"]) = (json!("1"), json!("a8"));
    let shown = view_of(&threats);
    assert_eq!(cells(&shown, "data-threatened"), ["a9"]);
    assert_eq!(cells(&shown, "threatened").len(), 1);
    let mut hint = stlts;
    hint["hint"] = json!("a9-b7");
    let problem = answer(&hint).unwrap_err();
    assert_eq!(problem.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem.detail.contains("a9-b7"), "{problem}");
}

#[test]
fn exact_values_appear_on_every_step_with_known_moves() {
    // White wins at once, or has to choose among moves that are all known to lose.
    let position = "w1.1,11/b,11/12/12/12/12/12/12/12/12/12/12 w 0";
    let mut query = json!({ "game": "stlts", "position": position, "values": "1" });
    let shown = view_of(&query);
    assert!(shown["turn"]["svg"].as_str().unwrap().contains(": win"), "{shown}");
    query["steps"] = json!("a12");
    let shown = view_of(&query);
    let svg = shown["turn"]["svg"].as_str().unwrap();
    let label = svg.split("aria-label=\"a11, ").nth(1).unwrap().split('"').next().unwrap();
    assert!(label.ends_with(": win"), "{label}");
}

#[test]
fn a_move_may_contain_commas() {
    let mut session = cairn_session::open("stacks", None).unwrap();
    let mut played = Vec::new();
    for _ in 0..4 {
        let long = session.legal_moves().into_iter().find(|mv| mv.contains(',')).unwrap();
        played.push(session.play(&long).unwrap());
        let shown = view_of(&json!({ "game": "stacks", "moves": played.join(",") }));
        assert_eq!(shown["moves"], json!(played));
    }
}

#[test]
fn rejected_requests_name_the_offending_word() {
    for (query, word) in [
        (json!({ "game": "chess" }), "chess"),
        (json!({ "game": "staqs", "moves": "z9" }), "z9"),
        (json!({ "game": "staqs", "position": "nonsense" }), "nonsense"),
        (json!({ "game": "staqs", "steps": "z9" }), "z9"),
    ] {
        let problem = answer(&query).unwrap_err();
        assert_eq!(problem.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(problem.detail.contains(word), "{query}: {problem}");
    }
    let many = vec!["a1"; MAX_MOVES + 1].join(",");
    let problem = answer(&json!({ "game": "staqs", "moves": many })).unwrap_err();
    assert!(problem.detail.contains("2000"), "{problem}");
}

#[test]
fn every_lesson_can_be_done() {
    assert_eq!(lessons(ENGLISH).unwrap().lessons.len(), ALL.len());
    for info in ALL {
        let steps = lesson(info.id, ENGLISH).unwrap().steps;
        for (number, step) in steps.iter().enumerate() {
            let attempt = |attempt: LessonAttempt| {
                try_lesson(info.id, &LessonAttempt { step: number, ..attempt }, ENGLISH).unwrap()
            };
            let words = attempt(LessonAttempt { solution: true, ..LessonAttempt::default() }).moves;
            let mut last = None;
            if step.task == LessonTask::Find {
                let mut found = Vec::new();
                for site in words {
                    let outcome =
                        attempt(LessonAttempt { site: Some(site), found, ..LessonAttempt::default() });
                    found = outcome.found.clone();
                    last = Some(outcome);
                }
            } else {
                let moves = words[..1].to_vec();
                last = Some(attempt(LessonAttempt { moves, ..LessonAttempt::default() }));
            }
            let outcome = last.unwrap();
            assert_eq!((outcome.verdict, outcome.done), (LessonVerdict::Done, true), "{} {number}", info.id);
            assert_eq!(outcome.next, (number + 1 < steps.len()).then_some(number + 1));
        }
    }
}

#[test]
fn a_puzzle_is_solved_by_its_solution() {
    let list = puzzles(&PuzzleQuery::default(), ENGLISH).unwrap();
    assert_eq!(list.puzzles.len(), catalogue::all().len());
    let today = puzzle_of_day(Day::after_epoch(20_000), ENGLISH).unwrap();
    assert!(catalogue::find(&today.id).is_some());
    for info in ALL {
        let id = catalogue::of(info)[0].id;
        let mut moves: Vec<String> = Vec::new();
        let attempt = |moves: &[String]| PuzzleAttempt { moves: moves.to_vec() };
        loop {
            let solution = solve_puzzle(id, &attempt(&moves), Effort::Judge, ENGLISH).unwrap().unwrap();
            moves.push(solution.moves[0].clone());
            let outcome = try_puzzle(id, &attempt(&moves), Effort::Judge, ENGLISH).unwrap().unwrap();
            if outcome.verdict == PuzzleVerdict::Solved {
                break;
            }
            assert_eq!(outcome.verdict, PuzzleVerdict::Right, "{id}");
        }
        moves.push(moves[0].clone());
        let problem = try_puzzle(id, &attempt(&moves), Effort::Judge, ENGLISH).unwrap_err();
        assert_eq!(problem.status, StatusCode::CONFLICT);
    }
}

#[test]
fn records_are_written_and_read() {
    let address = PositionAddress { game: "sight".to_owned(), position: None, moves: None };
    let text = position_record(&address, ENGLISH).unwrap();
    let record = read_record(text.as_bytes()).unwrap();
    assert_eq!((record.game.as_str(), record.moves.len()), ("sight", 0));
    assert_eq!(read_record(b"no record").unwrap_err().status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn the_catalog_lists_games_bots_and_clocks() {
    let catalog = json!(catalog());
    assert_eq!(catalog["games"].as_array().unwrap().len(), ALL.len());
    assert_eq!(catalog["bots"][2], json!({ "bot": "level1", "level": 1 }));
    let fischer = json!({
        "kind": "fischer", "initial": { "min": 1, "max": 86_400 }, "increment": { "min": 0, "max": 86_400 },
    });
    assert_eq!(catalog["clocks"][0], fischer);
}

#[test]
fn a_puzzle_shows_reserves_and_carry_flags() {
    let reserves = super::puzzle("staqs-1", Texts::default()).unwrap();
    assert!(
        reserves.facts.iter().any(|fact| fact.seat == Some(1) && fact.text.contains("to place")),
        "{reserves:?}"
    );
    let flags = cairn_coach::puzzle::all().into_iter().filter(|info| info.game() == "stac");
    let shown = flags.filter(|info| !super::puzzle(info.id, Texts::default()).unwrap().facts.is_empty());
    assert!(shown.count() > 0);
}

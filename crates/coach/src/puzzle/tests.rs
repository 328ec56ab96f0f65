//! Tests of the puzzles about the rules, and of how attempts are judged.

use std::collections::HashSet;
use std::thread;

use cairn_engine::bots::PlayerSpec;
use cairn_engine::{EngineSettings, Limits, SolveGoal, open};
use cairn_rules::games::ALL;
use cairn_rules::{MoveError, PuzzleGoal, PuzzleInfo, Wdl};

use super::{
    Draft, Note, PuzzleEntry, PuzzleError, PuzzleSession, Verdict, all, find, known_solution, of, read, write,
};

fn puzzle(id: &str) -> PuzzleSession {
    PuzzleSession::open(find(id).unwrap()).unwrap()
}

/// Solves a puzzle with the right moves that `choose` selects; returns the verdicts.
fn solve(puzzle: &mut PuzzleSession, choose: fn(&[String]) -> &String) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    while !puzzle.is_solved() {
        let right = puzzle.solution();
        assert!(!right.is_empty(), "{puzzle:?}");
        verdicts.push(puzzle.attempt(choose(&right)).unwrap());
    }
    verdicts
}

/// Returns all hand-made puzzles, and a sample of the generated ones.
fn sample() -> impl Iterator<Item = &'static PuzzleInfo> {
    ALL.iter().flat_map(|game| {
        let made = of(game).into_iter().skip(game.engine.puzzles.len()).step_by(9);
        game.engine.puzzles.iter().chain(made)
    })
}

/// The maximum number of wrong moves to try.
const WRONG: usize = 12;

#[test]
fn puzzles_can_be_solved_and_failed() {
    for info in sample() {
        let mut puzzle = PuzzleSession::open(info).unwrap();
        let right = puzzle.solution();
        let legal = puzzle.session().legal_moves();
        assert!(!right.is_empty() && right.len() < legal.len(), "{}: {right:?} of {legal:?}", info.id);
        let wrong = legal.iter().filter(|mv| !right.contains(mv)).take(WRONG);
        for (number, wrong) in (1..).zip(wrong) {
            assert!(matches!(puzzle.attempt(wrong), Ok(Verdict::Wrong { .. })), "{} {wrong}", info.id);
            assert_eq!(puzzle.attempts(), number);
        }
        assert_eq!(puzzle.session().position(), info.position, "wrong moves are not played");
        let choices: [fn(&[String]) -> &String; 2] = [|right| &right[0], |right| &right[right.len() - 1]];
        for choose in choices {
            let mut puzzle = PuzzleSession::open(info).unwrap();
            assert_eq!(solve(&mut puzzle, choose).last(), Some(&Verdict::Solved));
            assert_eq!(puzzle.attempts(), 1);
        }
    }
}

#[test]
fn notes_are_correct() {
    let mut puzzle = puzzle("staqs-2");
    assert!(puzzle.attempt("z9").is_err());
    assert_eq!(puzzle.take_notes(), []);
    puzzle.attempt("c2-d2").unwrap();
    // A restart does not erase the wrong move, and no event is noted twice.
    puzzle.reset();
    assert_eq!((puzzle.attempts(), puzzle.take_notes()), (1, vec![Note::Wrong]));
    puzzle.attempt("d1").unwrap();
    assert_eq!((puzzle.attempts(), puzzle.take_notes()), (2, vec![]));
    let right = puzzle.solution();
    puzzle.solution();
    assert_eq!(puzzle.take_notes(), [Note::Shown]);
    puzzle.reset();
    puzzle.attempt("d1").unwrap();
    assert_eq!(puzzle.attempt(&right[0]), Ok(Verdict::Solved));
    assert_eq!((puzzle.attempts(), puzzle.take_notes()), (2, vec![Note::Solved { shown: true }]));
    assert!(puzzle.solution().is_empty() && puzzle.take_notes().is_empty());
    // Setting the puzzle up again does not erase it either.
    let mut again = PuzzleSession::open(puzzle.info()).unwrap().with_history(puzzle.history());
    assert_eq!(again.attempts(), 1);
    again.attempt("d1").unwrap();
    again.attempt(&right[0]).unwrap();
    assert_eq!(again.take_notes(), [Note::Solved { shown: true }]);
}

#[test]
fn a_solved_puzzle_can_be_played_on_unless_the_game_is_over() {
    let mut going_on = 0;
    for info in sample() {
        let mut puzzle = PuzzleSession::open(info).unwrap();
        assert!(puzzle.play_on().is_none(), "{}", info.id);
        solve(&mut puzzle, |right| &right[0]);
        let is_over = puzzle.session().outcome().is_some();
        let Some((session, players)) = puzzle.play_on() else {
            assert!(is_over, "{}", info.id);
            continue;
        };
        going_on += 1;
        assert!(!is_over && session.history() == puzzle.session().history(), "{}", info.id);
        let seats = session.info().seats;
        for (seat, player) in seats.iter().zip(players) {
            assert_eq!(seat.name == info.mover, matches!(player, PlayerSpec::Human), "{}", info.id);
        }
    }
    assert!(going_on > 0);
}

/// Proves a puzzle again and compares the result with its entry.
fn prove_again(PuzzleEntry { info, values, others }: &PuzzleEntry) {
    let turns = match info.goal {
        PuzzleGoal::WinIn { turns } => Some(turns),
        _ => None,
    };
    let engine = open(info.spec, EngineSettings::default()).unwrap();
    let draft =
        engine.find_puzzle(info.position, turns).unwrap().unwrap_or_else(|| panic!("{} is none", info.id));
    let written: Vec<(Wdl, Vec<String>)> = values
        .iter()
        .map(|(value, moves)| (*value, moves.iter().map(ToString::to_string).collect()))
        .collect();
    assert_eq!((draft.goal, &draft.values, draft.others), (info.goal, &written, *others), "{}", info.id);
}

/// Checks all puzzles, the games in parallel.
#[test]
fn every_made_puzzle_is_proven() {
    thread::scope(|scope| {
        for game in ALL {
            scope.spawn(|| read(game.engine.generated_puzzles).unwrap().iter().for_each(prove_again));
        }
    });
}

#[test]
fn a_game_with_made_puzzles_has_thirty_from_easy_to_hard() {
    for game in ALL.iter().filter(|game| !game.engine.generated_puzzles.is_empty()) {
        let made = read(game.engine.generated_puzzles).unwrap();
        assert!(made.len() >= 30, "{}: {}", game.id, made.len());
        assert!(made.is_sorted_by_key(|entry| entry.info.difficulty), "{}", game.id);
        let kinds: HashSet<u8> = made.iter().map(|entry| entry.info.difficulty).collect();
        assert!(kinds.len() >= 3, "{}: {kinds:?}", game.id);
        assert!(made.iter().all(|entry| entry.info.id.starts_with(game.id)), "{}", game.id);
    }
}

#[test]
fn written_puzzles_parse_and_errors_are_named() {
    let draft = Draft {
        spec: "staqs:size=3".to_owned(),
        position: "b2,n,n/n,n,n/n,n,n w 3/4".to_owned(),
        goal: PuzzleGoal::WinIn { turns: 2 },
        difficulty: 4,
        values: vec![(Wdl::Win, vec!["x".to_owned(), "y".to_owned()])],
        others: 7,
    };
    let second = Draft { goal: PuzzleGoal::Draw, ..draft.clone() };
    let text: &'static str = write(&[draft.clone(), second]).leak();
    let entries = read(text).unwrap();
    let PuzzleEntry { info, values, others } = &entries[0];
    assert_eq!((info.spec, info.position, *others), ("staqs:size=3", draft.position.as_str(), 7));
    assert_eq!((info.goal, info.difficulty), (PuzzleGoal::WinIn { turns: 2 }, 4));
    assert_eq!(info.task().to_string(), "White to move. Win in 2 turns. The rules differ: size=3.");
    assert_eq!(&values[..], [(Wdl::Win, vec!["x", "y"])]);
    assert_eq!(entries[1].info.goal, PuzzleGoal::Draw);
    // An id depends only on the puzzle, and differs from those of all built-in puzzles.
    let ids = [info.id, entries[1].info.id];
    assert!(
        ids.iter().all(|id| id.starts_with("staqs-") && find(id).is_none()) && ids[0] != ids[1],
        "{ids:?}"
    );
    assert!(write(&[draft]).contains(&format!("puzzle {}\n", ids[0])));
    for (from, to) in [
        ("goal win in 2", "goal win in 0"),
        ("difficulty 4", "difficulty 10"),
        ("others 7", "others x"),
        ("position ", "place "),
        ("w 3/4", "w 3/x"),
        ("win x y", "wins x y"),
    ] {
        let wrong: &'static str = text.replacen(from, to, 1).leak();
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains(to.trim()), "{error}");
    }
}

/// Puzzles with other rules must say so, because they contradict the lesson.
#[test]
fn puzzles_with_other_rules_say_so_and_come_last() {
    for game in ALL {
        let puzzles = of(game);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.options().is_some()), "{}", game.id);
        for puzzle in puzzles {
            let (title, task) = (puzzle.title().to_string(), puzzle.task().to_string());
            match puzzle.options() {
                Some(options) => {
                    assert!(title.contains(options) && task.contains(options), "{title}: {task}");
                }
                None => assert!(!task.contains("differ"), "{task}"),
            }
        }
    }
    let free = find("staqs-1").unwrap();
    assert_eq!(free.title().to_string(), "Block the opponent's stack (placement=free)");
    assert!(free.task().to_string().contains("White has two discs left to place"));
}

#[test]
fn files_with_titles_and_tasks_are_read() {
    let file = |title: &str, task: &str| -> &'static str {
        let rest =
            "game staqs:size=3\nposition b2,n,n/n,n,n/n,n,n w 3/4\ngoal win\ndifficulty 2\nwin x\nloss y z\n";
        format!("puzzle staqs-3\ntitle {title}\ntask {task}\n{rest}").leak()
    };
    let old = read(file("The only win", "White to move. One move wins: find it.")).unwrap();
    assert_eq!((old[0].info.words, old[0].info.mover, old[0].values.len()), (None, "White", 2));
    let own = read(file("Mine", "Win, White.")).unwrap();
    assert_eq!(
        (own[0].info.title().to_string(), own[0].info.task().to_string()),
        ("Mine (size=3)".into(), "Win, White. The rules differ: size=3.".into())
    );
}

#[test]
fn the_mover_of_a_hand_made_puzzle_is_right() {
    for info in ALL.iter().flat_map(|game| game.engine.puzzles) {
        let session = cairn_session::open(info.spec, Some(info.position)).unwrap();
        assert_eq!(session.info().seats[session.to_move().index()].name, info.mover, "{}", info.id);
    }
}

#[test]
fn ids_are_found_and_different() {
    let ids: HashSet<_> = all().iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), all().len());
    assert!(find("nothing-1").is_none());
    assert!(all().into_iter().all(|info| find(info.id).unwrap().position == info.position));
}

#[test]
fn staqs_1_has_one_move_that_does_not_lose() {
    let mut puzzle = puzzle("staqs-1");
    assert_eq!(puzzle.solution(), ["b2-a2"]);
    let Ok(Verdict::Wrong { why }) = puzzle.attempt("b2-c2") else { panic!("wrong") };
    let why = why.to_string();
    assert!(why.starts_with("White answers ") && why.ends_with(" and wins"), "{why}");
}

#[test]
fn staqs_2_blocks_in_two_turns() {
    let mut puzzle = puzzle("staqs-2");
    assert_eq!(puzzle.solution(), ["a2", "d1"]);
    let Ok(Verdict::Wrong { why }) = puzzle.attempt("c2-d2") else { panic!("wrong") };
    let why = why.to_string();
    assert!(why.starts_with("White answers ") && why.ends_with(" in time"), "{why}");
    for first in ["a2", "d1"] {
        let mut puzzle = PuzzleSession::open(puzzle.info()).unwrap();
        let Ok(Verdict::Right { reply: Some(reply) }) = puzzle.attempt(first) else { panic!("right") };
        assert_eq!(puzzle.session().history(), [first, &reply]);
        let right = puzzle.solution();
        assert_eq!(puzzle.attempt(&right[0]), Ok(Verdict::Solved));
        assert_eq!(puzzle.session().legal_moves(), ["pass"]);
        assert_eq!(puzzle.attempts(), 1);
    }
}

#[test]
fn staqs_3_is_saved_by_two_moves() {
    let mut puzzle = puzzle("staqs-3");
    assert_eq!(puzzle.session().legal_moves().len(), 11);
    assert_eq!(puzzle.solution(), ["c2-c1", "c2-d2"]);
}

#[test]
fn attempts_are_runs_of_right_moves() {
    let mut puzzle = puzzle("staqs-2");
    assert_eq!(puzzle.attempts(), 0);
    assert!(matches!(puzzle.attempt("z9"), Err(MoveError::Forbidden { .. })));
    assert!(matches!(puzzle.attempt("?"), Err(MoveError::Unreadable { .. })));
    assert_eq!(puzzle.attempts(), 0);
    puzzle.attempt("c2-d2").unwrap();
    assert_eq!(puzzle.attempts(), 1);
    puzzle.attempt("d1").unwrap();
    assert_eq!(puzzle.attempts(), 2);
    solve(&mut puzzle, |right| &right[0]);
    assert_eq!(puzzle.attempts(), 2);
    assert!(puzzle.solution().is_empty());
    assert_eq!(puzzle.attempt("pass"), Err(MoveError::Over { text: "pass".to_owned() }));
    puzzle.reset();
    assert_eq!((puzzle.attempts(), puzzle.session().ply(), puzzle.is_solved()), (1, 0, false));
    assert_eq!(puzzle.session().position(), puzzle.info().position);
}

/// The last single disc on the board is under White's pawn. Only the pair on a2 can become a tower with it.
static CIRCLING: PuzzleInfo = PuzzleInfo {
    id: "circling-1",
    words: None,
    spec: "stac",
    position: "1,d,d,2/s,d,B,1,d/2,d,W,1/d,4/1,d,1,d,d w a4 b4 - 30",
    mover: "White",
    goal: PuzzleGoal::Win,
    difficulty: 1,
};

static FOUR: PuzzleInfo = PuzzleInfo {
    spec: "staqs:players=4",
    position: "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 4/4/4/4",
    ..CIRCLING
};

static UNKNOWN: PuzzleInfo = PuzzleInfo { spec: "pacing", ..CIRCLING };

#[test]
fn a_win_is_judged_where_positions_come_back() {
    let mut puzzle = PuzzleSession::open(&CIRCLING).unwrap();
    assert_eq!(puzzle.session().legal_moves().len(), 11);
    assert_eq!(puzzle.solution(), ["a4=a2"]);
    assert!(matches!(puzzle.attempt("a4-a2"), Ok(Verdict::Wrong { .. })));
    assert_eq!(puzzle.attempt("a4=a2"), Ok(Verdict::Solved));
}

#[test]
fn unjudgeable_puzzles_are_rejected() {
    let error = PuzzleSession::open(&FOUR).unwrap_err();
    assert_eq!(error, PuzzleError::Unjudged { id: "circling-1" });
    let error = PuzzleSession::open(&UNKNOWN).unwrap_err().to_string();
    assert!(error.starts_with("puzzle circling-1: unknown game `pacing`"), "{error}");
}

/// Proves the value of a puzzle's start for its solver.
fn start_value(info: &PuzzleInfo) -> Wdl {
    let session = cairn_session::open(info.spec, Some(info.position)).unwrap();
    let mut engine = open(info.spec, EngineSettings::default()).unwrap();
    let limits = Limits::nodes(5_000_000);
    let solution = engine.solve(&*session, SolveGoal::Value, &limits, &mut |_| ()).unwrap().unwrap();
    solution.bounds.value().unwrap()
}

#[test]
fn goals_can_be_reached() {
    for info in sample() {
        let least = match info.goal {
            PuzzleGoal::Win => Wdl::Win,
            PuzzleGoal::Draw => Wdl::Draw,
            PuzzleGoal::Block { .. } | PuzzleGoal::WinIn { .. } => continue,
        };
        assert!(start_value(info) >= least, "{}", info.id);
    }
}

#[test]
fn staqs_1_can_even_be_won_and_staqs_3_cannot() {
    assert_eq!(start_value(find("staqs-1").unwrap()), Wdl::Win);
    assert_eq!(start_value(find("staqs-3").unwrap()), Wdl::Draw);
}

#[test]
fn a_stored_proof_gives_the_moves_that_the_judge_finds() {
    for game in ALL {
        let stored = of(game).into_iter().find_map(|info| Some((info, known_solution(info)?)));
        let Some((info, known)) = stored else { continue };
        let mut puzzle = PuzzleSession::open(info).unwrap();
        assert_eq!(puzzle.board.solution(), known, "{}", info.id);
        assert_eq!(puzzle.solution(), known, "{}", info.id);
    }
    assert!(ALL.iter().any(|game| of(game).into_iter().any(|info| known_solution(info).is_some())));
}

#[test]
fn a_puzzle_goes_on_after_moves_that_were_judged_before() {
    for info in all().into_iter().filter(|info| info.difficulty <= 3).take(8) {
        let mut first = PuzzleSession::open(info).unwrap();
        while !first.is_solved() {
            let mut again = PuzzleSession::open(info).unwrap();
            again.replay(&first.session().history()).unwrap();
            let right = first.board.solution();
            assert_eq!(again.board.solution(), right, "{}", info.id);
            assert_eq!(again.attempt(&right[0]), first.attempt(&right[0]), "{}", info.id);
            assert_eq!(again.is_solved(), first.is_solved(), "{}", info.id);
        }
    }
}

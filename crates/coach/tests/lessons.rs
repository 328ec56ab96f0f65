//! The positions of the lessons can occur in games, and the texts about them are true.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use cairn_coach::lesson::{Course, Lesson, LessonStep, Proof};
use cairn_engine::EngineSettings;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, PuzzleGoal, Wdl};
use cairn_session::{Session, open};

fn game(id: &str) -> &'static GameInfo {
    ALL.iter().find(|info| info.id == id).unwrap()
}

/// Returns every step of a game's lesson with its position string.
fn steps(id: &str) -> Vec<(LessonStep, String)> {
    let steps = Course::of(game(id), "en").unwrap().steps;
    let start = open(id, None).unwrap().position();
    steps.into_iter().map(|step| (step.clone(), step.position.unwrap_or(&start).to_owned())).collect()
}

fn lesson_at(id: &str, step: &str) -> Lesson {
    let mut lesson = Lesson::open(game(id), "en").unwrap();
    while lesson.step().id != step {
        assert!(lesson.advance(), "{id}: {step}");
    }
    lesson
}

/// Returns the cells of a position string, including empty ones, from the upper left corner.
fn cells(position: &str) -> Vec<String> {
    let rows = position.split(' ').next().unwrap();
    let mut cells = Vec::new();
    for cell in rows.split(['/', ',']) {
        match cell.parse::<usize>() {
            Ok(run) => cells.resize(cells.len() + run, String::new()),
            Err(_) => cells.push(cell.to_owned()),
        }
    }
    cells
}

fn fields(position: &str) -> Vec<&str> {
    position.split(' ').skip(1).collect()
}

#[test]
fn recorded_games_lead_to_their_positions() {
    for info in ALL {
        for (step, position) in steps(info.id) {
            let Some(moves) = step.reached else { continue };
            let mut session = open(step.spec, None).unwrap();
            for mv in moves.split(' ') {
                session.play(mv).unwrap_or_else(|error| panic!("{} {}: {error}", info.id, step.id));
            }
            assert_eq!(session.position(), position, "{} {}", info.id, step.id);
        }
    }
}

/// Every move changes the boards of these two games so much that only a game proves a position reachable.
#[test]
fn positions_of_staqs_and_sight_come_from_games() {
    for id in ["staqs", "sight"] {
        for (step, _) in steps(id) {
            assert!(step.position.is_none() || step.reached.is_some(), "{id} {}", step.id);
        }
    }
}

/// Discs never leave the board, and after a pair or a tower the pawn that made it stands there.
#[test]
fn positions_of_stac_can_come_up() {
    for (step, position) in steps("stac") {
        let cells = cells(&position);
        let discs: usize = cells
            .iter()
            .map(|cell| match cell.as_str() {
                "s" => 1,
                "d" => 2,
                "W" | "B" => 3,
                _ => 0,
            })
            .sum();
        assert_eq!(discs, 25, "{}", step.id);
        let [turn, white, black, carried, quiet] = fields(&position)[..] else { panic!("{position}") };
        let (mover, last, last_pawn) = if turn == "w" { ("w", "b", black) } else { ("b", "w", white) };
        let on = |square: &str| {
            let [column, row] = square.as_bytes() else { panic!("{square}") };
            cells[usize::from(b'5' - row) * 5 + usize::from(column - b'a')].as_str()
        };
        if quiet == "0" && step.position.is_some() {
            assert!(
                on(last_pawn) != "s" && !on(last_pawn).is_empty() && carried.contains(last),
                "{}",
                step.id
            );
        }
        // Carrying to an empty square leaves a single disc there.
        if carried.contains(last) && quiet != "0" {
            assert_eq!(on(last_pawn), "s", "{}", step.id);
        }
        let says_just_made = step.text.contains("has just made");
        assert!(!says_just_made || quiet == "0", "{}: {}", step.id, step.text);
        if carried.contains(mover) {
            assert!(step.text.contains("You carried on your last turn"), "{}", step.id);
        }
    }
}

/// With all pieces on the board and none in the enemy's home, no turn has made progress.
#[test]
fn positions_of_stacks_can_come_up() {
    for (step, position) in steps("stacks") {
        let (mut counts, mut locked) = ([0, 0], 0);
        for (place, cell) in cells(&position).iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let height: usize = cell[1..].parse().unwrap();
            counts[usize::from(cell.starts_with('r'))] += height;
            let enemy_home = if cell.starts_with('b') { 30..35 } else { 0..5 };
            locked += usize::from(enemy_home.contains(&place));
        }
        assert!(counts.iter().all(|&count| count <= 10), "{}", step.id);
        let made_progress = locked > 0 || counts != [10, 10];
        let quiet: u16 = fields(&position)[1].parse().unwrap();
        assert!(step.position.is_none() || made_progress || quiet > 0, "{}: {position}", step.id);
    }
}

/// A piece without pins has never moved, and one with pins of a single colour has stayed in its row or column.
#[test]
fn positions_of_stlts_can_come_up() {
    let start = cells(&open("stlts", None).unwrap().position());
    let at = |row: usize, column: usize| start[row * 12 + column].as_str();
    for (step, position) in steps("stlts") {
        for (place, cell) in cells(&position).iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let (row, column) = (place / 12, place % 12);
            let (owner, pins) = cell.split_at(1);
            let (white, black) = pins.split_once('.').unwrap_or(("0", "0"));
            let can_come_up = match (white, black) {
                ("0", "0") => at(row, column) == owner,
                (_, "0") => (0..12).any(|row| at(row, column) == owner),
                ("0", _) => (0..12).any(|column| at(row, column) == owner),
                _ => true,
            };
            assert!(can_come_up, "{}: {cell} in row {} and column {}", step.id, 12 - row, column + 1);
        }
    }
}

#[test]
fn tactics_are_proven() {
    for info in ALL {
        let proven =
            steps(info.id).into_iter().filter_map(|(step, position)| Some((step.proof?, step, position)));
        for (proof, step, position) in proven {
            let turns = match proof {
                Proof::Win => None,
                Proof::WinIn(turns) => Some(turns),
            };
            let engine = cairn_engine::open(step.spec, EngineSettings::default()).unwrap();
            let place = format!("{} {}", info.id, step.id);
            let draft = engine.find_puzzle(&position, turns).unwrap().unwrap_or_else(|| panic!("{place}"));
            let goal = turns.map_or(PuzzleGoal::Win, |turns| PuzzleGoal::WinIn { turns });
            assert_eq!(draft.goal, goal, "{place}");
            let winning = draft.values.iter().filter(|(value, _)| *value == Wdl::Win);
            let winning: BTreeSet<String> = winning.flat_map(|(_, moves)| moves.clone()).collect();
            let solution: BTreeSet<String> = lesson_at(info.id, step.id).solution().into_iter().collect();
            assert_eq!(winning, solution, "{place}");
        }
    }
}

/// Two or three steps after the rules teach tactics, in every language.
#[test]
fn every_lesson_ends_with_tactics() {
    for info in ALL {
        for (language, word) in [("en", "Tactics: "), ("pt", "Tática: ")] {
            let steps = Course::of(info, language).unwrap().steps;
            let tactics: Vec<bool> = steps.iter().map(|step| step.title.starts_with(word)).collect();
            assert!((2..=3).contains(&tactics.iter().filter(|&&is_tactic| is_tactic).count()), "{}", info.id);
            assert!(tactics.is_sorted(), "{}: tactics follow the rules", info.id);
            assert!(
                steps.iter().all(|step| step.rules.is_empty() == step.title.starts_with(word)),
                "{}",
                info.id
            );
        }
    }
}

/// The safe squares are those on which no reply captures the piece.
#[test]
fn safe_squares_of_stlts_are_safe() {
    let lesson = lesson_at("stlts", "safe_squares");
    let is_taken_on = |square: &str, session: &dyn Session| {
        session.legal_moves().iter().any(|mv| mv.ends_with(&format!("x{square}")))
    };
    let moves = lesson.session().legal_moves();
    let safe = moves.iter().filter_map(|mv| mv.strip_prefix("d4-")).filter(|square| {
        let mut after = lesson.session().fork();
        after.play(&format!("d4-{square}")).unwrap();
        !is_taken_on(square, &*after)
    });
    let found: BTreeSet<&str> = safe.collect();
    let solution = lesson.solution();
    assert_eq!(found, solution.iter().map(String::as_str).collect());
    let mut stays = lesson.session().fork();
    stays.play("k3+w").unwrap();
    assert!(is_taken_on("d4", &*stays), "the piece is threatened");
}

/// The texts claim no more than their positions show; otherwise they would teach a wrong rule.
#[test]
fn texts_agree_with_their_positions() {
    let texts = |id: &str, step: &str| {
        let found = steps(id).into_iter().find(|(found, _)| found.id == step).unwrap().0;
        (found.title, found.text, found.done)
    };
    assert_eq!(texts("sight", "grow").0, "What is seen grows");
    assert!(!texts("stac", "tower").1.contains("just"), "Black's pawn is on e4");
    assert!(texts("staqs", "near").1.starts_with("Here you have placed on c3"));
    for info in ALL {
        for language in ["en", "pt"] {
            for step in Course::of(info, language).unwrap().steps {
                // The interfaces show this word before the text.
                let opening = step.done.split([' ', '.', ':', ',']).next().unwrap();
                assert!(!["Right", "Certo", "Yes", "Sim"].contains(&opening), "{} {}", info.id, step.id);
            }
        }
    }
    // The heights in the two endings of STAQS must be those of the board.
    for (step, own, enemy) in
        [("last", "6, 5, 4 and 3", "6, 3, 3 and 3"), ("draw", "6, 4, 3 and 3", "6, 4, 3 and 3")]
    {
        let mut lesson = lesson_at("staqs", step);
        let right = lesson.solution().swap_remove(0);
        lesson.attempt(&right);
        let heights = |letter: char| {
            let mut heights: Vec<u8> = cells(&lesson.session().position())
                .iter()
                .filter_map(|cell| cell.strip_prefix(letter)?.parse().ok())
                .collect();
            heights.sort_unstable_by(|a, b| b.cmp(a));
            let words: Vec<String> = heights.iter().map(ToString::to_string).collect();
            format!("{} and {}", words[..3].join(", "), words[3])
        };
        assert_eq!((heights('b').as_str(), heights('w').as_str()), (own, enemy), "{step}");
        assert!(lesson.session().outcome().is_some(), "{step}");
    }
}

#[test]
fn solutions_begin_with_the_simplest() {
    for info in ALL {
        for (step, _) in steps(info.id) {
            let solution = lesson_at(info.id, step.id).solution();
            assert!(solution.is_sorted_by_key(String::len), "{} {}: {solution:?}", info.id, step.id);
        }
    }
}

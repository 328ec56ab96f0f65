//! Decides whether a position is a puzzle: exactly one move preserves its value.

use cairn_rules::{Game, GameSpec, Position, PuzzleGoal, Solvable, Wdl};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Limits, OutOfMemory, Score, Searcher, Settings};

use super::Draft;
use super::mate_search::{Goal, MateSearch};

/// The minimum number of moves in a puzzle.
const MIN_MOVES: usize = 3;
/// Node limit of the solver for all moves.
const SOLVER_NODES: u64 = 2_000_000;
/// Node limit of the search for a win where positions can repeat.
const SEARCH_NODES: u64 = 60_000;
/// The maximum length of a win in that search, in turns.
const MAX_TURNS: u8 = 3;
/// The node limit of the mate search that rules out other moves.
const MATE_NODES: u64 = 6_000_000;
const MEGABYTES: usize = 16;

/// Returns the puzzle in a position, if there is one. `turns` is the number of turns within which it is known to be
/// won, for puzzles about turns; it saves a search.
pub(crate) fn examine<G: Game>(
    spec: &GameSpec<G>,
    position: &str,
    turns: Option<u8>,
) -> Result<Option<Draft>, OutOfMemory> {
    let Ok(position) = G::read_position(&spec.options, position) else { return Ok(None) };
    let moves = position.moves().len();
    if position.seats() != 2 || moves < MIN_MOVES {
        return Ok(None);
    }
    let found = if position.plies_left().is_some() {
        by_value(&position)?
    } else {
        match turns {
            Some(turns) => by_turns(&position, turns, u64::MAX),
            None => turns_found(&position)?.and_then(|turns| by_turns(&position, turns, MATE_NODES)),
        }
    };
    Ok(found.map(|(goal, values)| draft(spec, &position, goal, values)))
}

fn draft<G: Game>(spec: &GameSpec<G>, position: &G::Position, goal: PuzzleGoal, values: Values) -> Draft {
    let listed: usize = values.iter().map(|(_, moves)| moves.len()).sum();
    Draft {
        spec: spec.to_string(),
        position: position.to_string(),
        goal,
        difficulty: 0,
        values,
        others: position.moves().len() - listed,
    }
}

type Values = Vec<(Wdl, Vec<String>)>;

/// Handles games that must end: returns the values of all moves, if there is a single best one.
fn by_value<P: Solvable>(position: &P) -> Result<Option<(PuzzleGoal, Values)>, OutOfMemory> {
    let mut solver = Solver::new(SolverSettings { threads: 1, hash_mib: MEGABYTES })?;
    let solved = solver.solve_moves(position, &[], &Limits::nodes(SOLVER_NODES), &mut |_| ());
    let Some(solved) = solved else { return Ok(None) };
    let mut values: Values = Vec::new();
    for truth in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        let equal = solved.moves.iter().filter(|proven| proven.bounds.value() == Some(truth));
        let mut moves: Vec<String> = equal.map(|proven| proven.mv.to_string()).collect();
        moves.sort_unstable();
        if !moves.is_empty() {
            values.push((truth, moves));
        }
    }
    let is_whole = values.iter().map(|(_, moves)| moves.len()).sum::<usize>() == solved.moves.len();
    let goal = match &values[..] {
        [(Wdl::Win, only), _, ..] if only.len() == 1 => PuzzleGoal::Win,
        [(Wdl::Draw, only), _] if only.len() == 1 => PuzzleGoal::Draw,
        _ => return Ok(None),
    };
    Ok(is_whole.then_some((goal, values)))
}

/// Handles games in which positions can repeat: returns the number of turns of a short win that a search finds.
fn turns_found<P: Solvable>(position: &P) -> Result<Option<u8>, OutOfMemory> {
    let mut searcher = Searcher::new(Settings { hash_mib: MEGABYTES, ..Settings::default() })?;
    let found = searcher.search(position, &[], &Limits::nodes(SEARCH_NODES), &mut |_| ());
    let Some(Score::WinIn(plies)) = found.score() else { return Ok(None) };
    Ok(u8::try_from(plies.div_ceil(2)).ok().filter(|&turns| turns <= MAX_TURNS))
}

/// Returns the puzzle of a win within a number of turns that only one move begins.
fn by_turns<P: Solvable>(position: &P, at_most: u8, nodes: u64) -> Option<(PuzzleGoal, Values)> {
    let mut search = MateSearch::new(Goal::Win, position.to_move()).with_nodes(nodes);
    let turns = search.turns_needed(position, at_most)?;
    let mut right = position.moves();
    right.retain(|&mv| search.within_after(&position.after(mv), turns));
    if search.has_given_up() {
        return None;
    }
    // Two moves to the same position look the same on the board.
    let [first, others @ ..] = &right[..] else { return None };
    let is_one = others.iter().all(|&mv| position.after(mv) == position.after(*first));
    let mut texts: Vec<String> = right.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    is_one.then_some((PuzzleGoal::WinIn { turns }, vec![(Wdl::Win, texts)]))
}

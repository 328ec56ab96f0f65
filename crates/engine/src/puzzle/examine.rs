//! Whether a position is a puzzle: exactly one move keeps its value.

use cairn_rules::{Game, GameSpec, Position, PuzzleGoal, Solvable, Wdl};
use cairn_search::solver::{Solver, SolverSettings};
use cairn_search::{Limits, Score, Searcher, Settings};

use super::entry::Draft;
use super::mate_search::{Goal, MateSearch};

/// A choice between fewer moves is not a puzzle.
const MIN_MOVES: usize = 3;
/// Node limit of the solver for all moves.
const SOLVER_NODES: u64 = 2_000_000;
/// Node limit of the search for a win where positions can come back.
const SEARCH_NODES: u64 = 60_000;
/// The longest win that is looked for there, in turns.
const MAX_TURNS: u8 = 3;
/// Node limit of the mate search that shows that no other move is as good.
const MATE_NODES: u64 = 6_000_000;
const MEGABYTES: usize = 16;

/// The puzzle in a position, if there is one. `turns` says within how many turns it is known to be won,
/// where that is the question; no search has to find that out then.
pub(crate) fn examine<G: Game>(spec: &GameSpec<G>, position: &str, turns: Option<u8>) -> Option<Draft> {
    let position = G::read_position(&spec.options, position).ok()?;
    let moves = position.moves().len();
    if position.seats() != 2 || moves < MIN_MOVES {
        return None;
    }
    let (goal, values) = if position.plies_left().is_some() {
        by_value(&position)?
    } else {
        match turns {
            Some(turns) => by_turns(&position, turns, u64::MAX)?,
            None => by_turns(&position, turns_found(&position)?, MATE_NODES)?,
        }
    };
    let listed: usize = values.iter().map(|(_, moves)| moves.len()).sum();
    Some(Draft {
        spec: spec.to_string(),
        position: position.to_string(),
        goal,
        difficulty: 0,
        mover: G::INFO.seats[position.to_move().index()].name,
        values,
        others: moves - listed,
    })
}

type Values = Vec<(Wdl, Vec<String>)>;

/// Where a game must end: the values of all moves, if one alone is the best.
fn by_value<P: Solvable>(position: &P) -> Option<(PuzzleGoal, Values)> {
    let mut solver = Solver::new(SolverSettings { threads: 1, hash_mib: MEGABYTES });
    let solved = solver.solve_moves(position, &[], &Limits::nodes(SOLVER_NODES), &mut |_| ())?;
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
        _ => return None,
    };
    is_whole.then_some((goal, values))
}

/// Where positions come back: within how many turns a search finds a win, if they are few.
fn turns_found<P: Solvable>(position: &P) -> Option<u8> {
    let mut searcher = Searcher::new(Settings { hash_mib: MEGABYTES, ..Settings::default() });
    let found = searcher.search(position, &[], &Limits::nodes(SEARCH_NODES), &mut |_| ());
    let Some(Score::WinIn(plies)) = found.score() else { return None };
    u8::try_from(plies.div_ceil(2)).ok().filter(|&turns| turns <= MAX_TURNS)
}

/// A win within so many turns that one move alone begins.
fn by_turns<P: Solvable>(position: &P, at_most: u8, nodes: u64) -> Option<(PuzzleGoal, Values)> {
    let mut search = MateSearch::new(Goal::Win, position.to_move()).with_nodes(nodes);
    let turns = search.turns_needed(position, at_most)?;
    let mut right = position.moves();
    right.retain(|&mv| search.within_after(&position.after(mv), turns));
    if search.has_given_up() {
        return None;
    }
    // Two ways to the same position are one move to whoever looks at the board.
    let [first, others @ ..] = &right[..] else { return None };
    let is_one = others.iter().all(|&mv| position.after(mv) == position.after(*first));
    let mut texts: Vec<String> = right.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    is_one.then_some((PuzzleGoal::WinIn { turns }, vec![(Wdl::Win, texts)]))
}

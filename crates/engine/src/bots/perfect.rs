//! `perfect`: plays exactly where the solver can solve the position, and by a strong search elsewhere.

use cairn_rules::Wdl;
use cairn_search::solver::SolverSettings;
use cairn_search::{Limits, Score, Settings};
use cairn_session::Session;

use super::builtin::{BotMove, MoveLimits};
use crate::engine::{Engine, EngineError, EngineSettings};
use crate::solution::{Solution, SolveGoal};

/// Node limit of the search where nothing is proven.
const SEARCH_NODES: u64 = 1_000_000;
/// The node limit of the search among moves that provably preserve the value.
const CHOICE_NODES: u64 = 200_000;
/// The limit on moves that the solver tries to find the value of the position. Its time is proportional to them:
/// less than a second on most machines.
const VALUE_MOVES: u64 = 12_000_000;
/// The limit on moves tried to find other moves of the same value; `perfect` does not play moves beyond it.
const OTHERS_MOVES: u64 = 1_000_000;
/// Node limit of the solver in any case.
const SOLVER_NODES: u64 = 1_000_000;
/// If the value took more moves than this, `perfect` plays the proven move without looking for others.
const LONG_MOVES: u64 = 4_000_000;
/// The number of searches for one move, which share its time.
const STAGES: u32 = 3;
/// Size of the proof table and of the transposition table, each.
const MEGABYTES: usize = 64;

/// Returns the settings of the engine that `perfect` needs.
pub(super) fn engine_settings() -> EngineSettings {
    let search = Settings { hash_mib: MEGABYTES, ..Settings::default() };
    let solver = SolverSettings { threads: 1, hash_mib: MEGABYTES };
    EngineSettings { search, solver, ..EngineSettings::default() }.with_openings()
}

/// Chooses the move of the player to move; `None` when the game is over. Without a clock, all limits are node counts,
/// so that play is reproducible on every machine.
pub(super) fn choose(
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &MoveLimits,
) -> Result<Option<BotMove>, EngineError> {
    let time = limits.time.map(|time| time / STAGES);
    let within = |nodes: u64| Limits { stop: limits.stop.clone(), time, ..Limits::nodes(nodes).for_play() };
    let legal = engine.count_moves(session)?;
    let solver = |moves: u64| within((moves / legal.max(1)).clamp(1, SOLVER_NODES));
    let solution = match legal {
        0 | 1 => None,
        _ => engine.solve(session, SolveGoal::Value, &solver(VALUE_MOVES), &mut |_| ())?,
    };
    let is_decided = |solution: &Solution| {
        let took_long = solution.nodes.saturating_mul(legal) > LONG_MOVES;
        let is_kept = solution.bounds.low > Wdl::Loss && solution.bounds.value().is_some();
        solution.from_book || took_long && is_kept
    };
    if let Some(solution) = solution.as_ref().filter(|&solution| is_decided(solution)) {
        return Ok(solution.best.clone().map(BotMove::unrated));
    }
    let held = solution.and_then(|solution| Some((solution.bounds.low, solution.best?)));
    let Some((value, best)) = held.filter(|&(value, _)| value > Wdl::Loss) else {
        // All moves lose, or too little is known, so it searches for the longest defence or the best move.
        let analysis = engine.analyze(session, &within(SEARCH_NODES), &mut |_| ())?;
        return Ok(BotMove::best_of(&analysis));
    };
    let solution = engine.solve(session, SolveGoal::Moves, &solver(OTHERS_MOVES), &mut |_| ())?;
    let moves = solution.map(|solution| solution.moves).unwrap_or_default();
    let mut holding: Vec<String> =
        moves.into_iter().filter(|solved| solved.bounds.low >= value).map(|solved| solved.mv).collect();
    if !holding.contains(&best) {
        holding.push(best.clone());
    }
    let chosen = engine.choose_among(session, &holding, &within(CHOICE_NODES))?;
    // Where positions can repeat, a move can preserve a win without making progress; the solver's move makes progress.
    let comes_nearer = value < Wdl::Win || chosen.score().and_then(Score::wdl) == Some(Wdl::Win);
    Ok(if comes_nearer { BotMove::best_of(&chosen) } else { Some(BotMove::unrated(best)) })
}

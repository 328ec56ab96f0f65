//! `perfect`: exact where the solver comes to the end of the game, the strongest search elsewhere.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Session;
use crate::study::{Analyst, Limits, Score, Settings};
use crate::truth::{Proof, Prover, Question, SolverSettings, Wdl};

/// What a search looks at where nothing is proven: as much as patience allows.
const SEARCH_NODES: u64 = 1_000_000;
/// What a search looks at to choose among moves that are proven to hold the value.
const CHOICE_NODES: u64 = 200_000;
/// The solver looks at so many moves to find what the position is worth, which is about its time: most
/// machines need less than a second.
const VALUE_MOVES: u64 = 12_000_000;
/// And at so many to find which other moves are as good; those that it does not come to are not played.
const OTHERS_MOVES: u64 = 1_000_000;
/// But it looks at no more positions than this.
const SOLVER_NODES: u64 = 1_000_000;
/// If the value took so many moves there is no time to choose: the move that proves it is played.
const LONG_MOVES: u64 = 4_000_000;
/// Memory of each, the solver and the search.
const MEGABYTES: usize = 64;

/// A prover as `perfect` needs it.
pub(super) fn prover() -> Prover {
    Prover::new(SolverSettings { threads: 1, megabytes: MEGABYTES }).with_openings()
}

/// The move for the player to move; `None` when the game is over. All limits are on nodes, so that
/// the same game gives the same move everywhere.
pub(super) fn choose(
    session: &dyn Session,
    prover: &mut Prover,
    analyst: &mut Analyst,
    stop: Option<&Arc<AtomicBool>>,
) -> Option<String> {
    let within = |nodes: u64| Limits { stop: stop.cloned(), ..Limits::nodes(nodes) };
    let legal = session.study().count_moves();
    let solver = |moves: u64| within((moves / legal.max(1)).clamp(1, SOLVER_NODES));
    analyst.configure(Settings { megabytes: MEGABYTES, ..Settings::default() });
    let proof = match legal {
        0 | 1 => None,
        _ => prover.prove(session, Question::Value, &solver(VALUE_MOVES), &mut |_| ()),
    };
    let decided = |proof: &Proof| {
        let took_long = proof.nodes.saturating_mul(legal) > LONG_MOVES;
        proof.from_book || took_long && proof.bounds.low > Wdl::Loss && proof.bounds.value().is_some()
    };
    if let Some(proof) = proof.as_ref().filter(|&proof| decided(proof)) {
        return proof.best.clone();
    }
    let held = proof.and_then(|proof| Some((proof.bounds.low, proof.best?)));
    let Some((value, best)) = held.filter(|&(value, _)| value > Wdl::Loss) else {
        // All moves lose, or too little is known: the longest defence, or the best that is found.
        return Some(analyst.analyze(session, &within(SEARCH_NODES), &mut |_| ()).best()?.to_owned());
    };
    let moves = prover.prove(session, Question::Moves, &solver(OTHERS_MOVES), &mut |_| ())?.moves;
    let mut holding: Vec<String> =
        moves.into_iter().filter(|proven| proven.bounds.low >= value).map(|proven| proven.mv).collect();
    if !holding.contains(&best) {
        holding.push(best.clone());
    }
    let chosen = analyst.choose(session, &holding, &within(CHOICE_NODES));
    // Where positions come back, holding a win is not yet winning: the solver's move comes nearer.
    let comes_nearer = value < Wdl::Win || matches!(chosen.score(), Some(Score::WinIn(_)));
    Some(if comes_nearer { chosen.best()?.to_owned() } else { best })
}

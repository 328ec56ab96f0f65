//! Shared by the tests of the engine: engines, exact values and random games.

#![allow(dead_code, reason = "every test uses its own part")]

use cairn_engine::bots::BasicBot;
use cairn_engine::{Engine, EngineSettings, Limits, Rng, Solution, SolveGoal, SolverSettings, open};
use cairn_rules::{Outcome, Player, RandomSource, Wdl};
use cairn_session::Session;

/// Returns an engine without a book that solves with a small table.
pub(crate) fn engine(spec: &str) -> Box<dyn Engine> {
    open(spec, EngineSettings::solver(SolverSettings { threads: 1, hash_mib: 16 })).unwrap()
}

/// Returns the exact value of a session's position or of its moves, within limits.
pub(crate) fn solve(
    engine: &mut dyn Engine,
    session: &dyn Session,
    goal: SolveGoal,
    limits: &Limits,
) -> Solution {
    engine.solve(session, goal, limits, &mut |_| ()).unwrap().unwrap()
}

/// Plays a whole game in which `choose` selects the basic bot for each move.
pub(crate) fn play_out(
    engine: &dyn Engine,
    rng: &mut Rng,
    mut choose: impl FnMut(&mut Rng) -> BasicBot,
) -> Box<dyn Session> {
    let mut session = cairn_session::open(&engine.spec(), None).unwrap();
    loop {
        let bot = choose(rng);
        let Some(mv) = engine.basic_move(&*session, bot, rng).unwrap() else { return session };
        assert_eq!(session.play(&mv).as_deref(), Ok(mv.as_str()));
    }
}

/// Plays a game of random moves to this many plies before its end.
pub(crate) fn late(engine: &dyn Engine, seed: u64, plies: usize) -> Box<dyn Session> {
    let mut session = play_out(engine, &mut Rng::seeded(seed), |_| BasicBot::Random);
    for _ in 0..plies {
        session.undo();
    }
    session
}

/// Plays a game in which every fourth move is a greedy one.
pub(crate) fn mixed_game(engine: &dyn Engine, seed: u64) -> Box<dyn Session> {
    let mix = |rng: &mut Rng| if rng.below(4) == 0 { BasicBot::Greedy } else { BasicBot::Random };
    play_out(engine, &mut Rng::seeded(seed), mix)
}

/// Returns the value of a finished game for a player.
pub(crate) fn value_for(outcome: Outcome, player: Player) -> Wdl {
    match outcome.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == player => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}

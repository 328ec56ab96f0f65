//! Random games, for both test targets.

use cairn_rules::{BasicBots, Game, GameSpec, Position, RandomSource, SmallRng};

/// The length at which games are cut off.
const MAX_POSITIONS: usize = 400;

/// Returns the positions of a random game, including the last. `greed` of four moves are greedy, the others random.
pub(crate) fn random_game<G: Game>(spec: &GameSpec<G>, rng: &mut SmallRng, greed: u32) -> Vec<G::Position> {
    let mut scratch = Vec::new();
    let mut position = G::start(&spec.options);
    let mut game = vec![position];
    while game.len() < MAX_POSITIONS {
        let greedy = rng.below(4) < greed;
        let mv =
            if greedy { position.greedy_move(rng) } else { position.random_move_with(rng, &mut scratch) };
        let Some(mv) = mv else { break };
        position.play_unchecked(mv);
        game.push(position);
    }
    game
}

//! Test positions from random games and from games in which a player is greedy.

use std::thread;

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Domain, Game, GameInfo, GameSpec, Position, RandomSource, SmallRng};

use crate::random_game::random_game;

/// A position and the game before it.
pub(crate) struct Case<P> {
    pub(crate) position: P,
    pub(crate) history: Vec<P>,
}

/// Specs of a game: its defaults, both ends of small ranges, every choice, and quiet-move limits
/// that matter.
fn specs(info: &GameInfo) -> Vec<String> {
    let mut specs = vec![info.id.to_owned()];
    for option in info.options {
        let values: Vec<String> = match option.domain {
            _ if option.name == "quiet" => vec!["6".to_owned(), "67".to_owned()],
            Domain::Range(min, max) if max <= 12 => vec![min.to_string(), max.to_string()],
            Domain::Range(..) => Vec::new(),
            Domain::Words(words) => words.iter().map(ToString::to_string).collect(),
        };
        specs.extend(values.iter().map(|value| format!("{}:{}={value}", info.id, option.name)));
    }
    specs
}

/// Runs a check on every game with many options, one thread per game.
pub(crate) fn everywhere<V: Visitor<Output = ()>>(visitor: impl Fn() -> V + Sync) {
    thread::scope(|scope| {
        for info in ALL {
            scope.spawn(|| specs(info).iter().for_each(|spec| with_game(spec, visitor()).unwrap()));
        }
    });
}

/// Runs a check on every game with its default options.
pub(crate) fn every_game<V: Visitor<Output = ()>>(visitor: impl Fn() -> V) {
    for info in ALL {
        with_game(info.id, visitor()).unwrap();
    }
}

/// Reduces the number of cases in games with very many moves, for checks of this depth.
pub(crate) fn thrifty<G: Game>(spec: &GameSpec<G>, count: usize, plies: u32) -> usize {
    /// The minimum number of cases.
    const FEWEST: usize = 4;
    /// Games with fewer moves get all cases.
    const FEW_MOVES: u64 = 100;
    let times = (G::start(&spec.options).count_moves() / FEW_MOVES).max(1).pow(plies);
    (count / times as usize).max(FEWEST)
}

/// Returns `count` positions of games in progress, early and late ones.
pub(crate) fn cases<G: Game>(spec: &GameSpec<G>, count: usize) -> Vec<Case<G::Position>> {
    let mut cases = Vec::new();
    let mut seed = 0;
    while cases.len() < count {
        let game = whole_game(spec, seed);
        let mut rng = SmallRng::seeded(!seed);
        // Half of them from the whole game, half from near the end.
        let near_end = game.len().saturating_sub(8);
        for from in [0, near_end] {
            let index = from + rng.below((game.len() - from) as u32) as usize;
            cases.push(Case { position: game[index], history: game[..index].to_vec() });
        }
        seed += 1;
    }
    cases
}

/// Returns the positions of a game of random and greedy moves in which it is not over.
fn whole_game<G: Game>(spec: &GameSpec<G>, seed: u64) -> Vec<G::Position> {
    let mut rng = SmallRng::seeded(seed);
    let greed = rng.below(4);
    let mut game = random_game(spec, &mut rng, greed);
    game.pop_if(|last| last.outcome().is_some());
    game
}

pub(crate) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Returns the depth that plain minimax can search with about `nodes` nodes. In games with repetition, four plies are
/// the maximum at which a value is the same on every path.
pub(crate) fn small_depth<P: Position>(position: &P, nodes: u64) -> u32 {
    let branching = position.count_moves().max(2);
    let most = if position.repetition_state().is_some() { 4 } else { 6 };
    (nodes.ilog2() / branching.ilog2().max(1)).clamp(1, most)
}

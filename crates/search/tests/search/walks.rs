//! Positions to search: from random games, and from games in which somebody plays for a win.

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{BasicBots, Domain, Game, GameInfo, GameSpec, Position, RandomSource};
use cairn_search::SearchDice;

/// A position and those before it.
pub(crate) struct Case<P> {
    pub(crate) position: P,
    pub(crate) history: Vec<P>,
}

/// The game with its defaults, both ends of small ranges, every word, and quiet limits that matter.
fn words(info: &GameInfo) -> Vec<String> {
    let mut words = vec![info.id.to_owned()];
    for spec in info.options {
        let values: Vec<String> = match spec.domain {
            _ if spec.name == "quiet" => vec!["6".to_owned(), "67".to_owned()],
            Domain::Range(min, max) if max <= 12 => vec![min.to_string(), max.to_string()],
            Domain::Range(..) => Vec::new(),
            Domain::Words(words) => words.iter().map(ToString::to_string).collect(),
        };
        words.extend(values.iter().map(|value| format!("{}:{}={value}", info.id, spec.name)));
    }
    words
}

/// Runs a check on every game with a spread of options.
pub(crate) fn everywhere<V: Visitor<Output = ()>>(visitor: impl Fn() -> V) {
    for info in ALL {
        for word in words(info) {
            with_game(&word, visitor()).unwrap();
        }
    }
}

/// Runs a check on every game with its default options.
pub(crate) fn every_game<V: Visitor<Output = ()>>(visitor: impl Fn() -> V) {
    for info in ALL {
        with_game(info.id, visitor()).unwrap();
    }
}

/// Fewer cases where there are very many moves, for checks that look at so many plies.
pub(crate) fn thrifty<G: Game>(word: &GameSpec<G>, count: usize, plies: u32) -> usize {
    /// No check is made thriftier than this.
    const FEWEST: usize = 4;
    /// With so many moves nothing has to be saved.
    const FEW_MOVES: u64 = 100;
    let times = (G::start(&word.options).count_moves() / FEW_MOVES).max(1).pow(plies);
    (count / times as usize).max(FEWEST)
}

/// `count` positions in which the game goes on, early and late ones.
pub(crate) fn cases<G: Game>(word: &GameSpec<G>, count: usize) -> Vec<Case<G::Position>> {
    let mut cases = Vec::new();
    let mut seed = 0;
    while cases.len() < count {
        let game = whole_game(word, seed);
        let mut rng = SearchDice::seeded(!seed);
        // Half of them from anywhere, half from near the end.
        let near_end = game.len().saturating_sub(8);
        for from in [0, near_end] {
            let index = from + rng.below((game.len() - from) as u32) as usize;
            cases.push(Case { position: game[index], history: game[..index].to_vec() });
        }
        seed += 1;
    }
    cases
}

/// The positions of a game in which moves are random or greedy, without the last one.
fn whole_game<G: Game>(word: &GameSpec<G>, seed: u64) -> Vec<G::Position> {
    /// No game lasts longer here.
    const LONGEST: usize = 400;
    let mut rng = SearchDice::seeded(seed);
    let mut scratch = Vec::new();
    let mut position = G::start(&word.options);
    let mut game = Vec::new();
    let greed = rng.below(4);
    while game.len() < LONGEST {
        let greedy = rng.below(4) < greed;
        let mv = if greedy {
            position.greedy_move(&mut rng, &mut scratch)
        } else {
            position.random_move(&mut rng, &mut scratch)
        };
        let Some(mv) = mv else { break };
        game.push(position);
        position.play_unchecked(mv);
    }
    game
}

pub(crate) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// How deep plain minimax can look without looking at more than about `nodes` positions. In games
/// with repetition four plies are the most at which a value is the same on every path.
pub(crate) fn small_depth<P: Position>(position: &P, nodes: u64) -> u32 {
    let branching = position.count_moves().max(2);
    let most = if position.repetition_state().is_some() { 4 } else { 6 };
    (nodes.ilog2() / branching.ilog2().max(1)).clamp(1, most)
}

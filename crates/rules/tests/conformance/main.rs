//! What must hold for every game, walked through random games of every option.
//!
//! The games and their options come from the registry: a new game is tested by being listed.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod options;
mod positions;
mod random_play;

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Domain, Game, GameInfo, GameSpec, Position, RandomSource};

/// A small generator: the same numbers on every run.
struct TestRng(u64);

impl RandomSource for TestRng {
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(cairn_rules::zobrist::mix(self.0)) * u128::from(sides)) >> 64) as u32
    }
}

/// The game with its defaults, with both ends of every range and with every word, one at a time.
fn spread(info: &GameInfo) -> Vec<String> {
    let mut specs = vec![info.id.to_owned()];
    specs.extend(info.presets.iter().map(|preset| format!("{}:{}", info.id, preset.name)));
    for option in info.options {
        let values: Vec<u16> = match option.domain {
            Domain::Range(min, max) => vec![min, min + 1, option.default, max],
            Domain::Words(words) => (0..words.len() as u16).collect(),
        };
        specs.extend(
            values.iter().map(|&value| format!("{}:{}={}", info.id, option.name, option.print(value))),
        );
    }
    specs
}

/// Runs a check on every game with a spread of options.
fn everywhere<V: Visitor<Output = ()>>(visitor: impl Fn() -> V) {
    for info in ALL {
        for spec in spread(info) {
            with_game(&spec, visitor()).unwrap();
        }
    }
}

/// Positions of a few random games: all the first and last ones, some of those between.
fn walk<G: Game>(spec: &GameSpec<G>, games: u64, mut visit: impl FnMut(&G::Position, &mut TestRng)) {
    /// No game with a limit on plies without progress lasts longer; one without is cut off here.
    const LONGEST: usize = 20_000;
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut rng = TestRng(seed << 40);
        let mut position = G::start(&spec.options);
        for ply in 0..LONGEST {
            let next = position.random_move(&mut rng, &mut scratch);
            if ply < 4 || next.is_none() || rng.below(12) == 0 {
                visit(&position, &mut rng);
            }
            let Some(mv) = next else { break };
            position.play_unchecked(mv);
        }
    }
}

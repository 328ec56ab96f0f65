//! Random moves and random games.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};

use crate::{TestRng, everywhere};

/// Random play is uniform: every move comes up about as often as any other.
#[test]
fn random_moves_are_uniform() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut scratch = Vec::new();
            for seed in 0..6 {
                let mut rng = TestRng(seed << 40);
                let mut position = G::start(&spec.options);
                for _ in 0..seed * 4 {
                    let Some(mv) = position.random_move(&mut rng, &mut scratch) else { break };
                    position.play_unchecked(mv);
                }
                let moves = position.moves();
                if moves.is_empty() || moves.len() > 400 {
                    continue;
                }
                let mut counts = std::collections::HashMap::new();
                let throws = 400 * moves.len();
                for _ in 0..throws {
                    *counts.entry(position.random_move(&mut rng, &mut scratch)).or_insert(0u32) += 1;
                }
                // The standard deviation is 20: six of them will not come up by chance.
                for mv in moves {
                    let count = counts[&Some(mv)];
                    assert!((280..=520).contains(&count), "{spec} {position} {mv}: {count}");
                }
            }
        }
    }
    everywhere(|| Check);
}

/// Random games end, the longest by the limit on plies without progress.
#[test]
fn random_games_end() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            if spec.to_string().contains("quiet=0") {
                return;
            }
            let mut scratch = Vec::new();
            for seed in 0..30 {
                let mut rng = TestRng(seed << 40);
                let mut position = G::start(&spec.options);
                let mut plies = 0;
                while let Some(mv) = position.random_move(&mut rng, &mut scratch) {
                    position.play_unchecked(mv);
                    plies += 1;
                    assert!(plies < 40_000, "{spec} goes on and on: {position}");
                }
                assert!(position.outcome().is_some());
            }
        }
    }
    everywhere(|| Check);
}

/// A source that always draws the same number gives a legal move all the same, after a limited number of draws.
#[test]
fn random_moves_need_no_randomness() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            const PLIES: usize = 40;
            const MAX_DRAWS: u32 = 20_000;
            let mut scratch = Vec::new();
            for constant in [0, 1, 3, u32::MAX] {
                let mut position = G::start(&spec.options);
                for _ in 0..PLIES {
                    let mut draws = 0;
                    let mut source = |sides: u32| {
                        draws += 1;
                        assert!(draws < MAX_DRAWS, "{spec} {position} always {constant}");
                        constant.min(sides - 1)
                    };
                    let Some(mv) = position.random_move(&mut source, &mut scratch) else { break };
                    assert!(position.moves().contains(&mv), "{spec} {position} always {constant}: {mv}");
                    position.play_unchecked(mv);
                }
            }
        }
    }
    everywhere(|| Check);
}

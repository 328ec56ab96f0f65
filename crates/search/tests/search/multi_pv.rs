//! Multi-PV: every report lists its variations in order, each with a different first move.

use std::collections::HashSet;

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Limits, Report, Searcher, Settings};

use crate::test_positions::{Case, cases, every_game, legal};

fn check<P: Position>(name: &str, position: &P, report: &Report<P>, multi_pv: usize) {
    let ranks: Vec<i32> = report.variations.iter().map(|pv| pv.score.rank()).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{name} {position} depth {}: {ranks:?}", report.depth);
    let first_moves: HashSet<_> = report.variations.iter().map(|pv| pv.moves[0]).collect();
    assert_eq!(first_moves.len(), legal(position).len().min(multi_pv), "{name} {position}");
    for pv in &report.variations {
        let mut end = *position;
        for &mv in &pv.moves {
            assert!(legal(&end).contains(&mv), "{name} {position} {pv:?}");
            end.play_unchecked(mv);
        }
    }
}

/// With all enhancements a later variation can come out better than an earlier one, and a node limit
/// can end an iteration between two of them.
#[test]
fn reports_are_sorted_at_every_depth_and_whenever_the_search_stops() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let name = spec.to_string();
            for (index, Case { position, history }) in cases(&spec, 16).iter().enumerate() {
                let multi_pv = 2 + index % 4;
                let settings = Settings { hash_mib: 1, multi_pv, ..Settings::default() };
                let mut searcher = Searcher::new(settings).unwrap();
                for nodes in [3_000, 8_100, 20_700] {
                    searcher.clear();
                    let mut each = |report: &Report<_>| check(&name, position, report, multi_pv);
                    let last = searcher.search(position, history, &Limits::nodes(nodes), &mut each);
                    check(&name, position, &last, multi_pv);
                }
            }
        }
    }
    every_game(|| Check);
}

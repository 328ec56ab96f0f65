//! Draws by repetition.

use std::collections::HashSet;

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Limits, Score, Searcher, Settings};

use crate::test_positions::{cases, every_game, legal};

/// If every possible next position has occurred twice, the score is a draw.
#[test]
fn the_third_occurrence_is_a_draw() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for case in cases(&spec, 40) {
                let position = case.position;
                let moves = legal(&position);
                let goes_on = moves.iter().all(|&mv| position.after(mv).outcome().is_none());
                if position.repetition_state().is_none() || !goes_on {
                    continue;
                }
                // Different moves may lead to the same position.
                let next: HashSet<_> = moves.iter().map(|&mv| position.after(mv)).collect();
                let once: Vec<_> = next.into_iter().collect();
                let history = once.repeat(2);
                let settings = Settings { hash_mib: 1, ..Settings::default() };
                let with_contempt = Settings { contempt: 70, ..settings.clone() };
                let report = Searcher::new(with_contempt).unwrap().search(
                    &position,
                    &history,
                    &Limits::depth(4),
                    &mut |_| (),
                );
                assert_eq!(report.score(), Some(Score::Centipawns(-70)), "{spec} {position}");
                let mut searcher = Searcher::new(settings).unwrap();
                let report = searcher.search(&position, &history, &Limits::depth(4), &mut |_| ());
                assert_eq!(report.score(), Some(Score::Centipawns(0)), "{spec} {position}");
                // One occurrence is not enough, and a draw of one game does not leak into the next.
                let found = searcher.search(&position, &once, &Limits::depth(2), &mut |_| ());
                let fresh = Searcher::new(searcher.settings().clone()).unwrap().search(
                    &position,
                    &[],
                    &Limits::depth(2),
                    &mut |_| (),
                );
                assert_eq!(found.score(), fresh.score(), "{spec} {position}");
            }
        }
    }
    every_game(|| Check);
}

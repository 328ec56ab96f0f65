//! Repetition: what has stood on the board before is worth a draw.

use std::collections::HashSet;

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::{Engine, Limits, Score, Settings};

use crate::walks::{cases, every_game, legal};

/// If every position that can come next has been there twice, the game is a draw.
#[test]
fn the_third_time_is_a_draw() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            for case in cases(&word, 40) {
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
                let settings = Settings { megabytes: 1, ..Settings::default() };
                let proud = Settings { contempt: 70, ..settings.clone() };
                let report = Engine::new(proud).search(&position, &history, &Limits::depth(4), &mut |_| ());
                assert_eq!(report.score(), Some(Score::Value(-70)), "{word} {position}");
                let mut engine = Engine::new(settings);
                let report = engine.search(&position, &history, &Limits::depth(4), &mut |_| ());
                assert_eq!(report.score(), Some(Score::Value(0)), "{word} {position}");
                // Once is not enough, and a draw of one game is not kept for the next.
                let found = engine.search(&position, &once, &Limits::depth(2), &mut |_| ());
                let fresh = Engine::new(engine.settings().clone()).search(
                    &position,
                    &[],
                    &Limits::depth(2),
                    &mut |_| (),
                );
                assert_eq!(found.score(), fresh.score(), "{word} {position}");
            }
        }
    }
    every_game(|| Check);
}

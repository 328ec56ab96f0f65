//! With everything switched on: no win in one is missed, no loss in one allowed, and what is
//! claimed is true.

use cairn_rules::games::Visitor;
use cairn_rules::{Game, GameSpec, Player, Position, Solvable};
use cairn_search::{Engine, Features, Limits, Score, Settings, minimax};

use crate::walks::{Case, cases, every_game, everywhere, legal, small_depth, thrifty};

fn wins<P: Position>(position: &P, mv: P::Move, player: Player) -> bool {
    position.after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(player))
}

/// Whether the player to move has no win in one.
fn is_harmless<P: Position>(position: &P) -> bool {
    !legal(position).iter().any(|&mv| wins(position, mv, position.to_move()))
}

fn engine<P: Solvable>() -> Engine<P> {
    Engine::new(Settings { megabytes: 1, ..Settings::default() })
}

#[test]
fn wins_in_one_are_found_and_losses_in_one_avoided() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engine = engine();
            let (mut won, mut saved) = (0, 0);
            let number = thrifty(&word, 800, 2);
            for Case { position, history } in cases(&word, number) {
                let player = position.to_move();
                let moves = legal(&position);
                let winning = moves.iter().any(|&mv| wins(&position, mv, player));
                let safe = |mv| {
                    let next = position.after(mv);
                    next.outcome().map_or_else(|| is_harmless(&next), |end| end.best.contains(player))
                };
                let can_be_saved = moves.iter().any(|&mv| safe(mv));
                let in_danger = !moves.iter().all(|&mv| safe(mv));
                let saving = can_be_saved && in_danger;
                if !winning && !saving {
                    continue;
                }
                let deep = Limits { nodes: Some(100_000), ..Limits::depth(4) };
                for limits in [Limits::depth(1), Limits::depth(2), deep, Limits::nodes(30_000)] {
                    engine.forget();
                    let report = engine.search(&position, &history, &limits, &mut |_| ());
                    let best = report.best().unwrap();
                    if winning {
                        assert!(wins(&position, best, player), "{word} {position}: {best}");
                        assert_eq!(report.score(), Some(Score::WinIn(1)), "{word} {position}");
                        won += 1;
                    } else if report.depth > 1 {
                        assert!(safe(best), "{word} {position}: {best}");
                        saved += 1;
                    }
                }
            }
            let enough = won > 20 && saved > 5;
            assert!(enough || number < 800, "{word}: only {won} and {saved}");
        }
    }
    every_game(|| Check);
}

#[test]
fn two_plies_are_looked_at_in_full() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engine = engine();
            for Case { position, history } in cases(&word, 60) {
                if small_depth(&position, 20_000) < 2 {
                    continue;
                }
                let expected = minimax::value(&position, &history, 2);
                if expected.is_proven() {
                    for depth in 2..=5 {
                        engine.forget();
                        let report = engine.search(&position, &history, &Limits::depth(depth), &mut |_| ());
                        assert_eq!(report.score(), Some(expected), "{word} {position} to depth {depth}");
                    }
                }
            }
        }
    }
    everywhere(|| Check);
}

#[test]
fn claims_are_true() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let mut engine = engine();
            let exact = Settings { megabytes: 4, features: Features::EXACT, ..Settings::default() };
            let mut checker = Engine::new(exact);
            let number = if word.to_string().contains(':') { 30 } else { 200 };
            for Case { position, history } in cases(&word, thrifty(&word, number, 1)) {
                // Not forgotten in between: what is kept has to be true later on.
                let report = engine.search(&position, &history, &Limits::nodes(12_000), &mut |_| ());
                let claim = report.score().unwrap();
                let (Score::WinIn(plies) | Score::LossIn(plies)) = claim else { continue };
                if plies > small_depth(&position, 100_000) {
                    continue;
                }
                checker.forget();
                let found = checker.search(&position, &history, &Limits::depth(plies), &mut |_| ()).score();
                let agrees = match (claim, found.unwrap()) {
                    (Score::WinIn(plies), Score::WinIn(fewer)) => fewer <= plies,
                    (Score::LossIn(_), Score::LossIn(_)) => true,
                    _ => false,
                };
                assert!(agrees, "{word} {position}: {claim} is {found:?}");
            }
        }
    }
    everywhere(|| Check);
}

//! With all enhancements: the search misses no win in one, allows no avoidable loss in one, and every proven score is
//! correct.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Player, Position, Solvable};
use cairn_search::solver::{Solver, SolverSettings, Wdl};
use cairn_search::{Enhancements, Limits, Score, Searcher, Settings, minimax};

use crate::test_positions::{Case, cases, every_game, everywhere, legal, small_depth, thrifty};

fn wins<P: Position>(position: &P, mv: P::Move, player: Player) -> bool {
    position.after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(player))
}

/// Returns whether the player to move has no win in one.
fn is_harmless<P: Position>(position: &P) -> bool {
    !legal(position).iter().any(|&mv| wins(position, mv, position.to_move()))
}

fn searcher<P: Solvable>() -> Searcher<P> {
    Searcher::new(Settings { hash_mib: 1, ..Settings::default() }).unwrap()
}

#[test]
fn wins_in_one_are_found_and_losses_in_one_avoided() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher = searcher();
            let (mut won, mut saved) = (0, 0);
            let number = thrifty(&spec, 800, 2);
            for Case { position, history } in cases(&spec, number) {
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
                    searcher.clear();
                    let report = searcher.search(&position, &history, &limits, &mut |_| ());
                    let best = report.best_move().unwrap();
                    if winning {
                        assert!(wins(&position, best, player), "{spec} {position}: {best}");
                        assert_eq!(report.score(), Some(Score::WinIn(1)), "{spec} {position}");
                        won += 1;
                    } else if report.depth > 1 {
                        assert!(safe(best), "{spec} {position}: {best}");
                        saved += 1;
                    }
                }
            }
            let enough = won > 20 && saved > 5;
            assert!(enough || number < 800, "{spec}: only {won} and {saved}");
        }
    }
    every_game(|| Check);
}

#[test]
fn two_plies_are_searched_in_full() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher = searcher();
            for Case { position, history } in cases(&spec, 60) {
                if small_depth(&position, 20_000) < 2 {
                    continue;
                }
                let expected = minimax::value(&position, &history, 2);
                if expected.is_proven() {
                    for depth in 2..=5 {
                        searcher.clear();
                        let report = searcher.search(&position, &history, &Limits::depth(depth), &mut |_| ());
                        assert_eq!(report.score(), Some(expected), "{spec} {position} to depth {depth}");
                    }
                }
            }
        }
    }
    everywhere(|| Check);
}

/// Where only the solver finds the win, its distance is unknown, and the maximum length of the game is not reported as
/// one.
#[test]
fn wins_that_only_the_solver_sees_have_no_distance() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut solver = Solver::new(SolverSettings { threads: 1, hash_mib: 1 }).unwrap();
            let (mut found, mut solved) = (0, 0);
            let late = cases(&spec, 400)
                .into_iter()
                .filter(|case| case.position.plies_left().is_some_and(|left| (13..=17).contains(&left)));
            for Case { position, history } in late {
                let left = position.plies_left().map(u32::from).unwrap();
                let limits = Limits::nodes(10_000).for_play();
                let report = searcher().search(&position, &history, &limits, &mut |_| ());
                match report.score().unwrap() {
                    Score::WinIn(plies) => {
                        found += 1;
                        assert!(plies <= report.seldepth.max(report.depth), "{spec} {position}: {plies}");
                    }
                    Score::WinWithin(plies) => {
                        solved += 1;
                        assert_eq!(plies, left, "{spec} {position}");
                        let value = solver.solve(&position, &history, &Limits::default(), &mut |_| ());
                        assert_eq!(value.unwrap().bounds.value(), Some(Wdl::Win), "{spec} {position}");
                    }
                    Score::LossWithin(plies) => {
                        assert_eq!(plies, left, "{spec} {position}");
                        let value = solver.solve(&position, &history, &Limits::default(), &mut |_| ());
                        assert_eq!(value.unwrap().bounds.value(), Some(Wdl::Loss), "{spec} {position}");
                    }
                    _ => {}
                }
            }
            assert!(found > 0 && solved > 0, "{spec}: {found} and {solved}");
        }
    }
    with_game("staqs", Check).unwrap();
}

#[test]
fn proven_scores_are_true() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let mut searcher = searcher();
            let exact = Settings { hash_mib: 4, enhancements: Enhancements::EXACT, ..Settings::default() };
            let mut checker = Searcher::new(exact).unwrap();
            let number = if spec.to_string().contains(':') { 30 } else { 200 };
            for Case { position, history } in cases(&spec, thrifty(&spec, number, 1)) {
                // The table is not cleared in between, so its entries have to remain correct.
                let report = searcher.search(&position, &history, &Limits::nodes(12_000), &mut |_| ());
                let claim = report.score().unwrap();
                let (Score::WinIn(plies) | Score::LossIn(plies)) = claim else { continue };
                if plies > small_depth(&position, 100_000) {
                    continue;
                }
                checker.clear();
                let found = checker.search(&position, &history, &Limits::depth(plies), &mut |_| ()).score();
                let agrees = match (claim, found.unwrap()) {
                    (Score::WinIn(plies), Score::WinIn(fewer)) => fewer <= plies,
                    (Score::LossIn(_), Score::LossIn(_)) => true,
                    _ => false,
                };
                assert!(agrees, "{spec} {position}: {claim} is {found:?}");
            }
        }
    }
    everywhere(|| Check);
}

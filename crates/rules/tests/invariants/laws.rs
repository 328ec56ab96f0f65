//! Invariants of every position that can be parsed or reached.

use std::collections::HashSet;

use cairn_rules::{
    EVALUATION_LIMIT, Evaluate, Game, GameSpec, Notation, Player, Position, Present, Solvable, Symmetric,
    TurnBuilder,
};

use super::decisions::Decisions;

/// The number of moves that are checked one by one.
const SOME: usize = 8;
/// The number of moves above which the tree of steps is not built.
const MANY: usize = 2_000;

/// Checks all invariants of a position; the decisions choose the moves to check.
pub(crate) fn check<G: Game>(spec: &GameSpec<G>, position: &G::Position, decisions: &mut Decisions<'_>) {
    let moves = position.moves();
    assert_eq!(position.outcome().is_some(), moves.is_empty(), "{spec} {position}");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{spec} {position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{spec} {position}");
    assert_eq!(position.key(), position.fresh_key(), "{spec} {position}");
    let text = position.to_string();
    assert_eq!(G::read_position(&spec.options, &text).as_ref(), Ok(position), "{spec} {text}");
    let chosen: Vec<_> =
        (0..moves.len().min(SOME)).map(|_| moves[decisions.decide(moves.len() as u32) as usize]).collect();
    check_moves(spec, position, &moves, &chosen);
    check_symmetries(spec, position, &moves, &chosen);
    check_evaluation(spec, position, &moves);
    check_scene(spec, position, &chosen);
}

type Move<G> = <<G as Game>::Position as Position>::Move;

fn check_moves<G: Game>(spec: &GameSpec<G>, position: &G::Position, moves: &[Move<G>], chosen: &[Move<G>]) {
    let turn = (moves.len() < MANY).then(|| TurnBuilder::new(position));
    for &mv in chosen {
        assert_eq!(position.parse_move(&mv.to_string()), Ok(mv), "{spec} {position}");
        let next = position.after(mv);
        assert_eq!(next.key(), next.fresh_key(), "{spec} {position} {mv}");
        let text = next.to_string();
        assert_eq!(G::read_position(&spec.options, &text), Ok(next), "{spec} {position} {mv}");
        if let Some(mut turn) = turn.clone() {
            let steps = position.steps(mv);
            assert!(steps.iter().all(|&step| turn.take(step)), "{spec} {position} {mv}");
            assert_eq!(turn.finished(), Some(mv), "{spec} {position}");
            assert!(turn.choices().is_empty(), "{spec} {position} {mv}");
        }
    }
}

fn check_symmetries<G: Game>(
    spec: &GameSpec<G>,
    position: &G::Position,
    moves: &[Move<G>],
    chosen: &[Move<G>],
) {
    assert_eq!(&position.transformed(0), position, "{spec}");
    for symmetry in 1..position.symmetries() {
        let image = position.transformed(symmetry);
        assert_eq!(image.key(), image.fresh_key(), "{spec} {position} {symmetry}");
        assert_eq!(image.count_moves(), moves.len() as u64, "{spec} {position} {symmetry}");
        assert_eq!(
            image.evaluate(image.to_move()),
            position.evaluate(position.to_move()),
            "{spec} {position} {symmetry}"
        );
        let possible: HashSet<_> = image.moves().into_iter().collect();
        for &mv in chosen {
            let there = position.transform_move(mv, symmetry);
            assert!(possible.contains(&there), "{spec} {position} {mv} {symmetry}");
            assert_eq!(
                position.after(mv).transformed(symmetry),
                image.after(there),
                "{spec} {position} {mv}"
            );
        }
    }
}

fn check_evaluation<G: Game>(spec: &GameSpec<G>, position: &G::Position, moves: &[Move<G>]) {
    for player in Player::seats(position.seats().into()) {
        let value = position.evaluate(player);
        assert!(value.abs() < EVALUATION_LIMIT, "{spec} {position}: {value}");
        if position.seats() == 2 {
            assert_eq!(value, -position.evaluate(player.opponent()), "{spec} {position}");
        }
    }
    let bounds = position.static_bounds().bounds;
    assert!(bounds.low <= bounds.high, "{spec} {position}: {bounds}");
    let noisy: Vec<_> = moves.iter().copied().filter(|&mv| position.is_noisy(mv)).collect();
    let mut found = Vec::new();
    position.noisy_moves(&mut found);
    assert_eq!(found, noisy, "{spec} {position}");
    found.clear();
    if position.first_moves(&mut found) {
        position.other_moves(&mut found);
    }
    assert_eq!(found, moves, "{spec} {position}");
}

fn check_scene<G: Game>(spec: &GameSpec<G>, position: &G::Position, chosen: &[Move<G>]) {
    let scene = position.scene();
    let sites = usize::from(scene.columns) * usize::from(scene.rows);
    assert_eq!(scene.sites.len(), sites, "{spec} {position}");
    assert_eq!(scene.seats.len(), usize::from(position.seats()), "{spec} {position}");
    assert_eq!(scene.outcome, position.outcome(), "{spec} {position}");
    assert_eq!(scene.to_move.is_some(), scene.outcome.is_none(), "{spec} {position}");
    let steps = chosen.iter().flat_map(|&mv| position.steps(mv));
    for step in steps {
        let is_there = !matches!(step, cairn_rules::Step::Site(site) if usize::from(site.0) >= sites);
        assert!(is_there, "{spec} {position}");
    }
}

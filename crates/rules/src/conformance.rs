//! The laws of the contract as checks. Every game of this crate passes them; a game defined elsewhere can call them in
//! its tests.
//!
//! ```no_run
//! # use cairn_rules::games::sight::Sight as MyGame;
//! #[test]
//! fn my_game_keeps_the_contract() {
//!     cairn_rules::conformance::check::<MyGame>();
//! }
//! ```
//!
//! Each check plays random games with a fixed seed and panics at a position that breaks a law.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "checks fail by panicking"
)]

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;

use crate::{
    BasicBots, Chosen, Domain, EVALUATION_LIMIT, Encode, Evaluate, FeatureCounts, Game, GameSpec, LinearEval,
    Notation, OptionSet, Player, Position, Present, RandomSource, Reason, SmallRng, Solvable, Step,
    Symmetric, TurnBuilder,
};

/// The length at which random games are cut off.
const MAX_PLIES: usize = 20_000;

/// Checks all laws for a game, with its defaults, its presets and every option at several values.
///
/// # Panics
///
/// If the game breaks a law.
pub fn check<G: Game>() {
    for spec in specs::<G>() {
        for (_, law) in laws::<G>() {
            law(&spec);
        }
    }
}

/// Returns a game with its defaults, with each preset, and with each option at the ends of its range or at every word.
pub fn specs<G: Game>() -> Vec<GameSpec<G>> {
    let defaults = GameSpec { options: G::Options::default() };
    let presets = G::INFO.presets.iter().map(|preset| GameSpec::read_options(Some(preset.name)).unwrap());
    let mut specs: Vec<GameSpec<G>> = [defaults].into_iter().chain(presets).collect();
    for (index, option) in G::Options::SPECS.iter().enumerate() {
        let values: Vec<u16> = match option.domain {
            Domain::Range(min, max) => vec![min, (min + 1).min(max), option.default, max],
            Domain::Words(words) => (0..words.len() as u16).collect(),
        };
        specs.extend(
            values.iter().map(|&value| GameSpec { options: defaults.options.with(index, value).unwrap() }),
        );
    }
    specs
}

/// Visits positions of a few random games: all near the beginning and the end, and some in between.
fn walk<G: Game>(spec: &GameSpec<G>, games: u64, mut visit: impl FnMut(&G::Position, &mut SmallRng)) {
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut rng = SmallRng::seeded(seed);
        let mut position = G::start(&spec.options);
        for ply in 0..MAX_PLIES {
            let next = position.random_move_with(&mut rng, &mut scratch);
            if ply < 4 || next.is_none() || rng.below(12) == 0 {
                visit(&position, &mut rng);
            }
            let Some(mv) = next else { break };
            position.play_unchecked(mv);
        }
    }
}

/// Defines the laws that hold in every position, and lists them with those that hold for a game.
macro_rules! laws {
    (
        game: $($law:ident),+;
        $($(#[$doc:meta])* $name:ident($games:expr, $position:ident, $rng:ident, $spec:ident) $body:block)+
    ) => {
        /// Returns all laws with their names. A law is a function of a game with its options.
        pub fn laws<G: Game>() -> Vec<(&'static str, fn(&GameSpec<G>))> {
            vec![$((stringify!($law), $law::<G>),)+ $((stringify!($name), $name::<G>)),+]
        }

        $(
            $(#[$doc])*
            fn $name<G: Game>($spec: &GameSpec<G>) {
                walk($spec, $games, |$position, $rng| {
                    let _ = &$rng;
                    $body
                });
            }
        )+
    };
}

laws! {
    game: options_are_checked, random_moves_are_uniform, random_moves_need_no_randomness, progress_is_for_good;

    over_exactly_when_there_is_no_move(20, position, rng, spec) {
        let moves = position.moves();
        assert_eq!(position.outcome().is_some(), moves.is_empty(), "{spec} {position}");
        let mut scratch = Vec::new();
        for chosen in [
            position.random_move_with(rng, &mut scratch),
            position.easy_move(rng),
            position.greedy_move(rng),
        ] {
            assert_eq!(chosen.is_some(), !moves.is_empty(), "{spec} {position}");
            assert!(chosen.is_none_or(|mv| moves.contains(&mv)), "{spec} {position} {chosen:?}");
        }
    }

    no_move_twice_and_the_count_is_right(20, position, rng, spec) {
        let moves = position.moves();
        let texts: HashSet<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), moves.len(), "{spec} {position}");
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{spec} {position}");
        assert_eq!(position.count_moves(), moves.len() as u64, "{spec} {position}");
        let mut visited = Vec::new();
        position.for_each_move(|mv| visited.push(mv));
        assert_eq!(visited, moves, "{spec} {position}");
    }

    /// Checks moves of this position and of those that follow.
    legality_is_that_of_the_list(6, position, rng, spec) {
        let moves: HashSet<_> = position.moves().into_iter().collect();
        assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{spec} {position}");
        for mv in moves.iter().copied().collect::<Vec<_>>().into_iter().take(4) {
            for other in position.after(mv).moves() {
                assert_eq!(position.is_legal(other), moves.contains(&other), "{spec} {position} {other}");
            }
        }
    }

    moves_round_trip(10, position, rng, spec) {
        let moves = position.moves();
        for _ in 0..moves.len().min(20) {
            let mv = moves[rng.below(moves.len() as u32) as usize];
            let text = mv.to_string();
            assert_eq!(position.parse_move(&text), Ok(mv), "{spec} {position}");
            assert_eq!(position.parse_move(&format!(" {} ", text.to_uppercase())), Ok(mv), "{spec} {position}");
        }
    }

    /// Offers moves of other positions to `play`, which must accept them only if they are legal here.
    checked_play_takes_legal_moves_alone(4, position, rng, spec) {
        for mv in position.moves().into_iter().take(10) {
            let mut next = *position;
            assert_eq!(next.play(mv), Ok(()), "{spec} {position} {mv}");
            assert_eq!(next, position.after(mv), "{spec} {position} {mv}");
            let is_legal = next.moves().iter().any(|other| other.to_string() == mv.to_string());
            let before = next;
            assert_eq!(next.play(mv).is_ok(), is_legal, "{spec} {next} {mv}");
            assert!(is_legal || next == before, "{spec} {before} {mv}");
        }
    }

    squares_are_found_by_name(2, position, rng, spec) {
        for site in position.scene().sites {
            assert_eq!(position.square(&site.name.to_uppercase()).as_ref(), Some(&site), "{spec} {position}");
        }
        for nowhere in ["", "a0", "z26", "a1 ", "é1"] {
            assert_eq!(position.square(nowhere), None, "{spec} {position}");
        }
    }

    positions_round_trip(20, position, rng, spec) {
        let text = position.to_string();
        let again = G::read_position(&spec.options, &text).unwrap();
        assert_eq!(&again, position, "{spec} {text}");
        assert_eq!(again.to_string(), text);
        assert_eq!(again.moves(), position.moves(), "{spec} {text}");
    }

    incremental_key_is_the_fresh_key(20, position, rng, spec) {
        assert_eq!(position.key(), position.fresh_key(), "{spec} {position}");
        for mv in position.moves() {
            let next = position.after(mv);
            assert_eq!(next.key(), next.fresh_key(), "{spec} {position} {mv}");
        }
    }

    /// Also tests positions that games cannot reach: changes each number of a position string, alone and all together,
    /// as long as the result can be parsed.
    different_positions_have_different_keys(2, position, rng, spec) {
        let mut by_key = HashMap::new();
        let mut seen = |position: G::Position| {
            let position = position.without_quiet_count();
            let known = *by_key.entry(position.key()).or_insert(position);
            assert_eq!(known, position, "{spec}: {known} and {position} have the same key");
        };
        seen(*position);
        position.moves().into_iter().take(100).for_each(|mv| seen(position.after(mv)));
        let text = position.to_string();
        let numbers = piece_numbers(&text);
        let single = numbers.iter().take(3).map(std::slice::from_ref);
        for chosen in single.chain([numbers.as_slice()]) {
            for raise in 0..150 {
                G::read_position(&spec.options, &raised(&text, chosen, raise)).into_iter().for_each(&mut seen);
            }
        }
    }

    steps_reach_every_move_and_nothing_else(4, position, rng, spec) {
        let moves: HashSet<_> = position.moves().into_iter().collect();
        // Some turns can be built in tens of thousands of ways, so a sample of such positions is enough.
        if moves.len() > 1_000 && rng.below(4) != 0 {
            return;
        }
        let mut own = HashSet::new();
        // A position may have thousands of moves, so the tree is built once, and each walk returns to its root.
        let mut walk = TurnBuilder::new(position);
        for &mv in &moves {
            let steps = position.steps(mv);
            if moves.len() < 200 || rng.below(50) == 0 {
                assert!(steps.iter().all(|&step| walk.finished().is_none() && walk.take(step)), "{spec} {position} {mv}");
                assert_eq!(walk.finished(), Some(mv), "{spec} {position}");
                assert!(walk.choices().is_empty(), "{spec} {position} {mv}");
                while walk.back() {}
            }
            assert!(own.insert(steps), "{spec} {position} {mv} has the steps of another move");
        }
        let mut reached = HashSet::new();
        explore(&mut walk, &mut reached);
        assert_eq!(reached, moves, "{spec} {position}");
    }

    /// The actions of a move select that move. All others are illegal, at every stage of the turn. A game need not
    /// define actions.
    actions_choose_every_move_and_nothing_else(3, position, rng, spec) {
        let moves = position.moves();
        if position.action_count() == 0 || moves.len() > 300 && rng.below(16) != 0 {
            return;
        }
        let mut expected: HashMap<_, _> = moves.iter().map(|&mv| (position.actions_of(mv), mv)).collect();
        assert_eq!(expected.len(), moves.len(), "{spec} {position}");
        explore_actions(position, Default::default(), &mut Vec::new(), &mut expected);
        assert!(expected.is_empty(), "{spec} {position}: {expected:?} cannot be chosen");
        let count = position.action_count();
        assert!(moves.iter().all(|&mv| position.actions_of(mv).into_iter().all(|action| position.action_name(action).is_some())));
        assert_eq!(position.action_name(u32::MAX), None, "{spec}");
        assert_eq!(position.choose(Default::default(), count), None, "{spec} {position}");
        assert_eq!(position.choose(Default::default(), u32::MAX), None, "{spec} {position}");
    }

    /// An observation sets every number. Positions of one game have the same numbers of actions and planes.
    observations_fill_their_planes(8, position, rng, spec) {
        let start = G::start(&spec.options);
        assert_eq!(position.action_count(), start.action_count(), "{spec} {position}");
        assert_eq!(position.observation_shape(), start.observation_shape(), "{spec} {position}");
        let numbers: usize = position.observation_shape().iter().product();
        let (mut planes, mut again) = (vec![f32::NAN; numbers], vec![-1.0; numbers]);
        position.observe(Default::default(), &mut planes);
        position.observe(Default::default(), &mut again);
        assert_eq!(planes, again, "{spec} {position}");
        assert!(planes.iter().all(|&number| (0.0..=1_000.0).contains(&number)), "{spec} {position} {planes:?}");
    }

    symmetric_positions_have_symmetric_moves(8, position, rng, spec) {
        let moves = position.moves();
        for symmetry in 0..position.symmetries() {
            let image = position.transformed(symmetry);
            assert_eq!(image.key(), image.fresh_key(), "{spec} {position} {symmetry}");
            let expected: HashSet<_> = image.moves().into_iter().collect();
            let found: HashSet<_> = moves.iter().map(|&mv| position.transform_move(mv, symmetry)).collect();
            assert_eq!(found, expected, "{spec} {position} {symmetry}");
            assert_eq!(position.outcome().map(|end| end.best.len()), image.outcome().map(|end| end.best.len()));
            for &mv in moves.iter().take(20) {
                let there = position.after(mv).transformed(symmetry);
                let here = image.after(position.transform_move(mv, symmetry));
                assert_eq!(there, here, "{spec} {position} {mv} {symmetry}");
            }
        }
        assert_eq!(&position.transformed(0), position);
    }

    evaluations_are_fair(8, position, rng, spec) {
        let mover = position.to_move();
        for player in Player::seats(position.seats().into()) {
            let value = position.evaluate(player);
            assert!(value.abs() < EVALUATION_LIMIT, "{spec} {position}: {value}");
            if position.seats() == 2 {
                assert_eq!(value, -position.evaluate(player.opponent()), "{spec} {position}");
            }
        }
        for symmetry in 0..position.symmetries() {
            let image = position.transformed(symmetry);
            assert_eq!(image.evaluate(image.to_move()), position.evaluate(mover), "{spec} {position} {symmetry}");
        }
    }

    /// The features counted for tuning add up to the evaluation, in games with features.
    evaluations_are_sums_of_features(8, position, rng, spec) {
        let weights = G::Position::WEIGHTS;
        if weights.is_empty() {
            return;
        }
        assert_eq!(weights.len(), G::Position::FEATURES.iter().map(|feature| feature.count).sum::<usize>());
        if position.seats() == 2 {
            for player in Player::seats(2) {
                let mut counts = vec![0; weights.len()];
                position.features(player, &mut FeatureCounts(&mut counts));
                let sum: i32 = weights.iter().zip(&counts).map(|(weight, &count)| weight * i32::from(count)).sum();
                let limit = EVALUATION_LIMIT - 1;
                assert_eq!(position.evaluate(player), sum.clamp(-limit, limit), "{spec} {position}");
            }
        }
    }

    /// Checks any number of players, although solvers support only two.
    static_bounds_have_an_order(8, position, rng, spec) {
        let bounds = position.static_bounds().bounds;
        assert!(bounds.low <= bounds.high, "{spec} {position}");
    }

    noisy_moves_are_listed_in_order(20, position, rng, spec) {
        let mut expected = position.moves();
        expected.retain(|&mv| position.is_noisy(mv));
        let mut found = Vec::new();
        position.noisy_moves(&mut found);
        assert_eq!(found, expected, "{spec} {position}");
    }

    first_and_other_moves_are_all_moves(20, position, rng, spec) {
        let mut found = Vec::new();
        if position.first_moves(&mut found) {
            position.other_moves(&mut found);
        }
        assert_eq!(found, position.moves(), "{spec} {position}");
    }

    /// The halfmove clock increases by one or restarts.
    halfmove_clocks_count_plies(10, position, rng, spec) {
        let by_limit = position.outcome().is_some_and(|outcome| outcome.reason == Reason::QuietLimit);
        assert!(!by_limit || position.quiet_plies_left() == Some(0), "{spec} {position}");
        assert!(position.outcome().is_some() || position.quiet_plies_left() != Some(0), "{spec} {position}");
        for mv in position.moves().into_iter().take(50) {
            let (before, after) = (position.quiet_plies_left(), position.after(mv).quiet_plies_left());
            assert!(after.is_some() == before.is_some() && after.map(|left| left + 1) >= before, "{spec} {position}");
        }
    }

    scenes_fit_the_board(4, position, rng, spec) {
        let scene = position.scene();
        assert_eq!(scene.sites.len(), usize::from(scene.columns) * usize::from(scene.rows));
        assert_eq!(scene.seats.len(), usize::from(position.seats()));
        assert_eq!(scene.outcome, position.outcome());
        let in_range = |step: &Step| !matches!(step, Step::Site(site) if usize::from(site.0) >= scene.sites.len());
        assert!(position.moves().iter().take(50).all(|&mv| position.steps(mv).iter().all(in_range)));
        for (index, site) in scene.sites.iter().enumerate() {
            assert_eq!(index, usize::from(site.row) * usize::from(scene.columns) + usize::from(site.column));
        }
    }
}

/// Options accept the values of their domains and reject all others.
fn options_are_checked<G: Game>(spec: &GameSpec<G>) {
    for (index, option) in G::Options::SPECS.iter().enumerate() {
        for value in 0..=1_100 {
            let set = spec.options.with(index, value);
            let is_allowed = option.parse(&option.print(value)) == Some(value);
            assert_eq!(set.is_ok(), is_allowed, "{spec} {}", option.name);
            if let Ok(options) = set {
                assert_eq!(options.get(index), value, "{spec} {}", option.name);
                let printed = GameSpec::<G> { options }.to_string();
                let read = printed.parse::<GameSpec<G>>().map(|spec| spec.options);
                assert_eq!(read, Ok(options), "{printed}");
            }
        }
    }
    assert!("no such game".parse::<GameSpec<G>>().is_err());
}

/// Random play is uniform: it chooses all moves about equally often.
fn random_moves_are_uniform<G: Game>(spec: &GameSpec<G>) {
    let mut scratch = Vec::new();
    for seed in 0..6 {
        let mut rng = SmallRng::seeded(seed);
        let mut position = G::start(&spec.options);
        for _ in 0..seed * 4 {
            let Some(mv) = position.random_move_with(&mut rng, &mut scratch) else { break };
            position.play_unchecked(mv);
        }
        let moves = position.moves();
        if moves.is_empty() || moves.len() > 400 {
            continue;
        }
        let mut counts = HashMap::new();
        for _ in 0..400 * moves.len() {
            *counts.entry(position.random_move_with(&mut rng, &mut scratch)).or_insert(0u32) += 1;
        }
        // The standard deviation is 20, and a deviation of six times that will not occur by chance.
        for mv in moves {
            let count = counts.get(&Some(mv)).copied().unwrap_or(0);
            assert!((280..=520).contains(&count), "{spec} {position} {mv}: {count}");
        }
    }
}

/// No state from before progress, which resets the halfmove clock, ever comes back.
fn progress_is_for_good<G: Game>(spec: &GameSpec<G>) {
    let mut scratch = Vec::new();
    for seed in 0..6 {
        let mut rng = SmallRng::seeded(seed);
        let mut position = G::start(&spec.options);
        let (mut before, mut since) = (HashSet::new(), HashSet::new());
        for _ in 0..MAX_PLIES {
            let Some(state) = position.repetition_state() else { break };
            if state == position {
                before.extend(since.drain());
            }
            assert!(!before.contains(&state), "{spec} {position}");
            since.insert(state);
            let Some(mv) = position.random_move_with(&mut rng, &mut scratch) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// A source that always draws the same number gives a legal move all the same, after a limited number of draws.
fn random_moves_need_no_randomness<G: Game>(spec: &GameSpec<G>) {
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
            let Some(mv) = position.random_move_with(&mut source, &mut scratch) else { break };
            assert!(position.is_legal(mv), "{spec} {position} always {constant}: {mv}");
            position.play_unchecked(mv);
        }
    }
}

/// Returns the ranges of a position string that hold numbers of pieces, such as heights: numbers that do not begin a
/// cell.
fn piece_numbers(text: &str) -> Vec<Range<usize>> {
    let board = text.split(' ').next().unwrap_or_default();
    let mut found = Vec::new();
    let mut start = 0;
    for (at, sign) in board.char_indices().chain([(board.len(), ',')]) {
        if !sign.is_ascii_digit() {
            let begins_cell = start == 0 || matches!(board.as_bytes()[start - 1], b',' | b'/');
            if start < at && !begins_cell {
                found.push(start..at);
            }
            start = at + 1;
        }
    }
    found
}

/// Returns the text with some of its numbers increased.
fn raised(text: &str, numbers: &[Range<usize>], raise: u32) -> String {
    let mut raised = text.to_owned();
    for number in numbers.iter().rev() {
        let value: u32 = text[number.clone()].parse().unwrap();
        raised.replace_range(number.clone(), &(value + raise).to_string());
    }
    raised
}

/// Removes the moves that legal actions select, each with its actions, from the expected ones.
fn explore_actions<P: Encode>(
    position: &P,
    chosen: P::Partial,
    actions: &mut Vec<u32>,
    expected: &mut HashMap<Vec<u32>, P::Move>,
) {
    let mut legal = Vec::new();
    position.legal_actions(chosen, &mut legal);
    let some = (0..position.action_count()).step_by(1 + position.action_count() as usize / 50);
    // Deep in a turn there are too many combinations to try all of them.
    for action in some.filter(|action| actions.len() < 2 && !legal.contains(action)) {
        assert_eq!(position.choose(chosen, action), None, "{position} {actions:?} {action}");
    }
    assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len(), "{position} {actions:?}");
    for action in legal {
        assert!(action < position.action_count(), "{position} {actions:?} {action}");
        actions.push(action);
        match position.choose(chosen, action) {
            Some(Chosen::Move(mv)) => {
                assert_eq!(expected.remove(actions), Some(mv), "{position} {actions:?}");
            }
            Some(Chosen::Partial(chosen)) => explore_actions(position, chosen, actions, expected),
            None => panic!("{position}: {actions:?} is legal and has no effect"),
        }
        actions.pop();
    }
}

fn explore<M: Copy + Eq + Hash>(walk: &mut TurnBuilder<M>, reached: &mut HashSet<M>) {
    if let Some(mv) = walk.finished() {
        reached.insert(mv);
        return;
    }
    for step in walk.choices() {
        assert!(walk.take(step));
        explore(walk, reached);
        assert!(walk.back());
    }
}

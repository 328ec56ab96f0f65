//! The legal actions of an incomplete turn are those that follow in complete turns.

use std::collections::{BTreeMap, BTreeSet};

use super::random::random_position;
use super::start;
use crate::games::stacks::{StacksActions, StacksPosition};
use crate::{Chosen, Encode, Position, SmallRng};

/// Checks a position with every beginning of every turn.
fn check(here: &StacksPosition) {
    let mut expected = BTreeMap::from([(Vec::new(), BTreeSet::new())]);
    for mv in here.moves() {
        let actions = here.actions_of(mv);
        for (length, &action) in actions.iter().enumerate() {
            expected.entry(actions[..length].to_vec()).or_default().insert(action);
        }
    }
    for (beginning, expected) in expected {
        let chosen = beginning.iter().fold(StacksActions::default(), |chosen, &action| {
            match here.choose_unchecked(chosen, action) {
                Some(Chosen::Partial(longer)) => longer,
                other => panic!("{here} {beginning:?}: {other:?}"),
            }
        });
        let mut legal = Vec::new();
        here.legal_actions(chosen, &mut legal);
        assert_eq!(legal, Vec::from_iter(expected), "{here} {beginning:?}");
    }
}

#[test]
fn legal_actions_are_those_that_follow_in_complete_turns() {
    let mut rng = SmallRng::seeded(11);
    for options in ["official", "fours=duty"] {
        for _ in 0..150 {
            check(&random_position(&mut rng, options));
        }
        let mut position = start(options);
        while let Some(mv) = position.random_move(&mut rng) {
            check(&position);
            position.play_unchecked(mv);
        }
        check(&position);
    }
}

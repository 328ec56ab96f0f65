//! Every game of the registry passes the laws of the contract; registering a game is enough to test it.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, SmallRng, conformance};

/// Checks one law by its name, for every game and all of [`conformance::specs`].
struct Law(&'static str);

impl Visitor for Law {
    type Output = ();

    fn visit<G: Game>(self, _: GameSpec<G>) {
        let (_, law) = conformance::laws::<G>().into_iter().find(|(name, _)| *name == self.0).unwrap();
        conformance::specs::<G>().iter().for_each(law);
    }
}

/// Defines a test for every law, and a test that none is missing.
macro_rules! tests {
    ($($law:ident),+ $(,)?) => {
        $(
            #[test]
            fn $law() {
                for info in ALL {
                    with_game(info.id, Law(stringify!($law))).unwrap();
                }
            }
        )+

        #[test]
        fn every_law_is_tested() {
            let laws = conformance::laws::<cairn_rules::games::staqs::Staqs>();
            let names: Vec<&str> = laws.into_iter().map(|(name, _)| name).collect();
            assert_eq!(names, [$(stringify!($law)),+]);
        }
    };
}

tests! {
    options_are_checked,
    random_moves_are_uniform,
    random_moves_need_no_randomness,
    progress_is_for_good,
    over_exactly_when_there_is_no_move,
    no_move_twice_and_the_count_is_right,
    legality_is_that_of_the_list,
    moves_round_trip,
    checked_play_takes_legal_moves_alone,
    squares_are_found_by_name,
    positions_round_trip,
    incremental_key_is_the_fresh_key,
    different_positions_have_different_keys,
    steps_reach_every_move_and_nothing_else,
    actions_choose_every_move_and_nothing_else,
    observations_fill_their_planes,
    symmetric_positions_have_symmetric_moves,
    evaluations_are_fair,
    evaluations_are_sums_of_features,
    static_bounds_have_an_order,
    noisy_moves_are_listed_in_order,
    first_and_other_moves_are_all_moves,
    halfmove_clocks_count_plies,
    scenes_fit_the_board,
}

/// Random games end, the longest ones by the limit on plies without progress.
#[test]
fn random_games_end() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, _: GameSpec<G>) {
            for spec in conformance::specs::<G>() {
                if spec.to_string().contains("quiet=0") {
                    continue;
                }
                for seed in 0..30 {
                    let mut rng = SmallRng::seeded(seed);
                    let mut position = G::start(&spec.options);
                    let mut plies = 0;
                    while let Some(mv) = position.random_move(&mut rng) {
                        position.play_unchecked(mv);
                        plies += 1;
                        assert!(plies < 40_000, "{spec} does not end: {position}");
                    }
                    assert!(position.outcome().is_some());
                }
            }
        }
    }
    for info in ALL {
        with_game(info.id, Check).unwrap();
    }
}

/// Specs are printed in their shortest form and read back.
#[test]
fn specs_round_trip() {
    struct Print;
    impl Visitor for Print {
        type Output = String;
        fn visit<G: Game>(self, spec: GameSpec<G>) -> String {
            spec.to_string()
        }
    }
    for info in ALL {
        for name in ["standard", "official"] {
            assert_eq!(with_game(&format!("{}:{name}", info.id), Print).as_deref(), Ok(info.id));
        }
        for preset in info.presets {
            let printed = with_game(&format!("{}:{}", info.id, preset.name), Print).unwrap();
            assert_eq!(with_game(&printed, Print).as_deref(), Ok(printed.as_str()));
        }
        for bad in
            ["", "nonsense", "size", "size=", "size=banana", "=", "official,official", "quiet=1001", "seed=1"]
        {
            let error = with_game(&format!("{}:{bad}", info.id), Print).unwrap_err().to_string();
            assert!(error.contains(info.name), "{error}");
        }
    }
    for (spec, printed) in [
        ("staqs:classic", "staqs:placement=free"),
        ("staqs:classic,size=7", "staqs:size=7,placement=free"),
        ("stlts:classic", "stlts:setup=seed,walks=straight,quiet=0"),
        ("stlts:classic,walks=bent,pins=3", "stlts:setup=seed,pins=3,quiet=0"),
        ("stlts:standard,quiet=7", "stlts:quiet=7"),
        ("stac:classic", "stac:towers=stop,repetition=off,quiet=0"),
        ("stac:classic,quiet=100", "stac:towers=stop,repetition=off"),
        ("sight:classic", "sight"),
        ("stacks:classic", "stacks:repetition=off,quiet=0"),
        ("stacks:published", "stacks:fours=duty"),
        ("staqs:seed,size=7", "staqs:size=7,placement=free"),
        ("stlts:seed", "stlts:setup=seed,walks=straight,quiet=0"),
        ("stacks:classic,repetition=on,quiet=100", "stacks"),
    ] {
        assert_eq!(with_game(spec, Print).as_deref(), Ok(printed));
    }
    let error = with_game("stacks:sedd", Print).unwrap_err().to_string();
    assert!(error.ends_with("; presets, in first place: standard, published, classic"), "{error}");
    assert!(with_game("chess", Print).unwrap_err().to_string().contains("`chess`"));
}

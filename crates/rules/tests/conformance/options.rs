//! Options and how games are named with them.

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Game, GameSpec, OptionSet};

use crate::{everywhere, spread};

/// Options take the values of their domains and no others.
#[test]
fn options_are_checked() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            for (index, option) in G::Options::SPECS.iter().enumerate() {
                for value in 0..=1_100 {
                    let set = spec.options.with(index, value);
                    assert_eq!(
                        set.is_ok(),
                        option.parse(&option.print(value)) == Some(value),
                        "{spec} {}",
                        option.name
                    );
                    if let Ok(options) = set {
                        assert_eq!(options.get(index), value, "{spec} {}", option.name);
                        let printed = GameSpec::<G> { options }.to_string();
                        let read = printed.parse::<GameSpec<G>>().map(|spec| spec.options);
                        assert_eq!(read, Ok(options), "{printed}");
                    }
                }
            }
            assert!("chess".parse::<GameSpec<G>>().is_err());
        }
    }
    everywhere(|| Check);
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
        for spec in spread(info) {
            let printed = with_game(&spec, Print).unwrap();
            assert_eq!(with_game(&printed, Print).as_deref(), Ok(printed.as_str()), "{spec}");
        }
        for bad in
            ["", "nonsense", "size", "size=", "size=banana", "=", "official,official", "quiet=1001", "seed=1"]
        {
            let error = with_game(&format!("{}:{bad}", info.id), Print).unwrap_err().to_string();
            assert!(error.contains(info.name), "{error}");
        }
    }
    for (spec, printed) in [
        ("staqs:seed", "staqs:placement=free"),
        ("staqs:seed,size=7", "staqs:size=7,placement=free"),
        ("stlts:seed", "stlts:setup=seed,walks=straight,quiet=0"),
        ("stlts:seed,walks=bent,pins=3", "stlts:setup=seed,pins=3,quiet=0"),
        ("stlts:standard,quiet=7", "stlts:quiet=7"),
        ("stac:seed", "stac:towers=stop,repetition=off,quiet=0"),
        ("stac:seed,quiet=100", "stac:towers=stop,repetition=off"),
        ("sight:seed", "sight"),
        ("stacks:seed", "stacks:repetition=off,quiet=0"),
        ("stacks:published", "stacks:fours=duty"),
        ("stacks:seed,repetition=on,quiet=100", "stacks"),
    ] {
        assert_eq!(with_game(spec, Print).as_deref(), Ok(printed));
    }
    let error = with_game("stacks:sedd", Print).unwrap_err().to_string();
    assert!(error.ends_with("; presets, in first place: standard, published, seed"), "{error}");
    assert!(with_game("chess", Print).unwrap_err().to_string().contains("`chess`"));
}

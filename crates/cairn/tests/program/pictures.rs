//! The pictures in the documentation are up to date.

use std::path::Path;

use crate::run::cairn;

const PICTURES: &[(&str, &str)] = &[
    ("staqs", "w5,b2,n,n,n/n,b3,n,n,n/n,n,n,n,1/n,1,b4,n,1/w2,1,w3,b2,w4 b 0/0"),
    (
        "stlts",
        "12/2,w,6,b1.1,1,b0.1/1,w0.1,7,b0.1,2/3,b1.1,8/6,b0.1,5/12/5,w1.1,6/10,w1.1,1/4,w2.0,4,w1.0,2/1,b,w2.0,4,w0.1,4/2,b0.2,6,w1.0,w1.0,1/12 w 7",
    ),
    ("stac", "W,s,1,d,1/s,1,s,s,d/1,s,1,d,1/d,B,s,1,s/s,2,s,d w b4 d3 b 3"),
    ("sight", "1,w2,2,b3/1,w2,3/1,w3,w1,2/2,b1,b1,1/1,b3,3 w"),
    ("stacks", "1,b2,r1,b2,1/b1,4/2,b3,2/1,r2,2,b1/2,r3,2/r1,4/b1,1,r2,1,r1 b 2"),
];

fn check(name: &str, drawn: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let file = folder.join(format!("{name}.svg"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&file, drawn).unwrap();
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        stored == drawn,
        "{name}.svg is out of date: UPDATE_PICTURES=1 cargo test -p cairn-games pictures"
    );
}

#[test]
fn pictures_are_up_to_date() {
    for &(game, position) in PICTURES {
        check(game, &cairn(&["show", game, "--position", position, "--svg", "-"]).stdout_of_success());
    }
}

/// Checks the fact in `docs/solved.md`: the eight squares around the middle win, and all others lose.
#[test]
fn first_moves_have_the_values_in_their_picture() {
    const RING: [&str; 8] = ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"];
    let drawn = cairn(&["solve", "staqs", "--all", "--svg", "-"]).stdout_of_success();
    for square in ('a'..='e').flat_map(|file| ('1'..='5').map(move |rank| format!("{file}{rank}"))) {
        let value = if RING.contains(&square.as_str()) { "win" } else { "loss" };
        assert!(drawn.contains(&format!("aria-label=\"{square}, neutral: {value}\"")), "{square}");
    }
    check("staqs-first-moves", &drawn);
}

#[test]
fn results_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plot.svg");
    let file = path.to_str().unwrap();
    let draw = |arguments: &[&str], theme: &str| {
        cairn(&[arguments, &["--svg", file, "--theme", theme]].concat()).stdout_of_success();
        std::fs::read_to_string(&path).unwrap()
    };
    for theme in ["light", "dark"] {
        let bots = ["tournament", "staqs:size=3", "--bots", "greedy,random,level1", "--games", "4"];
        let picture = draw(&bots, theme);
        for text in [
            "<title>staqs:size=3: 4 games between each pair</title>",
            "Elo with 95 % error bars: ",
            "random 0",
        ] {
            assert!(picture.contains(text), "{text}: {picture}");
        }
        let picture = draw(&["stats", "staqs:size=3", "--games", "6", "--opening", "2"], theme);
        for text in ["Balance: Blue wins ", "draws ", "Length in plies: ", "Legal moves by ply: "] {
            assert!(picture.contains(text), "{text}: {picture}");
        }
    }
    let bots = [
        "tournament",
        "staqs:size=3",
        "--bots",
        "greedy,random",
        "--games",
        "2",
        "--svg",
        "/no/such/folder/x",
    ];
    assert!(cairn(&bots).stderr_of_failure(1).starts_with("cairn: /no/such/folder/x: "), "before the games");
    let printed = cairn(&["stats", "staqs:size=3", "--games", "2", "--svg", "-"]).stdout_of_success();
    assert!(printed.starts_with("<svg") && printed.ends_with("</svg>\n"), "{printed}");
    let both = cairn(&["stats", "staqs:size=3", "--svg", "-", "--csv"]).stderr_of_bad_request();
    assert!(both.contains("only one of --json, --csv and --svg -"), "{both}");
    assert!(cairn(&["stats", "staqs", "--theme", "dark"]).stderr_of_bad_request().contains("--svg"));
}

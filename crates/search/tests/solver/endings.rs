//! Endings of games in which positions come back: the solver is compared with what is known of all
//! that can be reached.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::Limits;
use cairn_search::solver::Wdl;

use crate::closed::Closed;
use crate::plain::Plain;
use crate::walks::{small_solver, solve};

/// Asks one solver about positions that can be reached from one of them.
struct Ending {
    position: &'static str,
    /// It may look at so many positions for each; without a limit it has to prove everything.
    nodes: Option<u64>,
}

/// Endings that can go on for ever.
const CIRCLES: [(&str, &str); 4] = [
    ("stac:quiet=0", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
    ("stac:quiet=0,towers=stop", "W,W,W,d,1/5/d,1,s,1,d/5/B,B,B,2 w a3 e4 - 0"),
    ("stlts:pins=1,quiet=0", "12/12/12/12/12/5,w,6/12/12/6,b,5/12/12/12 w 0"),
    ("stlts:pins=2,quiet=0", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
];

/// About so many positions of each value are asked.
const ASKED: usize = 2_000;

impl Visitor for Ending {
    type Output = ();

    fn visit<G: Game>(self, word: GameSpec<G>) {
        let closed = Closed::from([G::read_position(&word.options, self.position).unwrap()]);
        let limits = self.nodes.map_or(Limits::default(), Limits::nodes);
        let mut solver = small_solver();
        for value in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let worth = || closed.open().filter(|one| one.1 == value).map(|one| one.0);
            let (mut asked, mut proven) = (0, 0);
            for position in worth().step_by(worth().count() / ASKED + 1) {
                let solved = solve(&mut solver, position, &limits);
                let bounds = solved.bounds;
                assert!(
                    bounds.low <= value && value <= bounds.high,
                    "{word} {position}: {value}, not {bounds}"
                );
                if let Some(best) = solved.best {
                    let held = closed.value(&position.after(best)).for_opponent();
                    assert!(held >= bounds.low, "{word} {position} {best}");
                }
                asked += 1;
                proven += usize::from(bounds.value() == Some(value));
            }
            assert!(asked > 0 || value == Wdl::Loss, "{word} {}: nothing is a {value}", self.position);
            let is_enough = match self.nodes {
                None => proven == asked,
                Some(_) => value < Wdl::Win || proven * 2 > asked,
            };
            assert!(is_enough, "{word} {}: {proven} of {asked}", self.position);
        }
    }
}

/// Most of these positions are draws, because whoever would lose goes round in circles among tens
/// of thousands of positions. That is too much for the solver to prove, but what it says of them
/// must be true, and it sees most wins.
#[test]
fn endings_that_need_not_end() {
    for (word, position) in CIRCLES {
        with_game(word, Ending { position, nodes: Some(1_000) }).unwrap();
    }
}

/// With more time it lists what can be reached, and then all of it is known.
#[test]
fn draws_by_going_in_circles() {
    struct Drawn(&'static str);
    impl Visitor for Drawn {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let closed = Closed::from([G::read_position(&word.options, self.0).unwrap()]);
            let drawn = || closed.open().filter(|one| one.1 == Wdl::Draw).map(|one| one.0);
            let mut solver = small_solver();
            let start = drawn().nth(drawn().count() / 2).unwrap();
            let solved = solve(&mut solver, start, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(Wdl::Draw), "{word} {start}");
            assert_eq!(closed.value(&start.after(solved.best.unwrap())), Wdl::Draw);
            let around = Closed::from([*start]);
            let count = around.open().count();
            for (position, value) in around.open().step_by(count / ASKED + 1) {
                let solved = solve(&mut solver, position, &Limits::nodes(1_000));
                assert_eq!(solved.bounds.value(), Some(value), "{word} {position}");
                let held = around.value(&position.after(solved.best.unwrap())).for_opponent();
                assert_eq!(held, value, "{word} {position}");
            }
        }
    }
    for (word, position) in CIRCLES {
        with_game(word, Drawn(position)).unwrap();
    }
}

/// The same with few quiet plies left: all of it can be proven.
#[test]
fn endings_near_the_quiet_limit() {
    for (word, position) in [
        ("stac:quiet=7", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
        ("stac:quiet=6,towers=stop", "W,1,d,1,B/5/s,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
        ("stac:quiet=5", "W,1,s,1,B/5/d,1,s,1,W/5/B,1,d,1,s w a3 e4 - 0"),
        ("stlts:pins=2,quiet=7", "12/12/12/12/12/12/12/12/12/3,w2.2,8/12/b1.1,11 w 0"),
        ("stlts:pins=2,quiet=5", "w,11/b,11/12/12/12/12/12/12/12/12/11,w1.0/11,b0.1 w 0"),
        ("stlts:pins=1,quiet=4", "w1.1,11/12/1,b1.1,10/12/12/12/12/12/12/12/11,w1.0/11,b0.1 w 0"),
        ("stacks:quiet=3", "4,r3/5/2,b2,2/5/1,r1,2,r1/5/b3,4 b 0"),
        ("stacks:quiet=2", "4,r3/5/2,b2,2/2,r1,2/3,r2,1/b1,4/b3,4 r 1"),
        ("stacks:quiet=3,fours=duty", "4,r3/5/2,b4,2/5/1,r1,2,r1/5/b1,4 b 1"),
    ] {
        with_game(word, Ending { position, nodes: None }).unwrap();
    }
}

/// Both ways to find values to compare with find the same.
#[test]
fn going_backwards_agrees_with_minimax() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, word: GameSpec<G>) {
            let start = G::start(&word.options);
            let plain = Plain::of(&start, usize::MAX).unwrap();
            let closed = Closed::from([start]);
            for (position, value) in plain.all() {
                assert_eq!(closed.value(position), value, "{word} {position}");
            }
        }
    }
    for word in ["staqs:size=3", "sight:size=3"] {
        with_game(word, Check).unwrap();
    }
}

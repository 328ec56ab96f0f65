//! Endgames in which positions can repeat: the solver against retrograde analysis.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position};
use cairn_search::Limits;
use cairn_search::solver::Wdl;

use crate::minimax::MinimaxValues;
use crate::reachable::Reachable;
use crate::test_positions::{small_solver, solve};

/// Solves positions reachable from an endgame with one solver.
struct Endgame {
    position: &'static str,
    /// The node limit for each; without one, the solver has to prove everything.
    nodes: Option<u64>,
}

/// Endgames that can continue forever.
const ENDLESS: [(&str, &str); 6] = [
    ("stac:quiet=0", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
    ("stac:quiet=0,towers=stop", "W,W,W,d,1/5/d,1,s,1,d/5/B,B,B,2 w a3 e4 - 0"),
    ("stac:repetition=off,quiet=0", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
    ("stlts:pins=1,quiet=0", "12/12/12/12/12/5,w,6/12/12/6,b,5/12/12/12 w 0"),
    ("stlts:pins=2,quiet=0", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
    ("stlts:pins=2,walks=straight,quiet=0", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
];

/// The approximate number of tested positions of each value.
const SAMPLE: usize = 2_000;

impl Visitor for Endgame {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let reachable = Reachable::from([G::read_position(&spec.options, self.position).unwrap()]);
        let limits = self.nodes.map_or(Limits::default(), Limits::nodes);
        let mut solver = small_solver();
        for value in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let of_value = || reachable.open().filter(|one| one.1 == value).map(|one| one.0);
            let (mut tested, mut proven) = (0, 0);
            for position in of_value().step_by(of_value().count() / SAMPLE + 1) {
                let solved = solve(&mut solver, position, &limits);
                let bounds = solved.bounds;
                assert!(
                    bounds.low <= value && value <= bounds.high,
                    "{spec} {position}: {value}, not {bounds}"
                );
                if let Some(best) = solved.best {
                    let held = reachable.value(&position.after(best)).for_opponent();
                    assert!(held >= bounds.low, "{spec} {position} {best}");
                }
                tested += 1;
                proven += usize::from(bounds.value() == Some(value));
            }
            assert!(tested > 0 || value == Wdl::Loss, "{spec} {}: nothing is a {value}", self.position);
            let is_enough = match self.nodes {
                None => proven == tested,
                Some(_) => value < Wdl::Win || proven * 2 > tested,
            };
            assert!(is_enough, "{spec} {}: {proven} of {tested}", self.position);
        }
    }
}

/// Most of these positions are draws, because the losing side can circle among tens of thousands of positions. That is
/// too much to prove by search, but the bounds must be true, and the search finds most wins.
#[test]
fn endgames_that_need_not_end() {
    for (spec, position) in ENDLESS {
        with_game(spec, Endgame { position, nodes: Some(1_000) }).unwrap();
    }
}

/// With more nodes the solver uses retrograde analysis, which solves everything.
#[test]
fn draws_by_going_in_circles() {
    struct Drawn(&'static str);
    impl Visitor for Drawn {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let reachable = Reachable::from([G::read_position(&spec.options, self.0).unwrap()]);
            let drawn = || reachable.open().filter(|one| one.1 == Wdl::Draw).map(|one| one.0);
            let mut solver = small_solver();
            let start = drawn().nth(drawn().count() / 2).unwrap();
            let solved = solve(&mut solver, start, &Limits::default());
            assert_eq!(solved.bounds.value(), Some(Wdl::Draw), "{spec} {start}");
            assert_eq!(reachable.value(&start.after(solved.best.unwrap())), Wdl::Draw);
            let around = Reachable::from([*start]);
            let count = around.open().count();
            for (position, value) in around.open().step_by(count / SAMPLE + 1) {
                let solved = solve(&mut solver, position, &Limits::nodes(1_000));
                assert_eq!(solved.bounds.value(), Some(value), "{spec} {position}");
                let held = around.value(&position.after(solved.best.unwrap())).for_opponent();
                assert_eq!(held, value, "{spec} {position}");
            }
        }
    }
    for (spec, position) in ENDLESS {
        with_game(spec, Drawn(position)).unwrap();
    }
}

/// Near the quiet-move limit everything can be proven.
#[test]
fn endgames_near_the_quiet_move_limit() {
    for (spec, position) in [
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
        with_game(spec, Endgame { position, nodes: None }).unwrap();
    }
}

/// Both kinds of reference values agree.
#[test]
fn retrograde_analysis_agrees_with_minimax() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            let values = MinimaxValues::of(&start, usize::MAX).unwrap();
            let reachable = Reachable::from([start]);
            for (position, value) in values.all() {
                assert_eq!(reachable.value(position), value, "{spec} {position}");
            }
        }
    }
    for spec in ["staqs:size=3", "sight:size=3"] {
        with_game(spec, Check).unwrap();
    }
}

//! Test boards of every kind: real positions, and hand-made scenes.

use cairn_rules::games::staqs::Staqs;
use cairn_rules::games::{self, Visitor};
use cairn_rules::{
    Game, GameSpec, Ground, Mark, MarkKind, Message, Outcome, Pile, PileState, Pins, Player, Present, Reason,
    Scene, SeatColor, SeatView, Site, SiteView, Surface, grid,
};

const WHITE: SeatView = SeatView { name: "White", letter: 'w', color: SeatColor::White, facts: Vec::new() };
const BLACK: SeatView = SeatView { name: "Black", letter: 'b', color: SeatColor::Black, facts: Vec::new() };
const RED: SeatView = SeatView { name: "Red", letter: 'r', color: SeatColor::Red, facts: Vec::new() };

/// Builds an empty board.
fn board(columns: u8, rows: u8, seats: [SeatView; 2]) -> Scene {
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let site = |(column, row)| SiteView {
        name: grid::name(column, row),
        column,
        row,
        ground: Ground::Plain,
        pile: None,
        pawn: None,
    };
    Scene {
        columns,
        rows,
        surface: Surface::Squares,
        sites: squares.map(site).collect(),
        lines: Vec::new(),
        seats: seats.into(),
        unowned: "neutral",
        facts: Vec::new(),
        to_move: Some(Player::FIRST),
        outcome: None,
        verdict: None,
        marks: Vec::new(),
    }
}

/// Fills a board from rows of cells in the notation of position strings.
fn fill(scene: &mut Scene, rows: &str, piece: impl Fn(&str) -> Pile) {
    let cells = grid::read_rows(rows, scene.columns, scene.rows, |cell| Ok(piece(cell))).unwrap();
    for (site, cell) in scene.sites.iter_mut().zip(cells) {
        site.pile = cell;
    }
}

/// Returns the player with whose letter a cell begins.
fn owner(cell: &str) -> Option<Player> {
    match cell.chars().next() {
        Some('w' | 'W') => Some(Player::FIRST),
        Some('b' | 'B' | 'r') => Some(Player::SECOND),
        _ => None,
    }
}

pub(crate) fn index(scene: &Scene, name: &str) -> usize {
    scene.sites.iter().position(|site| site.name == name).unwrap()
}

pub(crate) fn mark(mut scene: Scene, kind: MarkKind, names: &str) -> Scene {
    for name in names.split(' ') {
        let site = Site(index(&scene, name) as u16);
        scene.marks.push(Mark { site, kind });
    }
    scene
}

/// Builds a board with neutral discs, stacks of which only the top is coloured, and squares out of play.
pub(crate) fn staqs(spec: &str, position: Option<&str>) -> Scene {
    let options = spec.split_once(':').map(|(_, options)| options);
    let spec = GameSpec::<Staqs>::read_options(options).unwrap();
    match position {
        Some(text) => Staqs::read_position(&spec.options, text).unwrap().scene(),
        None => Staqs::start(&spec.options).scene(),
    }
}

/// Builds a board of points joined by orthogonal lines, and by diagonals through every second point.
pub(crate) fn sight(size: u8, rows: &str) -> Scene {
    let mut scene = board(size, size, [WHITE, BLACK]);
    scene.surface = Surface::Points;
    fill(&mut scene, rows, |cell| Pile::of(owner(cell), cell[1..].parse().unwrap()));
    let side = i32::from(size);
    for at in 0..side * side {
        let (column, row) = (at % side, at / side);
        for (across, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let (x, y) = (column + across, row + up);
            let is_line = across * up == 0 || (column + row) % 2 == 0;
            if is_line && (0..side).contains(&x) && y < side {
                scene.lines.push((Site(at as u16), Site((y * side + x) as u16)));
            }
        }
    }
    scene
}

/// Builds a board with many single pieces that contain pins.
pub(crate) fn stlts(rows: &str, quiet: u32) -> Scene {
    let mut scene = board(12, 12, [WHITE, BLACK]);
    fill(&mut scene, rows, |cell| {
        let (white, black) = cell[1..].split_once('.').unwrap_or(("0", "0"));
        let pins = Pins { white: white.parse().unwrap(), black: black.parse().unwrap() };
        Pile { pins: Some(pins), ..Pile::of(owner(cell), 1) }
    });
    for player in Player::seats(2) {
        let pieces = scene
            .sites
            .iter()
            .filter(|site| site.pile.as_ref().is_some_and(|pile| pile.owner() == Some(player)));
        let pieces = pieces.count() as u32;
        scene.seats[player.index()].facts.push(Message::new("pieces: {n}").with("n", pieces));
    }
    scene.facts.push(Message::new("quiet: {n}").with("n", quiet));
    scene
}

/// Builds a board with loose discs, claimed towers, and pawns on top of either.
pub(crate) fn stac(rows: &str, white: &str, black: &str) -> Scene {
    let mut scene = board(5, 5, [WHITE, BLACK]);
    fill(&mut scene, rows, |cell| match cell {
        "s" => Pile::of(None, 1),
        "d" => Pile::of(None, 2),
        _ => Pile { state: PileState::Claimed, ..Pile::topped(owner(cell).unwrap(), 3) },
    });
    for (player, name) in Player::seats(2).zip([white, black]) {
        let index = index(&scene, name);
        scene.sites[index].pawn = Some(player);
        let is_tower = |pile: &Pile| pile.owner() == Some(player);
        let towers =
            scene.sites.iter().filter(|site| site.pile.as_ref().is_some_and(is_tower)).count() as u32;
        scene.seats[player.index()].facts.push(Message::new("towers: {n}").with("n", towers));
    }
    scene.facts.push(Message::new("quiet: {n}").with("n", 7));
    scene
}

/// Builds a board with home rows, stacks, and locked stacks.
pub(crate) fn stacks(rows: &str) -> Scene {
    let mut scene = board(5, 7, [BLACK, RED]);
    fill(&mut scene, rows, |cell| {
        let owner = if cell.starts_with('b') { Player::FIRST } else { Player::SECOND };
        Pile::of(Some(owner), cell[1..].parse().unwrap())
    });
    for site in &mut scene.sites {
        let home = match site.row {
            0 => Player::SECOND,
            6 => Player::FIRST,
            _ => continue,
        };
        site.ground = Ground::Home(home);
        if let Some(pile) = site.pile.as_mut().filter(|pile| pile.owner() != Some(home)) {
            pile.state = PileState::Locked;
        }
    }
    for (player, captured) in Player::seats(2).zip([2, 4]) {
        scene.seats[player.index()].facts =
            vec![Message::new("home: {n}").with("n", 2), Message::new("eliminated: {n}").with("n", captured)];
    }
    scene.facts.push(Message::new("quiet: {n}").with("n", 3));
    scene
}

const SIGHT_5: &str = "w1,1,b2,1,w1/1,b1,1,w3,1/b4,1,w2,1,1/1,w1,1,b1,1/w10,1,b1,1,b12";
const STLTS_START: &str = "12/2,w,6,b,2/1,w,w,1,b,2,w,1,b,b,1/12/2,b,1,w,2,b,1,w,2/12/12/2,w,1,b,2,w,1,b,2/12/1,b,b,1,w,2,b,1,w,w,1/2,b,6,w,2/12";
const STLTS_LATE: &str = "12/2,w2.3,6,b1.0,2/1,w,w0.2,1,b4.4,2,w,1,b,b3.1,1/12/2,b,1,w2.1,2,b,1,w,2/5,w9.9,6/12/2,w,4,w1.2,1,b0.3,2/12/1,b,b5.2,4,b,1,w1.1,w,1/2,b2.2,6,w,2/12";
const STAC_LATE: &str = "s,d,1,W,s/1,B,s,s,d/d,1,W,s,1/s,s,1,B,d/1,s,d,1,s";
const STACKS_LATE: &str = "b2,1,r1,b2,1/1,b1,3/2,b3,r1,1/r2,1,b4,1,1/1,r3,3/3,r1,1/b1,r2,1,r4,b2";

/// Returns the boards of the tests and the gallery, by name.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    let four =
        "w5,b2,n,n,n,1/b2,n,r3,n,n,g4/n,n,n,n,1,g2/n,1,b4,n,1,r6/w2,1,w2,n,w4,n/r2,g3,n,n,1,1 r 1/0/1/1";
    let large = "n,n,b2,n,n,1,n,n,w11,1/10/n,b13,n,n,n,n,n,1,w2,n/10/10/n,n,n,n,n,n,n,n,n,n/1,n,n,w2,n,n,n,n,n,n/n,n,n,n,n,b7,n,n,n,n/1,1,n,n,n,n,n,n,n,n/n,n,b2,n,w9,n,n,n,n,n b 0/0";
    let puzzle = "w5,b2,n,n,n/b2,n,n,n,n/n,n,n,n,1/n,1,b4,n,1/w2,1,w2,n,w4 b 1/0";
    let over = "w7,3,w4/2,w3,2/2,b3,2/1,b5,1,b4,b4/w3,4 b 0/0";
    let mut claimed = stac("W,d,1,W,1/1,B,1,W,d/d,1,W,1,1/1,1,1,B,d/1,1,d,1,1", "c3", "b4");
    claimed.to_move = None;
    claimed.outcome = Some(Outcome::win(Player::FIRST, Reason::FourTowers));
    let mut sight_9 = sight(9, "9/2,w1,6/9/4,b2,4/9/1,w3,3,b1,3/9/9/8,w2");
    sight_9.to_move = Some(Player::SECOND);
    let stac_late = mark(stac(STAC_LATE, "c3", "d4"), MarkKind::Last, "d2 d4");
    let stac_late =
        mark(mark(stac_late, MarkKind::Chosen, "c3"), MarkKind::Choice, "c2 c1 b3 a3 d3 e3 c4 c5");
    let stacks_late = mark(mark(stacks(STACKS_LATE), MarkKind::Last, "c7 d5"), MarkKind::Hint, "b3");
    let stlts_late = mark(stlts(STLTS_LATE, 17), MarkKind::Last, "f7 f5");
    let sight_late = mark(mark(sight(5, SIGHT_5), MarkKind::Last, "c3 d4"), MarkKind::Hint, "b1");
    vec![
        ("staqs-start", staqs("staqs", None)),
        (
            "staqs-late",
            mark(
                mark(staqs("staqs:placement=free", Some(puzzle)), MarkKind::Last, "e2 e1"),
                MarkKind::Choice,
                "b4 c4 c1",
            ),
        ),
        ("staqs-over", staqs("staqs", Some(over))),
        ("staqs-3", mark(staqs("staqs:size=3", None), MarkKind::Last, "b2")),
        ("staqs-four", staqs("staqs:size=6,players=4,placement=free", Some(four))),
        ("staqs-10", staqs("staqs:size=10,placement=free", Some(large))),
        ("sight-start", sight(5, "5/5/5/5/5")),
        ("sight-late", mark(mark(sight_late, MarkKind::Chosen, "a1"), MarkKind::Choice, "a2 b1 b2 e5")),
        ("sight-9", sight_9),
        ("stlts-start", stlts(STLTS_START, 0)),
        ("stlts-late", mark(mark(stlts_late, MarkKind::Chosen, "e8"), MarkKind::Choice, "e9 d8 c8")),
        ("stac-start", stac("s,s,s,s,s/s,s,s,s,s/s,s,s,s,s/s,s,s,s,s/s,s,s,s,s", "a1", "e5")),
        ("stac-late", stac_late),
        ("stac-over", claimed),
        ("stacks-start", stacks("b2,b2,b2,b2,b2/5/5/5/5/5/r2,r2,r2,r2,r2")),
        ("stacks-late", mark(mark(stacks_late, MarkKind::Chosen, "c4"), MarkKind::Choice, "c5 d5 b4 b3 e3")),
    ]
}

/// Returns the starting position of every game.
pub(crate) fn starts() -> Vec<(&'static str, Scene)> {
    struct Start;
    impl Visitor for Start {
        type Output = Scene;

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Scene {
            G::start(&spec.options).scene()
        }
    }
    games::ALL.iter().map(|info| (info.id, games::with_game(info.id, Start).unwrap())).collect()
}

/// Returns boards with the widest possible labels: heights up to five digits, and pins of two digits.
pub(crate) fn extreme() -> Vec<(&'static str, Scene)> {
    let row = "w99.99,b12.13,1,w10.3,b,1,w1.1,1,b7.44,1,w12.1,b1.12";
    let pins = stlts(&[row; 12].join("/"), 999);
    let points = sight(5, "w100,1,b65535,1,w1/5/5/5/5");
    vec![("pins", pins), ("points", points)]
}

//! Real positions of every game, drawn in every way.

use cairn_draw::text::Charset;
use cairn_rules::games::{self, Visitor};
use cairn_rules::{Game, GameSpec, Mark, MarkKind, Present, Scene, Site};
use cairn_tui::board::BoardView;
use cairn_tui::theme::{Depth, Mode, Role, Scheme, Theme};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::widgets::{Block, Widget};

/// Positions from the middle of games, with sites to mark: last, choice, hint, chosen.
const MIDDLES: [(&str, &str, [&str; 4]); 9] = [
    (
        "staqs:placement=free",
        "w5,b2,n,n,n/b2,n,n,n,n/n,n,n,n,1/n,1,b4,n,1/w2,1,w2,n,w4 b 1/0",
        ["e2 e1", "b4 c4 d2 c1", "c4", "c3"],
    ),
    (
        "staqs:size=6,players=4,placement=free",
        "w5,b2,n,n,n,1/b2,n,r3,n,n,g4/n,n,n,n,1,g2/n,1,b4,n,1,r6/w2,1,w2,n,w4,n/r2,g3,n,n,1,1 r 1/0/1/1",
        ["f3", "", "e6", ""],
    ),
    (
        "staqs:size=10,placement=free",
        "n,n,b2,n,n,1,n,n,w11,1/10/n,b13,n,n,n,n,n,1,w2,n/10/10/n,n,n,n,n,n,n,n,n,n/1,n,n,w2,n,n,n,n,n,n/n,n,n,n,n,b7,n,n,n,n/1,1,n,n,n,n,n,n,n,n/n,n,b2,n,w9,n,n,n,n,n b 0/0",
        ["", "", "b8 e4", ""],
    ),
    (
        "stlts",
        "12/3,w0.2,8/1,w,w1.0,1,b0.1,5,b,1/12/4,w,2,b,1,b3.1,2/12/12/2,w,1,b,2,b1.2,1,b,2/12/1,b0.1,b1.0,1,w,4,w,1,w0.1/2,b1.0,6,w,2/12 b 5",
        ["c11 d11", "j9 i8 k8 j7", "j7", "j8"],
    ),
    (
        "stac",
        "d,B,3/W,1,s,d,1/1,d,1,d,s/1,d,1,s,s/2,W,1,d w e3 b3 w 22",
        ["b2 b3", "e4 e5 e2 d3 c3 e1", "c3", "e3"],
    ),
    ("stac", "d,B,3/W,1,s,d,1/1,d,1,d,s/1,d,1,s,s/2,W,1,d b c1 a4 w 22", ["c1", "", "", ""]),
    (
        "sight",
        "b2,b1,b1,b1,w1/b1,b2,b2,w2,w1/1,b2,1,b2,w2/b2,w1,1,w3,w2/w2,1,w1,w3,w1 b",
        ["e5 d5", "c3 a3", "a3", "b2"],
    ),
    ("sight:size=9", "9/2,w1,6/9/4,b2,4/9/1,w3,3,b1,3/9/9/8,w2 w", ["h4", "i2 h2 h1", "h2", "i1"]),
    ("stacks", "2,r3,1,b1/b1,1,b1,2/5/1,b4,3/3,r2,r1/r3,4/b1,3,b2 r 9", ["b6 b4", "a1 c2 b3 a3", "c2", "a2"]),
];

struct At<'a>(Option<&'a str>);

impl Visitor for At<'_> {
    type Output = Scene;

    fn visit<G: Game>(self, word: GameSpec<G>) -> Scene {
        match self.0 {
            Some(text) => G::read_position(&word.options, text).unwrap().scene(),
            None => G::start(&word.options).scene(),
        }
    }
}

/// Returns the start of a game.
pub(crate) fn start(word: &str) -> Scene {
    games::with_game(word, At(None)).unwrap()
}

/// Returns the start of every game, by its word.
pub(crate) fn starts() -> Vec<(String, Scene)> {
    games::ALL.iter().map(|info| (info.id.to_owned(), start(info.id))).collect()
}

/// Positions from the middle of games, with marks.
pub(crate) fn middles() -> Vec<(String, Scene)> {
    let scene = |(number, &(word, position, marks)): (usize, &(&str, &str, [&str; 4]))| {
        let mut scene = games::with_game(word, At(Some(position))).unwrap();
        for (kind, names) in MarkKind::ALL.into_iter().zip(marks) {
            let marks = names.split_whitespace().map(|name| Mark { site: site(&scene, name), kind });
            scene.marks.extend(marks.collect::<Vec<_>>());
        }
        (format!("{}-{}", word.replace([':', '=', ','], "-"), number), scene)
    };
    MIDDLES.iter().enumerate().map(scene).collect()
}

pub(crate) fn site(scene: &Scene, name: &str) -> Site {
    Site(scene.sites.iter().position(|site| site.name == name).unwrap() as u16)
}

pub(crate) const THEME: Theme =
    Theme { scheme: Scheme::Cairn, mode: Mode::Dark, depth: Depth::True, charset: Charset::Unicode };

/// Draws a board on a page of exactly its size.
pub(crate) fn draw(view: BoardView, size: Size, theme: Theme) -> Buffer {
    let area = Rect::from(size);
    let mut buffer = Buffer::empty(area);
    Block::new().style(theme.style(Role::Text)).render(area, &mut buffer);
    view.render(area, &mut buffer);
    buffer
}

/// Returns the characters of a screen, without spaces at the ends of lines.
pub(crate) fn text(buffer: &Buffer) -> String {
    let lines = buffer.content.chunks(buffer.area.width.into());
    let line = |cells: &[Cell]| {
        let line: String = cells.iter().map(Cell::symbol).collect();
        line.trim_end().to_owned() + "\n"
    };
    lines.map(line).collect()
}

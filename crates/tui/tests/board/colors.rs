//! Colours are readable and distinguishable, and absent where the user wants none.

use cairn_rules::{Player, Scene, SeatColor};
use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::theme::{Depth, Mode, Rgb, Role, Scheme, Theme};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};

use crate::boards;

fn themes(depth: Depth) -> impl Iterator<Item = Theme> {
    Scheme::ALL.into_iter().flat_map(move |scheme| {
        Mode::ALL.into_iter().map(move |mode| Theme { scheme, mode, depth, ..boards::THEME })
    })
}

fn screens(theme: Theme) -> impl Iterator<Item = Buffer> {
    boards::middles().into_iter().flat_map(move |(_, scene)| {
        CellSize::ALL.map(|size| {
            let view = BoardView::new(&scene, theme).at_most(size).cursor(Some(boards::site(&scene, "b2")));
            boards::draw(view, view.extent(size), theme)
        })
    })
}

fn linear(Rgb(red, green, blue): Rgb) -> [f64; 3] {
    [red, green, blue].map(|level| {
        let level = f64::from(level) / 255.0;
        if level <= 0.0404 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    })
}

/// Computes the contrast of two colours according to WCAG 2, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |color| {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns whether a cell is a frame or a disc, which need less contrast than letters.
fn is_shape(cell: &Cell) -> bool {
    let sign = cell.symbol().chars().next().unwrap();
    sign == ' ' || ('\u{2500}'..='\u{259f}').contains(&sign)
}

/// Returns the contrast between text and background, with black and white as the terminal's own colours.
fn written(theme: Theme, ink: Color, ground: Color) -> f64 {
    let (white, black) = (Rgb(255, 255, 255), Rgb(0, 0, 0));
    let (text, page) = if theme.mode == Mode::Light { (black, white) } else { (white, black) };
    contrast(Rgb::of(ink).unwrap_or(text), Rgb::of(ground).unwrap_or(page))
}

#[test]
fn letters_and_signs_can_be_read() {
    for theme in Depth::ALL.into_iter().flat_map(themes) {
        for screen in screens(theme) {
            for cell in screen.content.iter().filter(|cell| !is_shape(cell)) {
                let is_letter = cell.symbol().chars().all(char::is_alphanumeric);
                // The terminal defines its sixteen colours: the app can only choose well among them.
                let least = if is_letter && theme.depth != Depth::Sixteen { 4.5 } else { 3.0 };
                let found = written(theme, cell.fg, cell.bg);
                assert!(found >= least, "{} has {found:.2} in {theme:?}: {cell:?}", cell.symbol());
            }
        }
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Border) {
            let Style { fg, bg, .. } = theme.style(role);
            let found = written(theme, fg.unwrap_or(Color::Reset), bg.unwrap_or(Color::Reset));
            let least = if theme.depth == Depth::Sixteen { 3.0 } else { 4.5 };
            assert!(found >= least, "{role:?} has {found:.2} in {theme:?}");
        }
    }
}

/// Colours as seen without one kind of cone, after Machado, Oliveira and Fernandes (2009).
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    ("all", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]]),
    ("deuteranopia", [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]]),
    ("tritanopia", [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]]),
];

/// Returns the perceived colour: lightness, green to red, blue to yellow (CIELAB).
fn perceived(color: Rgb, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    let times = |rows: &[[f64; 3]; 3], color: [f64; 3]| {
        rows.map(|row| row.iter().zip(color).map(|(a, b)| a * b).sum::<f64>())
    };
    let seen = times(vision, linear(color)).map(|level| level.clamp(0.0, 1.0));
    let white = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1098, 0.8730]];
    let [x, y, z] = times(&white, seen)
        .map(|level| if level > 0.0089 { level.cbrt() } else { 7.787 * level + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Returns a scene with these colours at the board.
fn seated(paints: [SeatColor; 4]) -> Scene {
    let mut scene = boards::start("staqs:players=4");
    for (seat, paint) in scene.seats.iter_mut().zip(paints) {
        seat.color = paint;
    }
    scene
}

#[test]
fn players_differ_for_every_kind_of_colour_vision() {
    let paints = [SeatColor::Blue, SeatColor::White, SeatColor::Red, SeatColor::Green, SeatColor::Black];
    for theme in themes(Depth::True).chain(themes(Depth::Indexed)) {
        for (name, vision) in &VISIONS {
            for (at, &a) in paints.iter().enumerate() {
                for &b in &paints[..at] {
                    let scene = seated([a, b, a, b]);
                    let [a_seen, b_seen] = [Player::FIRST, Player::SECOND].map(|player| {
                        let color = theme.chip(&scene, player).bg.unwrap();
                        perceived(Rgb::of(color).unwrap(), vision)
                    });
                    let found = distance(a_seen, b_seen);
                    // At this distance two colours are just distinguishable.
                    assert!(found >= 18.0, "{a:?} and {b:?}: {found:.1} with {name} in {theme:?}");
                }
            }
        }
    }
}

/// Red is neither orange nor pink, at any colour depth.
#[test]
fn red_is_red() {
    let scene = seated([SeatColor::Red; 4]);
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen] {
        for theme in themes(depth) {
            let face = theme.chip(&scene, Player::FIRST).bg.unwrap();
            let Rgb(red, green, blue) = Rgb::of(face).unwrap();
            assert!(red > 2 * green.max(blue) && green.abs_diff(blue) <= 24, "{face:?} in {theme:?}");
        }
    }
}

#[test]
fn pieces_wear_their_owners_colours() {
    let scene = boards::start("stacks");
    for size in CellSize::ALL {
        let view = BoardView::new(&scene, boards::THEME).at_most(size);
        let buffer = boards::draw(view, view.extent(size), boards::THEME);
        let layout = view.layout(buffer.area).unwrap();
        for (name, player) in [("a7", Player::FIRST), ("e1", Player::SECOND)] {
            let cell = layout.cell_of(boards::site(&scene, name)).unwrap();
            let chip = boards::THEME.chip(&scene, player);
            let letter = scene.seats[player.index()].letter.to_string();
            let is_letter = |&place: &Position| buffer[place].symbol() == letter;
            let place = cell.positions().find(is_letter).unwrap();
            assert_eq!((Some(buffer[place].fg), Some(buffer[place].bg)), (chip.fg, chip.bg), "{name}");
        }
    }
}

#[test]
fn no_more_colours_are_used_than_there_are() {
    for depth in Depth::ALL {
        for theme in themes(depth) {
            let mut colors = Vec::new();
            for screen in screens(theme) {
                colors.extend(screen.content.iter().flat_map(|cell| [cell.fg, cell.bg]));
            }
            colors.extend(Role::ALL.into_iter().flat_map(|role| {
                let style = theme.style(role);
                [style.fg, style.bg].map(|color| color.unwrap_or(Color::Reset))
            }));
            let allowed = |color: Color| match depth {
                Depth::None => color == Color::Reset,
                Depth::Sixteen => !matches!(color, Color::Rgb(..) | Color::Indexed(_)),
                Depth::Indexed => matches!(color, Color::Indexed(16..)),
                Depth::True => matches!(color, Color::Rgb(..)),
            };
            let wrong = colors.into_iter().find(|&color| !allowed(color));
            assert_eq!(wrong, None, "{theme:?}");
        }
    }
}

#[test]
fn the_selection_and_the_arrows_of_the_cursor_are_solid_without_colour() {
    let theme = Theme { depth: Depth::None, ..boards::THEME };
    assert!(theme.style(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    let scene = boards::start("stlts");
    let site = boards::site(&scene, "c2");
    let view = BoardView::new(&scene, theme).at_most(CellSize::Small).cursor(Some(site));
    let buffer = boards::draw(view, view.extent(CellSize::Small), theme);
    let cell = view.layout(buffer.area).unwrap().cell_of(site).unwrap();
    let is_solid = |place: &Position| buffer[*place].modifier.contains(Modifier::REVERSED);
    let solid: Vec<_> = buffer.area.positions().filter(is_solid).collect();
    assert_eq!(solid, [cell.as_position(), Position::new(cell.right() - 1, cell.y)]);
}

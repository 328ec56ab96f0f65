//! Screenshots as SVG are complete and correct.

use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::picture::svg;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use resvg::usvg::{Options, Tree};

use crate::boards;

#[test]
fn pictures_are_svg_of_the_right_size() {
    for (name, scene) in boards::middles() {
        let view = BoardView::new(&scene, boards::THEME);
        let extent = view.extent(CellSize::Large);
        let picture = svg(&boards::draw(view, extent, boards::THEME), boards::THEME);
        let tree = Tree::from_str(&picture, &Options::default()).unwrap();
        let size = tree.size();
        assert_eq!(size.width() as u16, extent.width * 9 + 24, "{name}");
        assert_eq!(size.height() as u16, extent.height * 18 + 24, "{name}");
    }
}

#[test]
fn every_letter_is_written_where_it_stands_and_in_its_colour() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 8, 2));
    screen.set_string(1, 0, "a<&", Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Rgb(4, 5, 6)));
    screen.set_string(0, 1, "\u{1}", Style::new());
    let picture = svg(&screen, boards::THEME);
    assert!(picture.contains(r##"<text x="9 18 27" y="14" fill="#010203">a&lt;&amp;</text>"##), "{picture}");
    assert!(picture.contains(r##"<path d="M9 0h27v18h-27z" fill="#040506"/>"##), "{picture}");
    assert!(Tree::from_str(&picture, &Options::default()).is_ok(), "{picture}");
}

#[test]
fn lines_and_blocks_are_drawn() {
    let drawn = "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛═║╔╗╚╝╭╮╰╯╱╲╳▀▄█▌▐▖▗▘▙▚▛▜▝▞▟░▒▓▁▇▉▏";
    let mut screen = Buffer::empty(Rect::new(0, 0, drawn.chars().count() as u16, 1));
    screen.set_string(0, 0, drawn, Style::new());
    let picture = svg(&screen, boards::THEME);
    assert!(!picture.contains("<text"), "{picture}");
    assert!(Tree::from_str(&picture, &Options::default()).is_ok());
}

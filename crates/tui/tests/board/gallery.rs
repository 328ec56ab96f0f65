//! Pictures to look at: `cargo test -p cairn-tui gallery -- --ignored`.

use std::path::Path;

use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::picture;
use cairn_tui::theme::{Mode, Scheme, Theme};

use crate::boards;

#[test]
#[ignore = "writes pictures for people to look at"]
fn gallery() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (name, scene)) in boards::starts().into_iter().chain(boards::middles()).enumerate() {
        for scheme in Scheme::ALL {
            for mode in Mode::ALL {
                let theme = Theme { scheme, mode, ..boards::THEME };
                for size in CellSize::ALL {
                    let site = boards::site(&scene, "b2");
                    let view = BoardView::new(&scene, theme).at_most(size).cursor(Some(site));
                    let buffer = boards::draw(view, view.extent(size), theme);
                    let file = format!("{number:02}-{name}-{scheme}-{mode}-{size:?}.svg");
                    std::fs::write(folder.join(file), picture::svg(&buffer, theme)).unwrap();
                }
            }
        }
    }
}

//! Snapshots of boards.

use cairn_draw::text::Charset;
use cairn_rules::{Pile, Player, Scene, Site};
use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::theme::Theme;
use ratatui::layout::Size;

use crate::boards;

#[test]
fn boards_look_as_they_did() {
    let starts = boards::starts().into_iter().map(|(name, scene)| (format!("{name}-start"), scene));
    for (name, scene) in starts.chain(boards::middles()) {
        let cursor = Some(boards::site(&scene, "b2"));
        let mut all = Vec::new();
        for (charset, flipped) in
            [(Charset::Unicode, false), (Charset::Ascii, false), (Charset::Unicode, true)]
        {
            let theme = Theme { charset, ..boards::THEME };
            for size in CellSize::ALL {
                let view = BoardView::new(&scene, theme).at_most(size).cursor(cursor).flipped(flipped);
                let turned = if flipped { ", flipped" } else { "" };
                all.push(format!("{size:?}, {charset:?}{turned}"));
                all.push(boards::text(&boards::draw(view, view.extent(size), theme)));
            }
        }
        insta::assert_snapshot!(name, all.join("\n"));
    }
}

#[test]
fn ascii_is_ascii() {
    let theme = Theme { charset: Charset::Ascii, ..boards::THEME };
    for (name, scene) in boards::starts().into_iter().chain(boards::middles()) {
        for size in CellSize::ALL {
            let view = BoardView::new(&scene, theme).at_most(size).cursor(Some(boards::site(&scene, "a1")));
            let text = boards::text(&boards::draw(view, view.extent(size), theme));
            assert!(text.is_ascii(), "{name}:\n{text}");
        }
    }
}

/// Every default board fits a screen of 80 by 24 with a line above and one below: beside a panel of 26 columns, or
/// above a panel of 6 lines.
#[test]
fn usual_boards_fit_a_small_screen() {
    let beside = Size::new(80 - 26, 22);
    let above = Size::new(80, 22 - 6);
    for (name, size_beside, size_above) in [
        ("staqs", Some(CellSize::Large), Some(CellSize::Medium)),
        ("stlts", Some(CellSize::Tiny), Some(CellSize::Small)),
        ("stac", Some(CellSize::Large), Some(CellSize::Medium)),
        ("sight", Some(CellSize::Large), Some(CellSize::Medium)),
        ("stacks", Some(CellSize::Medium), Some(CellSize::Small)),
    ] {
        let scene = boards::start(name);
        let view = BoardView::new(&scene, boards::THEME);
        assert_eq!((view.fits(beside), view.fits(above)), (size_beside, size_above), "{name}");
    }
    for (name, scene) in boards::starts().into_iter().chain(boards::middles()) {
        let view = BoardView::new(&scene, boards::THEME);
        assert!(view.fits(beside).or(view.fits(above)).is_some(), "{name}");
    }
}

#[test]
fn a_board_is_no_larger_than_its_extent() {
    for (name, scene) in boards::middles() {
        for size in CellSize::ALL {
            let view = BoardView::new(&scene, boards::THEME).at_most(size);
            let extent = view.extent(size);
            assert_eq!(view.fits(extent), Some(size), "{name}");
            for less in
                [Size::new(extent.width - 1, extent.height), Size::new(extent.width, extent.height - 1)]
            {
                assert!(view.fits(less) < Some(size) || size == CellSize::Tiny, "{name}, {size:?}");
            }
        }
    }
}

#[test]
fn too_little_room_is_reported_in_numbers() {
    let scene = boards::start("stlts");
    let view = BoardView::new(&scene, boards::THEME);
    let present = Size::new(30, 10);
    let error = view.layout(present.into()).unwrap_err();
    assert_eq!(error.available, present);
    assert!(view.layout(error.needed.into()).is_ok());
    let text = boards::text(&boards::draw(view, present, boards::THEME));
    assert_eq!(text.trim_end(), format!("30x10 < {}x{}", error.needed.width, error.needed.height));
    for size in [Size::new(0, 0), Size::new(1, 1), Size::new(3, 0)] {
        boards::draw(view, size, boards::THEME);
    }
}

#[test]
fn invalid_scenes_are_drawn_without_panic() {
    let sound = boards::middles().into_iter().map(|(_, scene)| scene);
    for scene in sound.chain([Scene { sites: Vec::new(), ..boards::start("sight") }]) {
        let breaks: [fn(&mut Scene); 6] = [
            |scene| (scene.columns, scene.rows) = (0, 0),
            |scene| (scene.columns, scene.rows) = (2, 1),
            |scene| (scene.columns, scene.rows) = (255, 255),
            |scene| scene.seats.clear(),
            |scene| scene.lines.push((Site(0), Site(999))),
            |scene| scene.sites.iter_mut().for_each(|site| site.name = "é".into()),
        ];
        for change in breaks {
            let mut scene = scene.clone();
            change(&mut scene);
            for size in CellSize::ALL {
                let view = BoardView::new(&scene, boards::THEME).at_most(size).cursor(Some(Site(999)));
                boards::draw(view.flipped(true), Size::new(200, 100), boards::THEME);
            }
        }
    }
}

/// In the smallest cells a large number widens only its own column.
#[test]
fn large_numbers_take_the_room_that_others_leave() {
    let mut scene = boards::start("stlts");
    let index = usize::from(boards::site(&scene, "c2").0);
    let pins = scene.sites[index].pile.as_mut().unwrap().pins.as_mut().unwrap();
    (pins.white, pins.black) = (99, 99);
    let view = BoardView::new(&scene, boards::THEME);
    assert!(view.extent(CellSize::Small).width > 80);
    assert_eq!(view.fits(Size::new(60, 14)), Some(CellSize::Tiny));
    let text = boards::text(&boards::draw(view, Size::new(60, 14), boards::THEME));
    assert!(text.contains("b99.99"), "{text}");
}

/// Boards use large windows, and the largest board is still visible in a small one.
#[test]
fn boards_grow_with_the_window() {
    for (name, size, room) in [
        ("stlts", CellSize::Tiny, Size::new(60, 14)),
        ("stlts", CellSize::Medium, Size::new(120 - 26, 38)),
        ("stlts", CellSize::Large, Size::new(200 - 40, 58)),
        ("staqs", CellSize::Huge, Size::new(120 - 40, 38)),
        ("staqs", CellSize::Giant, Size::new(200 - 40, 58)),
        ("sight", CellSize::Giant, Size::new(200 - 40, 58)),
        ("stacks", CellSize::Giant, Size::new(200 - 40, 58)),
    ] {
        let scene = boards::start(name);
        assert_eq!(BoardView::new(&scene, boards::THEME).fits(room), Some(size), "{name} in {room}");
    }
}

/// A higher pile covers more of its cell, until the cell is full.
#[test]
fn heights_are_drawn() {
    for (size, rows) in [(CellSize::Large, 3), (CellSize::Huge, 5), (CellSize::Giant, 7)] {
        for charset in [Charset::Unicode, Charset::Ascii] {
            let theme = Theme { charset, ..boards::THEME };
            let layers = |height: u16| {
                let mut scene = boards::start("staqs:size=3");
                let site = boards::site(&scene, "b2");
                scene.sites[usize::from(site.0)].pile = Some(Pile::of(Some(Player::FIRST), height));
                let view = BoardView::new(&scene, theme).at_most(size);
                let buffer = boards::draw(view, view.extent(size), theme);
                let cell = view.layout(buffer.area).unwrap().cell_of(site).unwrap();
                let middle = cell.x + cell.width / 2 + 1;
                cell.rows().filter(|row| "─═≡_=%".contains(buffer[(middle, row.y)].symbol())).count()
            };
            let seen: Vec<usize> = (1..=rows + 2).map(layers).collect();
            let most = usize::from(rows) - 1;
            let expected: Vec<usize> = (0..usize::from(rows) + 2).map(|under| under.min(most)).collect();
            assert_eq!(seen, expected, "{size:?}, {charset:?}");
        }
    }
}

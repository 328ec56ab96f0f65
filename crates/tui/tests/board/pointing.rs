//! Screen cells map to the right sites of the board, and back.

use std::collections::HashSet;

use cairn_rules::Site;
use cairn_tui::board::{BoardView, CellSize, Direction, Layout, neighbour};
use ratatui::layout::Rect;

use crate::boards;

/// Lists every board in every size, from both sides, at some position on a large screen.
fn layouts() -> impl Iterator<Item = (cairn_rules::Scene, bool, Layout)> {
    let area = Rect::new(7, 3, 150, 70);
    let boards = boards::starts().into_iter().chain(boards::middles());
    let ways = move |(_, scene): (String, cairn_rules::Scene)| {
        let sizes = CellSize::ALL.into_iter().flat_map(|size| [(size, false), (size, true)]);
        sizes.map(move |(size, flipped)| {
            let view = BoardView::new(&scene, boards::THEME).at_most(size).flipped(flipped);
            (scene.clone(), flipped, view.layout(area).unwrap())
        })
    };
    boards.flat_map(ways)
}

#[test]
fn every_place_of_a_cell_belongs_to_its_site() {
    for (scene, _, layout) in layouts() {
        let mut places = HashSet::new();
        for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
            let cell = layout.cell_of(site).unwrap();
            assert!(layout.board.intersection(cell) == cell && !cell.is_empty(), "{cell}");
            for place in cell.positions() {
                assert_eq!(layout.site_at(place.x, place.y), Some(site));
                assert!(places.insert(place), "{place} belongs to two sites");
            }
        }
        let hits = layout.area.positions().filter(|place| layout.site_at(place.x, place.y).is_some());
        assert_eq!(hits.count(), places.len());
        assert_eq!(layout.site_at(0, 0), None);
        assert_eq!(layout.cell_of(Site(scene.sites.len() as u16)), None);
    }
}

#[test]
fn arrows_go_where_they_point() {
    for (scene, flipped, layout) in layouts() {
        for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
            let here = layout.cell_of(site).unwrap();
            for direction in Direction::ALL {
                let Some(next) = neighbour(&scene, site, direction, flipped) else { continue };
                let there = layout.cell_of(next).unwrap();
                match direction {
                    Direction::Up => assert!(there.x == here.x && there.y < here.y),
                    Direction::Down => assert!(there.x == here.x && there.y > here.y),
                    Direction::Left => assert!(there.y == here.y && there.x < here.x),
                    Direction::Right => assert!(there.y == here.y && there.x > here.x),
                }
            }
        }
    }
}

#[test]
fn arrows_reach_every_site_and_stop_at_the_edge() {
    for (_, scene) in boards::starts() {
        for (ways, count) in
            [([Direction::Right, Direction::Up], scene.sites.len()), ([Direction::Left, Direction::Down], 1)]
        {
            let mut reached = vec![Site(0)];
            let mut at = 0;
            while let Some(&site) = reached.get(at) {
                for next in ways.iter().filter_map(|&way| neighbour(&scene, site, way, false)) {
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
                at += 1;
            }
            assert_eq!(reached.len(), count);
        }
    }
}

#[test]
fn a_flipped_board_is_turned_round() {
    let scene = boards::start("stacks");
    let area = Rect::new(0, 0, 80, 40);
    let view = BoardView::new(&scene, boards::THEME);
    let (near, far) = (view.layout(area).unwrap(), view.flipped(true).layout(area).unwrap());
    let (a1, e7) = (boards::site(&scene, "a1"), boards::site(&scene, "e7"));
    assert_eq!(near.cell_of(a1), far.cell_of(e7));
    assert_eq!(near.cell_of(e7), far.cell_of(a1));
}

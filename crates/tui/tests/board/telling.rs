//! Different boards look different on the screen, even without colour.

use std::collections::HashMap;

use cairn_draw::text::Charset;
use cairn_rules::{Ground, Mark, MarkKind, Pile, PileState, Pins, Player, Scene, SiteView, Surface};
use cairn_tui::board::{BoardView, CellSize};
use cairn_tui::theme::{Depth, Mode, Scheme, Theme};

use crate::boards;

/// Lists everything that can be on a site.
fn contents() -> Vec<(Ground, Option<Pile>, Option<Player>)> {
    let (first, second) = (Player::FIRST, Player::SECOND);
    let mut piles = vec![None];
    for owner in [None, Some(first), Some(second)] {
        piles.extend([1, 2, 3, 9, 10, 100].map(|height| Some(Pile::of(owner, height))));
    }
    for owner in [first, second].map(Some) {
        let with = |white, black| Pile { pins: Some(Pins { white, black }), ..Pile::of(owner, 1) };
        piles.extend(
            [(0, 0), (1, 0), (0, 1), (2, 3), (12, 3), (1, 23)].map(|(white, black)| Some(with(white, black))),
        );
        for state in [PileState::Claimed, PileState::Locked] {
            piles.extend([1, 2, 3].map(|height| Some(Pile { state, ..Pile::of(owner, height) })));
        }
    }
    let owners = [Some(first), Some(second), None];
    for top in owners {
        for below in owners {
            let pile = |bottom| Pile::from_pieces([bottom, below, top]).filter(Pile::is_mixed);
            piles.extend(owners.into_iter().filter_map(pile).map(Some));
        }
    }
    let mut contents = vec![
        (Ground::Void, None, None),
        (Ground::Home(first), None, None),
        (Ground::Home(second), None, None),
    ];
    contents.extend(piles.into_iter().map(|pile| (Ground::Plain, pile, None)));
    for pawn in [first, second].map(Some) {
        let tower = Pile { state: PileState::Claimed, ..Pile::of(pawn, 3) };
        contents.extend([None, Some(Pile::of(None, 1)), Some(tower)].map(|pile| (Ground::Plain, pile, pawn)));
    }
    contents
}

fn scenes(surface: Surface, has_pins: bool) -> Vec<(String, Scene, bool)> {
    let board = match surface {
        Surface::Squares => boards::start("staqs:size=3"),
        Surface::Points => boards::start("sight:size=3"),
    };
    let middle = boards::site(&board, "b2");
    let marks: Vec<_> = [None].into_iter().chain(MarkKind::ALL.map(Some)).collect();
    let mut scenes = Vec::new();
    let fits = |pile: &Option<Pile>| pile.as_ref().is_none_or(|pile| pile.pins.is_some() == has_pins);
    for (ground, pile, pawn) in contents().into_iter().filter(|(_, pile, _)| fits(pile)) {
        for &kind in &marks {
            for cursor in [false, true] {
                let mut scene = board.clone();
                let site = &mut scene.sites[usize::from(middle.0)];
                *site = SiteView { ground, pile: pile.clone(), pawn, ..site.clone() };
                scene.marks.extend(kind.map(|kind| Mark { site: middle, kind }));
                scenes.push((format!("{ground:?} {pile:?} {pawn:?} {kind:?} {cursor}"), scene, cursor));
            }
        }
    }
    scenes
}

#[test]
fn different_contents_have_different_characters() {
    // No game has both pieces with pins and piles without: `b10` is one or the other.
    for (surface, has_pins) in [Surface::Squares, Surface::Points]
        .into_iter()
        .flat_map(|surface| [false, true].map(|has_pins| (surface, has_pins)))
    {
        let scenes = scenes(surface, has_pins);
        for charset in [Charset::Unicode, Charset::Ascii] {
            let theme = Theme { depth: Depth::None, charset, ..boards::THEME };
            for size in CellSize::ALL {
                let mut seen: HashMap<String, &str> = HashMap::new();
                for (name, scene, cursor) in &scenes {
                    let middle = boards::site(scene, "b2");
                    let view = BoardView::new(scene, theme).at_most(size).cursor(cursor.then_some(middle));
                    let text = boards::text(&boards::draw(view, view.extent(size), theme));
                    if let Some(other) = seen.insert(text.clone(), name) {
                        panic!("{name}\nlooks like\n{other}\nin {size:?}, {charset:?}:\n{text}");
                    }
                }
            }
        }
    }
}

/// A site with two marks shows both, for example a choice in the last move.
#[test]
fn the_last_move_is_seen_under_other_marks() {
    for (name, board) in boards::middles() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            let theme = Theme { depth: Depth::None, charset, ..boards::THEME };
            for size in CellSize::ALL {
                let draw = |kinds: &[MarkKind]| {
                    let site = boards::site(&board, "b2");
                    let marks = kinds.iter().map(|&kind| Mark { site, kind }).collect();
                    let scene = Scene { marks, ..board.clone() };
                    let view = BoardView::new(&scene, theme).at_most(size);
                    boards::text(&boards::draw(view, view.extent(size), theme))
                };
                for kind in [MarkKind::Choice, MarkKind::Hint, MarkKind::Chosen] {
                    let both = draw(&[MarkKind::Last, kind]);
                    assert_eq!(both, draw(&[kind, MarkKind::Last]));
                    for alone in [MarkKind::Last, kind] {
                        assert_ne!(both, draw(&[alone]), "{name}, {size:?}, {charset:?}: {alone:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn themes_and_colours_change_no_character() {
    for (name, scene) in boards::middles() {
        let draw = |theme: Theme| {
            let view = BoardView::new(&scene, theme).cursor(Some(boards::site(&scene, "b2")));
            boards::text(&boards::draw(view, view.extent(CellSize::Large), theme))
        };
        let usual = draw(boards::THEME);
        for scheme in Scheme::ALL {
            for mode in Mode::ALL {
                for depth in Depth::ALL {
                    assert_eq!(draw(Theme { scheme, mode, depth, ..boards::THEME }), usual, "{name}");
                }
            }
        }
    }
}

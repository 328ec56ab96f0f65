//! Variation trees, and positions that are set up by hand, in every game.

use cairn_rules::Site;
use cairn_rules::games::ALL;
use cairn_session::{Session, SetupEdit, VariationTree, edit_position, open, setup_tools};

fn texts(tree: &VariationTree) -> Vec<(usize, bool, String)> {
    tree.moves().into_iter().map(|mv| (mv.depth, mv.starts_line, mv.mv)).collect()
}

#[test]
fn variations_are_played_switched_promoted_and_removed() {
    for info in ALL {
        let mut session = open(info.id, None).unwrap();
        for _ in 0..3 {
            let mv = session.legal_moves().swap_remove(0);
            session.play(&mv).unwrap();
        }
        let main = session.history();
        let mut tree = VariationTree::new(&*session);
        assert_eq!((tree.session().history(), tree.forward()), (main.clone(), false));
        assert!(tree.back() && tree.back());
        let other = tree.session().legal_moves().into_iter().find(|mv| *mv != main[1]).unwrap();
        tree.play(&other).unwrap();
        let variation = tree.current();
        let expected = [
            (0, false, main[0].clone()),
            (0, false, main[1].clone()),
            (1, true, other.clone()),
            (0, true, main[2].clone()),
        ];
        assert_eq!(texts(&tree), expected);
        assert!(tree.switch(true));
        assert_eq!(tree.session().last_move().as_ref(), Some(&main[1]));
        tree.last();
        assert!(tree.switch(false), "from further along the line");
        assert_eq!(tree.current(), variation);
        tree.first();
        tree.last();
        assert_eq!(tree.current(), variation, "the line that was visited last");
        assert!(tree.promote() && !tree.promote());
        assert_eq!(texts(&tree)[1], (0, false, other));
        assert!(tree.remove());
        tree.select(variation);
        assert_eq!((tree.session().ply(), tree.moves().len()), (1, 3), "it was removed");
        assert!(tree.play("no move").is_err());
        tree.first();
        assert!(!tree.back() && !tree.remove() && !tree.switch(true));
    }
}

#[test]
fn every_tool_of_every_game_makes_a_position_that_can_be_read() {
    for info in ALL {
        // Some games have no spare piece at the start.
        let empty =
            |session: Box<dyn Session>, site| edit_position(&*session, SetupEdit::Empty(Site(site))).unwrap();
        let start = (0..40).fold(open(info.id, None).unwrap(), empty);
        let tools = setup_tools(&*start);
        assert!(!tools.is_empty());
        let sites = start.board().scene().sites.len() as u16;
        for tool in tools {
            let edits = (0..sites).map(|site| edit_position(&*start, SetupEdit::Use(tool, Site(site))));
            let edited: Vec<String> = edits.filter_map(Result::ok).map(|edited| edited.position()).collect();
            assert!(edited.iter().any(|position| *position != start.position()), "{} {}", info.id, tool.name);
            for position in edited {
                assert_eq!(open(info.id, Some(&position)).unwrap().position(), position);
            }
        }
        let turned = edit_position(&*start, SetupEdit::NextTurn).unwrap();
        assert_ne!(turned.to_move(), start.to_move());
        for edit in [SetupEdit::Empty(Site(0)), SetupEdit::Use(setup_tools(&*start)[0], Site(9_999))] {
            assert!(edit_position(&*start, edit).is_ok());
        }
    }
}

#[test]
fn an_edit_that_the_rules_forbid_is_explained() {
    let stlts = open("stlts", Some("12/12/12/12/12/12/12/12/12/12/12/w,11 w 0")).unwrap();
    let error = edit_position(&*stlts, SetupEdit::Clear).unwrap_err();
    assert!(error.message().to_string().contains("no piece stands on the board"), "{error}");
    let four = open("staqs:players=4", None).unwrap();
    assert_eq!((setup_tools(&*four).len(), setup_tools(&*open("staqs", None).unwrap()).len()), (5, 3));
    let green = edit_position(&*four, SetupEdit::Use(setup_tools(&*four)[4], Site(0))).unwrap();
    assert!(green.position().contains("g2"), "{}", green.position());
}

//! Finds pieces that the player to move could lose to the next player's turn, by comparing boards: games need not
//! define captures.

use cairn_rules::{Guide, Pile, PileState, Player, Site, SiteView};

/// The maximum number of turns tried, so that no position takes long.
const MAX_TURNS: usize = 2_000;

/// Returns the sites that a turn of the next player could change for the worse if the player to move passed.
pub(crate) fn threatened<P: Guide>(position: &P) -> Vec<Site> {
    let Some(passed) = position.passed() else { return Vec::new() };
    let (player, enemy) = (position.to_move(), passed.to_move());
    let before = passed.scene().sites;
    let mut is_threatened = vec![false; before.len()];
    let turns = passed.moves().into_iter().filter(|&mv| passed.may_take(mv));
    for mv in turns.take(MAX_TURNS) {
        let after = passed.after(mv).scene().sites;
        for ((found, old), new) in is_threatened.iter_mut().zip(&before).zip(&after) {
            *found = *found || loses(player, old, new) || claims(enemy, old, new);
        }
    }
    let sites = is_threatened.iter().enumerate().filter(|(_, found)| **found);
    sites.map(|(index, _)| Site(index as u16)).collect()
}

/// Returns whether a player has less on a site than before.
fn loses(player: Player, old: &SiteView, new: &SiteView) -> bool {
    let height = |site: &SiteView| {
        site.pile.as_ref().filter(|pile| pile.owner() == Some(player)).map_or(0, Pile::height)
    };
    height(new) < height(old) || (old.pawn == Some(player) && new.pawn != Some(player))
}

/// Returns whether a turn has given the pile on a site to a player for good.
fn claims(player: Player, old: &SiteView, new: &SiteView) -> bool {
    let is_claimed = |pile: &Pile| pile.state == PileState::Claimed && pile.owner() == Some(player);
    old.pile.as_ref().is_some_and(|pile| !is_claimed(pile)) && new.pile.as_ref().is_some_and(is_claimed)
}

#[cfg(test)]
mod tests {
    use crate::open;

    fn threatened(spec: &str, position: Option<&str>) -> Vec<String> {
        let session = open(spec, position).unwrap();
        let sites = session.board().scene().sites;
        session.board().threatened().iter().map(|site| sites[usize::from(site.0)].name.clone()).collect()
    }

    #[test]
    fn capturable_pieces_are_threatened() {
        // The black piece with pins can walk to a9, but not to a8.
        let stlts = "12/12/b1.1,11/w,11/w,11/12/12/12/12/12/12/12 w 0";
        assert_eq!(threatened("stlts", Some(stlts)), ["a9"]);
        // Black's pair at c4 outnumbers the single at c3, but not the three at e3.
        let stacks = "b4,4/5/5/2,b2,2/2,r1,1,r3/5/r2,4 r 0";
        assert_eq!(threatened("stacks", Some(stacks)), ["c3"]);
        // Black stands on a single disc in line with a pair, and may carry unless its last turn was a carry.
        assert_eq!(threatened("stac", Some("4,s/5/5/5/s,1,d,1,d w a1 e5 - 0")), ["e1"]);
        assert_eq!(threatened("stac", Some("4,s/5/5/5/s,1,d,1,d w a1 e5 b 0")), [""; 0]);
    }

    #[test]
    fn no_threats_without_captures_or_after_the_end() {
        for (spec, takes) in
            [("staqs", false), ("sight", false), ("stac", true), ("stlts", true), ("stacks", true)]
        {
            assert_eq!(threatened(spec, None), [""; 0], "{spec}");
            assert_eq!(open(spec, None).unwrap().board().takes(), takes, "{spec}");
        }
        let mut session = open("stlts", Some("12/12/b1.1,11/w,11/12/12/12/12/12/12/12/12 w 0")).unwrap();
        assert_eq!(session.board().threatened().len(), 1);
        // The cache belongs to its position.
        session.play("a9+b").unwrap();
        assert_eq!(session.board().threatened().len(), 0);
        session.undo().unwrap();
        assert_eq!(session.board().threatened().len(), 1);
        session.resign(session.to_move()).unwrap();
        assert_eq!(session.board().threatened().len(), 0);
    }

    #[test]
    fn forced_sites_are_named() {
        let forced = |spec: &str, position: &str| -> Vec<String> {
            let session = open(spec, Some(position)).unwrap();
            let sites = session.board().scene().sites;
            session.board().forced(&[]).iter().map(|site| sites[usize::from(site.0)].name.clone()).collect()
        };
        assert_eq!(forced("sight", "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w2,3 w"), ["b1", "d2", "a4"]);
        assert_eq!(forced("sight", "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w2,3 b"), [""; 0]);
        assert_eq!(forced("stacks:fours=duty", "5/5/5/2,b4,b1,1/5/r2,4/r4,4 b 0"), ["c4"]);
        assert_eq!(forced("stacks", "5/5/5/2,b4,b1,1/5/r2,4/r4,4 b 0"), [""; 0]);
        // The only stack that can still step.
        assert_eq!(forced("staqs:size=3", "b2,w2,1/n,2/3 b 0/0"), ["a3"]);
    }
}

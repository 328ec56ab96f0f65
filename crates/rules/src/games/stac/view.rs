//! The scene of Stac, and the steps that build a turn.

use super::position::{StacMove, StacPosition};
use super::square::StacSquare;
use super::{CLAIMS, SIZE, Stac};
use crate::{Button, Game, Message, Pile, PileState, Player, Position, Present, Scene, Site, SiteView, Step};

fn site(square: StacSquare) -> Site {
    Site(square.index() as u16)
}

impl StacPosition {
    fn view(&self, square: StacSquare) -> SiteView {
        let pile = match (self.tower_on(square), self.discs_on(square)) {
            (Some(player), _) => Some(Pile { state: PileState::Claimed, ..Pile::topped(player, 3) }),
            (None, 0) => None,
            (None, discs) => Some(Pile::of(None, discs.into())),
        };
        let pawn = Player::seats(2).find(|&player| self.pawn(player) == square);
        SiteView { pile, pawn, ..SiteView::new(square.column(), square.row()) }
    }
}

impl Present for StacPosition {
    fn scene(&self) -> Scene {
        let view = |column, row| self.view(StacSquare::new(column, row));
        let mut scene = Scene::with_sites(Stac::INFO, SIZE, SIZE, self, view);
        scene.unowned = "loose";
        for player in Player::seats(2) {
            let towers = self.towers[player.index()];
            scene.seats[player.index()].facts = vec![
                Message::new("towers: {n} of {goal}").with("n", towers.count_ones()).with("goal", CLAIMS),
                if self.carried[player.index()] {
                    Message::new("may carry: no")
                } else {
                    Message::new("may carry: yes")
                },
            ];
        }
        scene.warn_of_draw(
            self,
            self.options.quiet,
            Message::new("draw in {n} turns, unless a pair or a tower is made"),
            Message::new("draw after this turn, unless a pair or a tower is made"),
        );
        scene
    }

    fn square(&self, name: &str) -> Option<SiteView> {
        name.parse().ok().map(|square| self.view(square))
    }

    /// Returns the square, followed by a button if the pawn may either walk or carry to it.
    ///
    /// Carrying always requires its button, so that a player does not carry a disc by mistake.
    fn steps(&self, mv: StacMove) -> Vec<Step> {
        let mut steps = vec![Step::Site(site(mv.to))];
        if mv.carrying {
            steps.push(Step::Button(Button("carry")));
        } else if self.carries(self.to_move()) & mv.to.bit() != 0 {
            steps.push(Step::Button(Button("walk")));
        }
        steps
    }
}

//! What Stac looks like and how a turn is pointed at.

use super::position::{StacMove, StacPosition};
use super::square::{StacSquare, squares};
use super::{CLAIMS, SIZE, Stac};
use crate::{Button, Game, Message, Pile, PileState, Player, Position, Present, Scene, Site, Step};

fn site(square: StacSquare) -> Site {
    Site(square.index() as u16)
}

impl Present for StacPosition {
    fn scene(&self) -> Scene {
        let mut scene = Scene::board(Stac::INFO, SIZE, SIZE, self);
        for (set, height) in [(self.ones, 1), (self.twos, 2)] {
            for square in squares(set) {
                scene.sites[square.index()].pile = Some(Pile::of(None, height));
            }
        }
        for player in Player::seats(2) {
            let towers = self.towers[player.index()];
            for square in squares(towers) {
                let tower = Pile { state: PileState::Claimed, ..Pile::topped(player, 3) };
                scene.sites[square.index()].pile = Some(tower);
            }
            scene.sites[self.pawn(player).index()].pawn = Some(player);
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

    /// The square, and how to get there where the pawn may either walk or carry to it.
    ///
    /// Carrying always asks for its button: a disc should not be taken along by mistake.
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

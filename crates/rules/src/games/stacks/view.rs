//! What Stacks looks like.

use super::Stacks;
use super::part::Move;
use super::position::Position;
use super::square::{COLUMNS, ROWS, Square, home, squares};
use crate::{Fact, Game, Ground, Pile, PileState, Player, Present, Scene, Site, Step};

pub(super) fn site(square: Square) -> Site {
    Site(u16::from(square.row()) * u16::from(COLUMNS) + u16::from(square.column()))
}

impl Present for Position {
    fn scene(&self) -> Scene {
        let mut scene = Scene::board(&Stacks::INFO, COLUMNS, ROWS, self);
        for player in Player::seats(2) {
            for square in squares(home(player)) {
                scene.sites[usize::from(site(square).0)].ground = Ground::Home(player);
            }
            let side = self.side(player);
            for square in squares(side.all) {
                let locked = home(player.opponent()) & square.bit() != 0;
                let state = if locked { PileState::Locked } else { PileState::Free };
                let pile = Pile { state, ..Pile::of(Some(player), side.height(square).into()) };
                scene.sites[usize::from(site(square).0)].pile = Some(pile);
            }
            scene.seats[player.index()].facts = vec![
                Fact::new("home", self.at_goal(player).into()),
                Fact::new("lost", self.lost(player).into()),
            ];
        }
        scene.facts.push(Fact::new("quiet", self.halfmove_clock.into()));
        scene
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        self.steps_of(mv)
    }

    fn other_steps(&self, mv: Move) -> Option<Vec<Step>> {
        self.swapped_steps_of(mv)
    }
}

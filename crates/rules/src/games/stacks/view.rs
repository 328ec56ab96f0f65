//! What Stacks looks like.

use super::part::StacksMove;
use super::position::{HOME_TO_WIN, StacksPosition};
use super::square::{COLUMNS, ROWS, StacksSquare, home, squares};
use super::{MOST_LOST, Stacks};
use crate::{Game, Ground, Message, Pile, PileState, Player, Present, Scene, Site, Step};

pub(super) fn site(square: StacksSquare) -> Site {
    Site(u16::from(square.row()) * u16::from(COLUMNS) + u16::from(square.column()))
}

impl Present for StacksPosition {
    fn scene(&self) -> Scene {
        let mut scene = Scene::board(Stacks::INFO, COLUMNS, ROWS, self);
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
                Message::new("in enemy home: {n} of {goal}")
                    .with("n", self.at_goal(player))
                    .with("goal", HOME_TO_WIN),
                Message::new("lost: {n} of {limit}")
                    .with("n", self.lost(player))
                    .with("limit", MOST_LOST + 1),
            ];
        }
        scene.warn_of_draw(
            self,
            self.options.quiet,
            Message::new("draw in {n} turns, unless a piece attacks or gets home"),
            Message::new("draw after this turn, unless a piece attacks or gets home"),
        );
        scene
    }

    fn steps(&self, mv: StacksMove) -> Vec<Step> {
        self.ways_of(mv).swap_remove(0)
    }

    fn ways(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        let mut ways = self.ways_of(mv);
        ways.extend(self.swapped_ways_of(mv));
        ways
    }
}

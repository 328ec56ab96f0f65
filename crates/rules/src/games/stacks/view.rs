//! The scene of Stacks.

use super::part::StacksMove;
use super::position::{HOME_TO_WIN, StacksPosition};
use super::square::{COLUMNS, ROWS, StacksSquare, home};
use super::{MAX_LOST, Stacks};
use crate::{Game, Ground, Message, Pile, PileState, Player, Present, Scene, Site, SiteView, Step};

pub(super) fn site(square: StacksSquare) -> Site {
    Site(u16::from(square.row()) * u16::from(COLUMNS) + u16::from(square.column()))
}

impl StacksPosition {
    fn view(&self, square: StacksSquare) -> SiteView {
        let owner = Player::seats(2).find(|&player| home(player) & square.bit() != 0);
        let pile = self.stack_on(square).map(|(player, height)| {
            let is_locked = owner == Some(player.opponent());
            let state = if is_locked { PileState::Locked } else { PileState::Free };
            Pile { state, ..Pile::of(Some(player), height.into()) }
        });
        let ground = owner.map_or(Ground::Plain, Ground::Home);
        SiteView { ground, pile, ..SiteView::new(square.column(), square.row()) }
    }
}

impl Present for StacksPosition {
    fn scene(&self) -> Scene {
        let view = |column, row| self.view(StacksSquare::new(column, row));
        let mut scene = Scene::with_sites(Stacks::INFO, COLUMNS, ROWS, self, view);
        for player in Player::seats(2) {
            scene.seats[player.index()].facts = vec![
                Message::new("in enemy home: {n} of {goal}")
                    .with("n", self.at_goal(player))
                    .with("goal", HOME_TO_WIN),
                Message::new("enemy lost: {n} of {limit}")
                    .with("n", self.lost(player.opponent()))
                    .with("limit", MAX_LOST + 1),
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

    fn square(&self, name: &str) -> Option<SiteView> {
        name.parse().ok().map(|square| self.view(square))
    }

    fn steps(&self, mv: StacksMove) -> Vec<Step> {
        self.sequences(mv).swap_remove(0)
    }

    fn step_sequences(&self, mv: StacksMove) -> Vec<Vec<Step>> {
        let mut sequences = self.sequences(mv);
        sequences.extend(self.swapped_sequences(mv));
        sequences
    }
}

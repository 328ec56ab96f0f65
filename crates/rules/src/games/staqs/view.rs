//! What STAQS looks like and how a turn is pointed at.

use super::Staqs;
use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use crate::{Button, Game, Ground, Message, Pile, Player, Present, Scene, Site, Step};

impl StaqsPosition {
    pub(super) fn site(&self, square: StaqsSquare) -> Site {
        Site(u16::from(square.row()) * u16::from(self.options().size) + u16::from(square.column()))
    }
}

impl Present for StaqsPosition {
    fn scene(&self) -> Scene {
        let size = self.options().size;
        let mut scene = Scene::board(Staqs::INFO, size, size, self);
        for site in &mut scene.sites {
            site.ground = Ground::Void;
        }
        for square in self.neutral().iter() {
            let site = &mut scene.sites[usize::from(self.site(square).0)];
            site.ground = Ground::Plain;
            site.pile = Some(Pile::of(None, 1));
        }
        for (player, stack) in self.all_stacks() {
            let site = &mut scene.sites[usize::from(self.site(stack.square).0)];
            site.ground = Ground::Plain;
            site.pile = Some(Pile::topped(player, stack.height.into()));
        }
        for (player, seat) in Player::ALL.into_iter().zip(&mut scene.seats) {
            seat.facts.push(Message::new("discs to place: {n}").with("n", self.reserve(player)));
        }
        scene
    }

    fn steps(&self, mv: StaqsMove) -> Vec<Step> {
        match mv {
            StaqsMove::Place(square) => vec![Step::Site(self.site(square))],
            StaqsMove::Step { from, to } => vec![Step::Site(self.site(from)), Step::Site(self.site(to))],
            StaqsMove::Pass => vec![Step::Button(Button("pass"))],
        }
    }
}

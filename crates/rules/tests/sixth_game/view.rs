//! The scene of Tump, and the steps of a turn.

use super::Tump;
use super::position::{TumpMove, TumpPosition};
use super::square::TumpSquare;
use crate::{Game, Message, Pile, Player, Present, Scene, Site, Step};

impl TumpPosition {
    fn site(&self, square: TumpSquare) -> Site {
        Site(u16::from(square.row()) * u16::from(self.options.size) + u16::from(square.column()))
    }
}

impl Present for TumpPosition {
    fn scene(&self) -> Scene {
        let size = self.options.size;
        let mut scene = Scene::board(Tump::INFO, size, size, self);
        for player in Player::seats(2) {
            let mut pieces = 0;
            for (square, height) in self.stacks_of(player) {
                pieces += u32::from(height);
                let pile = Pile::of(Some(player), height.into());
                scene.sites[usize::from(self.site(square).0)].pile = Some(pile);
            }
            scene.seats[player.index()].facts.push(Message::new("pieces: {n}").with("n", pieces));
        }
        scene
    }

    fn steps(&self, mv: TumpMove) -> Vec<Step> {
        match mv {
            TumpMove::Place(square) => vec![Step::Site(self.site(square))],
            TumpMove::Climb { from, to } => vec![Step::Site(self.site(from)), Step::Site(self.site(to))],
        }
    }
}

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
        for (square, stack) in self.all_stacks() {
            scene.sites[usize::from(self.site(square).0)].pile = Pile::from_pieces(stack.pieces().map(Some));
        }
        for player in Player::seats(2) {
            let pieces: u32 = self.all_stacks().map(|(_, stack)| u32::from(stack.count(player))).sum();
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

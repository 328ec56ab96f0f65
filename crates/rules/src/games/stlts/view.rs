//! The scene of Stlts, and the steps that build a turn.

use super::position::{StltsMove, StltsPosition};
use super::side::Pin;
use super::square::StltsSquare;
use super::{PIECES, SIZE, Stlts};
use crate::{Button, Game, Message, Pile, Player, Present, Scene, Site, SiteView, Step};

fn site(square: StltsSquare) -> Site {
    Site(u16::from(square.row()) * u16::from(SIZE) + u16::from(square.column()))
}

impl StltsPosition {
    fn view(&self, square: StltsSquare) -> SiteView {
        let piece = self.piece_on(square);
        let pile = piece.map(|(player, pins)| Pile { pins: Some(pins), ..Pile::of(Some(player), 1) });
        SiteView { pile, ..SiteView::new(square.column(), square.row()) }
    }
}

impl Present for StltsPosition {
    fn scene(&self) -> Scene {
        let view = |column, row| self.view(StltsSquare::new(column, row));
        let mut scene = Scene::with_sites(Stlts::INFO, SIZE, SIZE, self, view);
        for player in Player::seats(2) {
            let pieces = |player: Player| self.side(player).squares().count();
            let captured = (PIECES as u32).saturating_sub(pieces(player.opponent()));
            scene.seats[player.index()].facts = vec![
                Message::new("pieces: {n}").with("n", pieces(player)),
                Message::new("enemies captured: {n}").with("n", captured),
            ];
        }
        scene.warn_of_draw(
            self,
            self.options.quiet,
            Message::new("draw in {n} turns, unless a piece is captured"),
            Message::new("draw after this turn, unless a piece is captured"),
        );
        scene
    }

    fn square(&self, name: &str) -> Option<SiteView> {
        name.parse().ok().map(|square| self.view(square))
    }

    fn steps(&self, mv: StltsMove) -> Vec<Step> {
        match mv {
            StltsMove::Insert { at, pin } => {
                let button = match pin {
                    Pin::White => Button("white pin"),
                    Pin::Black => Button("black pin"),
                };
                vec![Step::Site(site(at)), Step::Button(button)]
            }
            StltsMove::Walk { from, to } | StltsMove::Capture { from, to } => {
                vec![Step::Site(site(from)), Step::Site(site(to))]
            }
        }
    }
}

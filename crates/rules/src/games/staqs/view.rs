//! The scene of STAQS, and the steps that build a turn.

use super::Staqs;
use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use crate::{Button, Game, Ground, Message, Pile, Player, Position, Present, Scene, Site, SiteView, Step};

impl StaqsPosition {
    pub(super) fn site(&self, square: StaqsSquare) -> Site {
        Site(u16::from(square.row()) * u16::from(self.options().size) + u16::from(square.column()))
    }

    fn view(&self, square: StaqsSquare) -> SiteView {
        let pile = match self.stack_on(square) {
            Some((player, height)) => Some(Pile::topped(player, height.into())),
            None => self.is_neutral(square).then(|| Pile::of(None, 1)),
        };
        let ground = if pile.is_some() { Ground::Plain } else { Ground::Void };
        SiteView { ground, pile, ..SiteView::new(square.column(), square.row()) }
    }
}

impl StaqsPosition {
    /// Returns the player's fact: the discs to place or, once all discs are placed, the heights that will decide.
    fn fact(&self, player: Player) -> Message {
        if self.reserves() != [0; 4] {
            return Message::new("discs to place: {n}").with("n", self.reserve(player));
        }
        let heights = self.heights(player).into_iter().filter(|&height| height > 0);
        let heights = heights.map(|height| height.to_string()).collect::<Vec<_>>().join(", ");
        Message::new("heights: {heights}").with("heights", heights)
    }

    /// Names the stacks that decided, if the tallest ones are equal (rules 14, 15, 21).
    fn verdict(&self) -> Option<Message> {
        let winner = self.outcome()?.winner()?;
        let own = self.heights(winner);
        let others = Player::seats(self.seats().into()).filter(|&player| player != winner);
        let next = others.map(|player| self.heights(player)).max()?;
        let (place, (own, other)) =
            (0..).zip(own.into_iter().zip(next)).find(|(_, (own, other))| own != other)?;
        let verdict = match (place, other) {
            (1, 0) => Message::new("{player} wins on the second stack, {own} against none"),
            (1, _) => Message::new("{player} wins on the second stack, {own} against {other}"),
            (2, 0) => Message::new("{player} wins on the third stack, {own} against none"),
            (2, _) => Message::new("{player} wins on the third stack, {own} against {other}"),
            (3, 0) => Message::new("{player} wins on the fourth stack, {own} against none"),
            (3, _) => Message::new("{player} wins on the fourth stack, {own} against {other}"),
            _ => return None,
        };
        Some(verdict.seat("player", Staqs::INFO.seat(winner).name).with("own", own).with("other", other))
    }
}

impl Present for StaqsPosition {
    fn scene(&self) -> Scene {
        let size = self.options().size;
        let view = |column, row| self.view(StaqsSquare::new(column, row));
        let mut scene = Scene::with_sites(Staqs::INFO, size, size, self, view);
        for (player, seat) in Player::ALL.into_iter().zip(&mut scene.seats) {
            seat.facts.push(self.fact(player));
        }
        scene.verdict = self.verdict();
        scene
    }

    fn square(&self, name: &str) -> Option<SiteView> {
        self.parse_square(name).ok().map(|square| self.view(square))
    }

    fn steps(&self, mv: StaqsMove) -> Vec<Step> {
        match mv {
            StaqsMove::Place(square) => vec![Step::Site(self.site(square))],
            StaqsMove::Step { from, to } => vec![Step::Site(self.site(from)), Step::Site(self.site(to))],
            StaqsMove::Pass => vec![Step::Button(Button("pass"))],
        }
    }
}

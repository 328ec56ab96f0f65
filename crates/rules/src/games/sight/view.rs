//! The scene of Sight, and the steps that build a turn.

use super::Sight;
use super::point::SightPoint;
use super::position::{SightMove, SightPosition};
use crate::{Game, Message, Pile, Player, Position, Present, Scene, Site, SiteView, Step, Surface};

impl SightPosition {
    pub(super) fn site(&self, point: SightPoint) -> Site {
        Site(u16::from(point.row()) * u16::from(self.options.size) + u16::from(point.column()))
    }

    fn view(&self, point: SightPoint) -> SiteView {
        let pile = self.stack_on(point).map(|(player, height)| Pile::of(Some(player), height));
        SiteView { pile, ..SiteView::new(point.column(), point.row()) }
    }

    /// Returns the drawn lines from edge to edge (rules 1, 2).
    fn lines(&self) -> Vec<(Site, Site)> {
        let last = self.options.size - 1;
        let line = |from: (u8, u8), to: (u8, u8)| {
            (self.site(SightPoint::new(from.0, from.1)), self.site(SightPoint::new(to.0, to.1)))
        };
        let mut lines = Vec::new();
        for at in 0..=last {
            lines.push(line((0, at), (last, at)));
            lines.push(line((at, 0), (at, last)));
        }
        // Diagonals up start on the lower or left edge; diagonals down are identified by the sum of column and row. A
        // single corner is not a line.
        for at in (0..last).step_by(2) {
            lines.push(line((at, 0), (last, last - at)));
            if at > 0 {
                lines.push(line((0, at), (last - at, last)));
            }
        }
        for sum in (2..2 * last).step_by(2) {
            let (low, high) = (sum.saturating_sub(last), sum.min(last));
            lines.push(line((low, high), (high, low)));
        }
        lines
    }
}

impl SightPosition {
    /// Explains that a lower stack could have moved, but only the tallest ones may (rule 19).
    fn verdict(&self) -> Option<Message> {
        let winner = self.outcome()?.winner()?;
        let loser = winner.opponent();
        let tallest = self.tallest(loser);
        let can_move = |(point, height): (SightPoint, u16)| height > 1 && self.targets(point) != 0;
        if !self.stacks_of(loser).any(can_move) {
            return None;
        }
        let verdict = if tallest.is_power_of_two() {
            Message::new("{loser}'s tallest stack is blocked, and only the tallest may move: {player} wins")
        } else {
            Message::new("{loser}'s tallest stacks are blocked, and only the tallest may move: {player} wins")
        };
        let name = |player| Sight::INFO.seat(player).name;
        Some(verdict.seat("player", name(winner)).seat("loser", name(loser)))
    }
}

impl Present for SightPosition {
    fn scene(&self) -> Scene {
        let size = self.options.size;
        let view = |column, row| self.view(SightPoint::new(column, row));
        let mut scene = Scene::with_sites(Sight::INFO, size, size, self, view);
        scene.surface = Surface::Points;
        scene.lines = self.lines();
        for player in Player::seats(2) {
            let held = self.pieces[player.index()];
            scene.seats[player.index()].facts = vec![
                Message::new("points held: {n}").with("n", held.count_ones()),
                Message::new("pieces: {n}").with("n", self.count_pieces(player)),
            ];
        }
        scene.verdict = self.verdict();
        scene
    }

    fn square(&self, name: &str) -> Option<SiteView> {
        self.parse_point(name).ok().map(|point| self.view(point))
    }

    fn steps(&self, mv: SightMove) -> Vec<Step> {
        match mv {
            SightMove::Place(point) => vec![Step::Site(self.site(point))],
            SightMove::Step { from, to } => vec![Step::Site(self.site(from)), Step::Site(self.site(to))],
        }
    }
}

//! Numeric encoding of STAQS: placements by square, steps by square and direction, and the pass.

use super::options::Steps;
use super::position::{StaqsMove, StaqsPosition};
use super::square::StaqsSquare;
use crate::encode::{Planes, actions_are_moves, direction, neighbour};
use crate::{Encode, Player, Position};

impl StaqsPosition {
    fn cells(&self) -> u32 {
        u32::from(self.options().size).pow(2)
    }

    fn directions(&self) -> u32 {
        match self.options().steps {
            Steps::Orthogonal => 4,
            Steps::All => 8,
        }
    }

    fn place_of(&self, square: StaqsSquare) -> u32 {
        u32::from(square.row()) * u32::from(self.options().size) + u32::from(square.column())
    }

    fn square_at(&self, place: u32) -> StaqsSquare {
        let size = u32::from(self.options().size);
        StaqsSquare::new((place % size) as u8, (place / size) as u8)
    }

    fn number_of(&self, mv: StaqsMove) -> u32 {
        match mv {
            StaqsMove::Place(square) => self.place_of(square),
            StaqsMove::Step { from, to } => {
                let direction = direction((from.column(), from.row()), (to.column(), to.row()));
                self.cells() + self.place_of(from) * self.directions() + direction
            }
            StaqsMove::Pass => self.cells() * (1 + self.directions()),
        }
    }

    fn numbered(&self, number: u32) -> Option<StaqsMove> {
        if number < self.cells() {
            return Some(StaqsMove::Place(self.square_at(number)));
        }
        let number = number - self.cells();
        if number >= self.cells() * self.directions() {
            return (number == self.cells() * self.directions()).then_some(StaqsMove::Pass);
        }
        let from = self.square_at(number / self.directions());
        let size = self.options().size;
        let (column, row) = neighbour((from.column(), from.row()), number % self.directions(), size, size)?;
        Some(StaqsMove::Step { from, to: StaqsSquare::new(column, row) })
    }
}

impl Encode for StaqsPosition {
    actions_are_moves!();

    fn action_count(&self) -> u32 {
        self.cells() * (1 + self.directions()) + 1
    }

    fn legal_actions(&self, (): (), out: &mut Vec<u32>) {
        self.for_each_move(|mv| out.push(self.number_of(mv)));
    }

    fn observation_shape(&self) -> [usize; 3] {
        let size = usize::from(self.options().size);
        [1 + 2 * usize::from(self.seats()), size, size]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let (size, seats) = (self.options().size, self.seats());
        let mut planes = Planes::new(planes, size, size);
        let at = |square: StaqsSquare| (square.column(), square.row());
        planes.squares(self.neutral().iter().map(|square| (at(square), 1)));
        let players = || std::iter::successors(Some(self.to_move()), |player| Some(player.next(seats)));
        let players = || players().take(seats.into());
        for player in players() {
            planes.squares(self.stacks_of(player).map(|(square, height)| (at(square), height.into())));
        }
        players().for_each(|player: Player| planes.constant(self.reserve(player).into()));
    }
}

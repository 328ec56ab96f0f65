//! Numeric encoding of STAQS: placements by square, steps by square and direction, and the pass.

use super::bits::Word;
use super::options::Steps;
use super::position::{StaqsMove, StaqsPosition};
use super::square::{STRIDE, StaqsSquare};
use crate::encode::{Planes, actions_are_moves, direction, neighbour, neighbours, rows};
use crate::{ActionSet, Encode, Player, Position};

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

    /// The uncovered neutral discs, by rows.
    fn neutral_rows(&self) -> impl Iterator<Item = u64> + use<> {
        let size = self.options().size;
        rows(u128::of(self.neutral()), STRIDE, size, size)
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

    fn add_legal_actions(&self, (): (), out: &mut ActionSet<'_>) {
        let player = self.to_move();
        let mut any = 0;
        if self.reserve(player) > 0 {
            for (row, squares) in (0..).zip(self.neutral_rows()) {
                any |= squares;
                out.insert_all(row * u32::from(self.options().size), squares);
            }
        }
        if !self.placing() {
            let (neutral, directions) = (u128::of(self.neutral()), self.directions());
            for (from, _) in self.stacks_of(player) {
                let steps =
                    neighbours::<STRIDE>(neutral, (from.column(), from.row())) & ((1 << directions) - 1);
                any |= steps;
                out.insert_all(self.cells() + self.place_of(from) * directions, steps);
            }
        }
        if any == 0 && self.is_legal(StaqsMove::Pass) {
            out.insert(self.number_of(StaqsMove::Pass));
        }
    }

    fn observation_shape(&self) -> [usize; 3] {
        let size = usize::from(self.options().size);
        [1 + 2 * usize::from(self.seats()), size, size]
    }

    fn observe(&self, (): (), planes: &mut [f32]) {
        let (size, seats) = (self.options().size, self.seats());
        let mut planes = Planes::new(planes, size, size);
        let at = |square: StaqsSquare| (square.column(), square.row());
        planes.rows(self.neutral_rows());
        let players = || std::iter::successors(Some(self.to_move()), |player| Some(player.next(seats)));
        let players = || players().take(seats.into());
        for player in players() {
            planes.squares(self.stacks_of(player).map(|(square, height)| (at(square), height.into())));
        }
        players().for_each(|player: Player| planes.constant(self.reserve(player).into()));
    }
}

//! Encodes turns and positions as numbers, for learning programs: dense action numbers, and observation planes.

use std::fmt::Debug;

use crate::Position;

/// The effect of an action on a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Chosen<M, P> {
    /// It completes this legal move.
    Move(M),
    /// The turn needs more actions.
    Partial(P),
}

/// The numeric encoding of a game: actions from 0 to [`action_count`](Encode::action_count), and an observation of
/// planes over the board.
///
/// In most games an action is a move. A game with very many moves composes each of them from several actions of one
/// player. The encoding is prefix-free: no two moves have the same actions, and none begin with those of another.
///
/// By default a game has no actions and no planes, which is enough to play it.
///
/// ```
/// use cairn_rules::games::staqs::Staqs;
/// use cairn_rules::{Chosen, Encode, Game, Notation};
///
/// let start = Staqs::start(&Default::default());
/// let mv = start.parse_move("c3")?;
/// assert_eq!(start.actions_of(mv), [12]);
/// assert_eq!(start.choose((), 12), Some(Chosen::Move(mv)));
/// assert_eq!(start.choose((), 200), None);
/// # Ok::<(), cairn_rules::MoveError>(())
/// ```
pub trait Encode: Position {
    /// Increases whenever a number or a plane changes its meaning.
    const ENCODING_VERSION: u32 = 0;

    /// The actions chosen so far in an incomplete turn.
    type Partial: Copy + Eq + Debug + Default + Send + Sync + 'static;

    /// Returns the number of actions with these options, over all positions.
    fn action_count(&self) -> u32 {
        0
    }

    /// Appends the legal actions that can follow those chosen in this turn; none if the game is over.
    fn legal_actions(&self, _chosen: Self::Partial, _out: &mut Vec<u32>) {}

    /// Returns the effect of an action; `None` if it is illegal here.
    fn choose(&self, _chosen: Self::Partial, _action: u32) -> Option<Chosen<Self::Move, Self::Partial>> {
        None
    }

    /// Returns the actions that choose a legal move.
    fn actions_of(&self, _mv: Self::Move) -> Vec<u32> {
        Vec::new()
    }

    /// Describes an action for logs and tables, in move notation if the action is a move. `None` if there is no such
    /// action.
    fn action_name(&self, _action: u32) -> Option<String> {
        None
    }

    /// Returns the numbers of planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3] {
        [0; 3]
    }

    /// Writes the observation of the player to move: plane by plane, rows from the bottom up, columns from the left.
    fn observe(&self, _chosen: Self::Partial, _planes: &mut [f32]) {}
}

/// Inside `impl Encode`: implements a game in which every action is a move, using its inherent methods `number_of` (of
/// a move) and `numbered` (the move with a number, legal or not).
macro_rules! actions_are_moves {
    () => {
        type Partial = ();

        fn choose(&self, (): (), action: u32) -> Option<$crate::Chosen<Self::Move, ()>> {
            self.numbered(action).filter(|&mv| self.is_legal(mv)).map($crate::Chosen::Move)
        }

        fn actions_of(&self, mv: Self::Move) -> Vec<u32> {
            vec![self.number_of(mv)]
        }

        fn action_name(&self, action: u32) -> Option<String> {
            self.numbered(action).map(|mv| mv.to_string())
        }
    };
}
pub(crate) use actions_are_moves;

/// Fills the planes of an observation one after the other.
#[derive(Debug)]
pub(crate) struct Planes<'a> {
    rest: std::slice::ChunksExactMut<'a, f32>,
    columns: usize,
}

impl<'a> Planes<'a> {
    /// Creates planes of zeros over a board with this many columns and rows.
    pub(crate) fn new(planes: &'a mut [f32], columns: u8, rows: u8) -> Self {
        planes.fill(0.0);
        Self {
            rest: planes.chunks_exact_mut(usize::from(columns) * usize::from(rows)),
            columns: columns.into(),
        }
    }

    /// Fills the next plane with these values on squares given by column and row, and 0 elsewhere.
    pub(crate) fn squares(&mut self, values: impl IntoIterator<Item = ((u8, u8), u16)>) {
        let Some(plane) = self.rest.next() else { return };
        for ((column, row), value) in values {
            if let Some(cell) = plane.get_mut(usize::from(row) * self.columns + usize::from(column)) {
                *cell = value.into();
            }
        }
    }

    /// Fills the next plane with one value.
    pub(crate) fn constant(&mut self, value: u16) {
        if let Some(plane) = self.rest.next() {
            plane.fill(value.into());
        }
    }
}

/// The eight directions in the order of action numbers, as steps to the right and up; the orthogonal ones come first.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Returns the direction from one square to a neighbour, given by column and row.
pub(crate) const fn direction(from: (u8, u8), to: (u8, u8)) -> u32 {
    // The index is computed from the steps to the right and up, each plus one, modulo 3.
    const NUMBERS: [u32; 9] = [7, 3, 6, 1, 0, 0, 5, 2, 4];
    let (right, up) = (to.0.wrapping_sub(from.0).wrapping_add(1), to.1.wrapping_sub(from.1).wrapping_add(1));
    NUMBERS[(up % 3 * 3 + right % 3) as usize]
}

/// Returns the neighbour of a square in a direction, if both lie on a board with this many columns and rows.
pub(crate) fn neighbour((column, row): (u8, u8), direction: u32, columns: u8, rows: u8) -> Option<(u8, u8)> {
    let &(right, up) = DIRECTIONS.get(direction as usize)?;
    let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(up)?);
    (column < columns && row < rows).then_some((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_numbers() {
        for (number, (right, up)) in (0..).zip(DIRECTIONS) {
            let to = (3_u8.wrapping_add_signed(right), 4_u8.wrapping_add_signed(up));
            assert_eq!(direction((3, 4), to), number);
            assert_eq!(neighbour((3, 4), number, 5, 6), (to.0 < 5 && to.1 < 6).then_some(to));
        }
        assert_eq!(neighbour((0, 0), 1, 5, 5), None);
        assert_eq!(neighbour((2, 2), 8, 5, 5), None);
    }
}

//! Turns and positions as numbers, for programs that learn: dense action numbers, and planes of an observation.

use std::fmt::Debug;

use crate::Position;

/// What an action does to a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Chosen<M, P> {
    /// It completes this legal move.
    Move(M),
    /// The turn needs more actions.
    Partial(P),
}

/// The numbers of a game: actions from 0 to [`action_count`](Encode::action_count), and an observation of planes over
/// the board.
///
/// In most games an action is a move. A game with very many moves builds each of them from several actions of one player.
/// The actions that choose a move are its own: no two moves have the same ones, and none begin with those of another.
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
    /// Grows whenever a number or a plane changes its meaning.
    const ENCODING_VERSION: u32 = 0;

    /// What has been chosen of an incomplete turn.
    type Partial: Copy + Eq + Debug + Default + Send + Sync + 'static;

    /// How many actions there are with these options, in all positions together.
    fn action_count(&self) -> u32 {
        0
    }

    /// Appends the legal actions after those chosen of this turn: none when the game is over.
    fn legal_actions(&self, _chosen: Self::Partial, _out: &mut Vec<u32>) {}

    /// The effect of an action; `None` if it is illegal here.
    fn choose(&self, _chosen: Self::Partial, _action: u32) -> Option<Chosen<Self::Move, Self::Partial>> {
        None
    }

    /// The actions that choose a legal move.
    fn actions_of(&self, _mv: Self::Move) -> Vec<u32> {
        Vec::new()
    }

    /// An action in words for logs and tables: the notation of a move where the action is one. `None` if there is no
    /// such action.
    fn action_name(&self, _action: u32) -> Option<String> {
        None
    }

    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3] {
        [0; 3]
    }

    /// Writes the observation of the player to move, as many numbers as the shape has: plane by plane, from the bottom
    /// row up, from the left column on.
    fn observe(&self, _chosen: Self::Partial, _planes: &mut [f32]) {}
}

/// Inside `impl Encode`: the methods of a game in which every action is a move, from its inherent methods `number_of` (of
/// a move) and `numbered` (the move with a number, whether or not it is legal).
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

/// The planes of an observation, filled one after the other.
#[derive(Debug)]
pub(crate) struct Planes<'a> {
    rest: std::slice::ChunksExactMut<'a, f32>,
    columns: usize,
}

impl<'a> Planes<'a> {
    /// All zeros, over a board with so many columns and rows.
    pub(crate) fn new(planes: &'a mut [f32], columns: u8, rows: u8) -> Self {
        planes.fill(0.0);
        Self {
            rest: planes.chunks_exact_mut(usize::from(columns) * usize::from(rows)),
            columns: columns.into(),
        }
    }

    /// The next plane has these values on squares given by column and row, and 0 elsewhere.
    pub(crate) fn squares(&mut self, values: impl IntoIterator<Item = ((u8, u8), u16)>) {
        let Some(plane) = self.rest.next() else { return };
        for ((column, row), value) in values {
            if let Some(cell) = plane.get_mut(usize::from(row) * self.columns + usize::from(column)) {
                *cell = value.into();
            }
        }
    }

    /// The next plane has this value everywhere.
    pub(crate) fn constant(&mut self, value: u16) {
        if let Some(plane) = self.rest.next() {
            plane.fill(value.into());
        }
    }
}

/// The eight directions in the order of action numbers, as steps to the right and up; the orthogonal ones come first.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The direction from one square to a neighbour, given by column and row.
pub(crate) const fn direction(from: (u8, u8), to: (u8, u8)) -> u32 {
    // By the steps to the right and up, each plus one, modulo 3.
    const NUMBERS: [u32; 9] = [7, 3, 6, 1, 0, 0, 5, 2, 4];
    let (right, up) = (to.0.wrapping_sub(from.0).wrapping_add(1), to.1.wrapping_sub(from.1).wrapping_add(1));
    NUMBERS[(up % 3 * 3 + right % 3) as usize]
}

/// The neighbour of a square in a direction, if both lie on a board with so many columns and rows.
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

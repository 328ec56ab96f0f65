//! Encodes turns and positions as numbers, for learning programs: dense action numbers, and observation planes.

use std::fmt::Debug;

use crate::Position;

/// A set of actions as bits, 64 in a word, in memory of the caller: the first action is the lowest bit of the first word.
///
/// ```
/// use cairn_rules::ActionSet;
///
/// let mut words = vec![0; ActionSet::words(126)];
/// let mut set = ActionSet::new(&mut words);
/// set.insert(125);
/// set.insert_all(60, 0b1_0000_0001);
/// assert_eq!(ActionSet::actions(&words).collect::<Vec<_>>(), [60, 68, 125]);
/// ```
#[derive(Debug)]
pub struct ActionSet<'a>(&'a mut [u64]);

impl<'a> ActionSet<'a> {
    /// How many words hold so many actions.
    pub const fn words(actions: u32) -> usize {
        actions.div_ceil(u64::BITS) as usize
    }

    /// The set that these words are.
    pub const fn new(words: &'a mut [u64]) -> Self {
        Self(words)
    }

    /// Adds an action. One beyond the words is left out.
    #[inline]
    pub fn insert(&mut self, action: u32) {
        self.insert_all(action, 1);
    }

    /// Adds the action `first + n` for every bit `n` of `bits`.
    #[inline]
    pub fn insert_all(&mut self, first: u32, bits: u64) {
        let (place, shift) = ((first / u64::BITS) as usize, first % u64::BITS);
        if let Some(word) = self.0.get_mut(place) {
            *word |= bits << shift;
        }
        let beyond = bits >> 1 >> (u64::BITS - 1 - shift);
        if beyond != 0
            && let Some(word) = self.0.get_mut(place + 1)
        {
            *word |= beyond;
        }
    }

    /// Whether the set that these words are has an action.
    pub fn contains(words: &[u64], action: u32) -> bool {
        let word = words.get((action / u64::BITS) as usize);
        word.is_some_and(|word| word >> (action % u64::BITS) & 1 != 0)
    }

    /// The actions of the set that these words are, in ascending order.
    pub fn actions(words: &[u64]) -> impl Iterator<Item = u32> {
        (0..).step_by(u64::BITS as usize).zip(words).flat_map(|(first, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let action = first + rest.trailing_zeros();
                    rest &= rest - 1;
                    action
                })
            })
        })
    }
}

/// What an action does to a turn.
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

    /// Adds the legal actions after those chosen of this turn: none when the game is over.
    fn add_legal_actions(&self, _chosen: Self::Partial, _out: &mut ActionSet<'_>) {}

    /// Appends the legal actions after those chosen of this turn, in ascending order.
    fn legal_actions(&self, chosen: Self::Partial, out: &mut Vec<u32>) {
        let mut words = vec![0; ActionSet::words(self.action_count())];
        self.add_legal_actions(chosen, &mut ActionSet::new(&mut words));
        out.extend(ActionSet::actions(&words));
    }

    /// Returns the effect of an action; `None` if it is illegal here.
    fn choose(&self, _chosen: Self::Partial, _action: u32) -> Option<Chosen<Self::Move, Self::Partial>> {
        None
    }

    /// The effect of a legal action, which is not checked again. For another one it is unspecified.
    fn choose_unchecked(
        &self,
        chosen: Self::Partial,
        action: u32,
    ) -> Option<Chosen<Self::Move, Self::Partial>> {
        self.choose(chosen, action)
    }

    /// The actions that choose a legal move.
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

        fn choose_unchecked(&self, (): (), action: u32) -> Option<$crate::Chosen<Self::Move, ()>> {
            self.numbered(action).map($crate::Chosen::Move)
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
    /// Planes over a board with so many columns and rows.
    pub(crate) fn new(planes: &'a mut [f32], columns: u8, rows: u8) -> Self {
        Self {
            rest: planes.chunks_exact_mut(usize::from(columns) * usize::from(rows)),
            columns: columns.into(),
        }
    }

    /// The next plane has these values on squares given by column and row, and 0 elsewhere.
    #[inline]
    pub(crate) fn squares(&mut self, values: impl IntoIterator<Item = ((u8, u8), u16)>) {
        let Some(plane) = self.rest.next() else { return };
        plane.fill(0.0);
        for ((column, row), value) in values {
            if let Some(cell) = plane.get_mut(usize::from(row) * self.columns + usize::from(column)) {
                *cell = value.into();
            }
        }
    }

    /// The next plane has 1 where a set of squares has a bit, given by its rows from the bottom up, and 0 elsewhere.
    #[inline]
    pub(crate) fn rows(&mut self, rows: impl IntoIterator<Item = u64>) {
        let Some(plane) = self.rest.next() else { return };
        for (cells, row) in plane.chunks_exact_mut(self.columns.max(1)).zip(rows) {
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = f32::from((row >> column) as u8 & 1);
            }
        }
    }

    /// The next plane has this value everywhere.
    #[inline]
    pub(crate) fn constant(&mut self, value: u16) {
        if let Some(plane) = self.rest.next() {
            plane.fill(value.into());
        }
    }
}

/// The rows of a set of squares from the bottom up, which are `stride` bits apart.
pub(crate) fn rows(set: u128, stride: u8, columns: u8, rows: u8) -> impl Iterator<Item = u64> {
    (0..rows).map(move |row| (set >> (row * stride)) as u64 & ((1 << columns) - 1))
}

/// Which neighbours of a square a set has: a bit for each direction. Rows are `STRIDE` bits apart, and sets have no squares
/// in the gaps between them.
#[inline]
pub(crate) fn neighbours<const STRIDE: u8>(set: u128, (column, row): (u8, u8)) -> u64 {
    // The square below to the left comes to bit 0.
    let around = ((set << (STRIDE + 1)) >> (row * STRIDE + column)) as u64;
    let mut found = 0;
    for (direction, (right, up)) in DIRECTIONS.iter().enumerate() {
        let place = (up + 1) as u8 * STRIDE + (right + 1) as u8;
        found |= (around >> place & 1) << direction;
    }
    found
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
    fn sets_keep_every_action_within_their_words() {
        let mut words = [0; 3];
        let mut set = ActionSet::new(&mut words);
        let actions = [0, 63, 64, 70, 127, 128, 191];
        for action in actions {
            set.insert(action);
        }
        set.insert(192);
        set.insert(u32::MAX);
        set.insert_all(188, u64::MAX);
        set.insert_all(100, 1 << 63 | 1);
        assert_eq!([126, 127, 192].map(|action| ActionSet::contains(&words, action)), [false, true, false]);
        let expected = [0, 63, 64, 70, 100, 127, 128, 163, 188, 189, 190, 191];
        assert_eq!(ActionSet::actions(&words).collect::<Vec<_>>(), expected);
        assert_eq!([0, 1, 64, 65, 126].map(ActionSet::words), [0, 1, 1, 2, 2]);
    }

    #[test]
    fn neighbours_are_bits_of_directions() {
        let set = |squares: &[(u8, u8)]| {
            squares.iter().fold(0_u128, |set, (column, row)| set | 1 << (row * 11 + column))
        };
        for (number, (right, up)) in DIRECTIONS.iter().enumerate() {
            let to = (3_u8.wrapping_add_signed(*right), 4_u8.wrapping_add_signed(*up));
            assert_eq!(neighbours::<11>(set(&[to, (3, 4), (6, 6)]), (3, 4)), 1 << number);
        }
        assert_eq!(neighbours::<11>(set(&[(1, 1), (8, 8)]), (0, 0)), 1 << 4);
        assert_eq!(neighbours::<11>(set(&[(8, 8), (9, 8)]), (9, 9)), 1 << 3 | 1 << 7);
        assert_eq!(rows(set(&[(0, 0), (2, 0), (1, 1)]), 11, 3, 3).collect::<Vec<_>>(), [0b101, 0b10, 0]);
    }

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

//! `VectorGame`: many games at a time, in step, without Python in between. `NumPy` arrays are views of its memory.

use std::sync::{Mutex, PoisonError};

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{
    ActionSet, Chosen, Encode, Game, GameSpec, Outcome, Position, RandomSource, Repetitions, SmallRng,
    zobrist,
};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{failure, request};
use crate::game_state::returns;

/// How many games a thread takes at a time. Other threads help only with batches that are larger.
const SHARE: usize = 64;

/// The memory of some games of a batch: one part of each array. Arrays that are not asked for are empty.
struct Arrays<'a> {
    mask: &'a mut [bool],
    observation: &'a mut [f32],
    to_move: &'a mut [i32],
    reward: &'a mut [f32],
    done: &'a mut [bool],
    widths: Widths,
}

/// How many values of each array one game has.
#[derive(Copy, Clone)]
struct Widths {
    mask: usize,
    observation: usize,
    seats: usize,
}

impl Arrays<'_> {
    /// Takes the first games off.
    fn take(&mut self, games: usize) -> Self {
        let widths = self.widths;
        Self {
            mask: self.mask.split_off_mut(..games * widths.mask).unwrap_or_default(),
            observation: self.observation.split_off_mut(..games * widths.observation).unwrap_or_default(),
            to_move: self.to_move.split_off_mut(..games).unwrap_or_default(),
            reward: self.reward.split_off_mut(..games * widths.seats).unwrap_or_default(),
            done: self.done.split_off_mut(..games).unwrap_or_default(),
            widths,
        }
    }
}

/// The numbers of a game that lay out the arrays.
#[derive(Copy, Clone)]
struct Layout {
    actions: usize,
    shape: [usize; 3],
    seats: usize,
}

/// Many games of one type.
trait Batch: Send + Sync {
    fn layout(&self) -> Layout;
    /// Starts all games anew.
    fn reset(&mut self, pool: Option<&ThreadPool>, arrays: Arrays<'_>);
    /// The first game in which an action is illegal.
    fn find_illegal(&self, actions: &[i32]) -> Option<usize>;
    /// Takes legal actions, one in each game; a game that ends starts anew.
    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i32], arrays: Arrays<'_>);
    /// A legal action for each game, drawn uniformly.
    fn sample(&mut self, actions: &mut [i32]);
    fn action_name(&self, action: u32) -> Option<String>;
    /// The position of a game.
    fn position(&self, game: usize) -> Option<String>;
}

struct Lane<G: Game> {
    position: G::Position,
    repetitions: Repetitions<G::Position>,
    chosen: <G::Position as Encode>::Partial,
    /// How many actions are legal.
    choices: u32,
    rng: SmallRng,
}

impl<G: Game> Lane<G> {
    fn restart(&mut self, start: G::Position) {
        self.position = start;
        self.repetitions.push_forward(&start);
        self.chosen = Default::default();
    }

    /// Takes a legal action, and returns the draw if that has repeated a position.
    fn act(&mut self, action: u32) -> Option<Outcome> {
        match self.position.choose_unchecked(self.chosen, action)? {
            Chosen::Partial(chosen) => {
                self.chosen = chosen;
                None
            }
            Chosen::Move(mv) => {
                self.position.play_unchecked(mv);
                self.chosen = Default::default();
                self.repetitions.push_forward(&self.position)
            }
        }
    }

    /// Overwrites `legal` with the legal actions, and counts them.
    fn find_legal(&mut self, legal: &mut [u64]) {
        legal.fill(0);
        self.position.add_legal_actions(self.chosen, &mut ActionSet::new(legal));
        self.choices = legal.iter().map(|word| word.count_ones()).sum();
    }
}

struct TypedBatch<G: Game> {
    lanes: Vec<Lane<G>>,
    /// The legal actions of each game, in `words` words.
    legal: Vec<u64>,
    words: usize,
    start: G::Position,
    seed: u64,
}

/// Some games of a batch.
struct Games<'a, G: Game> {
    lanes: &'a mut [Lane<G>],
    legal: &'a mut [u64],
    words: usize,
    actions: &'a [i32],
    arrays: Arrays<'a>,
}

impl<G: Game> Games<'_, G> {
    /// Takes the first of them off; `None` if there are none left.
    fn take(&mut self, games: usize) -> Option<Self> {
        let games = games.min(self.lanes.len());
        (games > 0).then(|| Self {
            lanes: self.lanes.split_off_mut(..games).unwrap_or_default(),
            legal: self.legal.split_off_mut(..games * self.words).unwrap_or_default(),
            words: self.words,
            actions: self.actions.split_off(..games).unwrap_or_default(),
            arrays: self.arrays.take(games),
        })
    }

    /// Lets `play` change every game, and shows its player to move the result. `play` gets the action, and memory for the
    /// legal actions, which it overwrites with those after it.
    fn play(mut self, play: impl Fn(&mut Lane<G>, i32, &mut [u64]) -> Option<Outcome>) {
        let mut legal = vec![0; self.words];
        let known = self.legal.chunks_exact_mut(self.words.max(1));
        for ((lane, &action), known) in self.lanes.iter_mut().zip(self.actions).zip(known) {
            let arrays = self.arrays.take(1);
            let outcome = play(lane, action, &mut legal);
            arrays.done.fill(outcome.is_some());
            if outcome.is_some() {
                for (reward, value) in arrays.reward.iter_mut().zip(returns(outcome, arrays.widths.seats)) {
                    *reward = value as f32;
                }
            } else {
                arrays.reward.fill(0.0);
            }
            update(known, &legal, arrays.mask);
            if !arrays.observation.is_empty() {
                lane.position.observe(lane.chosen, arrays.observation);
            }
            arrays.to_move.fill(lane.position.to_move().index() as i32);
        }
    }
}

/// Changes a set of actions, and the part of its mask that differs.
fn update(set: &mut [u64], legal: &[u64], mask: &mut [bool]) {
    const BITS: usize = u64::BITS as usize;
    for ((known, &now), first) in set.iter_mut().zip(legal).zip((0..).step_by(BITS)) {
        if *known != now {
            *known = now;
            let end = mask.len().min(first + BITS);
            let (eights, rest) = mask.get_mut(first..end).unwrap_or_default().as_chunks_mut::<8>();
            for (eight, byte) in eights.iter_mut().zip(now.to_le_bytes()) {
                *eight = BOOLS[usize::from(byte)];
            }
            for (number, cell) in (8 * eights.len()..).zip(rest) {
                *cell = now >> number & 1 != 0;
            }
        }
    }
}

/// The bits of every byte.
static BOOLS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        table[place / 8][place % 8] = (place / 8) >> (place % 8) & 1 != 0;
        place += 1;
    }
    table
};

/// Number `index` of the actions of a set that has more.
fn nth_action(words: &[u64], mut index: u32) -> u32 {
    for (first, &word) in (0..).step_by(u64::BITS as usize).zip(words) {
        let count = word.count_ones();
        if index < count {
            return first + nth_bit(word, index);
        }
        index -= count;
    }
    0
}

/// Halves the word without a branch until one bit is left.
fn nth_bit(mut word: u64, mut index: u32) -> u32 {
    let mut place = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let below = (word & ((1 << width) - 1)).count_ones();
        let beyond = u32::from(index >= below);
        index -= beyond * below;
        word >>= beyond * width;
        place += beyond * width;
    }
    place
}

impl<G: Game> TypedBatch<G> {
    fn new(start: G::Position, batch: usize, seed: u64) -> Self {
        let words = ActionSet::words(start.action_count());
        let lane = |number| Lane {
            position: start,
            repetitions: Repetitions::new(),
            chosen: Default::default(),
            choices: 0,
            rng: lane_rng(seed, number),
        };
        Self { lanes: (0..batch).map(lane).collect(), legal: vec![0; batch * words], words, start, seed }
    }

    /// Plays in all games, on all threads.
    fn play(
        &mut self,
        pool: Option<&ThreadPool>,
        actions: &[i32],
        arrays: Arrays<'_>,
        play: impl Fn(&mut Lane<G>, i32, &mut [u64]) -> Option<Outcome> + Sync,
    ) {
        let shares = self.lanes.len().div_ceil(SHARE);
        let (lanes, legal, words) = (&mut *self.lanes, &mut *self.legal, self.words);
        let left = Mutex::new(Games { lanes, legal, words, actions, arrays });
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).take(SHARE);
        let work = || std::iter::from_fn(next).for_each(|games| games.play(&play));
        match pool {
            Some(pool) if shares > 1 => pool.in_place_scope(|scope| {
                for _ in 0..pool.current_num_threads().min(shares - 1) {
                    scope.spawn(|_| work());
                }
                work();
            }),
            _ => work(),
        }
    }
}

fn lane_rng(seed: u64, number: usize) -> SmallRng {
    SmallRng::seeded(zobrist::mix(seed) ^ number as u64)
}

impl<G: Game> Batch for TypedBatch<G> {
    fn layout(&self) -> Layout {
        Layout {
            actions: self.start.action_count() as usize,
            shape: self.start.observation_shape(),
            seats: self.start.seats().into(),
        }
    }

    fn reset(&mut self, pool: Option<&ThreadPool>, arrays: Arrays<'_>) {
        let (start, seed) = (self.start, self.seed);
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.rng = lane_rng(seed, number);
        }
        let actions = vec![0; self.lanes.len()];
        self.play(pool, &actions, arrays, |lane, _, legal| {
            lane.restart(start);
            lane.find_legal(legal);
            None
        });
    }

    fn find_illegal(&self, actions: &[i32]) -> Option<usize> {
        let is_legal = |(legal, &action): (&[u64], &i32)| {
            u32::try_from(action).is_ok_and(|action| ActionSet::contains(legal, action))
        };
        self.legal.chunks_exact(self.words.max(1)).zip(actions).position(|game| !is_legal(game))
    }

    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i32], arrays: Arrays<'_>) {
        let start = self.start;
        self.play(pool, actions, arrays, |lane, action, legal| {
            let repeated = lane.act(action as u32);
            lane.find_legal(legal);
            // A game is over exactly when no action is legal.
            let outcome = if lane.choices == 0 { lane.position.outcome() } else { None }.or(repeated);
            if outcome.is_some() {
                lane.restart(start);
                lane.find_legal(legal);
            }
            outcome
        });
    }

    fn sample(&mut self, actions: &mut [i32]) {
        let games = self.lanes.iter_mut().zip(self.legal.chunks_exact(self.words.max(1)));
        for ((lane, legal), action) in games.zip(actions) {
            *action = nth_action(legal, lane.rng.below(lane.choices)) as i32;
        }
    }

    fn action_name(&self, action: u32) -> Option<String> {
        self.start.action_name(action)
    }

    fn position(&self, game: usize) -> Option<String> {
        self.lanes.get(game).map(|lane| lane.position.to_string())
    }
}

fn open_batch(spec: &str, batch: usize, seed: u64) -> PyResult<(String, Box<dyn Batch>)> {
    struct Open(usize, u64);

    impl Visitor for Open {
        type Output = (String, Box<dyn Batch>);

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
            (spec.to_string(), Box::new(TypedBatch::<G>::new(G::start(&spec.options), self.0, self.1)))
        }
    }

    with_game(spec, Open(batch, seed)).map_err(request)
}

/// A batch of games stepped together on all cores. A game that ends starts anew, with its result in `reward` and `done`.
///
/// >>> import cairn
/// >>> games = cairn.VectorGame("staqs", batch=4, seed=1)
/// >>> games.observation.shape, games.mask.shape, games.to_move.tolist()
/// ((4, 5, 5, 5), (4, 126), [0, 0, 0, 0])
/// >>> reward, done = games.step(games.sample())
/// >>> reward.shape, done.any()
/// ((4, 2), np.False_)
/// >>> games.step([0, 1, 200, 3])
/// Traceback (most recent call last):
/// ValueError: game 2: illegal action 200: actions are numbers from 0 to 125
#[pyclass(module = "cairn")]
pub(crate) struct VectorGame {
    games: Box<dyn Batch>,
    /// The threads that help the calling one.
    pool: Option<ThreadPool>,
    #[pyo3(get)]
    spec: String,
    #[pyo3(get)]
    batch: usize,
    mask: Shared<PyArray2<bool>>,
    observation: Shared<PyArray4<f32>>,
    to_move: Shared<PyArray1<i32>>,
    reward: Shared<PyArray2<f32>>,
    done: Shared<PyArray1<bool>>,
    sampled: Shared<PyArray1<i32>>,
    /// The actions of the last step.
    actions: Vec<i32>,
}

/// An array, and the view of it that programs get, which cannot be written.
struct Shared<A> {
    array: Py<A>,
    view: Py<PyAny>,
}

impl<A> Shared<A> {
    fn new(array: &Bound<'_, A>) -> PyResult<Self> {
        let view = array.as_any().call_method0("view")?;
        view.call_method1("setflags", (false,))?;
        Ok(Self { array: array.clone().unbind(), view: view.unbind() })
    }
}

impl<T: numpy::Element, D: numpy::ndarray::Dimension> Shared<numpy::PyArray<T, D>> {
    fn write<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArray<'py, T, D>> {
        self.array.bind(py).try_readwrite().map_err(request)
    }
}

impl VectorGame {
    /// Calls `work` with the games, all arrays and the actions, without holding the interpreter.
    fn with_arrays(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, Option<&ThreadPool>, &[i32], Arrays<'_>) + Send,
    ) -> PyResult<()> {
        let (mut mask, mut observation) = (self.mask.write(py)?, self.observation.write(py)?);
        let (mut to_move, mut reward) = (self.to_move.write(py)?, self.reward.write(py)?);
        let mut done = self.done.write(py)?;
        let (mask, observation) = (mask.as_slice_mut()?, observation.as_slice_mut()?);
        let widths = Widths {
            mask: mask.len() / self.batch,
            observation: observation.len() / self.batch,
            seats: self.games.layout().seats,
        };
        let arrays = Arrays {
            mask,
            observation,
            to_move: to_move.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            widths,
        };
        let (games, pool, actions) = (&mut *self.games, self.pool.as_ref(), &*self.actions);
        py.detach(|| work(games, pool, actions, arrays));
        Ok(())
    }

    /// Copies the actions of a call: an array or a list of whole numbers.
    fn read_actions(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.actions.clear();
        let from_wide = |action: i64| i32::try_from(action).unwrap_or(-1);
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            match array.as_slice() {
                Ok(slice) => self.actions.extend_from_slice(slice),
                Err(_) => self.actions.extend(array.as_array()),
            }
        } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            self.actions.extend(array.as_array().iter().copied().map(from_wide));
        } else {
            let numbers = actions.extract::<Vec<i64>>().map_err(|_| {
                PyTypeError::new_err(
                    "actions are a one-dimensional array of int32 or int64, or a list of whole numbers",
                )
            })?;
            self.actions.extend(numbers.into_iter().map(from_wide));
        }
        Ok(())
    }
}

#[pymethods]
impl VectorGame {
    #[new]
    #[pyo3(signature = (spec, batch = 1024, seed = 0, *, observations = true, masks = true, threads = None))]
    fn new(
        py: Python<'_>,
        spec: &str,
        batch: usize,
        seed: u64,
        observations: bool,
        masks: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if batch == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("batch and threads are at least 1"));
        }
        let (spec, games) = open_batch(spec, batch, seed)?;
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let pool = if threads > 1 && batch > SHARE {
            Some(ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(failure)?)
        } else {
            None
        };
        let layout = games.layout();
        let [planes, rows, columns] = layout.shape;
        let with = |wanted: bool, size: usize| if wanted { size } else { 0 };
        let mask = zeros(py, [with(masks, batch), layout.actions], false)?;
        let observation = zeros(py, [with(observations, batch), planes, rows, columns], 0.0)?;
        let mut new = Self {
            games,
            pool,
            spec,
            batch,
            mask: Shared::new(&mask)?,
            observation: Shared::new(&observation)?,
            to_move: Shared::new(&zeros(py, [batch], 0)?)?,
            reward: Shared::new(&zeros(py, [batch, layout.seats], 0.0)?)?,
            done: Shared::new(&zeros(py, [batch], false)?)?,
            sampled: Shared::new(&zeros(py, [batch], 0)?)?,
            actions: Vec::new(),
        };
        new.reset(py)?;
        Ok(new)
    }

    /// Starts all games anew, with the draws of `sample` too.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.with_arrays(py, |games, pool, _, arrays| games.reset(pool, arrays))
    }

    /// What the player to move sees of each game: batch, planes, rows, columns. Empty with `observations=False`.
    #[getter]
    fn observation(&self, py: Python<'_>) -> Py<PyAny> {
        self.observation.view.clone_ref(py)
    }

    /// For each game and action whether it is legal. Empty with `masks=False`.
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.mask.view.clone_ref(py)
    }

    /// The player to move in each game, from 0.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.to_move.view.clone_ref(py)
    }

    /// The number of actions of the game.
    #[getter]
    fn num_actions(&self) -> usize {
        self.games.layout().actions
    }

    /// The number of players of each game.
    #[getter]
    fn players(&self) -> usize {
        self.games.layout().seats
    }

    /// Takes an action in each game. Returns what each player has won in the games that it ended, 0 elsewhere, and which
    /// games those are. An illegal action raises a `ValueError` and changes no game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        self.read_actions(actions)?;
        if self.actions.len() != self.batch {
            let (found, expected) = (self.actions.len(), self.batch);
            return Err(PyValueError::new_err(format!("{found} actions for {expected} games")));
        }
        if let Some(game) = self.games.find_illegal(&self.actions) {
            let action = self.actions[game];
            let name = u32::try_from(action).ok().and_then(|action| self.games.action_name(action));
            let problem = match name {
                Some(name) => {
                    format!("{name} is not legal in {}", self.games.position(game).unwrap_or_default())
                }
                None => format!("actions are numbers from 0 to {}", self.games.layout().actions - 1),
            };
            return Err(PyValueError::new_err(format!("game {game}: illegal action {action}: {problem}")));
        }
        self.with_arrays(py, |games, pool, actions, arrays| games.step(pool, actions, arrays))?;
        Ok((self.reward.view.clone_ref(py), self.done.view.clone_ref(py)))
    }

    /// A legal action for each game, drawn uniformly: the same for the same seed.
    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut sampled = self.sampled.write(py)?;
        let (actions, games) = (sampled.as_slice_mut()?, &mut *self.games);
        py.detach(|| games.sample(actions));
        Ok(self.sampled.view.clone_ref(py))
    }

    /// The position of each game as text.
    #[getter]
    fn positions(&self) -> Vec<String> {
        (0..self.batch).filter_map(|game| self.games.position(game)).collect()
    }

    fn __len__(&self) -> usize {
        self.batch
    }

    fn __repr__(&self) -> String {
        format!("cairn.VectorGame('{}', batch={})", self.spec, self.batch)
    }
}

/// An array of one value, in memory of Rust.
fn zeros<T: numpy::Element + Clone, const N: usize>(
    py: Python<'_>,
    shape: [usize; N],
    value: T,
) -> PyResult<Bound<'_, numpy::PyArray<T, numpy::ndarray::Dim<[usize; N]>>>>
where
    numpy::ndarray::Dim<[usize; N]>: numpy::ndarray::Dimension,
    [usize; N]: numpy::ndarray::IntoDimension<Dim = numpy::ndarray::Dim<[usize; N]>>,
{
    PyArray1::from_vec(py, vec![value; shape.iter().product()]).reshape(shape)
}

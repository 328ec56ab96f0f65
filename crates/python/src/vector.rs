//! `VectorGame`: many games at a time, in step, without Python in between. `NumPy` arrays are views of its memory.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Chosen, Encode, Game, GameSpec, Outcome, Position, Repetitions, zobrist};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{failure, request};
use crate::game_state::returns;

/// Fewer games are stepped on the calling thread: waking others would take longer.
const MIN_PARALLEL: usize = 64;
/// Parts of the batch for each thread, so that a thread whose games are quick takes over others.
const PARTS: usize = 2;

/// The memory of some games of a batch: one part of each array. Arrays that are not asked for are empty.
struct Part<'a> {
    mask: &'a mut [bool],
    observation: &'a mut [f32],
    to_move: &'a mut [i32],
    reward: &'a mut [f32],
    done: &'a mut [bool],
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
    fn reset(&mut self, pool: Option<&ThreadPool>, arrays: Part<'_>);
    /// The first game in which an action is illegal.
    fn find_illegal(&self, actions: &[i32]) -> Option<usize>;
    /// Takes legal actions, one in each game; a game that ends starts anew.
    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i32], arrays: Part<'_>);
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
    legal: Vec<u32>,
    rng: u64,
}

impl<G: Game> Lane<G> {
    fn start(start: G::Position, rng: u64) -> Self {
        let mut repetitions = Repetitions::new();
        repetitions.push(&start);
        let mut lane =
            Self { position: start, repetitions, chosen: Default::default(), legal: Vec::new(), rng };
        lane.find_legal();
        lane
    }

    fn find_legal(&mut self) {
        self.legal.clear();
        self.position.legal_actions(self.chosen, &mut self.legal);
    }

    fn restart(&mut self, start: G::Position) {
        self.position = start;
        if !self.repetitions.is_empty() {
            self.repetitions = Repetitions::new();
        }
        self.repetitions.push(&start);
        self.chosen = Default::default();
    }

    /// Takes a legal action, and returns how it has ended the game.
    fn act(&mut self, action: u32) -> Option<Outcome> {
        match self.position.choose(self.chosen, action)? {
            Chosen::Partial(chosen) => {
                self.chosen = chosen;
                None
            }
            Chosen::Move(mv) => {
                self.position.play_unchecked(mv);
                self.chosen = Default::default();
                let repeated = self.repetitions.push(&self.position);
                self.position.outcome().or(repeated)
            }
        }
    }

    /// Splitmix: the next of a sequence of numbers below `sides`.
    fn draw(&mut self, sides: u32) -> u32 {
        self.rng = self.rng.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(zobrist::mix(self.rng)) * u128::from(sides)) >> 64) as u32
    }
}

struct TypedBatch<G: Game> {
    lanes: Vec<Lane<G>>,
    start: G::Position,
    seed: u64,
}

impl<G: Game> TypedBatch<G> {
    fn new(start: G::Position, batch: usize, seed: u64) -> Self {
        let mut new = Self { lanes: Vec::new(), start, seed };
        new.lanes = (0..batch).map(|number| Lane::start(start, new.lane_seed(number))).collect();
        new
    }

    fn lane_seed(&self, number: usize) -> u64 {
        zobrist::mix(zobrist::mix(self.seed) ^ number as u64)
    }

    /// Calls `each` for every game with its actions and its part of the arrays, on all threads.
    fn each(
        lanes: &mut [Lane<G>],
        layout: Layout,
        pool: Option<&ThreadPool>,
        actions: &[i32],
        arrays: Part<'_>,
        each: impl Fn(&mut Lane<G>, i32, Part<'_>) + Sync,
    ) {
        let count = lanes.len();
        let (mask_size, planes) = (arrays.mask.len() / count.max(1), arrays.observation.len() / count.max(1));
        let work = |lanes: &mut [Lane<G>], actions: &[i32], part: Part<'_>| {
            let mut masks = part.mask.chunks_exact_mut(mask_size.max(1));
            let mut observations = part.observation.chunks_exact_mut(planes.max(1));
            let rest = part.to_move.chunks_exact_mut(1).zip(part.done.chunks_exact_mut(1));
            let rest = rest.zip(part.reward.chunks_exact_mut(layout.seats));
            for ((lane, action), ((to_move, done), reward)) in lanes.iter_mut().zip(actions).zip(rest) {
                let mask = masks.next().unwrap_or_default();
                let observation = observations.next().unwrap_or_default();
                each(lane, *action, Part { mask, observation, to_move, reward, done });
            }
        };
        let Some(pool) = pool.filter(|_| count >= MIN_PARALLEL) else {
            return work(lanes, actions, arrays);
        };
        let size = count.div_ceil(pool.current_num_threads() * PARTS);
        pool.install(|| {
            let masks = parts(arrays.mask, size * mask_size, count.div_ceil(size));
            let observations = parts(arrays.observation, size * planes, count.div_ceil(size));
            lanes
                .par_chunks_mut(size)
                .zip(actions.par_chunks(size))
                .zip(masks.into_par_iter().zip(observations))
                .zip(arrays.to_move.par_chunks_mut(size).zip(arrays.done.par_chunks_mut(size)))
                .zip(arrays.reward.par_chunks_mut(size * layout.seats))
                .for_each(|((((lanes, actions), (mask, observation)), (to_move, done)), reward)| {
                    work(lanes, actions, Part { mask, observation, to_move, reward, done });
                });
        });
    }
}

/// Splits an array into parts of a size; as many empty ones if the array is empty.
fn parts<T>(array: &mut [T], size: usize, count: usize) -> Vec<&mut [T]> {
    if array.is_empty() {
        (0..count).map(|_| <&mut [T]>::default()).collect()
    } else {
        array.chunks_mut(size).collect()
    }
}

/// Writes what a player sees of a game; `before` are the actions that the mask still has.
fn show<G: Game>(lane: &mut Lane<G>, part: Part<'_>) {
    let Part { mask, observation, to_move, .. } = part;
    if !mask.is_empty() {
        for &action in &lane.legal {
            mask[action as usize] = false;
        }
    }
    lane.find_legal();
    if !mask.is_empty() {
        for &action in &lane.legal {
            mask[action as usize] = true;
        }
    }
    if !observation.is_empty() {
        lane.position.observe(lane.chosen, observation);
    }
    to_move[0] = lane.position.to_move().index() as i32;
}

impl<G: Game> Batch for TypedBatch<G> {
    fn layout(&self) -> Layout {
        Layout {
            actions: self.start.action_count() as usize,
            shape: self.start.observation_shape(),
            seats: self.start.seats().into(),
        }
    }

    fn reset(&mut self, pool: Option<&ThreadPool>, arrays: Part<'_>) {
        let (start, layout) = (self.start, self.layout());
        for number in 0..self.lanes.len() {
            self.lanes[number].rng = self.lane_seed(number);
        }
        arrays.mask.fill(false);
        let actions = vec![0; self.lanes.len()];
        Self::each(&mut self.lanes, layout, pool, &actions, arrays, |lane, _, part| {
            lane.restart(start);
            part.reward.fill(0.0);
            part.done[0] = false;
            show(lane, part);
        });
    }

    fn find_illegal(&self, actions: &[i32]) -> Option<usize> {
        self.lanes.iter().zip(actions).position(|(lane, &action)| {
            let action = u32::try_from(action).ok();
            action.is_none_or(|action| lane.position.choose(lane.chosen, action).is_none())
        })
    }

    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i32], arrays: Part<'_>) {
        let (start, layout) = (self.start, self.layout());
        Self::each(&mut self.lanes, layout, pool, actions, arrays, |lane, action, part| {
            let outcome = lane.act(action as u32);
            part.done[0] = outcome.is_some();
            if outcome.is_some() {
                for (reward, value) in part.reward.iter_mut().zip(returns(outcome, layout.seats)) {
                    *reward = value as f32;
                }
                lane.restart(start);
            } else {
                part.reward.fill(0.0);
            }
            show(lane, part);
        });
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            let drawn = lane.draw(lane.legal.len() as u32);
            *action = lane.legal.get(drawn as usize).map_or(0, |&action| action as i32);
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
    /// Calls `work` with the games and all arrays, without holding the interpreter.
    fn with_arrays(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, Option<&ThreadPool>, Part<'_>) + Send,
    ) -> PyResult<()> {
        let (mut mask, mut observation) = (self.mask.write(py)?, self.observation.write(py)?);
        let (mut to_move, mut reward) = (self.to_move.write(py)?, self.reward.write(py)?);
        let mut done = self.done.write(py)?;
        let part = Part {
            mask: mask.as_slice_mut()?,
            observation: observation.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
        };
        let (games, pool) = (&mut *self.games, self.pool.as_ref());
        py.detach(|| work(games, pool, part));
        Ok(())
    }
}

/// The actions of a call: an array or a list of whole numbers.
fn actions_of(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().iter().map(|&action| i32::try_from(action).unwrap_or(-1)).collect());
    }
    let numbers = actions.extract::<Vec<i64>>().map_err(|_| {
        PyTypeError::new_err(
            "actions are a one-dimensional array of int32 or int64, or a list of whole numbers",
        )
    })?;
    Ok(numbers.into_iter().map(|action| i32::try_from(action).unwrap_or(-1)).collect())
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
        let pool = if threads > 1 && batch >= MIN_PARALLEL {
            Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(failure)?)
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
        };
        new.reset(py)?;
        Ok(new)
    }

    /// Starts all games anew, with the draws of `sample` too.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.with_arrays(py, |games, pool, arrays| games.reset(pool, arrays))
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
        let actions = actions_of(actions)?;
        if actions.len() != self.batch {
            let (found, expected) = (actions.len(), self.batch);
            return Err(PyValueError::new_err(format!("{found} actions for {expected} games")));
        }
        if let Some(game) = self.games.find_illegal(&actions) {
            let action = actions[game];
            let name = u32::try_from(action).ok().and_then(|action| self.games.action_name(action));
            let problem = match name {
                Some(name) => {
                    format!("{name} is not legal in {}", self.games.position(game).unwrap_or_default())
                }
                None => format!("actions are numbers from 0 to {}", self.games.layout().actions - 1),
            };
            return Err(PyValueError::new_err(format!("game {game}: illegal action {action}: {problem}")));
        }
        self.with_arrays(py, |games, pool, arrays| games.step(pool, &actions, arrays))?;
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

//! `Game`: a game with its options.

use cairn_session::{open, record};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::request;
use crate::state::State;

/// A game with its options, such as `staqs:size=5`.
///
/// >>> import cairn
/// >>> game = cairn.Game("staqs:size=4")
/// >>> game.players, game.num_actions, game.observation_shape, game.version
/// (2, 81, (5, 4, 4), 'staqs_v0')
/// >>> cairn.Game("go")
/// Traceback (most recent call last):
/// ValueError: unknown game `go`; the games are staqs, stlts, stac, sight, stacks
#[pyclass(module = "cairn", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Eq, PartialEq, Hash)]
pub(crate) struct Game {
    /// The game with the options that differ from the defaults.
    #[pyo3(get)]
    spec: String,
    /// The name for people.
    #[pyo3(get)]
    name: &'static str,
    /// The number of players.
    #[pyo3(get)]
    players: usize,
    /// The names of the seats in turn order.
    #[pyo3(get)]
    seats: Vec<&'static str>,
    /// The number of actions of all positions together.
    #[pyo3(get)]
    num_actions: u32,
    /// Planes, rows and columns of an observation.
    #[pyo3(get)]
    observation_shape: (usize, usize, usize),
    /// The version of actions and observations, such as `staqs_v0`.
    #[pyo3(get)]
    version: String,
}

impl Game {
    pub(crate) fn open(spec: &str) -> PyResult<Self> {
        let session = open(spec, None).map_err(request)?;
        let state = State::of(&*session)?;
        let (info, seats) = (session.info(), session.seats());
        let [planes, rows, columns] = state.state.observation_shape();
        Ok(Self {
            spec: session.spec(),
            name: info.name,
            players: seats,
            seats: info.seats.iter().take(seats).map(|seat| seat.name).collect(),
            num_actions: state.state.action_count(),
            observation_shape: (planes, rows, columns),
            version: format!("{}_v{}", info.id, state.state.encoding_version()),
        })
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Self> {
        Self::open(spec)
    }

    /// The start of a game.
    fn start(&self) -> PyResult<State> {
        State::of(&*open(&self.spec, None).map_err(request)?)
    }

    /// A game that starts at a position, given as text.
    fn position(&self, position: &str) -> PyResult<State> {
        State::of(&*open(&self.spec, Some(position)).map_err(request)?)
    }

    /// The last game of a text of records, which is to be of this game with these options.
    fn record(&self, record: &str) -> PyResult<State> {
        let mut records = record::read(record).map_err(request)?;
        let last = records.pop().ok_or_else(|| PyValueError::new_err("there is no game in this record"))?;
        let session = last.session().map_err(request)?;
        if session.spec() != self.spec {
            let found = session.spec();
            return Err(PyValueError::new_err(format!("a record of {found}, not of {}", self.spec)));
        }
        State::of(&*session)
    }

    fn __repr__(&self) -> String {
        format!("cairn.Game('{}')", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.spec.clone(),))
    }
}

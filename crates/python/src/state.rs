//! `State`: a game in play.

use cairn_draw::{svg, text};
use cairn_protocol::{MovesReport, PositionReport};
use cairn_rules::Chosen;
use cairn_session::{Session, record};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::request;
use crate::game::Game;
use crate::game_state::{GameState, returns, state_of};
use crate::json::to_python;

/// What restores a state: a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (String, Vec<u32>, u32));

/// A game in play: its position, its history, and what the player to move has chosen of a turn.
///
/// >>> import cairn
/// >>> state = cairn.Game("staqs").start()
/// >>> state.play("c3").play("b2").history
/// ['c3', 'b2']
#[pyclass(module = "cairn", weakref)]
pub(crate) struct State {
    pub(crate) state: Box<dyn GameState>,
}

impl State {
    pub(crate) fn of(session: &dyn Session) -> PyResult<Self> {
        state_of(session).map(|state| Self { state }).map_err(request)
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.state.session()
    }

    fn illegal(&self, action: i64) -> PyErr {
        let count = self.state.action_count();
        let name = u32::try_from(action).ok().and_then(|action| self.state.action_name(action));
        let problem = match (self.session().outcome(), name) {
            (Some(outcome), _) => format!("the game is over: {outcome}"),
            (None, Some(name)) => format!("{name} is not legal here"),
            (None, None) => format!("actions are numbers from 0 to {}", count - 1),
        };
        PyValueError::new_err(format!("illegal action {action}: {problem}"))
    }

    /// Moves as text change the game only between turns.
    fn check_turn(&self) -> PyResult<()> {
        let chosen = self.state.chosen();
        if chosen.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = chosen.iter().filter_map(|&action| self.state.action_name(action)).collect();
        let names = names.join(", ");
        Err(PyValueError::new_err(format!(
            "a turn is incomplete ({names}): complete it, or take it back with undo()"
        )))
    }
}

#[pymethods]
impl State {
    /// The game that is played.
    #[getter]
    fn game(&self) -> PyResult<Game> {
        Game::open(&self.session().spec())
    }

    /// Whose turn it is: 0 for the first player. When the game is over, whose turn it would be.
    #[getter]
    fn to_move(&self) -> usize {
        self.session().to_move().index()
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.session().ply()
    }

    /// The position as text, as `cairn apply` prints it.
    #[getter]
    fn position(&self) -> String {
        self.session().position()
    }

    /// The moves played.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.session().history()
    }

    /// The actions chosen of an incomplete turn.
    #[getter]
    fn chosen(&self) -> Vec<u32> {
        self.state.chosen()
    }

    /// A hash of the position, without its halfmove clock.
    #[getter]
    fn key(&self) -> u64 {
        self.state.key()
    }

    /// The score of a game that is over, such as `1-0`; `None` while it goes on.
    #[getter]
    fn result(&self) -> Option<String> {
        self.session().outcome().map(cairn_rules::Outcome::score)
    }

    /// Why the game is over, such as `tallest stack`; `None` while it goes on.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.session().outcome().map(|outcome| outcome.reason.name())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session().outcome().is_some()
    }

    /// What each player has won: from -1 to 1, in all 0; 0 while the game goes on.
    #[getter]
    fn returns(&self) -> Vec<f64> {
        returns(self.session().outcome(), self.session().seats())
    }

    /// The record of the game, as `cairn record` reads it.
    #[getter]
    fn record(&self) -> String {
        record::write([&self.session().record()])
    }

    /// The legal moves as text, in the order of the program.
    fn moves(&self) -> Vec<String> {
        self.session().legal_moves()
    }

    /// Plays a move, and returns this state. An illegal move raises a `ValueError` that names it and the reason.
    fn play<'py>(mut slf: PyRefMut<'py, Self>, r#move: &str) -> PyResult<PyRefMut<'py, Self>> {
        slf.check_turn()?;
        slf.state.session_mut().play(r#move).map_err(request)?;
        Ok(slf)
    }

    /// Takes back the last action of an incomplete turn, otherwise the last move, and returns this state.
    fn undo(mut slf: PyRefMut<'_, Self>) -> PyResult<PyRefMut<'_, Self>> {
        if !slf.state.take_back() && slf.state.session_mut().undo().is_none() {
            return Err(PyValueError::new_err("there is no move to take back"));
        }
        Ok(slf)
    }

    /// An independent copy with the same history.
    fn copy(&self) -> Self {
        Self { state: self.state.copied() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy()
    }

    /// The numbers of the legal actions, in ascending order; none when the game is over.
    fn legal_actions(&self) -> Vec<u32> {
        self.state.legal_actions()
    }

    /// For each action of the game whether it is legal: an array of bool.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.state.action_count() as usize];
        for action in self.state.legal_actions() {
            if let Some(place) = mask.get_mut(action as usize) {
                *place = true;
            }
        }
        PyArray1::from_vec(py, mask)
    }

    /// The actions of every legal move: an array of int32 with a row for each of `moves()`, filled up with -1.
    ///
    /// >>> import cairn
    /// >>> cairn.Game("stacks").start().play("2a7-a5").legal_turns()[0]
    /// array([  0,  35,  43, 143,  -1,  -1], dtype=int32)
    fn legal_turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let turns = self.state.legal_turns();
        let longest = turns.iter().map(Vec::len).max().unwrap_or_default();
        let mut actions = vec![-1; turns.len() * longest];
        for (row, turn) in actions.chunks_exact_mut(longest.max(1)).zip(&turns) {
            for (place, &action) in row.iter_mut().zip(turn) {
                *place = action as i32;
            }
        }
        PyArray1::from_vec(py, actions).reshape([turns.len(), longest])
    }

    /// Takes an action, and returns this state. An illegal one raises a `ValueError`.
    fn apply_action(mut slf: PyRefMut<'_, Self>, action: i64) -> PyResult<PyRefMut<'_, Self>> {
        let taken = u32::try_from(action).ok().and_then(|action| slf.state.act(action));
        if taken.is_none() {
            return Err(slf.illegal(action));
        }
        Ok(slf)
    }

    /// The action that plays a move or, in a game whose turns take several actions, the first one of it that has not been
    /// chosen yet.
    fn action(&self, r#move: &str) -> PyResult<u32> {
        let actions = self.state.actions_of(r#move).map_err(request)?;
        let chosen = self.state.chosen();
        let rest = actions.strip_prefix(chosen.as_slice());
        rest.and_then(|rest| rest.first())
            .copied()
            .ok_or_else(|| PyValueError::new_err(format!("{}: the turn has begun otherwise", r#move.trim())))
    }

    /// All actions of a move, from the beginning of the turn.
    fn actions(&self, r#move: &str) -> PyResult<Vec<u32>> {
        self.state.actions_of(r#move).map_err(request)
    }

    /// The move that a legal action plays; `None` if the turn needs more actions. An illegal one raises a `ValueError`.
    fn r#move(&self, action: i64) -> PyResult<Option<String>> {
        match u32::try_from(action).ok().and_then(|action| self.state.look_ahead(action)) {
            Some(Chosen::Move(mv)) => Ok(Some(mv)),
            Some(Chosen::Partial(())) => Ok(None),
            None => Err(self.illegal(action)),
        }
    }

    /// The name of an action: the notation of a move where the action is one.
    fn action_name(&self, action: i64) -> PyResult<String> {
        let name = u32::try_from(action).ok().and_then(|action| self.state.action_name(action));
        name.ok_or_else(|| self.illegal(action))
    }

    /// The position from the point of view of the player to move: planes, rows from the bottom up, columns.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let shape = self.state.observation_shape();
        let mut planes = vec![0.0; shape.iter().product()];
        self.state.observe(&mut planes);
        PyArray1::from_vec(py, planes).reshape(shape)
    }

    /// The board in characters, as `cairn show` prints it.
    fn board(&self) -> String {
        text::render(&self.session().board().scene(), text::Style::default())
    }

    /// The board as an SVG picture.
    #[pyo3(signature = (*, dark = false, flipped = false))]
    fn svg(&self, dark: bool, flipped: bool) -> String {
        let theme = if dark { svg::Theme::Dark } else { svg::Theme::Light };
        svg::render(
            &self.session().board().scene(),
            svg::Options { theme, flipped, ..svg::Options::default() },
        )
    }

    /// Whose turn it is or how the game has ended, and the position, in one line.
    fn text(&self) -> String {
        let session = self.session();
        let standing = session.outcome().map_or_else(
            || format!("{} to move", session.info().seat(session.to_move()).name),
            |outcome| outcome.to_string(),
        );
        format!("{}: {} ({standing})", session.spec(), session.position())
    }

    /// The object of `cairn moves --json`.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (position, moves) = (PositionReport::new(self.session()), self.session().legal_moves());
        to_python(py, &MovesReport { position, moves })
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> String {
        self.svg(false, false)
    }

    fn __repr__(&self) -> String {
        format!("<cairn.State {}>", self.text())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    /// Whether both have the same game, history and chosen actions.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                let (one, two) = (self.session(), other.session());
                one.spec() == two.spec()
                    && one.position() == two.position()
                    && one.start_position() == two.start_position()
                    && one.history() == two.history()
                    && self.state.chosen() == other.state.chosen()
            })
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let restore = py.import("cairn._cairn")?.getattr("_restore_state")?;
        let version = self.state.encoding_version();
        Ok((restore, (self.record(), self.state.chosen(), version)))
    }
}

/// Makes a state from what `State.__reduce__` has stored.
#[pyfunction]
pub(crate) fn _restore_state(record: &str, chosen: Vec<i64>, version: u32) -> PyResult<State> {
    let damaged = |problem: String| PyValueError::new_err(format!("damaged state: {problem}"));
    let records = record::read(record).map_err(|error| damaged(error.to_string()))?;
    let [record] = records.as_slice() else {
        return Err(damaged(format!("{} records instead of one", records.len())));
    };
    let session = record.session().map_err(|error| damaged(error.to_string()))?;
    let mut state = State::of(&*session)?;
    if !chosen.is_empty() && version != state.state.encoding_version() {
        let known = state.state.encoding_version();
        return Err(damaged(format!("its actions are of version {version}, not {known}")));
    }
    for action in chosen {
        let taken = u32::try_from(action).ok().and_then(|action| state.state.act(action));
        if taken != Some(false) {
            return Err(damaged(format!("action {action} does not continue the turn")));
        }
    }
    Ok(state)
}

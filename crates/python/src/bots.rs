//! Bots: those of the program for Python, and those of Python for matches.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cairn_engine::StopFlag;
use cairn_engine::bots::{BotFault, BotSpec};
use cairn_rules::Message;
use cairn_session::Session;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{failure, request};
use crate::state::State;
use crate::work;

/// A bot of the program, such as `level3`, or an external engine as `ugi:PATH`.
///
/// >>> import cairn
/// >>> bot = cairn.bot("greedy")
/// >>> state = cairn.Game("staqs").start()
/// >>> bot.choose(state, seed=1) in state.moves()
/// True
#[pyclass(module = "cairn", frozen)]
pub(crate) struct Bot {
    spec: BotSpec,
    bot: Mutex<Box<dyn cairn_engine::bots::Bot>>,
}

/// Makes a bot from its name.
#[pyfunction]
pub(crate) fn bot(name: &str) -> PyResult<Bot> {
    let spec: BotSpec = name.parse().map_err(request)?;
    let bot = Mutex::new(spec.make());
    Ok(Bot { spec, bot })
}

#[pymethods]
impl Bot {
    /// The name, which makes the same bot again.
    #[getter]
    fn name(&self) -> &str {
        self.spec.name()
    }

    /// The move of the player to move. The same seed gives the same move, as far as the bot is deterministic.
    #[pyo3(signature = (state, seed = 1))]
    fn choose(&self, py: Python<'_>, state: &Bound<'_, State>, seed: u64) -> PyResult<String> {
        let session = state.borrow().session().fork();
        if let Some(outcome) = session.outcome() {
            return Err(PyValueError::new_err(format!("the game is over: {outcome}")));
        }
        let stop = StopFlag::default();
        let flag = stop.clone();
        let choose = |_: &mut dyn FnMut(())| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            bot.set_stop(flag);
            bot.new_game(&*session, seed)?;
            bot.choose(&*session)
        };
        let chosen = work::run(py, &stop, |_, ()| Ok(()), choose)?;
        chosen.map_err(|fault| failure(format!("{}: {fault}", self.spec.name())))
    }

    fn __repr__(&self) -> String {
        format!("cairn.bot('{}')", self.spec.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("cairn._cairn")?.getattr("bot")?, (self.spec.name().to_owned(),)))
    }
}

/// A Python function from a state to a move, as a bot of a match.
struct PythonBot {
    name: String,
    choose: Arc<Py<PyAny>>,
}

impl fmt::Debug for PythonBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PythonBot").field(&self.name).finish()
    }
}

impl PythonBot {
    fn ask(&self, session: &dyn Session) -> PyResult<String> {
        Python::attach(|py| {
            let state = Bound::new(py, State::of(session)?)?;
            let answer = self.choose.call1(py, (state,))?;
            answer.extract(py).map_err(|_| {
                PyTypeError::new_err(format!("it returned {}, not a move as text", answer.bind(py)))
            })
        })
    }
}

impl cairn_engine::bots::Bot for PythonBot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _session: &dyn Session, _seed: u64) -> Result<(), BotFault> {
        Ok(())
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        self.ask(session)
            .map_err(|error| BotFault::Failed { problem: Message::new("{error}").with("error", error) })
    }
}

/// A bot of a match: the name of one, a `Bot`, an object with `choose(state)`, or a function of a state.
pub(crate) fn spec_of(bot: &Bound<'_, PyAny>) -> PyResult<BotSpec> {
    if let Ok(name) = bot.extract::<String>() {
        return name.parse().map_err(request);
    }
    if let Ok(bot) = bot.cast::<Bot>() {
        return Ok(bot.get().spec.clone());
    }
    let choose = if bot.hasattr("choose")? { bot.getattr("choose")? } else { bot.clone() };
    if !choose.is_callable() {
        return Err(PyTypeError::new_err(
            "a bot is a name, a function from a state to a move, or has choose(state)",
        ));
    }
    let own_name = bot.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
    let python_name =
        |object: &Bound<'_, PyAny>| object.getattr_opt("__name__").ok()??.extract::<String>().ok();
    let name = own_name.or_else(|| python_name(bot)).or_else(|| python_name(bot.get_type().as_any()));
    let name = name.unwrap_or_else(|| "python".to_owned());
    let choose = Arc::new(choose.unbind());
    let make_name = name.clone();
    Ok(BotSpec::new(name, move || {
        Box::new(PythonBot { name: make_name.clone(), choose: Arc::clone(&choose) })
    }))
}

//! Long calls: they release the interpreter, stop on Ctrl-C, and report progress to a Python function.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use pyo3::prelude::*;

use crate::errors::{failure, request};

/// The interval between checks for signals, and between progress reports.
const TICK: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own until it ends. A signal whose handler raises, such as Ctrl-C, sets `stop`; so does a
/// progress function that raises. `on_progress` gets the latest of the values that `work` reports.
pub(crate) fn run<T: Send, P: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    mut on_progress: impl FnMut(Python<'_>, P) -> PyResult<()> + Send,
    work: impl FnOnce(&mut dyn FnMut(P)) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, reports) = channel();
            // A receiver that has gone is no reason to stop.
            let worker = scope.spawn(move || work(&mut |report| drop(sender.send(report))));
            let mut interruption = None;
            let mut latest = None;
            let mut last_tick = Instant::now();
            loop {
                match reports.recv_timeout(TICK) {
                    Ok(report) => latest = Some(report),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if interruption.is_none() && last_tick.elapsed() >= TICK {
                    last_tick = Instant::now();
                    let report = latest.take();
                    let tick = Python::attach(|py| {
                        py.check_signals()?;
                        report.map_or(Ok(()), |report| on_progress(py, report))
                    });
                    if let Err(error) = tick {
                        stop.stop();
                        interruption = Some(error);
                    }
                }
            }
            let result =
                worker.join().map_err(|_| failure("an internal error ended the work; please report it"));
            match (interruption, latest) {
                (Some(error), _) => Err(error),
                (None, Some(report)) => {
                    Python::attach(|py| on_progress(py, report))?;
                    result
                }
                (None, None) => result,
            }
        })
    })
}

/// How much of the whole is done, and a remark.
pub(crate) type Progress = (u64, u64, String);

/// [`run`], with a progress function of Python, if there is one.
pub(crate) fn reporting<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    on_progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn FnMut(Progress)) -> T + Send,
) -> PyResult<T> {
    let report = |py: Python<'_>, progress: Progress| {
        on_progress.as_ref().map_or(Ok(()), |call| call.call1(py, progress).map(|_| ()))
    };
    run(py, stop, report, work)
}

/// A number of things of which there must be one.
pub(crate) fn at_least_one(name: &str, value: usize) -> PyResult<usize> {
    if value == 0 { Err(request(format!("{name}=0: at least 1"))) } else { Ok(value) }
}

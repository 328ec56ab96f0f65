//! Long calls: they release the interpreter, stop on Ctrl-C, and report progress to a Python function.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use pyo3::prelude::*;

use crate::errors::failure;

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

//! The log of the lines between external engines and Cairn.

use std::fmt;
use std::io::Write;
#[cfg(feature = "processes")]
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A log of the lines that external engines send and receive. Clones write to the same destination.
#[derive(Clone)]
#[cfg_attr(not(feature = "processes"), expect(dead_code, reason = "only external engines are logged"))]
pub struct EngineLog(Arc<Sink>);

#[cfg_attr(not(feature = "processes"), expect(dead_code, reason = "only external engines are logged"))]
struct Sink {
    started: Instant,
    out: Mutex<Box<dyn Write + Send>>,
}

impl EngineLog {
    /// Creates a log that writes to `out`, one flushed line at a time. Lines that cannot be written are lost.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Sink { started: Instant::now(), out: Mutex::new(Box::new(out)) }))
    }

    /// Writes a line: the milliseconds since the start, the engine with its process ID, the direction, and the text.
    #[cfg(feature = "processes")]
    fn write(&self, engine: &str, sign: char, text: &str) {
        let millis = self.0.started.elapsed().as_millis();
        let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out
            .write_all(format!("{millis:>7} {engine} {sign} {text}\n").as_bytes())
            .and_then(|()| out.flush());
    }
}

impl fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineLog").finish_non_exhaustive()
    }
}

/// The log of one process.
#[cfg(feature = "processes")]
#[derive(Clone, Debug, Default)]
pub(super) struct ProcessLog {
    log: Option<EngineLog>,
    engine: String,
}

#[cfg(feature = "processes")]
impl ProcessLog {
    pub(super) fn new(log: Option<EngineLog>, name: &str, id: u32) -> Self {
        Self { log, engine: format!("{name} [{id}]") }
    }

    pub(super) fn sent(&self, line: &str) {
        self.write('>', line);
    }

    pub(super) fn received(&self, line: &str) {
        self.write('<', line);
    }

    /// Logs a line on standard error.
    pub(super) fn complained(&self, line: &str) {
        self.write('!', line);
    }

    pub(super) fn ended(&self, status: &str) {
        self.write('#', &format!("ended: {status}"));
    }

    fn write(&self, sign: char, text: &str) {
        if let Some(log) = &self.log {
            log.write(&self.engine, sign, text);
        }
    }
}

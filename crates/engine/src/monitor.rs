//! Progress reports and cancellation of long work.

use std::sync::atomic::{AtomicBool, Ordering};

/// Receives progress of type `P` from long work, and can stop it.
pub struct Monitor<'a, P> {
    /// Stops the work when set.
    pub stop: &'a AtomicBool,
    /// Called frequently with the progress so far.
    pub on_progress: &'a mut dyn FnMut(P),
}

/// The work was stopped.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Stopped;

impl<P> Monitor<'_, P> {
    /// Reports progress; an error if the work was stopped.
    pub(crate) fn report(&mut self, progress: P) -> Result<(), Stopped> {
        (self.on_progress)(progress);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

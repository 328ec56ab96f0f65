//! How long work is followed and ended.

use std::sync::atomic::{AtomicBool, Ordering};

/// Follows long work, whose progress is a `P`, and may end it.
pub struct Monitor<'a, P> {
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
    /// Called often, with the progress so far.
    pub on_progress: &'a mut dyn FnMut(P),
}

/// The work has been stopped.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Stopped;

impl<P> Monitor<'_, P> {
    /// Reports progress; an error if the work has been stopped.
    pub(crate) fn report(&mut self, progress: P) -> Result<(), Stopped> {
        (self.on_progress)(progress);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

//! Progress reports and cancellation of long work.

use cairn_search::StopFlag;

/// Receives progress of type `P` from long work, and can stop it.
pub struct Monitor<'a, P> {
    /// Stops the work when set.
    pub stop: &'a StopFlag,
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
        if self.stop.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

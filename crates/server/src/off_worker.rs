//! Work that would hold an async worker for too long: replays, states and boards of games, steps, records.

use tokio::sync::Semaphore;

use crate::problem::Problem;
use crate::store::StoreError;

/// How many pieces of work run at the same time.
const MAX_RUNNING: usize = 4;

static PERMITS: Semaphore = Semaphore::const_new(MAX_RUNNING);

/// Work that has panicked.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WorkFailed;

/// Runs work on a blocking thread, and waits for its result without holding the worker.
pub(crate) async fn off_worker<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, WorkFailed> {
    // The semaphore is never closed.
    let _permit = PERMITS.acquire().await.map_err(|_| WorkFailed)?;
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work failed");
        WorkFailed
    })
}

impl From<WorkFailed> for Problem {
    fn from(_: WorkFailed) -> Self {
        Self::unavailable("please try again")
    }
}

impl From<WorkFailed> for StoreError {
    fn from(_: WorkFailed) -> Self {
        Self::Failed("a game could not be replayed".to_owned())
    }
}

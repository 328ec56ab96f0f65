//! Connections that only read: a long read blocks neither the writer nor other reads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::schema::{connect, named};
use crate::store::StoreError;

/// The number of reads that run at the same time.
const READER_COUNT: usize = 4;

/// A pool of connections.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    /// One permit for each idle connection.
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    /// Opens the connections.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let connections: Vec<Connection> = (0..READER_COUNT)
            .map(|_| {
                let connection = connect(path)?;
                connection.pragma_update(None, "query_only", true).map_err(|error| error.to_string())?;
                Ok::<_, String>(connection)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            path: path.to_owned(),
            permits: Arc::new(Semaphore::new(READER_COUNT)),
            idle: Arc::new(Mutex::new(connections)),
        })
    }

    /// Reads on a blocking thread, once a connection is idle.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|error| named(&self.path, &error.to_string()))?;
        let idle = Arc::clone(&self.idle);
        let read = move || {
            let connection = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let outcome = connection.as_ref().map(work);
            idle.lock().unwrap_or_else(PoisonError::into_inner).extend(connection);
            // Returns the connection before the permit, even if the caller has stopped waiting.
            drop(permit);
            outcome
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(Some(outcome)) => outcome.map_err(|error| named(&self.path, &error.to_string())),
            Ok(None) => Err(named(&self.path, "no connection is left")),
            Err(error) => Err(named(&self.path, &error.to_string())),
        }
    }
}

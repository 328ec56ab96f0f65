//! Work of a request away from the threads that serve connections, fair between visitors.

use std::sync::Arc;

use cairn_texts::Texts;

use super::Visitor;
use crate::pool::{Lane, NoResult, Pool};
use crate::problem::Problem;

/// The pool, for the visitor who sent a request. Every request that is not a health check has it as an extension.
#[derive(Clone)]
pub(crate) struct Workers {
    pool: Arc<Pool>,
    visitor: String,
}

impl Workers {
    pub(crate) fn new(pool: &Arc<Pool>, visitor: &Visitor) -> Self {
        Self { pool: Arc::clone(pool), visitor: visitor.0.to_string() }
    }

    /// Runs `work` in a lane, in turn with the work of other visitors: status 429 if too much waits.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        texts: Texts,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.pool.run(lane, &self.visitor, work).await {
            Ok(result) => result,
            Err(NoResult::NotRun) => Err(Problem::too_many(texts.text("web.problem.busy"))),
            Err(NoResult::Failed) => Err(Problem::unavailable("the request could not be computed")),
        }
    }
}

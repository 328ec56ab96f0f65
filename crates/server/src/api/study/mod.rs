//! What needs no game in play: positions, lessons, puzzles, and what is said about reviews.
//!
//! Everything here is a function of the request. Work that may take long runs on a bounded number of threads.

pub(crate) mod lessons;
mod pictures;
mod position;
pub(crate) mod puzzles;
pub(crate) mod review;
#[cfg(test)]
mod tests;

use cairn_session::Session;
use cairn_texts::Texts;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::analyze::{MOST_MOVES, session_of};
use crate::problem::Problem;

/// How many requests may be at work or wait.
const ADMITTED: usize = 256;

/// Work of some milliseconds: boards and records.
static QUICK: Semaphore = Semaphore::const_new(4);
/// Work that may take seconds: puzzles are judged by a solver.
static SLOW: Semaphore = Semaphore::const_new(2);
static ALL: Semaphore = Semaphore::const_new(ADMITTED);

/// The routes.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(position::show))
        .routes(routes!(pictures::svg))
        .routes(routes!(pictures::png))
        .routes(routes!(pictures::record))
        .routes(routes!(pictures::read_record))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::show))
        .routes(routes!(lessons::attempt))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::today))
        .routes(routes!(puzzles::show))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(puzzles::solution))
}

/// How many commas a move may contain.
const MAX_COMMAS: usize = 3;

/// Opens a game at a position, by default at its start, and plays a list of moves with commas between them.
///
/// A move may contain commas itself. It is as long as it can be: what another player does next cannot be a part of it.
pub(crate) fn opened(
    game: &str,
    position: Option<&str>,
    moves: Option<&str>,
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let position = position.filter(|position| !position.is_empty());
    let mut session = session_of(game, position, &[], texts)?;
    let parts = words(moves);
    if parts.len() > MOST_MOVES {
        return Err(Problem::unprocessable(texts.tell("web.problem.moves", &[("n", &MOST_MOVES)])));
    }
    let mut rest = &parts[..];
    while !rest.is_empty() {
        let longest = rest.len().min(1 + MAX_COMMAS);
        let played = (2..=longest).rev().find(|&count| session.play(&rest[..count].join(",")).is_ok());
        if played.is_none() {
            let error = session.play(&rest[0]).err();
            if let Some(error) = error {
                return Err(Problem::unprocessable(texts.move_error_among(&error, &session.legal_moves())));
            }
        }
        rest = &rest[played.unwrap_or(1)..];
    }
    Ok(session)
}

/// The words of a list with commas; none if it is missing or empty.
fn words(list: Option<&str>) -> Vec<String> {
    let list = list.unwrap_or_default();
    list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect()
}

/// Runs what may take long away from the threads that serve requests, so many at a time.
async fn think<T: Send + 'static>(
    lane: &'static Semaphore,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let busy = || Problem::too_many("the server has much to think about; please try again");
    let _admitted = ALL.try_acquire().map_err(|_| busy())?;
    let _permit = lane.acquire().await.map_err(|_| busy())?;
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Problem::unavailable("that could not be thought through")))
}

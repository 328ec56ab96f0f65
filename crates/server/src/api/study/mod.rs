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

use axum::Router;
use axum::routing::{get, post};
use cairn_session::Session;
use cairn_texts::Texts;
use tokio::sync::Semaphore;

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
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/api/v1/position", get(position::show))
        .route("/api/v1/position/board.svg", get(pictures::svg))
        .route("/api/v1/position/board.png", get(pictures::png))
        .route("/api/v1/position/record", get(pictures::record))
        .route("/api/v1/record", post(pictures::read_record))
        .route("/api/v1/lessons", get(lessons::list))
        .route("/api/v1/lessons/{game}", get(lessons::show))
        .route("/api/v1/lessons/{game}/try", post(lessons::attempt))
        .route("/api/v1/puzzles", get(puzzles::list))
        .route("/api/v1/puzzles/today", get(puzzles::today))
        .route("/api/v1/puzzles/{id}", get(puzzles::show))
        .route("/api/v1/puzzles/{id}/try", post(puzzles::attempt))
        .route("/api/v1/puzzles/{id}/solution", post(puzzles::solution))
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
        return Err(Problem::senseless(texts.tell("web.problem.moves", &[("n", &MOST_MOVES)])));
    }
    let mut rest = &parts[..];
    while !rest.is_empty() {
        let longest = rest.len().min(1 + MAX_COMMAS);
        let played = (2..=longest).rev().find(|&count| session.play(&rest[..count].join(",")).is_ok());
        if played.is_none() {
            let error = session.play(&rest[0]).err();
            if let Some(error) = error {
                return Err(Problem::senseless(texts.move_error_among(&error, &session.legal_moves())));
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

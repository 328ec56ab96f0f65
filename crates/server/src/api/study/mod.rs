//! What needs no game in play: positions, lessons, puzzles, and what is said about reviews.
//!
//! Everything here is a function of the request. What takes more than a moment runs on the threads of the pool.

pub(crate) mod lessons;
mod pictures;
mod position;
mod puzzle_line;
pub(crate) mod puzzles;
pub(crate) mod review;
#[cfg(test)]
mod tests;

use cairn_session::Session;
use cairn_texts::Texts;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::analyze::{MOST_MOVES, session_of};
use crate::problem::Problem;

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
        return Err(Problem::unprocessable(texts.format("web.problem.moves", &[("n", &MOST_MOVES)])));
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
